import Foundation
import GRDB
import Larder
import LarderCatalog
import LarderFixtures
import LarderModel
import Testing

@Suite("Search") struct SearchTests {
    private func fixture() throws -> LarderFixture {
        let fixture = try LarderFixture()
        try fixture.add([
            recipe(1, "Crème brûlée") { $0.ingredients = [Ingredient(text: "vanilla"), Ingredient(text: "cream")] },
            recipe(2, "Chocolate cake") {
                $0.ingredients = [Ingredient(text: "dark chocolate"), Ingredient(text: "garlic")]
            },
            recipe(3, "Chicken with garlic") { $0.steps = [RecipeStep(text: "Roast the chicken slowly.")] },
            recipe(4, "鶏肉の照り焼き") { $0.ingredients = [Ingredient(text: "鶏もも肉 2枚"), Ingredient(text: "醤油")] },
            recipe(5, "חומוס ביתי") { $0.summary = "Hummus at home" },
            recipe(6, "ผัดไทย") { _ in },
            recipe(8, "Зелёный чай"), recipe(9, "Μουσακάς"),
            recipe(7, "White chocolate mousse") { $0.keywords = ["NOT", "AND"] },
        ])
        return fixture
    }

    @Test(arguments: [
        ("cho", ["recipe:sample:2", "recipe:sample:7"]), ("creme bru", ["recipe:sample:1"]),
        ("BRÛLÉE", ["recipe:sample:1"]),
        ("鶏", ["recipe:sample:4"]), ("照り", ["recipe:sample:4"]), ("焼照", []), ("חומ", ["recipe:sample:5"]),
        ("ไท", ["recipe:sample:6"]), ("чай", ["recipe:sample:8"]), ("Μουσακάς", ["recipe:sample:9"]), ("choc cake", []),
        ("choco ca", []), ("chocolate ca", ["recipe:sample:2"]),
        ("", []),
        ("\"", []), ("*", []), ("a\" OR b*", []), ("NEAR(", []),
    ])
    func `titles are found as they are typed`(text: String, expected: [String]) async throws {
        let larder = try await fixture().open()
        #expect(try await larder.read { try $0.titles(matching: text) }.map(\.id) == expected)
    }

    @Test(arguments: [
        ("garlic", ["recipe:sample:3", "recipe:sample:2"]), ("garlic chocolate", ["recipe:sample:2"]),
        ("\"dark chocolate\"", ["recipe:sample:2"]), ("\"chocolate dark\"", []), ("鶏肉", ["recipe:sample:4"]),
        ("肉", ["recipe:sample:4"]),
        ("醤油", ["recipe:sample:4"]), ("油醤", []), ("not and", ["recipe:sample:7"]), ("hummus", ["recipe:sample:5"]),
        ("roast", ["recipe:sample:3"]), ("choc", []), ("choc*", ["recipe:sample:2", "recipe:sample:7"]),
        ("dark* garlic", ["recipe:sample:2"]), ("\"dark choc*\"", ["recipe:sample:2"]),
        ("dark-chocolate", ["recipe:sample:2"]), ("chocolate-dark", []), ("*", []), ("choc* nosuchword", []),
    ])
    func `all words of an item are searched`(text: String, expected: [String]) async throws {
        let larder = try await fixture().open()
        let hits = try await larder.read { try $0.items(matching: text) }
        #expect(hits.map(\.id) == expected)
        #expect(try await larder.read { try $0.count(matching: text) } == expected.count)
        for hit in hits {
            #expect(!hit.title.marks.isEmpty || hit.snippet?.marks.isEmpty == false || text == "not and", "\(hit)")
        }
    }

    @Test func `found words are marked in the text as it is shown`() async throws {
        let larder = try await fixture().open()
        let hit = try await #require(larder.read { try $0.titles(matching: "creme bru") }.first)
        #expect(hit.title.marks.map { hit.title.text[$0] } == ["Crème", "brûlée"])
        let found = try await #require(larder.read { try $0.items(matching: "鶏もも") }.first)
        #expect(found.snippet.map { snippet in snippet.marks.map { snippet.text[$0] } } == ["鶏もも"])
    }

    @Test func `items with all words in their title come first`() async throws {
        let fixture = try LarderFixture()
        try fixture.add([
            recipe(1, "Pasta for a crowd") {
                $0.keywords = ["pasta"]
                $0.ingredients = [Ingredient(text: "pasta"), Ingredient(text: "pasta water")]
                $0.steps = [RecipeStep(text: "Boil the pasta as for soup.")]
            },
            recipe(2, "A soup of beans with pasta") {
                $0.steps = (0..<40).map { RecipeStep(text: "Another long step about beans, number \($0).") }
            },
            recipe(3, "Beans"), recipe(4, "Barley soup"), recipe(5, "Pumpkin soup"), recipe(6, "Onion soup"),
        ])
        let larder = try await fixture.open()
        let hits = try await larder.read { try $0.items(matching: "pasta soup") }
        #expect(hits.map(\.id) == ["recipe:sample:2", "recipe:sample:1"])
    }

    @Test func `short titles come before long ones, and pages of a search follow one another`() async throws {
        let fixture = try LarderFixture()
        let titles = ["A soup of all that is left", "Soup", "Bread", "Soup of leeks", "Onions", "Leek soup of today"]
        try fixture.add(
            titles.enumerated().map { number, title in
                recipe(number, title) {
                    $0.steps = Array(repeating: RecipeStep(text: "Stir the soup."), count: 2 * number + 1)
                }
            }
        )
        try await fixture.open().read { (reader) throws in
            let all = try reader.items(matching: "soup", limit: 100).map(\.title.text)
            #expect(all.prefix(4) == ["Soup", "Soup of leeks", "Leek soup of today", "A soup of all that is left"])
            #expect(Set(all) == Set(titles))
            for size in 1...titles.count {
                let pages = try (0..<titles.count).flatMap { page in
                    try reader.items(matching: "soup", limit: size, offset: size * page).map(\.title.text)
                }
                #expect(pages == all, "\(size) to a page")
            }
        }
    }

    @Test func `a changed item is found by its new words alone`() async throws {
        let fixture = try fixture()
        try fixture.beginSync()
        try fixture.add([recipe(2, "Carrot cake")])
        let larder = try await fixture.open()
        #expect(try await larder.read { try $0.items(matching: "chocolate") }.map(\.id) == ["recipe:sample:7"])
        #expect(try await larder.read { try $0.titles(matching: "carr") }.map(\.id) == ["recipe:sample:2"])
        let count = try fixture.rebuildSearch()
        #expect(count == 9)
        #expect(try await larder.read { try $0.titles(matching: "carr") }.map(\.id) == ["recipe:sample:2"])
    }

    @Test func `lines of a page that repeat its recipe are indexed once`() throws {
        let fixture = try LarderFixture()
        let soup = recipe(1, "Soup") {
            $0.summary = "Warm."
            $0.ingredients = [Ingredient(text: "two leeks")]
            $0.steps = [RecipeStep(text: "Simmer.", section: "Broth"), RecipeStep(text: "Strain.", section: "Broth")]
        }
        try fixture.add([soup])
        try fixture.add(
            text: "Warm.\nA story of leeks.\n\t•\ttwo leeks\nBroth\n\tfirst\tSimmer.\nStrain. Serve.",
            of: soup.urn
        )
        _ = try fixture.rebuildSearch()
        let counts = try fixture.database.write { db in
            try db.execute(sql: "CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, search, row)")
            let rows = try Row.fetchAll(db, sql: "SELECT term, cnt FROM word WHERE term <> 'soup'")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["term"] as String, $0["cnt"] as Int) })
        }
        #expect(
            counts == [
                "warm": 1, "two": 1, "leeks": 2, "broth": 1, "simmer": 1, "strain": 2, "a": 1, "story": 1, "of": 1,
                "first": 1, "serve": 1,
            ]
        )
    }

    @Test(arguments: [
        ("A cup of CHOCOLATE, melted", "chocolate"), ("Add the crème fraîche", "creme"),
        ("on ice with 12 grapes", "12"), ("Cafe\u{301} noir", "cafe"), ("Éclairs", "eclair*"),
        ("300 \u{212A}elvin", "kelvin"),
        ("salt—pepper", "pepper"), ("Ароматный борщ", "борщ"), ("牛肉と大根", "大根"), ("Smörgås", "\"smorgas\""),
        ("a dark one; chocolate cake", "\"chocolate cake\""), ("choc or chocolates", "chocolat*"),
    ])
    func `the place of a word is found in each part of an item`(line: String, query: String) async throws {
        let fixture = try LarderFixture()
        try fixture.add([
            recipe(1, "One") { $0.summary = line }, recipe(2, "Two") { $0.ingredients = [Ingredient(text: line)] },
            recipe(3, "Three") { $0.steps = [RecipeStep(text: "Wait."), RecipeStep(text: line)] },
        ])
        let hits = try await fixture.open().read { try $0.items(matching: query) }
        #expect(Set(hits.compactMap(\.place)) == [.summary, .ingredient, .step(2)])
        #expect(hits.allSatisfy { $0.snippet?.marks.isEmpty == false }, "\(hits.map(\.snippet))")
    }

    @Test func `a session answers what was typed last`() async throws {
        let larder = try await fixture().open()
        let session = larder.titleSearch(pause: .milliseconds(20))
        var answers = session.answers.makeAsyncIterator()
        for text in ["c", "ch", "chi", "chick"] { session.search(text) }
        let answer = await answers.next()
        #expect(answer?.text == "chick")
        #expect(answer?.hits.map(\.id) == ["recipe:sample:3"])
        session.finish()
        #expect(await answers.next() == nil)
    }
}
