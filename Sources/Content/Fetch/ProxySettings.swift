internal import LarderModel

/// The proxies of HTTP and HTTPS, and the hosts that are asked without one.
///
/// A proxy resolves the names of hosts, so the addresses behind them are not checked: it must refuse private ones
/// itself. Hosts that are written as a private address or as `localhost` need permission with a proxy as without one.
package struct ProxySettings: Sendable, Hashable {
    package var http: String?
    package var https: String?
    /// Host names, each with what is below it, addresses, networks such as `10.0.0.0/8`, or `*`.
    package var exceptions: [String] = []

    package init() {}

    /// What ``ProxyEnvironment`` reads.
    package init(environment: [String: String]) {
        let named = ProxyEnvironment(environment)
        http = named.http?.address
        https = named.https?.address
        exceptions = named.exceptions.lowercased().split { $0 == "," || $0.isWhitespace }.map(String.init)
    }

    /// What must be stored nowhere of the proxies' logins.
    package var secrets: [String] {
        [http, https].compactMap(\.self).flatMap { proxy -> [String] in
            let bytes = Array(proxy.utf8)
            guard let range = userInfo(in: bytes) else { return [] }
            return Redactor.secrets(ofLogin: String(decoding: bytes[range].dropLast(), as: UTF8.self).percentDecoded)
        }
    }

    /// The proxy of a URL; nil: it is asked without one.
    func proxy(for url: HopURL) -> String? {
        let proxy = url.scheme == "https" ? https : http
        return proxy != nil && exceptions.contains { Self.matches($0, url) } ? nil : proxy
    }

    private static func matches(_ exception: String, _ url: HopURL) -> Bool {
        if exception == "*" { return true }
        if let address = url.address {
            let parts = exception.split(separator: "/", maxSplits: 1)
            let first = parts.first.map { $0.filter { $0 != "[" && $0 != "]" } } ?? ""
            guard let network = PeerAddress(parsing: first) else { return false }
            let length = parts.count > 1 ? Int(parts[1]) : nil
            return parts.count > 1 && length == nil ? false : address.isIn(network, bits: length)
        }
        let name = exception.first == "." ? String(exception.dropFirst()) : exception
        return !name.isEmpty && (url.host == name || url.host.hasSuffix("." + name))
    }
}
