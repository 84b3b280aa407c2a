/// A web page whose HTML is in the cache.
package struct CachedPage: Sendable, Hashable, Codable {
    /// Where it is from, which its relative links are relative to: the address that answered, after redirects.
    package var url: String
    package var digest: Digest
    /// The `Content-Type` field of the answer, for its charset; empty: there was none.
    package var contentType: String
    /// The address that was asked for; nil: ``url``, as no redirect led there.
    package var askedURL: String?

    /// The page's own address, wherever redirects lead.
    package var address: String { askedURL ?? url }

    package init(url: String, digest: Digest, contentType: String, askedURL: String? = nil) {
        self.url = url
        self.digest = digest
        self.contentType = contentType
        self.askedURL = askedURL
    }
}
