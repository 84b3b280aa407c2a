/// A web page whose HTML is in the cache.
package struct CachedPage: Sendable, Hashable, Codable {
    /// Where it is from, which its relative links are relative to.
    package var url: String
    /// The HTML.
    package var digest: Digest
    /// The `Content-Type` field of the answer, for its charset; empty: there was none.
    package var contentType: String

    /// A page.
    package init(url: String, digest: Digest, contentType: String) {
        self.url = url
        self.digest = digest
        self.contentType = contentType
    }
}
