import Foundation
import GRDB
import LarderCatalogWriting
import LarderModel
import Testing

@testable import LarderCatalog

@Suite("Upgrading a catalog") struct CatalogUpgradeTests {
    private static let next = CatalogMigration(identifier: "ledger-1") { db in
        try db.execute(sql: "ALTER TABLE recipe ADD COLUMN taste TEXT")
    }

    @Test func `a further step brings a file up to date and keeps what it holds`() throws {
        try withFilledCatalog { path in
            #expect(
                refusal { _ = try CatalogDatabase.openForReading(at: path, extraMigrations: [Self.next]) } == .older
            )
            let catalog = try CatalogDatabase.open(at: path, extraMigrations: [Self.next])
            #expect(
                try catalog.read { try String.fetchAll($0, sql: "SELECT title FROM recipe WHERE taste IS NULL") } == [
                    "Soup"
                ]
            )
            #expect(try catalog.integrityProblems() == ["ok"])
            try catalog.close()
            let reader = try CatalogDatabase.openForReading(at: path, extraMigrations: [Self.next])
            #expect(try reader.read { try CatalogReader($0).recipe(urn: "recipe:sample:1") }?.recipe.title == "Soup")
            try reader.close()
        }
    }

    /// Makes a catalog as the release with the steps up to a number made it, with a source.
    private func makeCatalog(of step: Int, at path: String, _ more: (Database) throws -> Void) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            for (number, body) in CatalogSchema.steps where number <= step {
                try body(db)
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: ["catalog-\(number)"])
            }
            try db.execute(sql: "PRAGMA application_id = \(CatalogDatabase.applicationID)")
            try db.execute(sql: "INSERT INTO source (id, urn, name, kind) VALUES (1, 'source:x', 'x', 'website')")
            try more(db)
        }
        try queue.close()
    }

    @Test func `articles of an earlier release that are addresses alone go, all others stay`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            try makeCatalog(of: 12, at: path) { db in
                for (name, title, isPartial) in [
                    ("a", "http://e.test/a", 1), ("b", "B", 1), ("c", "http://e.test/c", 0),
                ] {
                    try db.execute(
                        sql: """
                            INSERT INTO article (urn, sourceID, title, url, isPartial)
                            VALUES ('article:x:' || ?1, 1, ?2, 'http://e.test/' || ?1, ?3)
                            """,
                        arguments: [name, title, isPartial]
                    )
                }
            }
            let catalog = try CatalogDatabase.open(at: path)
            let urns = try catalog.read { try String.fetchAll($0, sql: "SELECT urn FROM article ORDER BY urn") }
            #expect(urns == ["article:x:b", "article:x:c"])
            #expect(try catalog.count("attachment") == 0 && catalog.count("articlePicture") == 0)
            #expect(try catalog.integrityProblems() == ["ok"])
            try catalog.close()
        }
    }

    @Test func `items of an earlier release are indexed, and no sync counts as the one that added them`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            try makeCatalog(of: 15, at: path) { db in
                try db.execute(
                    sql: "INSERT INTO recipe (urn, sourceID, recordID, title) VALUES ('recipe:x:1', 1, '1', 'Soup')"
                )
            }
            let catalog = try CatalogDatabase.open(at: path)
            let sync = try catalog.beginSync(source: "x")
            #expect(sync.sourceID.rawValue == 1)
            #expect(try catalog.write { db in try ItemIndexer(db).indexPending(limit: .max) })
            #expect(try catalog.count("pendingItem") == 0)
            #expect(try catalog.count("item WHERE addedSyncID IS NULL") == 1)
            #expect(try catalog.count("titleSearch WHERE titleSearch MATCH 'soup'") == 1)
            #expect(try catalog.integrityProblems() == ["ok"])
            try catalog.close()
        }
    }

    @Test func `a step that fails leaves the file whole, and the next opening goes on`() throws {
        try withFilledCatalog { path in
            let broken = CatalogMigration(identifier: "ledger-2") { db in
                try db.execute(sql: "DELETE FROM recipe")
                try db.execute(sql: "INSERT INTO nowhere DEFAULT VALUES")
            }
            let steps = [Self.next, broken]
            #expect(refusal { _ = try CatalogDatabase.open(at: path, extraMigrations: steps) } == .invalid)
            let catalog = try CatalogDatabase.open(at: path, extraMigrations: [Self.next])
            #expect(try catalog.count("recipe") == 1)
            try catalog.close()
        }
    }

    @Test(arguments: [
        ("catalog-1", CatalogError.Code.older), ("catalog-10", .older), ("catalog-999", .newer),
        ("catalog-next", .newer),
    ]) func `a file whose first tables were other ones is refused and left as it was`(
        step: String,
        code: CatalogError.Code
    ) throws {
        try withFilledCatalog { path in
            let queue = try DatabaseQueue(path: path)
            try queue.write { db in
                try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier <> 'catalog-11'")
                try db.execute(sql: "UPDATE grdb_migrations SET identifier = ?", arguments: [step])
            }
            try queue.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(refusal { _ = try CatalogDatabase.open(at: path) } == code)
            #expect(refusal { _ = try CatalogDatabase.openForReading(at: path) } == code)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }
}

/// Runs `body` with a closed catalog that holds one recipe.
private func withFilledCatalog(_ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
        let path = folder + "/catalog.sqlite"
        let catalog = try CatalogDatabase.open(at: path)
        let sync = try catalog.beginSync()
        _ = try catalog.write { try CatalogWriter($0).merge(recipe(), provenance: provenance(), sync: sync) }
        try catalog.close()
        try body(path)
    }
}
