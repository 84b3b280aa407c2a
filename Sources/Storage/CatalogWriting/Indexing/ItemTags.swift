internal import GRDB
internal import LarderCatalog
internal import LarderModel

/// The values that lists are filtered by; of one transaction.
final class ItemTags {
    private struct Tag: Hashable {
        let kind: String
        let field: String
        let key: String
    }

    private let db: Database
    private var known: [Tag: Int64] = [:]

    init(_ db: Database) { self.db = db }

    func write(of item: IndexedItem, _ id: Int64, isNew: Bool) throws {
        let ids = try Set(item.tags.map { field, name in try tagID(item.kind.rawValue, field, name) })
        if !isNew {
            let list = ids.map(String.init).joined(separator: ", ")
            try db.execute(sql: "DELETE FROM itemTag WHERE itemID = \(id) AND tagID NOT IN (\(list))")
        }
        let sql = """
            INSERT INTO itemTag (itemID, tagID, place, isGone) VALUES (?, ?, ?, ?)
            ON CONFLICT (itemID, tagID) DO UPDATE SET place = excluded.place, isGone = excluded.isGone
            WHERE place <> excluded.place OR isGone <> excluded.isGone
            """
        for tag in ids { try db.run(sql, [id, tag, item.place, item.isGone]) }
    }

    private func tagID(_ kind: String, _ field: String, _ name: String) throws -> Int64 {
        let tag = Tag(kind: kind, field: field, key: TagKey.key(field, name))
        if let id = known[tag] { return id }
        let query = try db.bound("SELECT id FROM tag WHERE kind = ? AND field = ? AND key = ?", kind, field, tag.key)
        let id = try Int64.fetchOne(query) ?? add(tag, name)
        known[tag] = id
        return id
    }

    private func add(_ tag: Tag, _ name: String) throws -> Int64 {
        let sql = "INSERT INTO tag (kind, field, key, name) VALUES (?, ?, ?, ?)"
        try db.run(sql, [tag.kind, tag.field, tag.key, name])
        return db.lastInsertedRowID
    }
}
