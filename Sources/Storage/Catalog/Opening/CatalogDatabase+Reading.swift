internal import Foundation
package import GRDB

extension CatalogDatabase {
    /// Opens the catalog at `path` for reading only, also while a coordinator writes it.
    ///
    /// Writing through the pool fails. The next read sees changes by another process; observations do not. Other tables
    /// in the file are checked only if their migrations are given. If SQLite cannot make its files beside the catalog,
    /// as on a read-only disk, it reads the file as immutable.
    ///
    /// - Parameter extraMigrations: Steps of further tables that the reader needs.
    /// - Throws: ``CatalogError``: `missing`, `notOurs`, `newer`, `older`, `notWritable` (a WAL file with transactions
    ///   in a folder without write permission), `corrupt`, `busy`, `io`.
    package static func openForReading(
        at path: String,
        extraMigrations: [CatalogMigration] = []
    ) throws(CatalogError) -> DatabasePool {
        try openForReading(at: path, CatalogMigration.catalog + extraMigrations).pool
    }

    /// - Returns: Whether SQLite reads the file as immutable, too.
    static func openForReading(
        at path: String,
        _ migrations: [CatalogMigration],
        locks: Bool = true
    ) throws(CatalogError) -> (pool: DatabasePool, isImmutable: Bool) {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CatalogError(code: .missing, message: "\(path) does not exist. Run a sync first.")
        }
        do throws(CatalogError) {
            if !locks, let unchanging = unchangingURI(of: path) {
                return (try openForReading(path, as: unchanging, migrations), true)
            }
            return (try openForReading(path, as: path, migrations), false)
        } catch {
            // Without room on the disk SQLite cannot make its files either.
            guard [.notWritable, .diskFull].contains(error.code), let unchanging = unchangingURI(of: path) else {
                throw error
            }
            return (try openForReading(path, as: unchanging, migrations), true)
        }
    }

    /// A URI with which SQLite reads the file alone, without locks; nil if the WAL file holds transactions.
    private static func unchangingURI(of path: String) -> String? {
        let log = try? FileManager.default.attributesOfItem(atPath: path + "-wal")
        let isLogged = log?[.type] as? FileAttributeType == .typeRegular && log?[.size] as? Int != 0
        guard !isLogged, FileManager.default.isReadableFile(atPath: path),
            let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        else { return nil }
        return "file:\(escaped)?immutable=1"
    }

    /// - Parameter name: What SQLite is to open: the path, or a URI of it.
    private static func openForReading(
        _ path: String,
        as name: String,
        _ migrations: [CatalogMigration]
    ) throws(CatalogError) -> DatabasePool {
        try refuseSharedFiles(at: path, mayWrite: false)
        let schema = KnownSchema(path, migrations)
        try refuseForeignFile(at: path, as: name, migrations, families: ["catalog-"], schema: schema)
        let needed = Set(migrations.map(\.identifier))
        return try mappingErrors(of: path) {
            let pool = try DatabasePool(path: name, configuration: readerConfiguration())
            let applied = try pool.read { db in try appliedMigrations(db) }
            if needed.isSubset(of: applied) { return pool }
            try? pool.close()  // the refusal is the error to report
            guard !applied.isDisjoint(with: needed) else {
                let message =
                    "\(path) holds no catalog yet: its first sync was stopped, or found no room on the disk. Type the sync "
                    + "command again."
                throw CatalogError(code: .missing, message: message)
            }
            let missing = needed.subtracting(applied).sorted().joined(separator: ", ")
            let message =
                "\(path) was made by an older version of Larder (missing: \(missing)). Run a sync with this version "
                + "into the same folder once: that brings the file up to date and keeps what it holds."
            throw CatalogError(code: .older, message: message)
        }
    }
}
