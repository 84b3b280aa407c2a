internal import GRDB
internal import LarderCatalog
package import LarderModel

extension CatalogWriter {
    /// Merges an item's place in a list.
    ///
    /// Of several places in one list the one of the latest sync is kept, within one sync the first.
    package func merge(listing entry: ListEntry, sync: CatalogSync) throws {
        let list = entry.list
        let sql = """
            INSERT INTO listing (query, outlet, sort, category, itemURN, sourceID, position, syncID)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (sourceID, query, outlet, sort, category, itemURN) DO UPDATE
            SET position = excluded.position, syncID = excluded.syncID
            WHERE excluded.syncID > syncID OR (excluded.syncID = syncID AND excluded.position < position)
            """
        try db.run(
            sql,
            [
                list.query.storable, list.outlet.storable, list.sort.storable, list.category.storable,
                entry.itemURN.storable, sync.sourceID, entry.position, sync.id,
            ]
        )
    }

    /// Records which items the source's lists named in `sync`, which has ended.
    ///
    /// - Parameters:
    ///   - areRead: Every list was read to its end without an error: positions that this sync did not find are dropped.
    ///   - areWhole: The lists name all items of the source: if they were read, items that none names are gone.
    ///   - wholeListsAt: When the lists were last read whole without an error, in Unix milliseconds, if this sync
    ///     requested only changes: items seen since then count as seen now. Nil: only listed items were seen.
    ///   - time: In Unix milliseconds. Items that a resumed sync found before its first end keep their time.
    package func concludeListings(
        of sync: CatalogSync,
        areRead: Bool,
        areWhole: Bool,
        wholeListsAt: Int64? = nil,
        at time: Int64
    ) throws {
        let listed = "(SELECT itemURN FROM listing WHERE sourceID = ?2 AND syncID = ?3)"
        let seenNow = """
            lastSeen = CASE WHEN EXISTS (SELECT 1 FROM sync WHERE id = ?3 AND lastSeen BETWEEN startedAt AND finishedAt)
                THEN lastSeen ELSE ?1 END
            """
        // A recipe that an article's page holds is where the article is.
        for (table, isListed) in [
            ("recipe", "(urn IN \(listed) OR 'article' || substr(urn, 7) IN \(listed))"),
            ("article", "(urn IN \(listed))"),
        ] {
            let values: [any DatabaseValueConvertible] = [time, sync.sourceID, sync.id]
            try db.run("UPDATE \(table) SET goneAt = NULL, \(seenNow) WHERE sourceID = ?2 AND \(isListed)", values)
            let present = "sourceID = ?2 AND goneAt IS NULL"
            if let wholeListsAt {
                let sql = "UPDATE \(table) SET \(seenNow) WHERE \(present) AND lastSeen >= ?4"
                try db.run(sql, values + [wholeListsAt])
            }
            guard areRead, areWhole else { continue }
            try db.run("UPDATE \(table) SET goneAt = ?1 WHERE \(present) AND NOT \(isListed)", values)
        }
        guard areRead else { return }
        try db.run("DELETE FROM listing WHERE sourceID = ? AND syncID < ?", [sync.sourceID, sync.id])
    }
}
