import GRDB

extension CatalogReader {
    /// Calls `body` with the catalog's content, piece by piece: the same bytes for two catalogs exactly if they hold the
    /// same records.
    ///
    /// Without row identifiers, syncs and times of fetching. Rows come table by table, ordered by URN and position; each
    /// says its table, and each field its type and length. A piece is one row, so memory is bounded by the longest row.
    ///
    /// - Parameter body: May throw, which ends the walk.
    public func contentLines(_ body: ([UInt8]) throws -> Void) throws {
        var encoder = ContentEncoder()
        for (table, sql) in Self.contentQueries {
            let rows = try Row.fetchCursor(db, sql: sql)
            while let row = try rows.next() {
                encoder.removeAll()
                encoder.beginRow(table)
                for index in 0..<row.count { encoder.add(row, index) }
                try body(encoder.bytes)
            }
        }
    }

    /// CROSS JOIN fixes the loops, so that each order comes out of an index and nothing is sorted.
    static let contentQueries: [(table: String, sql: String)] = [
        ("source", "SELECT urn, name, kind FROM source ORDER BY urn"),
        (
            "recipe",
            """
            SELECT recipe.urn, source.urn, recordID, title, publisher, publisherURL, sourceURL, apiURL, imageURL,
                imageURN, socialRank, servings, cookingMinutes, extra
            FROM recipe CROSS JOIN source ON source.id = sourceID ORDER BY recipe.urn
            """
        ),
        (
            "ingredient",
            """
            SELECT urn, position, text, quantity, unit, name
            FROM recipe CROSS JOIN ingredient ON recipeID = id ORDER BY urn, position
            """
        ),
        (
            "article",
            """
            SELECT article.urn, source.urn, outletID, outletName, author, title, summary, url, imageURL, imageURN,
                publishedText, publishedAt, content, extra
            FROM article CROSS JOIN source ON source.id = sourceID ORDER BY article.urn
            """
        ),
        (
            "outlet",
            """
            SELECT outlet.urn, source.urn, outletID, outlet.name, summary, url, category, language, country,
                sortOrders, extra
            FROM outlet CROSS JOIN source ON source.id = sourceID ORDER BY outlet.urn
            """
        ),
        (
            "image",
            """
            SELECT image.urn, source.urn, url, digest, byteCount, contentType, format, width, height, frames, hasAlpha,
                rejectCode, rejectMessage, readerVersion
            FROM image CROSS JOIN source ON source.id = sourceID ORDER BY image.urn
            """
        ),
        (
            "imageVariant",
            """
            SELECT urn, position, v.width, v.height, v.format, v.digest, v.byteCount
            FROM image CROSS JOIN imageVariant AS v ON imageID = id ORDER BY urn, position
            """
        ),
        (
            "text",
            """
            SELECT text.urn, source.urn, itemURN, htmlDigest, readerVersion, plain, runs
            FROM text CROSS JOIN source ON source.id = sourceID ORDER BY text.urn
            """
        ),
        (
            "link",
            """
            SELECT urn, position, url, start, length
            FROM text CROSS JOIN link ON textID = id ORDER BY urn, position
            """
        ),
        (
            "provenance",
            """
            SELECT recordURN, recordKind, source.urn, url, validator, digest, readerVersion
            FROM provenance CROSS JOIN source ON source.id = sourceID ORDER BY recordURN, recordKind
            """
        ),
    ]
}

/// What a blob is for the row that names it.
public enum BlobRole: String, Sendable, CaseIterable {
    /// A picture as it was downloaded.
    case original
    /// A picture made of an original.
    case variant
    /// The HTML that a text was made of.
    case html
    /// The body of the answer that a record was read from.
    case answer
}

/// A blob that the catalog refers to.
public struct BlobReference: Sendable, Hashable {
    /// The blob's name in the cache.
    public let digest: BlobDigest
    /// The record that needs it.
    public let urn: String
    /// What it is.
    public let role: BlobRole
    /// Its size in bytes where the catalog knows it.
    public let byteCount: Int64?
}

extension CatalogReader {
    /// Calls `body` with every blob that a row refers to, one at a time; the same digest may come more than once.
    ///
    /// - Parameter body: May throw, which ends the walk.
    public func blobReferences(_ body: (BlobReference) throws -> Void) throws {
        for (role, sql) in Self.blobQueries {
            let rows = try Row.fetchCursor(db, sql: sql)
            while let row = try rows.next() {
                try body(BlobReference(digest: row[0], urn: row[1], role: role, byteCount: row[2]))
            }
        }
    }

    static let blobQueries: [(role: BlobRole, sql: String)] = [
        (.original, "SELECT digest, urn, byteCount FROM image ORDER BY urn"),
        (
            .variant,
            """
            SELECT v.digest, urn, v.byteCount
            FROM image CROSS JOIN imageVariant AS v ON imageID = id ORDER BY urn, position
            """
        ),
        (.html, "SELECT htmlDigest, urn, NULL FROM text ORDER BY urn"),
        (
            .answer,
            """
            SELECT digest, recordURN, NULL FROM provenance WHERE digest IS NOT NULL ORDER BY recordURN, recordKind
            """
        ),
    ]
}

extension ContentEncoder {
    fileprivate mutating func add(_ row: Row, _ index: Int) {
        let value: DatabaseValue = row[index]
        switch value.storage {
        case .null: add(nil as String?)
        case .int64(let number): add(number)
        case .double(let number): add(number as Double?)
        case .string(let text): add(text)
        case .blob(let bytes): addBlob(Array(bytes))
        }
    }
}
