internal import GRDB
public import LarderModel

extension CatalogReader {
    /// The address that a source is read from; nil where no sync of this release has written it down.
    public func base(source: SourceID) throws -> String? {
        guard try db.columns(in: "source").contains(where: { $0.name == "base" }) else { return nil }
        return try db.rows("SELECT base FROM source WHERE id = ?", [source]).first?[0]
    }

    /// How many pages of a source are a recipe and an article, and how many of these it lists no more.
    package func pagesThatAreBoth(source: SourceID) throws -> (all: Int, gone: Int) {
        let sql = """
            SELECT count(*), count(*) FILTER (WHERE goneAt NOT NULL) FROM recipe
            WHERE sourceID = ? AND EXISTS (SELECT 1 FROM article WHERE article.urn = 'article' || substr(recipe.urn, 7))
            """
        let row = try db.rows(sql, [source])[0]
        return try (row.value(0), row.value(1))
    }

    /// The syncs of a source before this one, the last first, at most `limit`.
    package func syncs(before sync: SyncSummary, limit: Int) throws -> [SyncSummary] {
        try syncs("sourceID = ? AND id < ? ORDER BY id DESC LIMIT ?", [sync.sourceID, sync.id, limit])
    }

    /// Whether a sync of a source was finished.
    package func hasEndedSync(source: SourceID) throws -> Bool {
        try !syncs("sourceID = ? AND finishedAt NOT NULL LIMIT 1", [source]).isEmpty
    }

    /// The latest sync of a source, by ``CatalogSource/id``.
    public func latestSync(source: SourceID) throws -> SyncSummary? {
        try syncs("sourceID = ? ORDER BY id DESC LIMIT 1", [source]).first
    }

    private func syncs(_ condition: String, _ values: [any DatabaseValueConvertible]) throws -> [SyncSummary] {
        try db.rows("SELECT \(SyncSummary.columns) FROM sync WHERE " + condition, values).map(SyncSummary.init)
    }

    /// How many places in lists a sync has found.
    package func listings(of sync: CatalogSync) throws -> Int {
        let sql = "SELECT count(*) FROM listing WHERE sourceID = ? AND syncID = ?"
        return try db.rows(sql, [sync.sourceID, sync.id])[0][0]
    }
}
