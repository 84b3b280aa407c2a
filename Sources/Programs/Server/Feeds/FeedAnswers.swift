internal import HTTPTypes
internal import Hummingbird
internal import LarderModel
internal import LarderPages
internal import LarderViewer
internal import NIOCore

extension CatalogAnswers {
    /// A document that other programs read, whose addresses are whole ones.
    ///
    /// - Parameters:
    ///   - missing: The sentence where `make` finds nothing.
    ///   - make: Makes the document.
    func answer(
        _ request: Request,
        type: String,
        missing: String,
        _ make: @escaping @Sendable (ViewerPages) throws -> HTML?
    ) async throws -> Response {
        let root = request.root
        return try await answer(request, "feed \(root) \(request.uri.string)", type: type, missing: missing) {
            try make($0.with(.absolute(root)))?.xmlBytes
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
