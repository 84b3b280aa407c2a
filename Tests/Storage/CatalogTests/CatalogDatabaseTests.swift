import Foundation
import GRDB
import LarderCatalog
import Testing

private struct Stop: Error {}

@Suite("Catalog database") struct CatalogDatabaseTests {
    @Test func `a new file is a catalog with durable commits and foreign keys`() throws {
        try withCatalog { catalog throws in
            func pragma(_ name: String) throws -> String {
                try catalog.pool.writeWithoutTransaction { db in
                    try String.fetchOne(db, sql: "PRAGMA \(name)") ?? ""
                }
            }
            #expect(try pragma("journal_mode") == "wal")
            #expect(try pragma("synchronous") == "2")
            #expect(try pragma("foreign_keys") == "1")
            #expect(try pragma("page_size") == "4096")
            #expect(try pragma("application_id") == "\(0x4C52_4452)")
        }
    }

    @Test func `a catalog opens again with what it held`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let first = try CatalogDatabase.open(at: path)
            let sync = try first.beginSync()
            _ = try first.write { try CatalogWriter($0).merge(recipe: recipe(), provenance: provenance(), sync: sync) }
            let content = try first.content()
            try first.close()
            let second = try CatalogDatabase.open(at: path)
            #expect(try second.content() == content)
            try second.close()
        }
    }

    @Test func `further tables join the same file and are kept`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let ledger = CatalogMigration(identifier: "ledger-1") { db in
                try db.execute(sql: "CREATE TABLE job (id INTEGER PRIMARY KEY, syncID INTEGER REFERENCES sync(id))")
            }
            for round in 1...2 {
                let catalog = try CatalogDatabase.open(at: path, extraMigrations: [ledger])
                try catalog.write { try $0.execute(sql: "INSERT INTO job DEFAULT VALUES") }
                #expect(try catalog.count("job") == round)
                try catalog.close()
            }
        }
    }

    @Test func `a step that fails leaves no trace and names itself as invalid`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let broken = CatalogMigration(identifier: "ledger-1") { db in
                try db.execute(sql: "CREATE TABLE job (id INTEGER PRIMARY KEY)")
                try db.execute(sql: "INSERT INTO nowhere DEFAULT VALUES")
            }
            #expect(refusal { _ = try CatalogDatabase.open(at: path, extraMigrations: [broken]) } == .invalid)
            let catalog = try CatalogDatabase.open(at: path)
            #expect(try catalog.read { try $0.tableExists("job") } == false)
            #expect(try catalog.read { try $0.tableExists("recipe") })
            try catalog.close()
        }
    }

    @Test func `an opening that stopped after the header goes on`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA application_id = \(CatalogDatabase.applicationID)")
                try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            }
            try queue.close()
            let catalog = try CatalogDatabase.open(at: path)
            #expect(try catalog.count("recipe") == 0)
            try catalog.close()
        }
    }

    @Test func `an empty file becomes a catalog`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            let catalog = try CatalogDatabase.open(at: path)
            #expect(try catalog.count("recipe") == 0)
            try catalog.close()
        }
    }

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

    @Test func `a file of the first version is brought up to date for the writer, and keeps what it holds`() throws {
        try withFirstVersion { path in
            let catalog = try CatalogDatabase.open(at: path)
            let kept = try catalog.read { db in try Int.fetchAll(db, sql: "SELECT completeness FROM provenance") }
            #expect(kept == [7])
            let sync = try catalog.beginSync()
            _ = try catalog.write {
                try CatalogWriter($0).merge(recipe: recipe(), provenance: provenance(), sync: sync)
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

    @Test func `readers see commits while the writer is open and cannot write`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let catalog = try CatalogDatabase.open(at: path)
            let reader = try CatalogDatabase.openForReading(at: path)
            #expect(try reader.read { try CatalogReader($0).counts().recipes } == 0)
            let sync = try catalog.beginSync()
            _ = try catalog.write {
                try CatalogWriter($0).merge(recipe: recipe(), provenance: provenance(), sync: sync)
            }
            #expect(try reader.read { try CatalogReader($0).counts().recipes } == 1)
            #expect(throws: DatabaseError.self) { try reader.write { try $0.execute(sql: "DELETE FROM recipe") } }
            try reader.close()
            try catalog.close()
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

    @Test func `a writer that was dropped lets the next one in`() throws {
        try withTemporaryFolder { folder in
            for _ in 0..<3 {
                let catalog = try CatalogDatabase.open(at: folder + "/catalog.sqlite")
                _ = try catalog.beginSync()
            }
            let catalog = try CatalogDatabase.open(at: folder + "/catalog.sqlite")
            let syncs = try catalog.count("sync")
            #expect(syncs == 3)
            try catalog.close()
        }
    }

    @Test func `what a killed writer had committed is read and kept`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let catalog = try CatalogDatabase.open(at: path)
            let sync = try catalog.beginSync()
            _ = try catalog.write {
                try CatalogWriter($0).merge(recipe: recipe(), provenance: provenance(), sync: sync)
            }
            // The files as a killed process leaves them: the log not folded in, its index gone with the memory.
            let copy = folder + "/killed.sqlite"
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }
            let reader = try CatalogDatabase.openForReading(at: copy)
            let title = try reader.read { try CatalogReader($0).recipe(urn: "recipe:sample:1") }?.recipe.title
            #expect(title == "Soup")
            try reader.close()
            let content = try catalog.content()
            let again = try CatalogDatabase.open(at: copy)
            #expect(try again.content() == content)
            try again.close()
            try catalog.close()
        }
    }

    @Test func `a snapshot shipped out of WAL opens for reading`() throws {
        try withTemporaryFolder { folder in
            let catalog = try CatalogDatabase.open(at: folder + "/catalog.sqlite")
            let sync = try catalog.beginSync()
            _ = try catalog.write {
                try CatalogWriter($0).merge(recipe: recipe(), provenance: provenance(), sync: sync)
            }
            try catalog.pool.writeWithoutTransaction { db in
                try db.execute(sql: "VACUUM INTO ?", arguments: [folder + "/snapshot.sqlite"])
            }
            let snapshot = try CatalogDatabase.openForReading(at: folder + "/snapshot.sqlite")
            #expect(try snapshot.read { try CatalogReader($0).recipe(urn: "recipe:sample:1") }?.recipe.title == "Soup")
            try snapshot.close()
            try catalog.close()
        }
    }

    @Test func `errors inside a transaction roll it back and keep their type`() throws {
        try withCatalog { catalog in
            let stopped = Result {
                try catalog.write { db in
                    try CatalogWriter(db).upsertSource(Source(name: "a", kind: "feed"))
                    throw Stop()
                }
            }
            #expect(throws: Stop.self) { try stopped.get() }
            let count = try catalog.count("source")
            #expect(count == 0)
            let code = refusal { _ = try catalog.write { try CatalogWriter($0).beginSync(source: 7, startedAt: 0) } }
            #expect(code == .invalid)  // there is no source 7
        }
    }

    @Test func `opening and closing often leaks no descriptor`() throws {
        try withTemporaryFolder { folder in
            func openDescriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                    // A descriptor that is gone by now is no leak.
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
                    return target?.hasPrefix(folder) ?? false
                }
            }
            for _ in 0..<20 {
                let catalog = try CatalogDatabase.open(at: folder + "/catalog.sqlite")
                let reader = try CatalogDatabase.openForReading(at: folder + "/catalog.sqlite")
                try reader.close()
                try catalog.close()
                #expect(refusal { _ = try CatalogDatabase.open(at: folder) } == .notOurs)
            }
            #expect(try openDescriptors() == 0)
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

/// Runs `body` with a file as the first version of Larder made it: with one source, and what it noted of one record.
private func withFirstVersion(_ body: (String) throws -> Void) throws {
    try withTemporaryFolder { folder in
        let path = folder + "/catalog.sqlite"
        let catalog = try CatalogDatabase.open(at: path)
        _ = try catalog.beginSync()
        try catalog.write { db in
            try db.execute(
                sql: """
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
                    DELETE FROM grdb_migrations WHERE identifier <> 'catalog-1';
                    """
            )
        }
        try catalog.close()
        try body(path)
    }
}

/// The code of the error that `body` throws; nil when it throws none.
func refusal(_ body: () throws -> Void) -> CatalogError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? CatalogError)?.code
    }
}
