internal import Foundation
package import GRDB
internal import LarderCatalog
internal import LarderModel

/// Keeps the tables that lists, search and links of apps read in step with the records.
///
/// Triggers write each changed item to `pendingItem`. An item changes several times while its list, its record and its
/// page come in, so a transaction indexes the waiting items only when there are many; the end of a sync and the start
/// of the next one index the rest. A killed coordinator leaves the waiting items in the table.
package struct ItemIndexer {
    private let db: Database
    private let collation = TitleCollation()
    private let titleOrders: TitleOrders
    private let tags: ItemTags
    private let documents = SearchDocuments()

    package init(_ db: Database) { (self.db, titleOrders, tags) = (db, TitleOrders(db), ItemTags(db)) }

    /// Indexes the waiting items if a transaction left many of them; the last statements of each transaction.
    package static func beforeCommit(_ db: Database) throws {
        guard try db.exists("SELECT 1 FROM pendingItem LIMIT 1 OFFSET \(waiting)", []) else { return }
        try ItemIndexer(db).indexPending(limit: 2 * waiting)
    }

    /// The most items that are left for the end of a sync.
    private static let waiting = 256

    /// Indexes waiting items.
    ///
    /// - Returns: Whether none waits any more.
    @discardableResult
    package func indexPending(limit: Int) throws -> Bool {
        let sql = "SELECT item, isOld FROM pendingItem ORDER BY item LIMIT ?"
        let items = try Row.fetchAll(db.bound(sql, limit == .max ? -1 : limit)).map { row in
            try (key: row.value(0) as Int64, isOld: row.value(1) as Bool)
        }
        for (key, isOld) in items { try index(key, isOld: isOld) }
        try documents.write(db)
        if let last = items.last, items.count == limit {
            try db.run("DELETE FROM pendingItem WHERE item <= ?", [last.key])
            return false
        }
        try db.run("DELETE FROM pendingItem", [])
        return true
    }

    /// Rebuilds the search index, without the documents of earlier versions of items.
    ///
    /// - Returns: How many items it has.
    @discardableResult
    package func rebuildSearch() throws -> Int {
        try emptySearch()
        let sql = "SELECT id, coalesce(recipeID * 2, articleID * 2 + 1) FROM item ORDER BY document"
        let items = try Row.fetchAll(db, sql: sql).map { try (id: $0.value(0) as Int64, key: $0.value(1) as Int64) }
        try db.run("UPDATE item SET document = NULL", [])
        for (id, key) in items {
            guard let item = try IndexedItem(key, db) else { continue }
            try db.run("UPDATE item SET document = ? WHERE id = ?", [try documents.add(item, db), id])
        }
        try documents.write(db)
        return items.count
    }

    func emptySearch() throws {
        for table in ["search", "titleSearch"] {
            try db.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
        }
    }

    /// Tidies up at the end of a sync.
    ///
    /// Drops tags without items, chooses the languages whose orders of titles are kept, and rebuilds the search index if
    /// most of its documents are of earlier versions of items.
    ///
    /// - Parameter removesWords: Rebuilds the index for a fifth of such documents. The file then no longer has the words
    ///   of removed items.
    package func compact(removesWords: Bool = false) throws {
        try db.run("DELETE FROM tag WHERE count = 0 AND NOT EXISTS (SELECT 1 FROM itemTag WHERE tagID = tag.id)", [])
        try TitleOrders.choose(db)
        let (documents, items) = try (count("search_docsize"), count("item"))
        let most = removesWords ? items + items / 4 : 2 * items + Self.waiting
        if documents > most { try rebuildSearch() }
    }

    /// Forgets changes that were written longer ago than changes are kept.
    ///
    /// - Parameter now: In Unix milliseconds.
    package func forgetOldChanges(now: Int64) throws {
        try db.run("DELETE FROM change WHERE writtenAt < ?", [now - Self.changesKeptMs])
    }

    /// 90 days.
    package static let changesKeptMs: Int64 = 90 * 86_400_000

    private func count(_ table: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    }
}

extension ItemIndexer {
    private struct Known {
        var id: Int64
        var isGone: Bool
        var prints: Data
    }

    /// - Parameter isOld: The item was there before it could be indexed, so no sync counts as the one that added it.
    private func index(_ key: Int64, isOld: Bool) throws {
        guard let item = try IndexedItem(key, db) else { return }
        let column = "\(item.kind.rawValue)ID"
        let query = try db.bound("SELECT id, isGone, prints FROM item WHERE \(column) = ?", key / 2)
        let known = try Row.fetchOne(query).map { row in
            try Known(id: row.value(0), isGone: row.value(1), prints: row.value(2))
        }
        guard let known else { return try add(item, column, key / 2, isOld: isOld) }
        let changed = IndexedItem.changes(from: known.prints, to: item.prints)
        guard known.prints != item.prints || known.isGone != item.isGone else { return }
        let document = changed.contains { Self.searched.contains($0) } ? try documents.add(item, db) : nil
        let sql = """
            UPDATE item SET isGone = ?, titleKey = ?, rank = ?, time = coalesce(?, time), minutes = ?,
                document = coalesce(?, document), prints = ?, sourceID = ? WHERE id = ?
            """
        try db.run(
            sql,
            [
                item.isGone, collation.key(of: item.title), item.rank, item.publishedAt, item.minutes, document,
                item.prints, item.source, known.id,
            ]
        )
        try writeParts(of: item, known.id, isNew: false)
        try record(item, known.isGone == item.isGone ? nil : item.isGone ? "gone" : "back", fields: [])
        try record(item, changed.isEmpty ? nil : "changed", fields: changed)
    }

    /// The groups of ``IndexedItem/groups`` whose words are searched.
    private static let searched: Set = ["title", "summary", "ingredients", "steps", "text", "categories", "publisher"]

    private func add(_ item: IndexedItem, _ column: String, _ row: Int64, isOld: Bool) throws {
        let sql = """
            INSERT INTO item (urn, \(column), sourceID, addedSyncID, isGone, titleKey, rank, time, minutes, document, prints)
            VALUES (?1, ?2, ?3, iif(?4, NULL, \(Self.latestSync("id"))), ?5, ?6, ?7,
                coalesce(?8, iif(?4, 0, \(Self.latestSync("startedAt"))), 0), ?9, ?10, ?11)
            """
        try db.run(
            sql,
            [
                item.urn, row, item.source, isOld, item.isGone, collation.key(of: item.title), item.rank,
                item.publishedAt, item.minutes, try documents.add(item, db), item.prints,
            ]
        )
        let id = db.lastInsertedRowID
        try writeParts(of: item, id, isNew: true)
        if !isOld { try record(item, "added", fields: []) }
    }

    private static func latestSync(_ column: String, of source: String = "?3") -> String {
        "(SELECT \(column) FROM sync WHERE sync.sourceID = \(source) ORDER BY id DESC LIMIT 1)"
    }

    private func writeParts(of item: IndexedItem, _ id: Int64, isNew: Bool) throws {
        try tags.write(of: item, id, isNew: isNew)
        try writeAddresses(of: item, id, isNew: isNew)
        if item.kind == .recipe { try titleOrders.write(item.title, isGone: item.isGone, id) }
    }

    private func writeAddresses(of item: IndexedItem, _ id: Int64, isNew: Bool) throws {
        if !isNew {
            let known = try String.fetchSet(db.bound("SELECT key FROM address WHERE itemID = ?", id))
            for key in known.subtracting(item.addresses) {
                try db.run("DELETE FROM address WHERE key = ? AND itemID = ?", [key, id])
            }
        }
        for key in item.addresses {
            try db.run("INSERT INTO address (key, itemID) VALUES (?, ?) ON CONFLICT DO NOTHING", [key, id])
        }
    }

    /// Records a change in the latest sync of the item's source.
    ///
    /// A sync has one change of kind `changed` for an item. If the same sync added the item, its change of kind `added`
    /// takes a new number instead. An app may have read the item before this change.
    private func record(_ item: IndexedItem, _ kind: String?, fields: [String]) throws {
        guard var kind,
            let sync = try Int64.fetchOne(db.bound("SELECT max(id) FROM sync WHERE sourceID = ?", item.source))
        else { return }
        var fields = fields
        let wasAdded = "SELECT 1 FROM change WHERE syncID = ? AND itemURN = ? AND kind = 'added'"
        if kind == "changed", try db.exists(wasAdded, [sync, item.urn]) { (kind, fields) = ("added", []) }
        let known = "SELECT fields FROM change WHERE syncID = ? AND itemURN = ? AND kind = ?"
        if let row = try Row.fetchOne(db.bound(known, sync, item.urn, kind)) {
            let earlier = try JSONColumn.value(row.value(0))?.items?.compactMap(\.string) ?? []
            fields = IndexedItem.groups.filter { fields.contains($0) || earlier.contains($0) }
            try db.run("DELETE FROM change WHERE syncID = ? AND itemURN = ? AND kind = ?", [sync, item.urn, kind])
        }
        let sql = "INSERT INTO change (sourceID, syncID, itemURN, kind, fields) VALUES (?, ?, ?, ?, ?)"
        try db.run(sql, [item.source, sync, item.urn, kind, JSONWriter.text { $0.value(fields) }])
    }
}
