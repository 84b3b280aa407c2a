package import LarderModel

/// The whole answer to a ``FetchRequest``.
///
/// Any status counts as an answer, 404 and 503 too. Only redirects are followed.
package struct FetchResponse: Sendable {
    package enum Version: String, Sendable, CaseIterable {
        case http1 = "1.0"
        case http1_1 = "1.1"
        case http2 = "2"
        case http3 = "3"
    }

    /// An answer on the way that sent the client elsewhere.
    package struct Redirect: Sendable, Hashable {
        package let status: Int
        /// The fields that decide how long it may be used again, in their order, names lower-cased.
        package let headers: [HeaderField]

        package init(status: Int, headers: [HeaderField]) {
            self.status = status
            self.headers = headers.filter { Self.names.contains($0.name) }
        }

        private static let names: Set<String> = [
            "cache-control", "pragma", "expires", "date", "age", "last-modified", "vary",
        ]
    }

    package let status: Int
    /// The URL after redirects and without a fragment; it may hold secrets: see ``redacted(url:)``.
    package let finalURL: String
    /// The fields of the last hop in their order, names lower-cased.
    package var headers: [HeaderField]
    /// The body, decoded and as long as its framing says; empty for 204 and 304.
    ///
    /// libcurl does not report a compressed stream that ends too early inside a whole frame: then a part is here.
    package var body: [UInt8]
    /// See ``FetchRequest/keepsBeginning``.
    package let isBodyCut: Bool
    /// Whether more than blanks and zeros follows the end of a compressed body; ``body`` holds none of it.
    package var hasRest = false
    /// Bytes of all bodies on the wire, compressed, redirects included.
    package private(set) var wireBytes: Int
    /// Bytes of all header sections received, redirects included.
    package private(set) var headerBytes: Int
    /// From the first step of the transfer to the last byte, without time spent waiting for a free place.
    package private(set) var duration: Duration
    package private(set) var redirects: [Redirect]
    /// Of the last hop.
    package let version: Version
    /// The target of a redirect that was not followed, see ``FetchRequest/followsRedirects``.
    package let redirectTarget: String?

    package init(
        status: Int,
        finalURL: String,
        headers: [HeaderField],
        body: [UInt8],
        isBodyCut: Bool = false,
        wireBytes: Int,
        headerBytes: Int = 0,
        duration: Duration = .zero,
        redirects: [Redirect] = [],
        version: Version = .http1_1,
        redirectTarget: String? = nil
    ) {
        self.status = status
        self.finalURL = finalURL
        self.headers = headers
        self.body = body
        self.isBodyCut = isBodyCut
        self.wireBytes = wireBytes
        self.headerBytes = headerBytes
        self.duration = duration
        self.redirects = redirects
        self.version = version
        self.redirectTarget = redirectTarget
    }

    /// Whether nothing but the end of the connection tells where the body ends (RFC 9112 §6.3).
    package var isEndOpen: Bool {
        [.http1, .http1_1].contains(version)
            && !headers.contains { $0.isNamed("content-length") || $0.isNamed("transfer-encoding") }
    }

    /// For a later request that may be answered with 304.
    package var validators: Validators {
        Validators(etag: headers.value(of: "etag"), lastModified: headers.value(of: "last-modified"))
    }

    /// The answer with the effort of the redirect that led here.
    package func after(_ earlier: FetchResponse) -> FetchResponse {
        var answer = self
        answer.wireBytes += earlier.wireBytes
        answer.headerBytes += earlier.headerBytes
        answer.duration += earlier.duration
        answer.redirects =
            earlier.redirects + [Redirect(status: earlier.status, headers: earlier.headers)] + redirects
        return answer
    }
}
