import Foundation
import Larder
import LarderCatalogWriting
import LarderFixtures
import LarderModel
import Testing

@Suite("Changes") struct ChangeTests {
    @Test func `a sync's changes are told with what changed`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([recipe(1, "Soup"), recipe(2, "Cake"), recipe(3, "Bread")])
        let larder = try await fixture.open()
        #expect(try await larder.read { try $0.changes(after: 0) }.map(\.kind) == [.added, .added, .added])
        let first = try await larder.read { try $0.latestChange() }
        #expect(try await larder.read { try $0.changes(after: first) } == [])

        try fixture.beginSync()
        try fixture.add([
            recipe(1, "Soup") { $0.ingredients = [Ingredient(text: "salt")] }, recipe(2, "Cake"), recipe(4, "Pie"),
        ])
        try fixture.add(text: "Sweet.", of: "recipe:sample:2")
        try fixture.execute("UPDATE recipe SET goneAt = 9 WHERE recordID = '3'")
        let changes = try await larder.read { try $0.changes(after: first) }
        #expect(
            changes.map { "\($0.kind) \($0.title ?? "") \($0.fields)" } == [
                "changed Soup [\"ingredients\"]", "added Pie []", "changed Cake [\"text\"]", "gone Bread []",
            ]
        )

        let second = try await larder.read { try $0.latestChange() }
        let sync = fixture.sync.id
        #expect(try await larder.read { try $0.changes(of: sync) } == changes)
        try fixture.beginSync(at: 3_000)
        try fixture.execute(
            "UPDATE recipe SET goneAt = NULL WHERE recordID = '3'; DELETE FROM recipe WHERE recordID = '4'"
        )
        let later = try await larder.read { try $0.changes(after: second) }
        #expect(later.map { "\($0.kind) \($0.item)" } == ["removed recipe:sample:4", "back recipe:sample:3"])

        try fixture.execute("UPDATE change SET writtenAt = 1000 * syncID")
        try fixture.tidy(at: ItemIndexer.changesKeptMs + 2_500)
        #expect(try await larder.read { try $0.changes(of: sync) } == [])
        #expect(try await larder.read { try $0.changes(after: second) }.count == 2)
    }

    @Test func `what an app read before the sync ended is told of again when it changes or goes`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([recipe(1, "Soup"), recipe(2, "Cake")])
        let larder = try await fixture.open()
        func news(after last: inout Int64) async throws -> [String] {
            let changes = try await larder.read { [last] in try $0.changes(after: last) }
            last = changes.last?.id ?? last
            return changes.map { "\($0.kind) \($0.item)" }
        }
        var last: Int64 = 0
        #expect(try await news(after: &last) == ["added recipe:sample:1", "added recipe:sample:2"])
        try fixture.add([recipe(1, "Soup") { $0.ingredients = [Ingredient(text: "salt")] }])
        #expect(try await news(after: &last) == ["added recipe:sample:1"])
        let recipe2 = "DELETE FROM recipe WHERE recordID = '2'; DELETE FROM provenance WHERE recordURN LIKE '%:2'"
        try fixture.execute(recipe2)
        #expect(try await news(after: &last) == ["removed recipe:sample:2"])
        try fixture.add([recipe(2, "Cake")])
        #expect(try await news(after: &last) == ["added recipe:sample:2"])
        try fixture.execute("DELETE FROM recipe WHERE recordID = '2'")
        #expect(try await news(after: &last) == ["removed recipe:sample:2"])
        let sync = fixture.sync.id
        #expect(try await larder.read { try $0.changeCounts(of: sync) } == [.added: 1, .removed: 1])
    }

    @Test func `removing a source removes its items, and is told as their removal`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([recipe(1, "Soup") { $0.sourceURL = "https://sample.example/soup" }])
        try fixture.execute("DELETE FROM recipe; DELETE FROM source")
        let larder = try await fixture.open()
        let changes = try await larder.read { try $0.changes(after: 0) }
        #expect(changes.map(\.kind) == [.removed] && changes.map(\.source) == ["sample"])
        #expect(try await larder.read { try $0.recipeCards() }.rows == [])
        #expect(try await larder.read { try $0.titles(matching: "soup") } == [])
        #expect(try await larder.read { try $0.item(at: #require(URL(string: "https://sample.example/soup"))) } == nil)
    }

    @Test func `a text whose links alone changed is told as changed`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([recipe(1, "Soup")])
        try fixture.add(text: "Warm.", of: "recipe:sample:1")
        try fixture.beginSync()
        let runs = "json_set(runs, '$.links', json_array('https://a.example'))"
        try fixture.execute("UPDATE text SET plain = plain, runs = \(runs)")
        let larder = try await fixture.open()
        let sync = fixture.sync.id
        #expect(try await larder.read { try $0.changes(of: sync) }.map(\.fields) == [["text"]])
    }

    @Test func `values come again when they are not the same, and only then`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([recipe(1, "Soup")])
        let larder = try await fixture.open()
        var counts = larder.values { try $0.recipeCards().rows.count }.makeAsyncIterator()
        var changes = try await larder.changes().makeAsyncIterator()
        #expect(try await counts.next() == 1)
        try fixture.add(text: "Warm.", of: "recipe:sample:1")
        #expect(try await changes.next()?.contains(.texts) == true)
        try fixture.add([recipe(2, "Cake")])
        #expect(try await counts.next() == 2)
    }
}
