import Foundation
import GRDB
import LarderMerging
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
    try withTemporaryFolder { folder in
        let path = folder + "/catalog.sqlite"
        let catalog = try CatalogDatabase.open(at: path)
        _ = try catalog.beginSync()
        try catalog.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE text DROP COLUMN language;
                    DROP TABLE provenance;
                    CREATE TABLE provenance (
                        id INTEGER PRIMARY KEY,
                        recordURN TEXT NOT NULL,
                        recordKind TEXT NOT NULL,
                        sourceID INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
                        url TEXT,
                        fetchedAt INTEGER,
                        validator TEXT,
                        digest BLOB CHECK (length(digest) = 32),
                        readerVersion INTEGER NOT NULL,
                        syncID INTEGER NOT NULL,
                        fullness INTEGER NOT NULL,
                        fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
                        UNIQUE (recordURN, recordKind)
                    );
                    CREATE INDEX provenance_on_sourceID ON provenance(sourceID);
                    INSERT INTO provenance (recordURN, recordKind, sourceID, readerVersion, syncID, fullness, fingerprint)
                    VALUES ('recipe:sample:9', 'recipe', 1, 1, 0, 7, zeroblob(32));
                    DROP TABLE note;
                    DROP VIEW link;
                    CREATE TABLE link (
                        textID INTEGER NOT NULL REFERENCES text(id) ON DELETE CASCADE,
                        position INTEGER NOT NULL,
                        url TEXT NOT NULL,
                        start INTEGER NOT NULL,
                        length INTEGER NOT NULL,
                        PRIMARY KEY (textID, position)
                    );
                    DELETE FROM grdb_migrations WHERE identifier <> 'catalog-1';
                    """
            )
        }
        try catalog.close()
        try body(path)
    }
}
