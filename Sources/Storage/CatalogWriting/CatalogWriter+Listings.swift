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
        let listed = "SELECT itemURN FROM listing WHERE sourceID = ?2 AND syncID = ?3"
        let seenNow = """
            lastSeen = CASE WHEN EXISTS (SELECT 1 FROM sync WHERE id = ?3 AND lastSeen BETWEEN startedAt AND finishedAt)
                THEN lastSeen ELSE ?1 END
            """
        for (table, isListed) in Self.conditions(ofItemsIn: listed) {
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

    /// Records which pages of a crawl were there in `sync`, which has ended: items are gone whose pages the site answered
    /// with status 404 or 410, and back when their pages are there again.
    ///
    /// - Parameters:
    ///   - missing: The code of the notes on items whose pages are not there.
    ///   - time: In Unix milliseconds.
    package func concludePages(of sync: CatalogSync, missing: String, at time: Int64) throws {
        let answered = "SELECT recordURN FROM provenance WHERE sourceID = ?2 AND syncID = ?3 AND origin = 'list'"
        let refused = "SELECT recordURN FROM note WHERE sourceID = ?2 AND syncID = ?3 AND code = ?1"
        let values: [any DatabaseValueConvertible] = [missing, sync.sourceID, sync.id]
        for (table, isThere) in Self.conditions(ofItemsIn: answered) {
            let sql = "UPDATE \(table) SET goneAt = NULL WHERE sourceID = ?2 AND goneAt IS NOT NULL AND \(isThere)"
            try db.run(sql, values)
        }
        for (table, isMissing) in Self.conditions(ofItemsIn: refused) {
            let sql = "UPDATE \(table) SET goneAt = ?4 WHERE sourceID = ?2 AND goneAt IS NULL AND \(isMissing)"
            try db.run(sql, values + [time])
        }
    }

    /// Which rows of each table are among the URNs that a query gives; a recipe in an article's page is where that is.
    private static func conditions(ofItemsIn urns: String) -> [(table: String, condition: String)] {
        [
            ("recipe", "(urn IN (\(urns)) OR 'article' || substr(urn, 7) IN (\(urns)))"),
            ("article", "(urn IN (\(urns)))"),
        ]
    }
}
