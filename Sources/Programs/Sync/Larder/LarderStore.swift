internal import Foundation
package import GRDB
package import LarderCatalog
internal import LarderLedger

/// Opens a larder's database with the tables of the catalog and of the ledger.
package enum LarderStore {
    static let migrations = LedgerSchema.migrations.map { CatalogMigration(identifier: $0.name, body: $0.body) }

    package static func open(_ path: String) throws -> CatalogDatabase {
        try CatalogDatabase.open(at: path, extraMigrations: migrations)
    }

    /// For read-only commands; works beside a running coordinator.
    package static func openForReading(larder: String) throws -> DatabasePool {
        let folder = LarderFolder.absolute(larder)
        let path = folder + "/catalog.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw CoordinatorError(
                .noLarder,
                "There is no larder at \(folder) (no catalog.sqlite in it). Name one with --into, or fill one with "
                    + "`coordinator --workers 8 --into \(larder)`."
            )
        }
        return try CatalogDatabase.openForReading(at: path, extraMigrations: migrations)
    }

    /// Runs `body` on one snapshot of the database.
    package static func read<Result: Sendable>(
        larder: String,
        _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        let pool = try openForReading(larder: larder)
        do {
            return try await pool.read(body)
        } catch {
            throw CatalogError(error, path: LarderFolder.absolute(larder) + "/catalog.sqlite") ?? error
        }
    }
}
