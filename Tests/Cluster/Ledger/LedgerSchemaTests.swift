import Foundation
import GRDB
import LarderCatalog
import LarderLedger
import LarderModel
import Testing

@Suite("Ledger schema") struct LedgerSchemaTests {
    /// A file as the last release made it, without the third step of the ledger.
    @Test func `an older ledger keeps its jobs, and forgets its lanes' limits and its sync requests`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            try Self.writeSecondVersion(at: path)
            let catalog = try CatalogDatabase.open(at: path, extraMigrations: ledgerMigrations())
            try catalog.read { db in
                let store = LedgerStore(db)
                #expect(try store.syncRequest(of: 1) == nil)
                let lane = LaneInfo(id: 1, name: "host:80", jobClass: .fetch, concurrency: 3, delayMs: 20)
                #expect(
                    try store.openWork { _, _, _, _ in (lane, nil) }
                        == [AddedJobs(lane: lane, source: 1, kind: .detail, count: 1, maxID: 1)]
                )
                let columns = try db.columns(in: "lane").map(\.name)
                #expect(columns == ["id", "name", "jobClass"])
            }
            let lane = try catalog.write { db in try LedgerStore(db).lane("host:80", .fetch) }
            #expect(lane == 1)
            try catalog.close()
        }
    }

    @Test func `a step that fails leaves the older ledger whole, and the next opening goes on`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            try Self.writeSecondVersion(at: path)
            var broken = Array(ledgerMigrations().prefix(3))
            let last = broken.removeLast()
            broken.append(
                CatalogMigration(identifier: last.identifier) { db in
                    try last.body(db)
                    throw CancellationError()
                }
            )
            #expect(throws: CatalogError.self) { try CatalogDatabase.open(at: path, extraMigrations: broken) }
            let queue = try DatabaseQueue(path: path)
            let columns = try queue.read { try $0.columns(in: "lane").map(\.name) }
            #expect(columns == ["id", "name", "jobClass", "concurrency", "delayMs"])
            #expect(try queue.read { try String.fetchOne($0, sql: "SELECT text FROM wish") } == "name: s")
            try queue.close()
            let catalog = try CatalogDatabase.open(at: path, extraMigrations: ledgerMigrations())
            let request = try catalog.read { try LedgerStore($0).syncRequest(of: 1) }
            #expect(request == nil)
            try catalog.close()
        }
    }

    private static func writeSecondVersion(at path: String) throws {
        let older = Array(ledgerMigrations().prefix(2))
        let catalog = try CatalogDatabase.open(at: path, extraMigrations: older)
        try catalog.write { db in
            try db.execute(
                sql: """
                    INSERT INTO wish (sourceID, text) VALUES (1, 'name: s');
                    INSERT INTO lane (name, jobClass, concurrency, delayMs) VALUES ('host:80', 0, 2, 1000);
                    INSERT INTO job (kind, key, sourceID, laneID, spec) VALUES (3, 's:1', 1, 1, x'');
                    """
            )
        }
        try catalog.close()
    }
}

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
