/// Where a record came from.
public struct Provenance: Sendable, Hashable, Codable {
    /// What was fetched, without secrets.
    public var url: String
    /// In Unix milliseconds; not part of the catalog's content.
    public var fetchedAt: Int64
    /// The answer's ETag, else its Last-Modified.
    public var validator: String?
    /// The answer's body.
    public var digest: Digest?
    /// The version of the reader that made the record out of the answer.
    public var readerVersion: Int
    /// Which kind of answer it was.
    public var origin: RecordOrigin

    /// A provenance; an empty validator counts as absent.
    public init(
        url: String,
        fetchedAt: Int64,
        validator: String? = nil,
        digest: Digest? = nil,
        readerVersion: Int,
        origin: RecordOrigin = .record
    ) {
        self.url = url
        self.fetchedAt = fetchedAt
        self.validator = validator.nonEmpty
        self.digest = digest
        self.readerVersion = readerVersion
        self.origin = origin
    }
}

/// The kinds of record that a provenance can belong to; the raw value is the column `recordKind`.
public enum RecordKind: String, Sendable, CaseIterable, Codable {
    /// A row in `recipe`.
    case recipe
    /// A row in `article`.
    case article
    /// A row in `outlet`.
    case outlet
    /// A row in `image`.
    case image
    /// A row in `text`.
    case text
    /// No row: an answer that was read for something else, such as a page whose HTML became a text.
    case answer
}
