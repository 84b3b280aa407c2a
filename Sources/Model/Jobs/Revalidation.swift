/// What a worker needs to ask a source whether an answer is still the same (RFC 9111 §4.3), without a look into the
/// cache.
///
/// The worker that got the answer makes it, the coordinator keeps it beside what the answer brought, and hands it out
/// with the same job of the next sync.
package struct Revalidation: Sendable, Hashable {
    /// The first 16 bytes of a digest of the job, its source's definition and the program that read the answer.
    package var stamp: [UInt8]
    /// The first 8 bytes of the body's SHA-256.
    package var body: [UInt8]
    package var etag: String?
    /// The `Last-Modified` value as the server wrote it.
    package var lastModified: String?
    /// A hash of the header fields that decide over later use.
    package var fields: UInt64
    /// When the answer came or was last confirmed, in milliseconds since 1970.
    package var fetchedAt: Int64
    /// Until when it may be used without asking, in milliseconds since 1970.
    package var freshUntil: Int64
    /// Whether a 304 with the same ``fields`` changes nothing in the cache; else the cache's record is needed.
    package var mayAsk: Bool

    package static let stampBytes = 16
    package static let bodyBytes = 8

    package init(
        stamp: [UInt8],
        body: [UInt8],
        etag: String?,
        lastModified: String?,
        fields: UInt64,
        fetchedAt: Int64,
        freshUntil: Int64,
        mayAsk: Bool
    ) {
        self.stamp = stamp
        self.body = body
        self.etag = etag
        self.lastModified = lastModified
        self.fields = fields
        self.fetchedAt = fetchedAt
        self.freshUntil = freshUntil
        self.mayAsk = mayAsk
    }
}
