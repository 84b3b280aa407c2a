import Foundation
import GRDB
import Larder
import LarderCatalog
import LarderFixtures
import LarderModel
import Testing

@Suite("Indexing items") struct IndexingTests {
    @Test func `a sync that finds everything again leaves nothing to be indexed`() throws {
        let fixture = try LarderFixture()
        let recipes = (0..<20).map { recipe($0, "Soup \($0)") }
        try fixture.add(recipes)
        try fixture.beginSync()
        try fixture.database.write { db in
            try db.execute(sql: "UPDATE recipe SET goneAt = NULL, lastSeen = 5")
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM pendingItem") == 0)
            try db.execute(sql: "UPDATE recipe SET goneAt = 9 WHERE recordID = '3'")
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM pendingItem") == 1)
        }
    }

    @Test func `a better rating moves a recipe up, and is told as a change of rows alone`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([recipe(1, "Soup") { $0.rating = 3 }, recipe(2, "Cake") { $0.rating = 4 }])
        let larder = try await fixture.open()
        #expect(try await larder.read { try $0.recipeCards() }.rows.map(\.title) == ["Cake", "Soup"])
        let known = try await larder.read { try $0.latestChange() }
        var changes = try await larder.changes().makeAsyncIterator()
        try fixture.beginSync()
        try fixture.add([recipe(1, "Soup") { $0.rating = 5 }])
        #expect(try await changes.next()?.contains(.items) == true)
        #expect(try await larder.read { try $0.recipeCards() }.rows.map(\.title) == ["Soup", "Cake"])
        #expect(try await larder.read { try $0.changes(after: known) } == [])
    }

    @Test func `pages go on behind rows of equal rank`() async throws {
        let fixture = try LarderFixture()
        try fixture.add((0..<500).map { recipe($0, "Soup \($0)") })
        let larder = try await fixture.open()
        let ids = try await larder.read { reader in
            var (ids, cursor): ([String], PageCursor?) = ([], nil)
            repeat {
                let page = try reader.recipeCards(after: cursor, limit: 7)
                ids += page.rows.map(\.id)
                cursor = page.next
            } while cursor != nil
            return ids
        }
        #expect(ids == (0..<500).reversed().map { "recipe:sample:\($0)" })
    }
}
