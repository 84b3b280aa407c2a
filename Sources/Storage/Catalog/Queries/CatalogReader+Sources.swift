internal import GRDB
public import LarderModel

extension CatalogReader {
    /// The address that a source is read from; nil where no sync of this release has written it down.
    public func base(source: SourceID) throws -> String? {
        guard try db.columns(in: "source").contains(where: { $0.name == "base" }) else { return nil }
        return try String.fetchOne(db, sql: "SELECT base FROM source WHERE id = ?", arguments: [source])
    }

    /// How many pages of a source are a recipe and an article, and how many of these it lists no more.
    package func pagesThatAreBoth(source: SourceID) throws -> (all: Int, gone: Int) {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(*), count(*) FILTER (WHERE goneAt NOT NULL) FROM recipe
                WHERE sourceID = ? AND EXISTS (SELECT 1 FROM article WHERE article.urn = 'article' ||
                  substr(recipe.urn, 7))
                """,
            arguments: [source]
        )
        return (row?[0] ?? 0, row?[1] ?? 0)
    }

    /// The syncs of a source before this one, the last first, at most `limit`.
    package func syncs(before sync: SyncSummary, limit: Int) throws -> [SyncSummary] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, sourceID, startedAt, finishedAt, state, counts FROM sync
                WHERE sourceID = ? AND id < ? ORDER BY id DESC LIMIT ?
                """,
            arguments: [sync.sourceID, sync.id, limit]
        ).map(SyncSummary.init)
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
