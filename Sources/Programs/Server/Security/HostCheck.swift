internal import Foundation
internal import HTTPTypes
internal import Hummingbird

/// Refuses requests whose `Host` is a name that this server does not have.
///
/// A page of another site could otherwise have its own name point to this machine and read the larder (DNS rebinding).
/// An address in place of a name is taken: no other site can be at it.
struct HostCheck: RouterMiddleware {
    typealias Context = BasicRequestContext
    private let names: Set<String>

    init(_ address: ListenAddress, names: [String]) {
        var all = Set(names.map { $0.lowercased() }).union(["localhost", address.host.lowercased()])
        if !address.isLoopback { all.insert(ProcessInfo.processInfo.hostName.lowercased()) }
        self.names = all
    }

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        // The first one is the authority; a server that stands before this one may have looked at the other.
        guard request.headers[values: .host].isEmpty else {
            throw HTTPError(.badRequest, message: "A request has one field Host (RFC 9112, section 3.2).")
        }
        guard let authority = request.head.authority, isAllowed(authority) else {
            let host = request.head.authority.map { String(Self.host(of: $0).prefix(100)) } ?? ""
            throw HTTPError(
                .misdirectedRequest,
                message: "\"\(host)\" is no name of this server. Start it with `--host-name \(host)` to allow it."
            )
        }
        return try await next(request, context)
    }

    /// The host of `host[:port]` (RFC 3986, section 3.2): an address in brackets has a colon of its own.
    private static func host(of authority: String) -> Substring {
        let bracket = authority.lastIndex(of: "]").map { authority.index(after: $0) }
        return authority[..<(authority[(bracket ?? authority.startIndex)...].firstIndex(of: ":") ?? authority.endIndex)]
    }

    func isAllowed(_ authority: String) -> Bool {
        let name = Self.host(of: authority)
        guard authority[name.endIndex...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }) else { return false }
        var host = name.lowercased()
        if host.hasPrefix("["), host.hasSuffix("]") {
            return host.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        if host.hasSuffix(".") { host.removeLast() }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return names.contains(host) || parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
}
