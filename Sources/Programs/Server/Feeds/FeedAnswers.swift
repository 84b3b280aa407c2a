internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Larder
internal import LarderModel
internal import LarderPages
internal import LarderViewer
internal import NIOCore

/// Answers with documents that other programs read, made of one state of the catalog.
struct FeedAnswers: Sendable {
    let library: ServedLarder

    init(_ library: ServedLarder) { self.library = library }

    /// The document, or 304 where the client has it.
    ///
    /// - Parameters:
    ///   - missing: The sentence where `make` finds nothing.
    ///   - make: Makes the document; the addresses of the pages are whole ones.
    func answer(
        _ request: Request,
        type: String,
        missing: String,
        _ make: @escaping @Sendable (ViewerPages) throws -> HTML?
    ) async throws -> Response {
        let pages = ServedPages(library, root: request.root)
        let revision = try await pages.read { try $0.reader.revision() }
        let state = "\(revision) \(Self.startTag) \(request.root) \(request.uri.string)"
        let tag = "\"\(StableHash.hex(state))\""
        if Conditional.isKnown(tag, request) { return Conditional.notModified([.eTag: tag]) }
        guard let document = try await pages.read(make) else { throw HTTPError(.notFound, message: missing) }
        return Conditional.answer(document.xmlBytes, type: type, tag: tag, cache: "no-cache", request)
    }

    /// Another program may make other documents of the same catalog.
    private static let startTag = ProcessInfo.processInfo.processIdentifier
}

/// Reads the larder with whole addresses.
struct ServedPages: Sendable {
    private let library: ServedLarder
    private let addresses: ViewerAddresses

    init(_ library: ServedLarder, root: String) {
        self.library = library
        addresses = .absolute(root)
    }

    /// - Throws: An answer for a larder that cannot be read now.
    func read<Result: Sendable>(_ body: @escaping @Sendable (ViewerPages) throws -> Result) async throws -> Result {
        do {
            return try await library.read { [addresses] pages in
                try body(ViewerPages(reader: pages.reader, addresses: addresses, hasStatus: true, now: pages.now))
            }
        } catch let error as LarderError {
            throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "60"], message: error.description)
        }
    }
}

extension Request {
    /// The address of the first page, as the client reaches it.
    ///
    /// A server with TLS that stands before this one says so in the usual field, `X-Forwarded-Proto`.
    var root: String {
        let isSecure = headers[.forwardedProtocol]?.lowercased() == "https"
        let address = WebAddress("\(isSecure ? "https" : "http")://\(head.authority ?? "localhost")/")
        return address.map { $0.origin + "/" } ?? "http://localhost/"
    }

    /// The fields of the address's query.
    var query: FormBody { FormBody(uri.query.map { $0[...] } ?? "") }
}

extension HTTPField.Name {
    static let forwardedProtocol = named("x-forwarded-proto")
}

extension HTML {
    /// The document in UTF-8, without the two characters that are text in HTML and may not stand in XML 1.0.
    var xmlBytes: ByteBuffer {
        guard text.unicodeScalars.contains(where: Self.isForbidden) else { return ByteBuffer(string: text) }
        let allowed = text.unicodeScalars.filter { !Self.isForbidden($0) }
        return ByteBuffer(string: String(String.UnicodeScalarView(allowed)))
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{FFFE}" || scalar == "\u{FFFF}" }
}
