import Foundation
import GRDB
import LarderCatalogWriting
import LarderModel
import Testing

@testable import LarderCatalog

@Suite("Upgrading a catalog") struct CatalogUpgradeTests {
    @Test func `a file of the first version is brought up to date for the writer, and keeps what it holds`() throws {
        try withFirstVersion { path in
            let catalog = try CatalogDatabase.open(at: path)
            let kept = try catalog.read { db in try Int.fetchAll(db, sql: "SELECT completeness FROM provenance") }
            #expect(kept == [7])
            let sync = try catalog.beginSync()
            _ = try catalog.write {
                try CatalogWriter($0).merge(recipe(), provenance: provenance(), sync: sync)
            }
            #expect(try catalog.integrityProblems() == ["ok"])
            try catalog.close()
            let reader = try CatalogDatabase.openForReading(at: path)
            #expect(try reader.read { try CatalogReader($0).recipe(urn: "recipe:sample:1") }?.recipe.title == "Soup")
            try reader.close()
        }
    }

    @Test func `a file of the first version is refused to readers with the way out, and left as it was`() throws {
        try withFirstVersion { path in
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let error = #expect(throws: CatalogError.self) { try CatalogDatabase.openForReading(at: path) }
            #expect(error?.code == .older)
            #expect(error?.message.contains("older version") == true && error?.message.contains("Run a sync") == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test func `a step that fails on the way to a newer version leaves the older one whole`() throws {
        try withFirstVersion { path in
            let broken = CatalogMigration(identifier: "ledger-1") { db in
                try db.execute(sql: "DELETE FROM provenance")
                try db.execute(sql: "INSERT INTO nowhere DEFAULT VALUES")
            }
            #expect(refusal { _ = try CatalogDatabase.open(at: path, extraMigrations: [broken]) } == .invalid)
            let catalog = try CatalogDatabase.open(at: path)
            let kept = try catalog.count("provenance")
            #expect(kept == 1)
            try catalog.close()
        }
    }
}

/// Runs `body` with a file as the first version of Larder made it: with one source, and what it noted of one record.
private func withFirstVersion(_ body: (String) throws -> Void) throws {
    try withVersion(1) { db in
        try db.execute(
            sql: """
                INSERT INTO provenance (recordURN, recordKind, sourceID, readerVersion, syncID, fullness, fingerprint)
                VALUES ('recipe:sample:9', 'recipe', 1, 1, 0, 7, zeroblob(32));
                """
        )
    } body: { path in
        try body(path)
    }
}

/// Runs `body` with a file as an earlier version of Larder made it, with one source and what `fill` puts there.
func withVersion(_ version: Int, _ fill: (Database) throws -> Void, body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
        let path = folder + "/catalog.sqlite"
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(CatalogDatabase.applicationID);
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    """
            )
            for migration in CatalogMigration.catalog.prefix(version) {
                try migration.body(db)
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [migration.identifier])
            }
            try db.execute(
                sql: """
                    INSERT INTO source (id, urn, name, kind) VALUES (1, 'source:sample', 'sample', 'food2fork');
                    INSERT INTO sync (id, sourceID, startedAt, state) VALUES (1, 1, 0, 'finished');
                    """
            )
            try fill(db)
        }
        try queue.close()
        try body(path)
    }
}
