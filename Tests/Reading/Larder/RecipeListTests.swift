import Foundation
import Larder
import LarderModel
import LarderTestSupport
import Testing

@Suite("Lists of recipes") struct RecipeListTests {
    /// All rows of a list, page by page.
    private func all(
        _ larder: Larder,
        _ order: RecipeOrder,
        _ filter: RecipeFilter = RecipeFilter(),
        page: Int = 3
    ) async throws -> [RecipeCard] {
        try await larder.read { reader in
            var (rows, cursor): ([RecipeCard], PageCursor?) = ([], nil)
            repeat {
                let page = try reader.recipeCards(order: order, filter: filter, after: cursor, limit: page)
                #expect(page.rows.count <= 3)
                rows += page.rows
                cursor = page.next
            } while cursor != nil
            return rows
        }
    }

    @Test func `each order, page by page, has each recipe once`() async throws {
        let fixture = try LarderFixture()
        var random = SeededGenerator(seed: 7)
        let recipes = (0..<50).map { number in
            recipe(
                number,
                "Dish \(Int.random(in: 0..<20, using: &random))",
                rank: Double.random(in: 0..<5, using: &random)
            ) {
                $0.totalMinutes = number % 5 == 0 ? nil : Int.random(in: 1..<30, using: &random)
            }
        }
        try fixture.add(recipes)
        let larder = try await fixture.open()
        let byRank = try await all(larder, .rank)
        #expect(Set(byRank.map(\.id)).count == 50)
        let ranks = Dictionary(uniqueKeysWithValues: recipes.map { ($0.urn, $0.socialRank ?? -1) })
        #expect(byRank.map { ranks[$0.id] ?? 0 } == ranks.values.sorted(by: >))
        let byMinutes = try await all(larder, .minutes)
        #expect(byMinutes.count == 40)
        #expect(byMinutes.compactMap(\.minutes) == byMinutes.compactMap(\.minutes).sorted())
        #expect(try await Set(all(larder, .newest).map(\.id)).count == 50)
        let byTitle = try await all(larder, .title(Locale(identifier: "en"))).map(\.title)
        #expect(byTitle == byTitle.sorted { $0.compare($1, options: .numeric) == .orderedAscending })
    }

    @Test func `titles are ordered by the rules of the language`() async throws {
        let fixture = try LarderFixture()
        let titles = ["Zander", "äpple", "Apfel", "Ål", "öl", "2 eggs", "10 eggs", "Émincé", "éclair"]
        try fixture.add(titles.enumerated().map { recipe($0, $1) })
        let larder = try await fixture.open()
        let german = try await all(larder, .title(Locale(identifier: "de_DE"))).map(\.title)
        #expect(german == ["2 eggs", "10 eggs", "Ål", "Apfel", "äpple", "éclair", "Émincé", "öl", "Zander"])
        let swedish = try await all(larder, .title(Locale(identifier: "sv_SE"))).map(\.title)
        #expect(swedish == ["2 eggs", "10 eggs", "Apfel", "éclair", "Émincé", "Zander", "Ål", "äpple", "öl"])
    }

    @Test func `filters hold together, in each order`() async throws {
        let fixture = try LarderFixture()
        try fixture.add(
            (0..<60).map { number in
                recipe(number, "Dish \(number)", rank: Double(number)) {
                    $0.categories = number % 2 == 0 ? ["Soups"] : ["Desserts"]
                    $0.cuisines = number % 3 == 0 ? ["Thai"] : []
                    $0.totalMinutes = number
                }
            }
        )
        let larder = try await fixture.open()
        var filter = RecipeFilter()
        filter.category = "soups"
        filter.cuisine = "Thai"
        filter.maxMinutes = 30
        for order in [
            RecipeOrder.rank, .minutes, .newest, .title(Locale(identifier: "en")), .title(Locale(identifier: "sv")),
        ] {
            let found = try await all(larder, order, filter).compactMap(\.minutes)
            #expect(found.sorted() == [0, 6, 12, 18, 24, 30], "\(order)")
        }
        let sections = try await larder.read { try $0.recipeSections(by: .category) }
        #expect(sections.map(\.count) == [30, 30])
        #expect(try await larder.read { try $0.recipeSections(by: .source) }.map(\.id) == ["sample"])
    }

    @Test func `what is gone is left out, or named`() async throws {
        let fixture = try LarderFixture()
        try fixture.add((0..<4).map { recipe($0, "Dish \($0)") { $0.categories = ["Soups"] } })
        try fixture.execute("UPDATE recipe SET goneAt = 5000 WHERE recordID IN ('1', '2')")
        let larder = try await fixture.open()
        #expect(try await all(larder, .rank).map(\.title) == ["Dish 3", "Dish 0"])
        var filter = RecipeFilter()
        filter.includesGone = true
        #expect(try await all(larder, .rank, filter).count { $0.isGone } == 2)
        #expect(try await larder.read { try $0.recipeSections(by: .category) }.first?.count == 2)
        try fixture.execute("DELETE FROM recipe WHERE recordID = '0'")
        #expect(try await larder.read { try $0.recipeSections(by: .category) }.first?.count == 1)
    }
}
