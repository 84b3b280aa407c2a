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

    package static func exists(_ larder: String) -> Bool { FileManager.default.fileExists(atPath: path(in: larder)) }

    private static func path(in larder: String) -> String { LarderFolder.absolute(larder) + "/catalog.sqlite" }

    /// For read-only commands; works beside a running coordinator.
    package static func openForReading(larder: String) throws -> DatabasePool {
        guard exists(larder) else {
            throw CoordinatorError(
                .noLarder,
                "There is no larder at \(LarderFolder.absolute(larder)) (no catalog.sqlite in it). Name one with --into, or fill one with "
                    + "`coordinator --workers 8 --into \(larder)`."
            )
        }
        return try CatalogDatabase.openForReading(at: path(in: larder), extraMigrations: migrations)
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
            throw CatalogError(error, path: path(in: larder)) ?? error
        }
    }
}
