internal import GRDB
package import Larder
internal import LarderCatalog
internal import LarderModel

/// A source as readers subscribe to it.
package struct StreamSource: Sendable, Hashable {
    package var name: String
    package var recipes: Int
    package var articles: Int
    /// The site's address.
    package var base: String?
}

/// An item of a stream, with what decides whether it is shown.
package struct StreamItem: Sendable, Hashable {
    /// Its identifier in this catalog's file.
    package var id: Int64
    package var urn: String
    package var source: String
    /// What streams are ordered by, in Unix milliseconds.
    package var time: Int64
    /// When a reader could first see it, in Unix milliseconds: the end of the sync that found it; 0: not known.
    package var added: Int64
}

/// The place of an item in a stream.
package struct StreamPlace: Sendable, Hashable {
    package var time: Int64
    package var id: Int64

    package init(time: Int64, id: Int64) { (self.time, self.id) = (time, id) }
}

/// Which items a stream has, and in which order.
package struct StreamFilter: Sendable, Hashable {
    /// Names of sources; nil: all.
    package var sources: [String]?
    /// These items alone, also those that their source no longer lists; nil: all that sources list.
    package var urns: [String]?
    package var isOldestFirst = false
    /// The place to go on behind; nil: from the start.
    package var last: StreamPlace?

    package init() {}
}

extension LarderReader {
    /// When readers could first see an item: the end of the sync that found it, and `now` while that runs.
    ///
    /// The start of the sync would not do: who reads while it runs, and then asks for what came later, would miss what
    /// it found in between. Needs the table `sync` of `item.addedSyncID`.
    static func addedTime(now: String) -> String {
        """
        CASE WHEN sync.id IS NULL THEN 0 WHEN sync.state = 'running' THEN \(now)
        ELSE coalesce(sync.finishedAt, sync.startedAt) END
        """
    }

    /// Calls `take` with the items of a stream, until it returns false; one statement.
    ///
    /// - Parameter now: In Unix milliseconds.
    package func stream(_ filter: StreamFilter, now: Int64, take: (StreamItem) throws -> Bool) throws {
        var values: [(any DatabaseValueConvertible)?] = []
        func add(_ value: any DatabaseValueConvertible) -> String {
            values.append(value)
            return "?\(values.count)"
        }
        let added = Self.addedTime(now: add(now))
        var clauses = filter.urns == nil ? [ListConditions.isListed] : ["TRUE"]
        func list(_ texts: [String]) -> String {
            "(SELECT value FROM json_each(\(add(JSONWriter.text { $0.value(texts) }))))"
        }
        if let urns = filter.urns { clauses.append("item.urn IN \(list(urns))") }
        if let sources = filter.sources {
            clauses.append("item.sourceID IN (SELECT id FROM source WHERE name IN \(list(sources)))")
        }
        if let last = filter.last {
            let sign = filter.isOldestFirst ? ">" : "<"
            clauses.append("(item.time, item.id) \(sign) (\(add(last.time)), \(add(last.id)))")
        }
        // Each kind has an index in the order of time, which SQLite merges.
        let parts = ItemKind.allCases.map { kind in
            """
            SELECT item.id AS id, item.urn, source.name, item.time AS time, \(added)
            FROM item CROSS JOIN source ON source.id = item.sourceID LEFT JOIN sync ON sync.id = item.addedSyncID
            WHERE item.\(kind.rawValue)ID NOT NULL AND \(clauses.joined(separator: " AND "))
            """
        }
        let direction = filter.isOldestFirst ? "ASC" : "DESC"
        let sql = "\(parts.joined(separator: " UNION ALL ")) ORDER BY time \(direction), id \(direction)"
        let rows = try Row.fetchCursor(database.bound(sql, values))
        while let row = try rows.next() {
            let item = try StreamItem(
                id: row.value(0),
                urn: row.value(1),
                source: row.value(2),
                time: row.value(3),
                added: row.value(4)
            )
            guard try take(item) else { return }
        }
    }

    /// The names of all sources; one statement.
    package func sourceNames() throws -> [String] {
        try String.fetchAll(database.bound("SELECT name FROM source ORDER BY name"))
    }

    /// The sources with how many items each lists; one statement.
    package func streamSources() throws -> [StreamSource] {
        let sql = """
            SELECT source.name, count(item.recipeID), count(item.articleID), source.base FROM source
            LEFT JOIN item ON item.sourceID = source.id AND \(ListConditions.isListed)
            GROUP BY source.id ORDER BY source.name
            """
        return try Row.fetchAll(database.bound(sql)).map { row in
            try StreamSource(name: row.value(0), recipes: row.value(1), articles: row.value(2), base: row.value(3))
        }
    }

    /// The identifiers and URNs of all items; one statement.
    package func eachItem(_ body: (Int64, String) -> Void) throws {
        let rows = try Row.fetchCursor(database.bound("SELECT id, urn FROM item"))
        while let row = try rows.next() { try body(row.value(0), row.value(1)) }
    }

    /// The URNs of the items with these identifiers, in one statement; those that are not there are left out.
    package func urns(of ids: [Int64]) throws -> [Int64: String] {
        let list = JSONWriter.text { writer in writer.array(ids) { $0.value($1) } }
        let sql = "SELECT item.id, item.urn FROM json_each(?) AS wanted CROSS JOIN item ON item.id = wanted.value"
        let rows = try Row.fetchAll(database.bound(sql, list))
        return try Dictionary(rows.map { try ($0.value(0), $0.value(1)) }) { first, _ in first }
    }

    /// When the content of items changed last, in Unix milliseconds, as far as it is known; one statement.
    func latestChanges(of urns: [String]) throws -> [String: Int64] {
        let sql = """
            SELECT itemURN, max(writtenAt) FROM change WHERE kind IN ('added', 'changed')
            AND itemURN IN (SELECT value FROM json_each(?)) GROUP BY itemURN
            """
        let rows = try Row.fetchAll(database.bound(sql, JSONWriter.text { $0.value(urns) }))
        return try Dictionary(rows.map { try ($0.value(0), $0.value(1)) }) { $1 }
    }
}
