internal import GRDB
public import LarderModel

extension CatalogReader {
    /// Calls `body` with the catalog's content, row by row: equal bytes exactly for equal records.
    ///
    /// Without row identifiers, syncs, times of fetching, and what only tells how records were made of which bytes.
    /// Rows come by table, URN and position. Memory is bounded by the longest row. An error of `body` ends the walk.
    public func contentLines(_ body: ([UInt8]) throws -> Void) throws {
        var encoder = ContentEncoder()
        for (table, sql) in Self.contentQueries {
            let rows = try Row.fetchCursor(db, sql: sql)
            while let row = try rows.next() {
                encoder.removeAll()
                encoder.beginRow(table)
                for index in 0..<row.count { try encoder.add(row.value(index) as DatabaseValue) }
                try body(encoder.bytes)
            }
        }
    }

    /// CROSS JOIN fixes the loops, so that each order comes out of an index and nothing is sorted.
    static let contentQueries: [(table: String, sql: String)] =
        [("source", "SELECT urn, name, kind FROM source ORDER BY urn")]
        + contentQueries(of: Recipe.table) + contentQueries(of: Article.table) + contentQueries(of: Outlet.table)
        + contentQueries(of: ImageOriginal.table, more: ImageDecoding.columns.map(\.name))
        + [contentQuery(of: ImageDecoding.variantTable, in: "image")] + contentQueries(of: RenderedText.table)
        + [("provenance", provenanceContent), ("listing", listingContent)]

    /// The address of a list says how a sync asked, for example since when, and nothing of the items.
    private static let provenanceContent = """
        SELECT recordURN, recordKind, origin, source.urn,
            CASE WHEN recordKind IN ('recipe', 'article') AND origin <> 'page' THEN NULL ELSE url END AS url
        FROM provenance CROSS JOIN source ON source.id = sourceID ORDER BY recordURN, recordKind, origin
        """

    private static let listingContent = """
        SELECT urn, query, outlet, sort, category, itemURN, position
        FROM source CROSS JOIN listing ON source.id = sourceID ORDER BY urn, query, outlet, sort, category, itemURN
        """

    private static func contentQueries<Record>(
        of table: RecordTable<Record>,
        more: [String] = []
    ) -> [(table: String, sql: String)] {
        let signals = ExtraFields.changeSignals.sorted().map { ", '$.\($0)'" }.joined()
        let names = (table.shown.map { table.columns[$0].name } + more)
            .map { $0 == "extra" ? "json_remove(\(table.name).extra\(signals)) AS extra" : "\(table.name).\($0)" }
            .joined(separator: ", ")
        let sql = """
            SELECT \(table.name).urn, source.urn, \(names)
            FROM \(table.name) CROSS JOIN source ON source.id = sourceID ORDER BY \(table.name).urn
            """
        return [(table.name, sql)] + table.children.map { contentQuery(of: $0, in: table.name) }
    }

    private static func contentQuery<Record>(
        of child: ChildTable<Record>,
        in table: String
    ) -> (table: String, sql: String) {
        let names = child.shown.map { "\(child.name).\(child.columns[$0])" }.joined(separator: ", ")
        let sql = """
            SELECT urn, position, \(names)
            FROM \(table) CROSS JOIN \(child.name) ON \(child.parent) = id ORDER BY urn, position
            """
        return (child.name, sql)
    }
}

/// What a blob is for the row that names it; where a blob has several roles, the first in this order counts.
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
    public let digest: Digest
    /// The record that needs it.
    public let urn: String
    /// What it is.
    public let role: BlobRole
    /// Its size in bytes where the catalog knows it.
    public let byteCount: Int?
}

extension CatalogReader {
    /// Calls `body` with every blob that a row refers to, one at a time; the same digest may come more than once.
    public func blobReferences(_ body: (BlobReference) throws -> Void) throws {
        for (role, sql) in Self.blobQueries {
            let rows = try Row.fetchCursor(db, sql: sql)
            while let row = try rows.next() {
                guard let digest = try Digest(databaseValue: row.value(0)) else { continue }
                try body(BlobReference(digest: digest, urn: row.value(1), role: role, byteCount: row.value(2)))
            }
        }
    }

    /// Calls `body` once with each digest that a row of these sources names, in order of the digests.
    ///
    /// SQLite sorts them, many of them in a temporary file: memory is bounded.
    package func namedDigests(
        of sources: [SourceID],
        in part: CatalogPart = .whole,
        _ body: (Digest) throws -> Void
    ) throws {
        let ids = sources.map(\.description).joined(separator: ", ")
        // `+` disables the index of the sources, so that SQLite reads the range of identifiers.
        let isOfSources = (part == .whole ? "" : "+") + "sourceID IN (\(ids))"
        let pictures = "\(isOfSources) AND \(part.holds("image.id", of: "image"))"
        let texts = "\(isOfSources) AND \(part.holds("text.id", of: "text"))"
        let sql = """
            SELECT digest FROM image WHERE \(pictures)
            UNION SELECT v.digest FROM image CROSS JOIN imageVariant AS v ON imageID = image.id WHERE \(pictures)
            UNION SELECT htmlDigest FROM text WHERE \(texts)
            UNION SELECT p.digest FROM text CROSS JOIN textPage AS p ON textID = text.id WHERE \(texts)
            UNION SELECT digest FROM provenance
            WHERE digest IS NOT NULL AND \(isOfSources) AND \(part.holds("provenance.id", of: "provenance"))
            """
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            if let digest = try Digest(databaseValue: row.value(0)) { try body(digest) }
        }
    }

    static let blobQueries: [(role: BlobRole, sql: String)] = [
        (.original, "SELECT digest, urn, byteCount FROM image ORDER BY urn"), (.variant, variantBlobs),
        (.html, "SELECT htmlDigest, urn, NULL FROM text ORDER BY urn"),
        (.html, "SELECT p.digest, urn, NULL FROM text CROSS JOIN textPage AS p ON textID = id ORDER BY urn, position"),
        (.answer, answerBlobs),
    ]

    private static let variantBlobs = """
        SELECT v.digest, urn, v.byteCount
        FROM image CROSS JOIN imageVariant AS v ON imageID = id ORDER BY urn, position
        """

    private static let answerBlobs = """
        SELECT digest, recordURN, NULL FROM provenance WHERE digest IS NOT NULL ORDER BY recordURN, recordKind, origin
        """
}
