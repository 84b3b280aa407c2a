internal import GRDB

extension CatalogReader {
    /// The address that a source is read from; nil where no sync of this release has written it down.
    public func base(source: Int64) throws -> String? {
        guard try db.columns(in: "source").contains(where: { $0.name == "base" }) else { return nil }
        return try String.fetchOne(db, sql: "SELECT base FROM source WHERE id = ?", arguments: [source])
    }

    /// How many places in lists a sync has found.
    package func listings(of sync: SyncSummary) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM listing WHERE sourceID = ? AND syncID = ?",
            arguments: [sync.sourceID, sync.id]
        ) ?? 0
    }
}
