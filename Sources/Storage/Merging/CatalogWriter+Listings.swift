internal import GRDB
internal import LarderCatalog
package import LarderModel

extension CatalogWriter {
    /// Merges an item's place in a list.
    ///
    /// Of several places in one list the one of the latest sync is kept, within one sync the first.
    package func merge(listing entry: ListEntry, sync: CatalogSync) throws {
        let list = entry.list
        let names = [list.query, list.outlet, list.sort, list.category, entry.itemURN].map { $0.storable.databaseValue }
        try run(
            """
            INSERT INTO listing (sourceID, query, outlet, sort, category, itemURN, position, syncID)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (sourceID, query, outlet, sort, category, itemURN) DO UPDATE
            SET position = excluded.position, syncID = excluded.syncID
            WHERE excluded.syncID > syncID OR (excluded.syncID = syncID AND excluded.position < position)
            """,
            values: [sync.sourceID.databaseValue] + names + [entry.position.databaseValue, sync.id.databaseValue]
        )
    }

    /// Notes which items the source's lists named in `sync`, which has ended.
    ///
    /// - Parameter isWhole: Every list was read to its end without an error: what none of them names any more is gone. Places in
    ///   lists that this sync did not find are dropped, and items without any get the time of their end.
    package func concludeListings(of sync: CatalogSync, isWhole: Bool, at time: Int64) throws {
        for table in ["recipe", "article"] {
            try run(
                """
                UPDATE \(table) SET lastSeen = ?1, goneAt = NULL
                WHERE sourceID = ?2 AND urn IN (SELECT itemURN FROM listing WHERE sourceID = ?2 AND syncID = ?3)
                """,
                [time, sync.sourceID, sync.id]
            )
            guard isWhole else { continue }
            try run(
                """
                UPDATE \(table) SET goneAt = ?1 WHERE sourceID = ?2 AND goneAt IS NULL
                AND urn NOT IN (SELECT itemURN FROM listing WHERE sourceID = ?2 AND syncID = ?3)
                """,
                [time, sync.sourceID, sync.id]
            )
        }
        guard isWhole else { return }
        try run("DELETE FROM listing WHERE sourceID = ? AND syncID < ?", [sync.sourceID, sync.id])
    }
}
