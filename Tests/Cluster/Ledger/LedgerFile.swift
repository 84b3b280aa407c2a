import Foundation
import GRDB
import LarderCatalog
import LarderLedger

func ledgerMigrations() -> [CatalogMigration] {
    LedgerSchema.migrations.map { CatalogMigration(identifier: $0.name, body: $0.body) }
}

/// Runs `body` with an empty larder's database in a folder of its own.
func withLedgerFile(_ body: (CatalogDatabase) throws -> Void) throws {
    try withTemporaryFolder { folder in
        let path = folder + "/catalog.sqlite"
        let catalog = try CatalogDatabase.open(at: path, extraMigrations: ledgerMigrations())
        defer { try? catalog.close() }
        try body(catalog)
    }
}

private func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("larder-ledger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
}
