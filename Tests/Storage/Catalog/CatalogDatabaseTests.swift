import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

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
            _ = try first.write { try CatalogWriter($0).merge(recipe(), provenance: provenance(), sync: sync) }
            let content = try first.content()
            try first.close()
            let second = try CatalogDatabase.open(at: path)
            #expect(try second.content() == content)
            try second.close()
        }
    }

    @Test func `a lock of another program is told of after the log was folded, too`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            try CatalogDatabase.open(at: path).close()
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: path, configuration: configuration)
            // Goes on only when it is told.
            let wait = CatalogDatabase.LockWait {
                try? other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            }
            let catalog = try CatalogDatabase.open(at: path, wait: wait)
            catalog.foldLog()
            try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            #expect(try catalog.beginSync().id == 1)
            try catalog.close()
            try other.close()
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
            let queue = try DatabaseQueue(path: path)
            #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") } == 0)
            try queue.close()
            let catalog = try CatalogDatabase.open(at: path)
            #expect(try catalog.read { try $0.tableExists("job") } == false)
            #expect(try catalog.read { try $0.tableExists("recipe") })
            try catalog.close()
        }
    }

    @Test func `a reader that needs further tables is told when they are not there yet`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let ledger = CatalogMigration(identifier: "ledger-1") { try $0.execute(sql: "CREATE TABLE job (id)") }
            try CatalogDatabase.open(at: path).close()
            #expect(refusal { _ = try CatalogDatabase.openForReading(at: path, extraMigrations: [ledger]) } == .older)
            try CatalogDatabase.open(at: path, extraMigrations: [ledger]).close()
            try CatalogDatabase.openForReading(at: path, extraMigrations: [ledger]).close()
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

    @Test func `readers see commits while the writer is open and cannot write`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let catalog = try CatalogDatabase.open(at: path)
            let reader = try CatalogDatabase.openForReading(at: path)
            #expect(try reader.read { try CatalogReader($0).counts().recipes } == 0)
            let sync = try catalog.beginSync()
            _ = try catalog.write {
                try CatalogWriter($0).merge(recipe(), provenance: provenance(), sync: sync)
            }
            #expect(try reader.read { try CatalogReader($0).counts().recipes } == 1)
            #expect(throws: DatabaseError.self) { try reader.write { try $0.execute(sql: "DELETE FROM recipe") } }
            try reader.close()
            try catalog.close()
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
                try CatalogWriter($0).merge(recipe(), provenance: provenance(), sync: sync)
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
                try CatalogWriter($0).merge(recipe(), provenance: provenance(), sync: sync)
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

    @Test func `a reader that keeps one snapshot leaves no long log behind`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let catalog = try CatalogDatabase.open(at: path)
            _ = try catalog.beginSync()
            let reader = try CatalogDatabase.openForReading(at: path)
            func logBytes() throws -> Int {
                try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int ?? 0
            }
            func write() throws {
                try catalog.write { try $0.execute(sql: "UPDATE source SET base = hex(randomblob(4000000))") }
            }
            try reader.read { db in
                #expect(try CatalogReader(db).sources().count == 1)
                for _ in 0..<12 { try write() }
                #expect(try logBytes() > 90_000_000)
            }
            for _ in 0..<2 { try write() }
            #expect(try logBytes() <= 64 << 20)
            try reader.close()
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
