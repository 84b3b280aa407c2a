internal import GRDB
internal import LarderCatalog
package import LarderModel

/// What rows of one source named and the cache lost, by what brings it back.
package struct LostContent: Sendable, Hashable {
    /// Pictures whose original is lost.
    package var originals: [ImageDownloadWork] = []
    /// Pictures of which a smaller one is lost, whether the original is there or not.
    package var variants: [ImageDecodeWork] = []
    /// Items whose page is lost.
    package var pages: [PageWork] = []
    /// Recipes whose answer is lost.
    package var records: [RecordWork] = []
    /// Whether an answer is lost that brought several records, or a piece of HTML out of one.
    package var isAnswerLost = false
}

extension CatalogWriter {
    /// Notes which blobs the cache lost, for ``lostContent(of:)``.
    package func noteLost(_ digests: [Digest]) throws {
        try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS lostBlob (digest BLOB PRIMARY KEY) WITHOUT ROWID")
        try db.execute(sql: "DELETE FROM temp.lostBlob")
        for digest in digests { try db.run("INSERT OR IGNORE INTO temp.lostBlob VALUES (?)", [digest.databaseValue]) }
    }

    /// The content of a source that the noted blobs were.
    package func lostContent(of source: SourceID) throws -> LostContent {
        let isLost = "IN (SELECT digest FROM temp.lostBlob)"
        func rows(_ sql: String) throws -> [Row] { try db.rows(sql, [source]) }
        var lost = LostContent()
        lost.originals = try rows("SELECT urn, url FROM image WHERE sourceID = ? AND digest \(isLost) ORDER BY id")
            .map { try ImageDownloadWork(imageURN: $0.value(0), url: $0.value(1)) }
        lost.variants = try rows(
            """
            SELECT urn, digest FROM image WHERE sourceID = ?
            AND id IN (SELECT imageID FROM imageVariant WHERE digest \(isLost)) ORDER BY id
            """
        ).map { try ImageDecodeWork(imageURN: $0.value(0), digest: Digest(databaseValue: $0.value(1)) ?? .zero) }
        lost.pages = try rows(
            """
            SELECT itemURN, p.url FROM provenance AS p JOIN text ON text.urn = recordURN
            WHERE p.sourceID = ? AND recordKind = 'answer' AND p.digest \(isLost) ORDER BY p.id
            """
        ).map { try PageWork(itemURN: $0.value(0), url: $0.value(1)) }
        lost.records = try rows(
            """
            SELECT recordID, recipe.urn FROM provenance AS p JOIN recipe ON recipe.urn = recordURN
            WHERE p.sourceID = ? AND recordKind = 'recipe' AND origin = 'record' AND p.digest \(isLost) ORDER BY p.id
            """
        ).map { try RecordWork(recordID: $0.value(0), itemURN: $0.value(1)) }
        lost.isAnswerLost = try [
            "text WHERE sourceID = ? AND htmlDigest", "text JOIN textPage ON textID = id WHERE sourceID = ? AND digest",
            "provenance WHERE sourceID = ? AND recordKind <> 'image' AND digest",
        ].contains { try db.exists("SELECT 1 FROM \($0) \(isLost) LIMIT 1", [source]) }
        return lost
    }

    /// Forgets the decodings of a source's pictures of which a smaller picture is lost, so that they are decoded again.
    package func forgetDecodingsOfLostVariants(of source: SourceID) throws {
        let pictures = """
            sourceID = ? AND id IN (SELECT imageID FROM imageVariant WHERE digest IN (SELECT digest FROM temp.lostBlob))
            """
        try db.run("UPDATE image SET \(Self.undecoded) WHERE \(pictures)", [source])
        try db.run("DELETE FROM imageVariant WHERE imageID IN (SELECT id FROM image WHERE \(pictures))", [source])
    }

    /// The assignments that make a picture's row one that was not decoded yet.
    static let undecoded = decodingColumns.map { "\($0) = NULL" }.joined(separator: ", ")
}
