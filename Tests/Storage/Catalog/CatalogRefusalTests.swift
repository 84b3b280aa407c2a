import Foundation
import GRDB
import LarderCatalog
import LarderModel
import Testing

@Suite("Catalog refusals") struct CatalogRefusalTests {
    @Test func `another program's database is refused and left as it was`() throws {
        try withTemporaryFolder { folder in
            for identifier in [0, 77] {
                let path = folder + "/other-\(identifier).sqlite"
                let queue = try DatabaseQueue(path: path)
                try queue.writeWithoutTransaction { db in
                    try db.execute(sql: "PRAGMA application_id = \(identifier)")
                    try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY)")
                }
                try queue.close()
                let before = try Data(contentsOf: URL(fileURLWithPath: path))
                #expect(refusal { _ = try CatalogDatabase.open(at: path) } == .notOurs)
                #expect(refusal { _ = try CatalogDatabase.openForReading(at: path) } == .notOurs)
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { !$0.contains("-wal") })
            }
        }
    }

    @Test(arguments: ["hello", "SQLite format 3"])
    func `a short or broken file is refused`(start: String) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let text = start + "\u{0}"
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let code = refusal { _ = try CatalogDatabase.open(at: path) }
            #expect(code == .notOurs)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(text.utf8))
        }
    }

    @Test(arguments: ["", "SQLite format 3"]) func `a file that is no database is refused`(start: String) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let text =
                start + (start.isEmpty ? "" : "\u{0}")
                + String(repeating: "This is a letter, not a database. ", count: 200)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
            let code = refusal { _ = try CatalogDatabase.open(at: path) }
            #expect(code == .notOurs || code == .corrupt)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(text.utf8))
        }
    }

    @Test func `a folder in the file's place is refused`() throws {
        try withTemporaryFolder { folder in
            #expect(refusal { _ = try CatalogDatabase.open(at: folder) } == .notOurs)
        }
    }

    @Test func `a missing folder cannot be written, a missing file not read`() throws {
        try withTemporaryFolder { folder in
            #expect(refusal { _ = try CatalogDatabase.open(at: folder + "/no/catalog.sqlite") } == .notWritable)
            #expect(refusal { _ = try CatalogDatabase.openForReading(at: folder + "/catalog.sqlite") } == .missing)
        }
    }

    @Test(arguments: ["catalog-999", "ledger-999"]) func `a newer file is refused`(identifier: String) throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let catalog = try CatalogDatabase.open(at: path)
            try catalog.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES (?)", arguments: [identifier])
            }
            try catalog.close()
            #expect(refusal { _ = try CatalogDatabase.open(at: path) } == .newer)
            // Whoever only reads the catalog need not know the ledger.
            let expected: CatalogError.Code? = identifier.hasPrefix("catalog-") ? .newer : nil
            #expect(refusal { try CatalogDatabase.openForReading(at: path).close() } == expected)
        }
    }

    @Test func `a second writer is refused while the first has the file`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let first = try CatalogDatabase.open(at: path)
            #expect(refusal { _ = try CatalogDatabase.open(at: path) } == .busy)
            try first.close()
            let second = try CatalogDatabase.open(at: path)
            try second.close()
        }
    }
}

@Suite("Catalog error") struct CatalogErrorTests {
    @Test(arguments: [
        (ResultCode.SQLITE_FULL, CatalogError.Code.diskFull), (.SQLITE_IOERR_SHMSIZE, .diskFull), (.SQLITE_IOERR, .io),
        (.SQLITE_IOERR_WRITE, .io), (.SQLITE_READONLY, .notWritable), (.SQLITE_READONLY_DIRECTORY, .notWritable),
        (.SQLITE_CANTOPEN, .notWritable), (.SQLITE_NOTADB, .notOurs), (.SQLITE_CORRUPT, .corrupt),
        (.SQLITE_CORRUPT_VTAB, .corrupt), (.SQLITE_BUSY, .busy), (.SQLITE_BUSY_SNAPSHOT, .busy),
        (.SQLITE_CONSTRAINT_FOREIGNKEY, .invalid),
    ]) func `each result of SQLite has its code, and the message names the file`(
        result: ResultCode,
        code: CatalogError.Code
    ) throws {
        let error = try #require(CatalogError(DatabaseError(resultCode: result), path: "/larder/catalog.sqlite"))
        #expect(error.code == code)
        #expect(error.message.contains("/larder/catalog.sqlite"))
        #expect(error.cause is DatabaseError)
    }

    @Test func `an error that is not SQLite's is none of the catalog's`() {
        #expect(CatalogError(Stop(), path: "/larder/catalog.sqlite")?.code == nil)
    }
}
