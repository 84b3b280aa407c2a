internal import GRDB
public import LarderModel

/// A picture that cannot be shown.
public struct RejectedImage: Sendable, Hashable {
    /// The picture's URN.
    public let urn: String
    /// Why, in one word, such as `truncated`.
    public let code: String
    /// The same in a sentence.
    public let message: String
}

extension CatalogReader {
    /// The first pictures that cannot be shown, by URN.
    public func rejectedImages(source: SourceID? = nil, limit: Int) throws -> [RejectedImage] {
        let condition = source == nil ? "" : "AND sourceID = ? "
        return try rejectedImages(
            "WHERE rejectCode NOT NULL \(condition)ORDER BY urn LIMIT ?",
            source.map { [$0, limit] } ?? [limit]
        )
    }

    /// Why the picture cannot be shown; nil where it can, or where there is none of this URN.
    public func rejectedImage(urn: String) throws -> RejectedImage? {
        try rejectedImages("WHERE urn = ? AND rejectCode NOT NULL", [urn]).first
    }

    private func rejectedImages(_ clauses: String, _ values: [any DatabaseValueConvertible]) throws -> [RejectedImage] {
        try db.rows("SELECT urn, rejectCode, rejectMessage FROM image " + clauses, values).map {
            try RejectedImage(urn: $0.value(0), code: $0.value(1), message: $0.value(2) ?? "")
        }
    }
}
