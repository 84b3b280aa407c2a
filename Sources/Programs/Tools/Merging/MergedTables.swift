internal import GRDB
internal import LarderCatalog

/// Copies the rows of another larder's database, which is attached as `other`, behind the rows that are there.
///
/// Each copied `id` is raised by the largest `id` that the table had, and so are the columns that refer to it. Tables
/// that `ItemIndexer` fills are not copied. Triggers mark the new records for it.
struct MergedTables {
    /// The tables with rows of their own, parents first.
    static let copied = [
        "source", "sync", "recipe", "ingredient", "step", "nutrition", "recipePicture", "equipment", "article",
        "articlePicture", "attachment", "outlet", "listing", "image", "imageVariant", "text", "textPicture", "textPage",
        "provenance", "note", "job", "crash", "suspicion", "answer", "syncRequest", "endedPattern",
    ]
    /// All other tables.
    ///
    /// `ItemIndexer` fills the first ones. ``copy()`` has a statement of its own for `lane`, `host`, `quota` and
    /// `ledgerState`. The changes and the names of migrations belong to one larder.
    static let others = [
        "item", "tag", "itemTag", "address", "titleLanguage", "titleOrder", "search", "titleSearch", "change",
        "pendingItem", "revision", "ledgerState", "lane", "host", "quota", "grdb_migrations",
    ]
    /// The tables that columns of these names point to.
    private static let references = [
        "sourceID": "source", "syncID": "sync", "decodeSyncID": "sync", "recipeID": "recipe", "articleID": "article",
        "imageID": "image", "textID": "text", "jobID": "job",
    ]

    private let db: Database
    private let offsets: [String: Int64]

    /// - Throws: `DatabaseError`.
    init(_ db: Database) throws {
        self.db = db
        var offsets: [String: Int64] = [:]
        for table in Self.copied where try Self.columns(of: table, db).contains("id") {
            // A table that never uses a number again knows a larger one than its rows have.
            let used = try Int64.fetchOne(
                db,
                sql: "SELECT seq FROM main.sqlite_sequence WHERE name = ?",
                arguments: [table]
            )
            let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM main.\(table)")
            offsets[table] = max(used ?? 0, last ?? 0)
        }
        self.offsets = offsets
    }

    /// Copies all rows, within the transaction of the caller.
    func copy() throws {
        try db.execute(sql: "INSERT OR IGNORE INTO main.lane (name, jobClass) SELECT name, jobClass FROM other.lane")
        for table in Self.copied { try copy(table) }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO main.host SELECT * FROM other.host;
                INSERT INTO main.quota SELECT * FROM other.quota WHERE TRUE
                    ON CONFLICT (name) DO UPDATE SET used = used + excluded.used, start = max(start, excluded.start);
                UPDATE main.ledgerState SET epoch = max(epoch, (SELECT epoch FROM other.ledgerState));
                """
        )
    }

    private func copy(_ table: String) throws {
        let columns = try Self.columns(of: table, db)
        let values = columns.map { column in
            switch column {
            case "id": "id + \(offsets[table] ?? 0)"
            case "laneID": "(SELECT id FROM main.lane WHERE name = (SELECT name FROM other.lane WHERE id = laneID))"
            default: Self.references[column].map { "\(column) + \(offsets[$0] ?? 0)" } ?? column
            }
        }
        // Both may have asked for the robots.txt of the same host.
        let ignores = ["job", "answer"].contains(table) ? "OR IGNORE " : ""
        let condition =
            columns.contains("jobID") ? " WHERE jobID + \(offsets["job"] ?? 0) IN (SELECT id FROM main.job)" : ""
        try db.execute(
            sql: """
                INSERT \(ignores)INTO main.\(table) (\(columns.joined(separator: ", ")))
                SELECT \(values.joined(separator: ", ")) FROM other.\(table)\(condition)
                """
        )
    }

    /// The columns that can be written.
    private static func columns(of table: String, _ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?, 'main')", arguments: [table])
    }
}
