internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderModel

/// An item beside another one in a list.
struct Neighbour: Sendable {
    var urn: String
    var title: String
}

extension LarderReader {
    /// The items before and behind one in the list of its kind and source, the newest first; at most five statements.
    ///
    /// All recipes of one sync have the same time. SQLite finds a place among them by two comparisons, by one of pairs
    /// it would read them all.
    func neighbours(of urn: String, _ kind: ItemKind) throws -> (newer: Neighbour?, older: Neighbour?) {
        let sql = "SELECT time, id, sourceID FROM item WHERE urn = ?"
        guard let row = try Row.fetchOne(database.bound(sql, urn)) else { return (nil, nil) }
        let place = try (0..<3).map { try row.value($0) as Int64 }
        let table = kind.rawValue
        func neighbour(_ condition: String, _ direction: String) throws -> Neighbour? {
            let sql = """
                SELECT item.urn, shown.title FROM item INDEXED BY item_on_\(table)Time
                CROSS JOIN \(table) AS shown ON shown.id = item.\(table)ID
                WHERE item.\(table)ID NOT NULL AND \(condition) AND ?2 NOT NULL AND item.sourceID = ?3
                    AND NOT item.isGone
                ORDER BY item.time \(direction), item.id \(direction) LIMIT 1
                """
            return try Row.fetchOne(database.bound(sql, place)).map {
                try Neighbour(urn: $0.value(0), title: $0.value(1))
            }
        }
        func nearest(_ sign: String, _ direction: String) throws -> Neighbour? {
            try neighbour("item.time = ?1 AND item.id \(sign) ?2", direction)
                ?? neighbour("item.time \(sign) ?1", direction)
        }
        return try (nearest(">", "ASC"), nearest("<", "DESC"))
    }

    /// When a source stopped listing an item and when its page was last read, in Unix milliseconds; one statement.
    func times(of urn: String) throws -> (gone: Int64?, fetched: Int64?) {
        let sql = """
            SELECT (SELECT goneAt FROM recipe WHERE urn = ?1 UNION ALL SELECT goneAt FROM article WHERE urn = ?1),
                (SELECT max(fetchedAt) FROM provenance WHERE recordURN = ?1)
            """
        guard let row = try Row.fetchOne(database.bound(sql, urn)) else { return (nil, nil) }
        return try (row.value(0), row.value(1))
    }

    /// Which of these items their source no longer lists; one statement.
    func gone(_ urns: [String]) throws -> Set<String> {
        guard !urns.isEmpty else { return [] }
        let list = JSONWriter.text { $0.value(urns) }
        let sql = "SELECT urn FROM json_each(?) AS wanted CROSS JOIN item ON urn = wanted.value WHERE isGone"
        return Set(try String.fetchAll(database.bound(sql, list)))
    }
}
