internal import Foundation
internal import GRDB
internal import Hummingbird

/// Which items are read and starred, in the file `reader.sqlite` of the larder's folder.
///
/// Only syncs write to the catalog, so the marks have a file of their own. The first mark creates the file. It names items
/// by their URNs, so the marks are still right when the catalog is made again. Deleting the file deletes all marks.
actor ReaderMarks {
    /// Something that is said of an item; the raw value is the column with the time, in Unix milliseconds.
    enum Mark: String, Sendable {
        case read = "readAt"
        case starred = "starredAt"
    }

    /// All marks at one time, by the URNs of the items.
    struct Snapshot: Sendable {
        var read: Set<String> = []
        var starred: Set<String> = []
    }

    private struct Version: Sendable, Equatable {
        /// Changes when another program writes.
        var others: Int
        /// Changes when this one does.
        var own: Int
    }

    private struct Loaded: Sendable {
        var version: Version
        var snapshot: Snapshot
    }

    private let path: String
    private var queue: DatabaseQueue?
    /// Which file ``queue`` has open.
    private var file: FileNumber?
    private var known: Loaded?

    init(folder: String) { path = folder + "/reader.sqlite" }

    /// The marks; they are read again only where they have changed.
    func snapshot() async throws -> Snapshot {
        guard FileManager.default.fileExists(atPath: path) else { return Snapshot() }
        let loaded = try await answering { [known] queue in
            try await queue.read { db in
                let version = try Self.version(db)
                if let known, known.version == version { return known }
                return try Loaded(version: version, snapshot: Self.load(db))
            }
        }
        known = loaded
        return loaded.snapshot
    }

    /// Sets or takes away marks of items, all or none.
    func set(_ marks: [(mark: Mark, isSet: Bool)], of urns: [String]) async throws {
        let time = Int64(Date().timeIntervalSince1970 * 1_000)
        try await answering { queue in
            try await queue.write { db in
                try db.execute(sql: Self.schema)
                for (mark, isSet) in marks {
                    let column = mark.rawValue
                    let statement = try db.makeStatement(
                        sql: isSet
                            ? "INSERT INTO mark (urn, \(column)) VALUES (?1, ?2) ON CONFLICT (urn) "
                                + "DO UPDATE SET \(column) = excluded.\(column) WHERE \(column) IS NULL"
                            : "UPDATE mark SET \(column) = NULL WHERE urn = ?1"
                    )
                    for urn in urns { try statement.execute(arguments: isSet ? [urn, time] : [urn]) }
                }
            }
        }
    }

    private static let schema = """
        CREATE TABLE IF NOT EXISTS mark (
            id INTEGER PRIMARY KEY,
            urn TEXT NOT NULL UNIQUE,
            readAt INTEGER,
            starredAt INTEGER
        )
        """

    private static func version(_ db: Database) throws -> Version {
        let others = try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        return Version(others: others, own: db.totalChangesCount)
    }

    private static func load(_ db: Database) throws -> Snapshot {
        var snapshot = Snapshot()
        guard try db.tableExists("mark") else { return snapshot }
        let sql = "SELECT urn, readAt NOT NULL, starredAt NOT NULL FROM mark WHERE typeof(urn) = 'text'"
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() {
            let urn: String = try row.decode(atIndex: 0)
            if try row.decode(Bool.self, atIndex: 1) { snapshot.read.insert(urn) }
            if try row.decode(Bool.self, atIndex: 2) { snapshot.starred.insert(urn) }
        }
        return snapshot
    }

    /// Runs `body` on the file.
    ///
    /// - Throws: An answer that says why marks cannot be read or kept.
    private func answering<Result: Sendable>(
        _ body: @Sendable (DatabaseQueue) async throws -> Result
    ) async throws -> Result {
        do {
            return try await body(opened())
        } catch let error as DatabaseError {
            let isRefused = [.SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(error.resultCode)
            throw HTTPError(
                isRefused ? .forbidden : .serviceUnavailable,
                message: isRefused
                    ? "Marks cannot be kept, as \(path) cannot be written."
                    : "Marks cannot be read or kept: \(path): \(error.message ?? "\(error.resultCode)")."
            )
        }
    }

    /// The database, opened again where its file was removed or replaced.
    private func opened() throws -> DatabaseQueue {
        let found = FileNumber(path)
        guard found?.isPlain != false else {
            throw HTTPError(.forbidden, message: "Marks cannot be kept, as \(path) is no file of its own.")
        }
        if let queue, found == file { return queue }
        known = nil
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let made = try DatabaseQueue(path: path, configuration: configuration)
        (queue, file) = (made, FileNumber(path))
        return made
    }
}
