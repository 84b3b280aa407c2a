internal import Foundation
package import GRDB

/// The open database file of a larder: one writer, any number of readers, in WAL mode.
///
/// A lock on `<file>-writer` allows one value of this type for a file; others use ``openForReading(at:)``. The lock
/// ends with ``close()``, with the last copy, or with the process.
package struct CatalogDatabase: Sendable {
    /// `LRDR`: the application identifier in the header of every catalog.
    package static let applicationID: Int32 = 0x4C52_4452

    /// How long a reader waits for another connection, in seconds.
    package static let busyTimeoutSeconds: Double = 5

    /// How a writer waits for a lock that another program has on the file.
    package struct LockWait: Sendable {
        package var seconds: Int
        /// Called once when it has waited for a second.
        package var tell: (@Sendable () -> Void)?

        package init(seconds: Int = 60, tell: (@Sendable () -> Void)? = nil) {
            self.seconds = seconds
            self.tell = tell
        }

        private static let stepMs = 50
        /// Set for as long as a connection is not to wait: another setting of SQLite would replace the handler.
        @TaskLocal fileprivate static var isOff = false

        var busyMode: Database.BusyMode {
            .callback { [self] tries in
                guard !Self.isOff, tries * Self.stepMs < seconds * 1_000 else { return false }
                if tries * Self.stepMs == 1_000 { tell?() }
                usleep(UInt32(Self.stepMs) * 1_000)
                return true
            }
        }
    }

    package let path: String
    /// The connections, for observation and for what this type does not offer.
    package let pool: DatabasePool
    private let lock: FileLock
    private let schema: KnownSchema
    private let beforeCommit: @Sendable (Database) throws -> Void

    /// Opens the catalog at `path` for the one writer; creates it or brings its schema up to date first.
    ///
    /// Commits are durable when they return (`synchronous=FULL`). A file that is refused is left as it was.
    ///
    /// - Parameters:
    ///   - extraMigrations: Steps for tables that live in the same file, run after the catalog's own.
    ///   - wait: For the locks of other programs, in each transaction.
    ///   - beforeCommit: The last statements of each transaction of ``write(_:)-(_)``.
    /// - Throws: ``CatalogError``: `notOurs`, `newer`, `notWritable`, `diskFull`, `corrupt`, `io`, `busy` when another
    ///   writer has it open, or `invalid` when a step fails.
    package static func open(
        at path: String,
        extraMigrations: [CatalogMigration] = [],
        wait: LockWait = LockWait(),
        beforeCommit: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) throws(CatalogError) -> CatalogDatabase {
        let migrations = CatalogMigration.catalog + extraMigrations
        // A folder holds no transactions, and SQLite would not open the file beside it.
        for ending in ["-wal", "-shm"] { FileLock.moveFolderAside(path + ending) }
        try refuseSharedFiles(at: path, mayWrite: true)
        rollBackJournal(of: path)
        let schema = KnownSchema(path, migrations)
        try refuseForeignFile(
            at: path,
            as: path,
            migrations,
            families: ["catalog-", "ledger-"],
            schema: schema,
            busyMode: wait.busyMode
        )
        let lock = try writerLock(for: path)
        return try mappingErrors(of: path) {
            let pool = try DatabasePool(path: path, configuration: writerConfiguration(wait))
            do {
                try pool.writeWithoutTransaction { db in
                    // The pool chooses NORMAL when it switches to WAL, so this has to come after it.
                    try db.execute(sql: "PRAGMA synchronous = FULL")
                    try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
                    try db.execute(sql: "PRAGMA journal_size_limit = 67108864")
                    // Before any table, so that a process killed during its first start leaves a file that is known.
                    if try Int32.fetchOne(db, sql: "PRAGMA application_id") == 0 {
                        try db.execute(sql: "PRAGMA application_id = \(applicationID)")
                    }
                }
                try migrate(pool, migrations, schema)
            } catch {
                try? pool.close()  // the first error is the one to tell
                throw error
            }
            return CatalogDatabase(path: path, pool: pool, lock: lock, schema: schema, beforeCommit: beforeCommit)
        }
    }

    /// Runs `body` in one write transaction and waits until it is on the disk.
    ///
    /// An error in `body` rolls everything back. Blocks the calling thread; not reentrant.
    ///
    /// - Throws: ``CatalogError`` for what SQLite refuses, and whatever else `body` throws.
    package func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try CatalogError.mapping(path) {
            try pool.write { db in
                try schema.check(db)
                let result = try body(db)
                try beforeCommit(db)
                return result
            }
        }
    }

    /// Runs `body` in one write transaction without blocking the calling thread.
    ///
    /// If the calling task is cancelled before the commit, rolls back and throws `CancellationError`.
    ///
    /// - Throws: ``CatalogError`` for what SQLite refuses, and whatever else `body` throws.
    package func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result
    {
        try await CatalogError.mapping(path) {
            try await pool.write { [schema, beforeCommit] db in
                try schema.check(db)
                let result = try body(db)
                try beforeCommit(db)
                return result
            }
        }
    }

    /// Runs `body` in one write transaction in which the file of another catalog is the database `name`.
    ///
    /// - Throws: ``CatalogError`` for what SQLite refuses, and whatever else `body` throws.
    package func write(attaching other: String, as name: String, _ body: (Database) throws -> Void) throws {
        try CatalogError.mapping(path) {
            try pool.writeWithoutTransaction { db in
                try db.execute(sql: "ATTACH ? AS \(name)", arguments: [other])
                defer { try? db.execute(sql: "DETACH \(name)") }
                try db.inTransaction {
                    try schema.check(db)
                    try body(db)
                    return .commit
                }
            }
        }
    }

    /// Runs `body` on one unchanging snapshot of the catalog; blocks the calling thread.
    ///
    /// - Throws: ``CatalogError`` for what SQLite refuses, and whatever else `body` throws.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try CatalogError.mapping(path) { try pool.read(body) }
    }

    /// Runs `body` on one unchanging snapshot of the catalog without blocking the calling thread.
    ///
    /// - Throws: ``CatalogError`` for what SQLite refuses, and whatever else `body` throws.
    package func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result
    {
        try await CatalogError.mapping(path) { try await pool.read(body) }
    }

    /// Folds the write-ahead log into the file and truncates it, so that a copy of the file alone is complete.
    ///
    /// Waits for nobody: a running reader keeps the log, which takes room and loses nothing.
    package func foldLog() {
        try? pool.writeWithoutTransaction { db in
            _ = try LockWait.$isOff.withValue(true) { try db.checkpoint(.truncate) }
        }
    }

    /// Closes every connection; the write-ahead log is folded into the file when nobody else has it open.
    ///
    /// - Throws: ``CatalogError`` with code `busy` while a statement still runs.
    package func close() throws(CatalogError) {
        foldLog()
        try Self.mappingErrors(of: path) { try pool.close() }
        lock.release()
    }
}

extension CatalogDatabase {
    static func mappingErrors<Result>(
        of path: String,
        _ body: () throws -> Result
    ) throws(CatalogError) -> Result {
        do {
            return try body()
        } catch {
            throw CatalogError(error, path: path)
                ?? CatalogError(code: .io, message: "Opening \(path) failed: \(error).", cause: error)
        }
    }

    /// Runs all steps that the file lacks in one transaction: readers find the tables of one version, or none.
    ///
    /// The names are in the table of GRDB's `DatabaseMigrator`, which would commit after every step.
    private static func migrate(
        _ pool: DatabasePool,
        _ migrations: [CatalogMigration],
        _ schema: KnownSchema
    ) throws {
        try pool.write { db in
            try schema.check(db)
            try db.execute(sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            let applied = try appliedMigrations(db)
            for migration in migrations where !applied.contains(migration.identifier) {
                try migration.body(db)
                try db.run("INSERT INTO grdb_migrations (identifier) VALUES (?)", [migration.identifier])
            }
            try schema.take(db)
        }
    }

    private static func writerConfiguration(_ wait: LockWait) -> Configuration {
        var configuration = readerConfiguration()
        configuration.label = "larder.catalog"
        configuration.readonly = false
        configuration.busyMode = wait.busyMode
        configuration.prepareDatabase { db in
            if !db.configuration.readonly {
                try db.execute(sql: "PRAGMA page_size = 4096")
                try db.execute(sql: "PRAGMA cache_size = -16000")
            }
            try db.execute(sql: "PRAGMA temp_store = FILE")
        }
        return configuration
    }

    static func readerConfiguration() -> Configuration {
        var configuration = Configuration()
        configuration.label = "larder.catalog.reader"
        configuration.readonly = true
        configuration.busyMode = .timeout(busyTimeoutSeconds)
        configuration.maximumReaderCount = 4
        return configuration
    }
}
