import Foundation
import GRDB
import Larder
import LarderCatalog
import LarderFixtures
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

    @Test func `the catalog keeps the order of titles in a language that many recipes are written in`() async throws {
        let fixture = try LarderFixture()
        let titles = ["Zander", "äpple", "Apfel", "Ål", "öl", "2 ägg", "10 ägg"]
        try fixture.add(titles.enumerated().map { recipe($0, $1) { $0.language = "en" } })
        let inSwedish = RecipeOrder.title(Locale(identifier: "sv_SE"))
        func languages(_ table: String = "titleLanguage", _ column: String = "name") throws -> [String] {
            try fixture.database.read { try String.fetchAll($0, sql: "SELECT \(column) FROM \(table)") }
        }
        try fixture.tidy(at: 3_000)
        #expect(try languages().isEmpty)
        let larder = try await fixture.open()
        let first = try await larder.read { try $0.recipeCards(order: inSwedish, limit: 3) }
        #expect(first.rows.map(\.title) == ["2 ägg", "10 ägg", "Apfel"])
        // One recipe in ten or more.
        try fixture.add([recipe(8, "Älg") { $0.language = "sv" }])
        try fixture.tidy(at: 3_000)
        #expect(try languages() == ["sv"])
        try fixture.add([recipe(9, "Ärtsoppa") { $0.language = "sv" }])
        try fixture.execute("UPDATE recipe SET title = 'Åkerbär' WHERE recordID = '0'")
        let sorted = ["2 ägg", "10 ägg", "Apfel", "Åkerbär", "Ål", "Älg", "äpple", "Ärtsoppa", "öl"]
        #expect(try await all(larder, inSwedish).map(\.title) == sorted)
        #expect(try await all(larder, inSwedish, RecipeFilter(source: "sample")).map(\.title) == sorted)
        try fixture.execute("UPDATE recipe SET goneAt = 5000 WHERE recordID = '9'")
        #expect(try await all(larder, inSwedish).map(\.title) == sorted.filter { $0 != "Ärtsoppa" })
        // A cursor of the order before is told apart.
        do {
            _ = try await larder.read { try $0.recipeCards(order: inSwedish, after: first.next) }
            Issue.record("read on in another order")
        } catch {
            #expect((error as? LarderError)?.code == .otherOrder)
        }
        try fixture.execute("UPDATE recipe SET language = 'en', title = title || '!'")
        try fixture.tidy(at: 3_000)
        #expect(try languages().isEmpty)
        #expect(try languages("titleOrder", "language").isEmpty)
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
        let filter = RecipeFilter(category: "soups", cuisine: "Thai", maxMinutes: 30)
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

    @Test func `rows by URN come in their order, and filters are counted`() async throws {
        let fixture = try LarderFixture()
        try fixture.add((0..<9).map { number in recipe(number, "Dish \(number)") { $0.cuisines = ["Thai"] } })
        let larder = try await fixture.open()
        let urns = ["recipe:sample:7", "recipe:sample:99", "recipe:sample:2", "article:sample:1"]
        #expect(try await larder.read { try $0.recipeCards(urns) }.map(\.title) == ["Dish 7", "Dish 2"])
        #expect(try await larder.read { try $0.recipeCards(limit: .max) }.rows.count == 9)
        #expect(try await larder.read { try $0.recipeCards(limit: .min) }.rows.isEmpty)
        #expect(try await larder.read { try $0.recipeCount() } == 9)
        #expect(try await larder.read { try $0.recipeCount(filter: RecipeFilter(cuisine: "THAI")) } == 9)
        #expect(try await larder.read { try $0.recipeCount(filter: RecipeFilter(cuisine: "Thai", keyword: "x")) } == 0)
    }

    @Test func `publications are told apart by the case of their identifiers`() async throws {
        let fixture = try LarderFixture()
        let outlets = ["UCab", "UCAB", "UCab"]
        try fixture.add(
            outlets.enumerated().map { number, outlet in
                var article = Article(urn: "article:sample:\(number)", title: "News \(number)")
                article.outletID = outlet
                return article
            }
        )
        let larder = try await fixture.open()
        #expect(try await larder.read { try $0.articleSections(by: .outlet) }.map(\.count) == [2, 1])
        let filter = ArticleFilter(outlet: RecordURN.outlet(source: "sample", id: "UCAB"))
        #expect(try await larder.read { try $0.articleRows(filter: filter) }.rows.map(\.title) == ["News 1"])
        #expect(try await larder.read { try $0.articleRows(["article:sample:2"]) }.map(\.title) == ["News 2"])
        #expect(try await larder.read { try $0.articleCount(filter: filter) } == 1)
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
