package import LarderModel

/// The whole answer to a ``FetchRequest``.
///
/// Any status counts as an answer, 404 and 503 too: what to make of it is the caller's business. Only redirects are
/// followed.
package struct FetchResponse: Sendable {
    /// The version of HTTP that was spoken.
    package enum Version: String, Sendable, CaseIterable {
        /// HTTP/1.0.
        case http1 = "1.0"
        /// HTTP/1.1.
        case http1_1 = "1.1"
        /// HTTP/2.
        case http2 = "2"
        /// HTTP/3.
        case http3 = "3"
    }

    /// An answer on the way that sent the client elsewhere.
    package struct Redirect: Sendable, Hashable {
        /// Its status: 301, 302, 303, 307 or 308.
        package let status: Int
        /// Of its fields those that say how long it may be used again, in the order they came, names lower-cased.
        package let headers: [HeaderField]

        /// Makes one; fields that say nothing of that are left out.
        package init(status: Int, headers: [HeaderField]) {
            self.status = status
            self.headers = headers.filter { Self.names.contains($0.name) }
        }

        private static let names: Set<String> = [
            "cache-control", "pragma", "expires", "date", "age", "last-modified", "vary",
        ]
    }

    /// The status code, 200 to 599 from a server that keeps to the standard.
    package let status: Int
    /// The URL that gave this answer, after redirects and without a fragment.
    ///
    /// It may hold secrets: see ``redacted(url:)``.
    package let finalURL: String
    /// The fields in the order they came, names lower-cased, of the last hop only.
    package var headers: [HeaderField]
    /// The body, decoded.
    ///
    /// Empty for 204 and 304.
    ///
    /// As long as its framing says. What libcurl does not tell is a compressed stream that its sender ended too early
    /// inside a frame that is whole: the bytes up to there are here then.
    package var body: [UInt8]
    /// Whether the body went on, see ``FetchRequest/keepsBeginning``.
    package let isBodyCut: Bool
    /// Bytes of all bodies as they went over the wire, compressed, redirects included.
    package let wireBytes: Int
    /// Bytes of all header sections received, redirects included.
    package let headerBytes: Int
    /// From the first step of the transfer to the last byte, without time spent waiting for a free place.
    package let duration: Duration
    /// The redirects that were followed, in their order.
    package let redirects: [Redirect]
    /// The version the last hop spoke.
    package let version: Version
    /// Where a redirect leads that was not followed, see ``FetchRequest/followsRedirects``; nil: this is no such.
    package let redirectTarget: String?

    /// Makes a response from its parts, for tests and for answers out of a cache.
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

    /// The value of the first field with this lower-case name.
    package func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The values of every field with this lower-case name, in order.
    package func headers(named name: String) -> [String] {
        headers.filter { $0.name == name }.map(\.value)
    }

    /// What a later request can send to be told "not modified".
    package var validators: Validators {
        Validators(etag: header("etag"), lastModified: header("last-modified"))
    }
}
