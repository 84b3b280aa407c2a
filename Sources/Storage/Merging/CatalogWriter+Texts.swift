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

    /// Drops a text that no sync since `sync` began has found.
    package func forgetText(_ urn: String, before sync: CatalogSync) throws {
        try run("DELETE FROM provenance WHERE recordURN = ? AND recordKind = 'text' AND syncID < ?", [urn, sync.id])
        if db.changesCount > 0 { try run("DELETE FROM text WHERE urn = ?", [urn]) }
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
