internal import Foundation
internal import GRDB
internal import LarderModel
internal import Synchronization

extension CatalogDatabase {
    /// The objects of a catalog as they were when they were looked at.
    final class KnownSchema: Sendable {
        private let path: String
        private let migrations: [CatalogMigration]
        private let version = Mutex<Int32?>(nil)

        init(_ path: String, _ migrations: [CatalogMigration]) {
            self.path = path
            self.migrations = migrations
        }

        /// Refuses foreign objects unless nothing has changed since the last look; costs microseconds then.
        func check(_ db: Database) throws {
            let now = try Int32.fetchOne(db, sql: "PRAGMA schema_version")
            guard version.withLock({ $0 != now }) else { return }
            try refuseForeignObjects(db, path: path, migrations)
            version.withLock { $0 = now }
        }

        /// Takes the present objects as known.
        func take(_ db: Database) throws {
            let now = try Int32.fetchOne(db, sql: "PRAGMA schema_version")
            version.withLock { $0 = now }
        }
    }

    /// Reads the file without changing it, and throws if it is not a catalog that this program may use.
    ///
    /// - Parameters:
    ///   - name: What SQLite opens: the path, or a URI of it.
    ///   - migrations: All steps that this program knows.
    ///   - families: Prefixes of the migrations that must all be known.
    ///   - schema: Where the objects are kept in mind.
    ///   - busyMode: For the locks of other programs.
    static func refuseForeignFile(
        at path: String,
        as name: String,
        _ migrations: [CatalogMigration],
        families: [String],
        schema: KnownSchema,
        busyMode: Database.BusyMode = .timeout(busyTimeoutSeconds)
    ) throws(CatalogError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        if let attributes = try? FileManager.default.attributesOfItem(atPath: target) {  // else SQLite says why below
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                let message =
                    "\(path) is not a file. If this is your larder, move that away and sync again: "
                    + "\(CatalogError.cacheStands) Otherwise choose another folder with --into."
                throw CatalogError(code: .notOurs, message: message)
            }
            if let size = attributes[.size] as? NSNumber, size.intValue == 0 { return }
        }
        try mappingErrors(of: path) {
            var configuration = readerConfiguration()
            configuration.busyMode = busyMode
            let queue = try DatabaseQueue(path: name, configuration: configuration)
            defer { try? queue.close() }  // read-only: nothing is lost
            try queue.read { db in
                try refuseForeignSchema(db, path: path, known: Set(migrations.map(\.identifier)), families: families)
                try schema.check(db)
            }
        }
    }

    /// Has SQLite roll back a transaction of a process killed before the file was in WAL mode: a reader cannot.
    static func rollBackJournal(of path: String) {
        let journal = try? FileManager.default.attributesOfItem(atPath: path + "-journal")
        guard let size = journal?[.size] as? NSNumber, size.intValue > 0, FileManager.default.fileExists(atPath: path)
        else { return }
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeoutSeconds)
        // What cannot be rolled back, or is no database, is an error of the next opening.
        guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return }
        _ = try? queue.inDatabase { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
        try? queue.close()
    }

    private static func refuseForeignSchema(
        _ db: Database,
        path: String,
        known: Set<String>,
        families: [String]
    ) throws {
        let identifier = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
        if identifier == 0, tables == 0 { return }
        guard identifier == applicationID else {
            let hexadecimal = String(UInt32(bitPattern: identifier), radix: 16)
            let message =
                "\(path) belongs to another program (application_id 0x\(hexadecimal), \(tables) tables and indexes), "
                + "or its beginning is damaged. Choose another folder with --into; if this is your larder, move the "
                + "file away and sync again: \(CatalogError.cacheStands)"
            throw CatalogError(code: .notOurs, message: message)
        }
        let unknown = try appliedMigrations(db).subtracting(known)
            .filter { name in families.contains { name.hasPrefix($0) } }
        guard let name = unknown.min() else { return }
        let isOlder = unknown.allSatisfy { number(of: $0) < lowestNumber(of: $0, in: known) }
        let message =
            isOlder
            ? "\(path) was made by an older Larder (\(name)), whose tables this version does not read. Move the file "
                + "away with its -wal and -shm files, if there are any, and sync again: \(CatalogError.cacheStands)"
            : "\(path) was written by a newer Larder (unknown: \(unknown.sorted().joined(separator: ", "))). "
                + "Update this program."
        throw CatalogError(code: isOlder ? .older : .newer, message: message)
    }

    /// Refuses what would run within statements of this program, or answer them as it likes.
    ///
    /// That are triggers, views, virtual tables, and tables and indexes of ours that are missing or defined otherwise,
    /// and what would make a statement on our tables fail: indexes that are unique or of expressions, and foreign keys
    /// that forbid to delete. Further tables and indexes harm nothing.
    private static func refuseForeignObjects(_ db: Database, path: String, _ migrations: [CatalogMigration]) throws {
        let objects = "SELECT type, name, sql, tbl_name, rootpage FROM sqlite_master WHERE sql NOT NULL"
        let applied = try appliedMigrations(db)
        var missing = try DatabaseQueue().inDatabase { known in
            for migration in migrations where applied.contains(migration.identifier) { try migration.body(known) }
            return try Row.fetchAll(known, sql: objects).reduce(into: [String: Row]()) {
                try $0[($1.value(1) as String)] = $1
            }
        }
        let tables = try Set(missing.values.map { try ($0.value(3) as String).lowercased() })
        for row in try Row.fetchAll(db, sql: objects) {
            let name: String = try row.value(1)
            let isFine =
                if let own = missing.removeValue(forKey: name) { try own.value(2) as String == row.value(2) } else {
                    try isHarmless(row, besides: tables, db)
                }
            guard isFine else {
                throw try changed(path, row, "is not as Larder makes it, and would take part in what Larder does")
            }
        }
        if let (_, row) = missing.min(by: { $0.key < $1.key }) { throw try changed(path, row, "is missing") }
    }

    private static func isHarmless(_ row: Row, besides ours: Set<String>, _ db: Database) throws -> Bool {
        let (type, name, sql, table): (String, String, String, String) = try (
            row.value(0), row.value(1), row.value(2), row.value(3)
        )
        // SQLite writes these words so, whatever was typed.
        switch type {
        case "table" where sql.hasPrefix("CREATE TABLE "):
            // A virtual table has no page of its own.
            guard try row.value(4) != 0, !ours.contains(name.lowercased()) else { return false }
            let forbidding = """
                SELECT lower("table") FROM pragma_foreign_key_list(?) WHERE on_delete IN ('NO ACTION', 'RESTRICT')
                """
            return ours.isDisjoint(with: try String.fetchSet(db, sql: forbidding, arguments: [name]))
        case "index" where sql.hasPrefix("CREATE INDEX ") || sql.hasPrefix("CREATE UNIQUE INDEX "):
            guard ours.contains(table.lowercased()) else { return true }
            let refusing = """
                SELECT EXISTS (SELECT * FROM pragma_index_list(?1) WHERE name = ?2 AND ("unique" OR partial))
                    OR EXISTS (SELECT * FROM pragma_index_xinfo(?2) WHERE cid = -2)
                """
            return try Bool.fetchOne(db, sql: refusing, arguments: [table, name]) == false
        default: return false
        }
    }

    private static func changed(_ path: String, _ object: Row, _ what: String) throws -> CatalogError {
        try CatalogError(
            code: .notOurs,
            message:
                "\(path) was changed by another program: the \(object.value(0) as String) "
                + "\"\((object.value(1) as String).shortened(to: 100))\" \(what). Undo that with the other program, "
                + "or move the file away and sync again: \(CatalogError.cacheStands)"
        )
    }

    /// The number at the end of a migration's name; without one it counts as newer than any.
    private static func number(of migration: String) -> Int {
        migration.split(separator: "-").last.flatMap { Int($0) } ?? .max
    }

    /// The lowest number that this version knows in the family of `migration`.
    private static func lowestNumber(of migration: String, in known: Set<String>) -> Int {
        let family = migration.prefix { $0 != "-" }
        return known.filter { $0.prefix { $0 != "-" } == family }.map(number).min() ?? 0
    }

    static func appliedMigrations(_ db: Database) throws -> Set<String> {
        guard try db.tableExists("grdb_migrations") else { return [] }
        return try String.fetchSet(db, sql: "SELECT identifier FROM grdb_migrations")
    }
}
