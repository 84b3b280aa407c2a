import Foundation
import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

/// What an app does, that knows neither the writer nor SQLite.
@Suite("Catalog reading") struct CatalogReadingTests {
    private func merge(_ record: Recipe, into catalog: CatalogDatabase) throws {
        let sync = try catalog.beginSync()
        _ = try catalog.write { try CatalogWriter($0).merge(record, provenance: provenance(), sync: sync) }
    }

    private func openDescriptors(in folder: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
            return target?.hasPrefix(folder) ?? false
        }
    }

    @Test func `an app reads while a writer has the file open, and the next read sees what was committed`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let writer = try CatalogDatabase.open(at: path)
            let catalog = try Catalog(readingFrom: path)
            #expect(catalog.path == path)
            #expect(try catalog.read { try $0.counts().recipes } == 0)
            try merge(recipe(1), into: writer)
            #expect(try catalog.read { try $0.recipe(urn: "recipe:sample:1")?.recipe.record } == recipe(1))
            try writer.close()
            #expect(try catalog.read { try $0.counts().recipes } == 1)
        }
    }

    @Test func `one read is one unchanging snapshot`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let writer = try CatalogDatabase.open(at: path)
            try merge(recipe(1), into: writer)
            let catalog = try Catalog(readingFrom: path)
            try catalog.read { reader in
                #expect(try reader.counts().recipes == 1)
                try merge(recipe(2), into: writer)
                #expect(try reader.counts().recipes == 1)
            }
            #expect(try catalog.read { try $0.counts().recipes } == 2)
            try writer.close()
        }
    }

    @Test func `many tasks read at once`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let writer = try CatalogDatabase.open(at: path)
            try merge(recipe(1), into: writer)
            let catalog = try Catalog(readingFrom: path)
            let titles = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<24 {
                    group.addTask { try await catalog.read { try $0.recipe(urn: "recipe:sample:1")?.recipe.title } }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(titles == Array(repeating: "Soup", count: 24))
            try writer.close()
        }
    }

    @Test func `a missing file is an error by name, and none is made`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            do throws(CatalogError) {
                _ = try Catalog(readingFrom: path)
                Issue.record("there is nothing to read")
            } catch {
                #expect(error.code == .missing)
                #expect(error.message.contains(path))
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(files.isEmpty)
            #expect(refusal { _ = try Catalog(readingFrom: folder + "/no/catalog.sqlite") } == .missing)
        }
    }

    @Test func `a foreign, a newer, an older and an empty file are refused`() throws {
        try withTemporaryFolder { folder in
            let foreign = folder + "/foreign.sqlite"
            let queue = try DatabaseQueue(path: foreign)
            try queue.write { try $0.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY)") }
            try queue.close()
            #expect(refusal { _ = try Catalog(readingFrom: foreign) } == .notOurs)

            let newer = folder + "/newer.sqlite"
            let writer = try CatalogDatabase.open(at: newer)
            try writer.write { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('catalog-999')") }
            try writer.close()
            #expect(refusal { _ = try Catalog(readingFrom: newer) } == .newer)

            let older = folder + "/older.sqlite"
            try CatalogDatabase.open(at: older).close()
            let plain = try DatabaseQueue(path: older)
            try plain.write { db in
                try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier <> 'catalog-11'")
                try db.execute(sql: "UPDATE grdb_migrations SET identifier = 'catalog-10'")
            }
            try plain.close()
            #expect(refusal { _ = try Catalog(readingFrom: older) } == .older)

            let empty = folder + "/empty.sqlite"
            #expect(FileManager.default.createFile(atPath: empty, contents: nil))
            #expect(refusal { _ = try Catalog(readingFrom: empty) } == .missing)
        }
    }

    @Test func `an error of the app keeps its type, one of SQLite names the file`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            try CatalogDatabase.open(at: path).close()
            let catalog = try Catalog(readingFrom: path)
            await #expect(throws: Stop.self) { try await catalog.read { _ in throw Stop() } }
            let error = await #expect(throws: CatalogError.self) {
                try await catalog.read { _ in throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            }
            #expect(error?.code == .corrupt)
            #expect(error?.message.contains(path) == true)
        }
    }

    @Test func `an app leaves the file as it was, and closes it with the last copy`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/catalog.sqlite"
            let writer = try CatalogDatabase.open(at: path)
            try merge(recipe(1), into: writer)
            try writer.close()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let idle = try openDescriptors(in: folder)  // the closed writer may hold its lock file still
            func readOnce() throws -> (recipes: Int, descriptors: Int) {
                let catalog = try Catalog(readingFrom: path)
                let copy = catalog
                return (try copy.read { try $0.counts().recipes }, try openDescriptors(in: folder))
            }
            for _ in 0..<3 {
                let (recipes, descriptors) = try readOnce()
                #expect(recipes == 1 && descriptors > idle)
                #expect(try openDescriptors(in: folder) == idle)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }
}
