internal import Foundation
package import GRDB
internal import Synchronization

/// Connections for reading a catalog that other processes may write, also where SQLite cannot lock the file.
///
/// Without write permission in the folder SQLite reads the file as immutable, and would return damaged pages once a
/// sync changes it. So the file is looked at before and after each read: if it has changed, it is opened again and the
/// read repeated. Any thread may read; four reads run at once, further ones wait.
package final class CatalogConnections: Sendable {
    package let path: String
    private let migrations: [CatalogMigration]
    private let locks: Bool
    private let current: Mutex<Opened>

    /// A pool, and for an immutable file how the file was when it was opened.
    struct Opened: Sendable {
        var pool: DatabasePool
        var state: FileState?
    }

    /// - Parameters:
    ///   - extraMigrations: Steps of further tables that the reader needs.
    ///   - locks: False: reads as where no file may be written or locked.
    /// - Throws: As ``CatalogDatabase/openForReading(at:extraMigrations:)``.
    package init(_ path: String, extraMigrations: [CatalogMigration] = [], locks: Bool = true) throws(CatalogError) {
        self.path = path
        self.locks = locks
        migrations = CatalogMigration.catalog + extraMigrations
        current = Mutex(try Self.open(path, migrations, locks: locks))
    }

    /// The connections in use, opened again where the file has changed.
    package var pool: DatabasePool { get throws { try connections().pool } }

    /// Runs `body` on one unchanging snapshot; may run it again where the file changed meanwhile.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        for _ in 0..<Self.attempts {
            let opened = try connections()
            let result = Swift.Result { try CatalogError.mapping(path) { try opened.pool.read(body) } }
            if isCurrent(opened) { return try result.get() }
        }
        throw busy
    }

    /// As ``read(_:)-9rz1g``, without blocking the calling thread.
    package func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result
    {
        for _ in 0..<Self.attempts {
            let opened = try connections()
            do {
                let result = try await CatalogError.mapping(path) { try await opened.pool.read(body) }
                if isCurrent(opened) { return result }
            } catch {
                if isCurrent(opened) || error is CancellationError { throw error }
            }
        }
        throw busy
    }

    private static let attempts = 20

    private var busy: CatalogError {
        CatalogError(
            code: .busy,
            message: "\(path) changes faster than it can be read without a lock. Read it again in a moment."
        )
    }

    private func isCurrent(_ opened: Opened) -> Bool { opened.state.map { $0 == FileState(path) } ?? true }

    private func connections() throws -> Opened {
        try current.withLock { opened in
            if !isCurrent(opened) { opened = try Self.open(path, migrations, locks: locks) }
            return opened
        }
    }

    private static func open(
        _ path: String,
        _ migrations: [CatalogMigration],
        locks: Bool
    ) throws(CatalogError) -> Opened {
        var attempt = 0
        while true {
            attempt += 1
            let state = FileState(path)
            let (pool, isImmutable) = try CatalogDatabase.openForReading(at: path, migrations, locks: locks)
            let opened = Opened(pool: pool, state: isImmutable ? state : nil)
            if !isImmutable || state == FileState(path) || attempt == attempts { return opened }
        }
    }
}

/// The inode, length and modification time of a catalog's file and of its log.
///
/// A changed file has another state.
struct FileState: Sendable, Equatable {
    private let values: [Int64]

    init(_ path: String) {
        values = ["", "-wal"].flatMap { ending -> [Int64] in
            var info = stat()
            guard unsafe stat(path + ending, &info) == 0 else { return [] }
            #if canImport(Darwin)
                let time = info.st_mtimespec
            #else
                let time = info.st_mtim
            #endif
            return [
                Int64(info.st_dev), Int64(info.st_ino), Int64(info.st_size), Int64(time.tv_sec), Int64(time.tv_nsec),
            ]
        }
    }
}
