import Foundation
import GRDB
import Larder
import LarderFixtures
import LarderGRDB
import LarderModel
import Testing

@Suite("Opening a larder") struct OpeningTests {
    private func code(_ folder: URL) async -> LarderError.Code? {
        do {
            let larder = try await Larder(readingFrom: folder)
            _ = try await larder.read { try $0.recipeCards() }
            return nil
        } catch {
            return (error as? LarderError)?.code
        }
    }

    @Test func `each refusal has a code and words for people`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "larder-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(await code(folder) == .missing)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "catalog.sqlite")
        try Data().write(to: file)
        #expect(await code(folder) == .empty)
        try Data("no database, but a text that is long enough".utf8).write(to: file)
        #expect(await code(folder) == .foreign)
        for error in LarderError.Code.allCases {
            #expect(!error.rawValue.isEmpty)
        }
        do {
            _ = try await Larder(readingFrom: folder)
        } catch {
            #expect(error.errorDescription == "The file is not offline content of this app.")
            #expect(error.recoverySuggestion != nil)
            #expect(error.description.contains(file.path(percentEncoded: false)))
        }
    }

    @Test func `a catalog of another version is told apart`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([recipe(1, "Soup")])
        #expect(await code(fixture.folder) == nil)
        try fixture.execute("INSERT INTO grdb_migrations (identifier) VALUES ('catalog-9999')")
        #expect(await code(fixture.folder) == .newer)
    }

    @Test func `a mistake in an app's own SQL is no damage of the catalog`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([recipe(1, "Soup")])
        let larder = try await fixture.open()
        for sql in ["SELECT nothing", "SELECT * FROM nowhere", "DELETE FROM recipe"] {
            await #expect(throws: DatabaseError.self, "\(sql)") {
                try await larder.readDatabase { db in try db.execute(sql: sql) }
            }
        }
        let cards = try await larder.readDatabase { db in try CardRecord.fetchAll(db) }
        #expect(cards.map(\.imageFile) == [nil])
    }
}
