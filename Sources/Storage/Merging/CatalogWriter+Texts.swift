internal import GRDB
internal import LarderCatalog
package import LarderModel

extension CatalogWriter {
    /// Whether the text was made of `htmlDigest` by `readerVersion` or a newer one, with these options.
    package func textIsCurrent(
        urn: String,
        htmlDigest: Digest,
        readerVersion: Int,
        optionsHash: String? = nil
    ) throws -> Bool {
        let statement = try db.bound(
            "SELECT 1 FROM text WHERE urn = ? AND htmlDigest = ? AND readerVersion >= ? AND optionsHash IS ?",
            urn.storable.databaseValue,
            htmlDigest.databaseValue,
            readerVersion.databaseValue,
            optionsHash.databaseValue
        )
        return try Int.fetchOne(statement) != nil
    }

    /// Whether a page named a picture of its item that the catalog has no row of.
    ///
    /// Only the page names it, so the page is to be read again.
    package func pageLacksPictures(item urn: String) throws -> Bool {
        func lacks(_ table: String) -> String {
            "\(table).imageURN IS NOT NULL AND NOT EXISTS (SELECT 1 FROM image WHERE image.urn = \(table).imageURN)"
        }
        // Pictures that were not wanted when the page was read have no URN yet.
        let unnamed = "p.imageURN IS NULL AND p.url LIKE 'http%'"
        let statement = try db.bound(
            """
            SELECT 1 FROM text JOIN textPicture AS p ON p.textID = text.id
            WHERE text.urn = ?1 AND (\(unnamed) OR \(lacks("p")))
            UNION ALL SELECT 1 FROM recipe JOIN step ON step.recipeID = recipe.id WHERE recipe.urn = ?2 AND \(lacks("step"))
            UNION ALL SELECT 1 FROM recipe WHERE urn = ?2 AND \(lacks("recipe"))
            UNION ALL SELECT 1 FROM article WHERE urn = ?2 AND \(lacks("article"))
            LIMIT 1
            """,
            RecordURN.text(item: urn, role: .body).storable.databaseValue,
            urn.storable.databaseValue
        )
        return try Int.fetchOne(statement) != nil
    }

    /// Drops a text that no sync since `sync` began has found.
    package func forgetText(_ urn: String, before sync: CatalogSync) throws {
        try run("DELETE FROM provenance WHERE recordURN = ? AND recordKind = 'text' AND syncID < ?", [urn, sync.id])
        guard db.changesCount > 0 else { return }
        try run("DELETE FROM provenance WHERE recordURN = ? AND recordKind = 'answer'", [urn])
        try run("DELETE FROM text WHERE urn = ?", [urn])
    }

    /// The same, and where it is current, notes that `sync` found this HTML too.
    ///
    /// To be called where a text job is left out because its text is current: without the note, another HTML for the
    /// same text in the same sync would win or lose by the order of arrival.
    package func confirmText(
        urn: String,
        htmlDigest: Digest,
        readerVersion: Int,
        optionsHash: String? = nil,
        sync: CatalogSync
    ) throws -> Bool {
        guard
            try textIsCurrent(
                urn: urn,
                htmlDigest: htmlDigest,
                readerVersion: readerVersion,
                optionsHash: optionsHash
            )
        else { return false }
        try confirm(urn: urn.storable, kind: .text, sync: sync)
        return true
    }
}
