internal import GRDB
internal import LarderCatalog
package import LarderModel

/// Which items are to be removed from the catalog.
package struct RemovalRule: Sendable, Hashable {
    /// Only the items of this source; nil: of all.
    package var source: SourceID?
    /// Only items that their source lists no more.
    package var isGoneOnly = false
    /// Gone items are named that only one whole list lacked so far, too.
    package var takesJustGone = false
    /// Items that were published before this, in Unix milliseconds; nil: whenever.
    package var publishedBefore: Int64?
    /// Items that were last seen before this, in Unix milliseconds, if their source's lists were read since; nil:
    /// whenever.
    package var seenBefore: Int64?
    /// Further items may be removed as well, those that were seen longest ago first.
    package var mayTakeMore = false

    package init() {}
}

/// An item that a rule names.
package struct ChosenItem: Sendable, Hashable {
    /// Rank among the chosen items, from 1: due items first, then least recently seen first.
    package var position: Int64
    package var urn: String
    /// A recipe or an article.
    package var kind: RecordKind
    package var source: SourceID
    /// The rule names it; else it is only one that may be removed as well.
    package var isDue: Bool
}

extension CatalogRemoval {
    /// Chooses the items that a rule names, and drops the earlier choice.
    ///
    /// Excludes items listed by an unfinished sync, which would not look for them again. An item that no finished sync
    /// listed was last seen when the last sync began that brought something of it.
    package func choose(_ rule: RemovalRule) throws {
        try db.execute(
            sql: """
                DROP TABLE IF EXISTS temp.chosenItem;
                CREATE TEMP TABLE chosenItem (
                    position INTEGER PRIMARY KEY,
                    urn TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    sourceID INTEGER NOT NULL,
                    isDue INTEGER NOT NULL
                );
                DROP TABLE IF EXISTS temp.openSync;
                CREATE TEMP TABLE openSync (id INTEGER PRIMARY KEY);
                INSERT INTO temp.openSync SELECT id FROM sync
                WHERE id IN (SELECT max(id) FROM sync GROUP BY sourceID) AND state = 'running';
                """
        )
        let items = Self.kinds.map { kind, published in
            """
            SELECT urn, '\(kind.rawValue)' AS kind, sourceID, id, \(published) AS published, coalesce(lastSeen, (
                SELECT max(startedAt) FROM provenance JOIN sync ON sync.id = syncID WHERE recordURN = urn)) AS seen
            FROM \(kind.rawValue) AS item
            WHERE (?1 IS NULL OR sourceID = ?1)
            AND (NOT ?2 OR goneAt IS NOT NULL AND NOT EXISTS (SELECT 1 FROM listing WHERE itemURN = urn)
                AND (?3 OR (\(SyncSummary.readings(since: "goneAt"))) >= \(SyncSummary.listsUntilRemoved)))
            AND NOT EXISTS (SELECT 1 FROM listing WHERE itemURN = urn AND syncID IN temp.openSync)
            """
        }
        let sql = """
            INSERT INTO temp.chosenItem (urn, kind, sourceID, isDue)
            SELECT urn, kind, sourceID, isDue FROM (
                SELECT *, CASE WHEN ?4 IS NULL AND ?5 IS NULL THEN NOT ?6 ELSE ifnull(published < ?4, 0)
                    OR ifnull(seen < ?5 AND (\(SyncSummary.readings(since: "seen")) AND startedAt > seen) > 0, 0)
                    END AS isDue
                FROM (\(items.joined(separator: " UNION ALL "))) AS item
            ) WHERE isDue OR ?6 ORDER BY isDue DESC, seen, kind, id
            """
        try db.run(
            sql,
            [
                rule.source, rule.isGoneOnly, rule.takesJustGone, rule.publishedBefore, rule.seenBefore,
                rule.mayTakeMore,
            ]
        )
    }

    /// The tables of items, with the expression for the time at which an item was published.
    private static let kinds: [(RecordKind, String)] = [(.recipe, "NULL"), (.article, "publishedAt")]

    /// How many items of a source have no date of their own; `source` nil: of all sources.
    package func undatedItems(of source: SourceID?) throws -> Int {
        try Self.kinds.reduce(0) { sum, kind in
            let sql =
                "SELECT count(*) FROM \(kind.0.rawValue) WHERE (?1 IS NULL OR sourceID = ?1) AND \(kind.1) IS NULL"
            return try sum + (Int.fetchOne(db.bound(sql, source)) ?? 0)
        }
    }

    /// How many gone items of a source only one whole list lacked so far; `source` nil: of all sources.
    package func justGoneItems(of source: SourceID?) throws -> Int {
        try Self.kinds.reduce(0) { sum, kind in
            let sql = """
                SELECT count(*) FROM \(kind.0.rawValue) AS item WHERE (?1 IS NULL OR sourceID = ?1) AND goneAt NOT NULL
                AND (\(SyncSummary.readings(since: "goneAt"))) < \(SyncSummary.listsUntilRemoved)
                """
            return try sum + (Int.fetchOne(db.bound(sql, source)) ?? 0)
        }
    }

    /// The chosen items behind a position, in order.
    package func chosen(after position: Int64, limit: Int) throws -> [ChosenItem] {
        let sql = """
            SELECT position, urn, kind, sourceID, isDue FROM temp.chosenItem
            WHERE position > ? ORDER BY position LIMIT ?
            """
        return try Row.fetchAll(db.bound(sql, position, limit)).map { row in
            let kind = try RecordKind(rawValue: row.value(2)) ?? .recipe
            return try ChosenItem(
                position: row.value(0),
                urn: row.value(1),
                kind: kind,
                source: row.value(3),
                isDue: row.value(4)
            )
        }
    }
}
