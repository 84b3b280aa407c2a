import Foundation
import GRDB
import LarderCatalog
import LarderModel
import Testing

@testable import LarderCatalogWriting

/// A recipe or an article is made of what a list, the source's own record and the item's page say.
@Suite("Items of several origins") struct ItemCombinationTests {
    private static let urn = "recipe:sample:1"

    private static let listed = Recipe(
        urn: urn,
        recordID: "1",
        title: "Soup (list)",
        sourceURL: "https://sample.example/a",
        imageURL: "http://a.test/list.jpg"
    )

    private static let recorded = {
        var recipe = recipe(title: "Soup (API)")
        recipe.imageURL = "http://a.test/api.jpg"
        recipe.imageURN = "image:sample:api"
        recipe.socialRank = 50
        recipe.sourceURL = "https://sample.example/a"
        recipe.servings = 2
        return recipe
    }()

    private static let page = {
        var recipe = Recipe(urn: urn, recordID: "", title: "Soup (page)")
        recipe.steps = [RecipeStep(text: "Stir.", section: "First"), RecipeStep(text: "Serve.")]
        recipe.ingredients = [Ingredient(text: "1 onion, chopped", section: "Soup")]
        recipe.servings = 4
        recipe.servingsText = "4 bowls"
        recipe.totalMinutes = 30
        recipe.origins = [
            "title": .meta, "step": .jsonLD, "ingredient": .page, "servings": .microdata, "totalMinutes": .page,
        ]
        return recipe
    }()

    private static let records: [(Recipe, RecordOrigin)] = [(listed, .list), (recorded, .record), (page, .page)]

    private static func item(_ catalog: CatalogDatabase) throws -> Recipe {
        try #require(try catalog.read { try CatalogReader($0).recipe(urn: urn) }).recipe.record
    }

    private static func merge(
        _ records: [(Recipe, RecordOrigin)],
        _ catalog: CatalogDatabase,
        _ sync: CatalogSync
    ) throws {
        for (recipe, origin) in records {
            _ = try catalog.write {
                try CatalogWriter($0).merge(recipe, provenance: provenance(origin: origin), sync: sync)
            }
        }
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [2, 1, 0, 1, 2, 0]])
    func `each field is that of the best origin, whatever the order`(order: [Int]) throws {
        try withCatalog { catalog in
            try Self.merge(order.map { Self.records[$0] }, catalog, try catalog.beginSync())
            let item = try Self.item(catalog)
            #expect(item.title == "Soup (API)", "meta elements come behind the API")
            #expect(item.recordID == "1" && item.socialRank == 50)
            #expect(item.imageURL == "http://a.test/api.jpg" && item.imageURN == "image:sample:api")
            #expect(item.steps == Self.page.steps)
            #expect(item.ingredients == Self.recorded.ingredients, "the page's own lists come behind the API")
            #expect(item.servings == 4 && item.servingsText == "4 bowls", "markup goes before the API")
            #expect(item.totalMinutes == 30)
            #expect(item.origins == ["step": .jsonLD, "servings": .microdata, "totalMinutes": .page])
            #expect(!item.isPartial)
            #expect(try catalog.integrityProblems() == ["ok"])
        }
    }

    @Test func `a value that belongs to another comes from the same origin`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try Self.merge([Self.records[0], Self.records[1]], catalog, sync)
            var page = Self.page
            page.servings = nil
            page.imageURL = "http://a.test/page.jpg"
            page.origins["imageURL"] = .jsonLD
            try Self.merge([(page, .page)], catalog, sync)
            let item = try Self.item(catalog)
            #expect(item.servings == 2 && item.servingsText == nil)
            #expect(item.imageURL == "http://a.test/page.jpg" && item.imageURN == nil)
        }
    }

    @Test func `what only a list names is partial, and no later list takes anything away`() throws {
        try withCatalog { catalog in
            try Self.merge([Self.records[0]], catalog, try catalog.beginSync())
            #expect(try Self.item(catalog).isPartial)
            #expect(try Self.item(catalog).title == "Soup (list)")
            #expect(try Self.item(catalog).origins["title"] == .list)
            #expect(try catalog.read { try CatalogReader($0).counts().partial } == 1)
            try Self.merge([Self.records[1]], catalog, try catalog.beginSync())
            let whole = try Self.item(catalog)
            #expect(!whole.isPartial)
            try Self.merge([Self.records[0]], catalog, try catalog.beginSync())
            #expect(try Self.item(catalog) == whole)
        }
    }

    @Test func `what a page said goes when it says it no more`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            try Self.merge(Self.records, catalog, first)
            let second = try catalog.beginSync()
            for sync in [first, second] {
                try catalog.write { try CatalogWriter($0).forget(.page, of: Self.urn, in: Recipe.table, before: sync) }
                #expect(try Self.item(catalog).steps.isEmpty == (sync.id == second.id))
            }
            #expect(try Self.item(catalog).title == "Soup (API)")
        }
    }

    @Test func `a page that the source calls the item's no more says nothing`() throws {
        try withCatalog { catalog in
            try Self.merge(Self.records, catalog, try catalog.beginSync())
            var other = Self.recorded
            other.title = "Cake"
            for address in ["https://sample.example/cake", nil] {
                other.sourceURL = address
                try Self.merge([(other, .record)], catalog, try catalog.beginSync())
                let item = try Self.item(catalog)
                #expect(item.title == "Cake" && item.steps.isEmpty && item.servings == 2)
                #expect(try catalog.read { try RowCheck($0).damages() } == [])
            }
        }
    }

    @Test func `an article keeps what the API says, and its page fills the gaps`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let urn = "article:sample:1"
            let api = Article(urn: urn, title: "News (API)", summary: "From the API.", url: "https://sample.example/a")
            var page = Article(urn: urn, author: "A. Writer", title: "News", summary: "From the page.")
            page.language = "en"
            page.origins = ["author": .jsonLD]
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(page, provenance: provenance(origin: .page), sync: sync)
                try writer.merge(api, provenance: provenance(), sync: sync)
            }
            let item = try #require(try catalog.read { try CatalogReader($0).article(urn: urn) }).article.record
            #expect(
                item.title == "News (API)" && item.summary == "From the API." && item.url == "https://sample.example/a"
            )
            #expect(item.author == "A. Writer" && item.language == "en")
            #expect(item.origins == ["author": .jsonLD, "language": .page])
        }
    }

    @Test(arguments: [
        "UPDATE recipe SET servings = 40", "UPDATE step SET text = 'Burn.' WHERE position = 1",
        "DELETE FROM ingredient WHERE position = 1", "UPDATE recipe SET origins = '{}'",
    ])
    func `a row that is not what its origins make is found, and made again of the next answers`(damage: String) throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try Self.merge(Self.records, catalog, sync)
            let whole = try catalog.content()
            #expect(try catalog.read { try RowCheck($0).damages() } == [])
            try catalog.write { try $0.execute(sql: damage) }
            let damages = try catalog.read { try RowCheck($0).damages() }
            #expect(!damages.isEmpty && damages.allSatisfy { $0.urn == Self.urn && $0.kind == .recipe }, "\(damages)")
            try catalog.write { db in for damage in damages { try CatalogWriter(db).forget(damage) } }
            try Self.merge(Self.records, catalog, sync)
            #expect(try catalog.content() == whole)
            #expect(try catalog.read { try RowCheck($0).damages() } == [])
        }
    }

    @Test func `an origin's record has only what differs from the item's row, whatever came first`() throws {
        func records(_ order: [Int]) throws -> [String: String] {
            try withCatalog { catalog in
                let sync = try catalog.beginSync()
                for index in order { try Self.merge([Self.records[index]], catalog, sync) }
                let sql = "SELECT origin, record FROM provenance"
                return try catalog.read { try Row.fetchAll($0, sql: sql) }.reduce(into: [:]) { $0[$1[0]] = $1[1] }
            }
        }
        let first = try records([0, 1, 2])
        #expect(try records([2, 0, 1]) == first)
        for (item, origin) in Self.records {
            let (table, kept) = (Recipe.table, first[origin.rawValue] ?? "")
            #expect(table.needsRow(kept) && kept.utf8.count < table.json(of: table.statement(origin, item)).utf8.count)
        }
    }

    @Test func `what an origin said is checked, and replaced by the next answer`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try Self.merge(Self.records, catalog, sync)
            let whole = try catalog.content()
            try catalog.write {
                try $0.execute(
                    sql: "UPDATE provenance SET record = replace(record, 'Soup', 'Salad') WHERE origin = 'page'"
                )
            }
            let damages = try catalog.read { try RowCheck($0).damages() }
            #expect(damages == [RowCheck.Damage(urn: Self.urn, kind: .recipe, origin: .page)])
            try catalog.write { db in for damage in damages { try CatalogWriter(db).forget(damage) } }
            try Self.merge([Self.records[2]], catalog, sync)
            #expect(try catalog.content() == whole)
            #expect(try catalog.read { try RowCheck($0).damages() } == [])
        }
    }

    // MARK: Lists

    @Test func `an item stands in many lists, each with its place`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let (soups, best) = (ItemList(query: "soup"), ItemList(query: "soup", sort: "r"))
            try catalog.write { db in
                for (position, list) in [(7, soups), (3, soups), (9, soups), (0, best)] {
                    let entry = ListEntry(itemURN: Self.urn, position: position, list: list)
                    try CatalogWriter(db).merge(listing: entry, sync: sync)
                }
            }
            let places = try catalog.read { db in
                try Row.fetchAll(db, sql: "SELECT sort, position FROM listing ORDER BY sort").map {
                    "\($0[0] as String):\($0[1] as Int)"
                }
            }
            #expect(places == [":3", "r:0"])
        }
    }

    @Test func `what no list names any more is gone, and comes back`() throws {
        try withCatalog { catalog in
            func sync(_ items: [Int], areRead: Bool = true, areWhole: Bool = true, at time: Int64) throws -> [Int64?] {
                let sync = try catalog.beginSync()
                try catalog.write { db in
                    let writer = CatalogWriter(db)
                    for (position, item) in items.enumerated() {
                        try writer.merge(recipe(item), provenance: provenance(origin: .list), sync: sync)
                        let entry = ListEntry(itemURN: "recipe:sample:\(item)", position: position, list: ItemList())
                        try writer.merge(listing: entry, sync: sync)
                    }
                    try writer.concludeListings(of: sync, areRead: areRead, areWhole: areWhole, at: time)
                }
                return try catalog.read {
                    try Row.fetchAll($0, sql: "SELECT goneAt FROM recipe ORDER BY urn").map { $0[0] as Int64? }
                }
            }
            #expect(try sync([1, 2, 3], at: 10) == [nil, nil, nil])
            #expect(try sync([1], areRead: false, at: 20) == [nil, nil, nil], "an error may have hidden the others")
            #expect(try catalog.count("listing") == 3)
            #expect(try sync([1], areWhole: false, at: 25) == [nil, nil, nil], "the lists name the latest ones alone")
            #expect(try catalog.count("listing") == 1)
            #expect(try sync([1], at: 30) == [nil, 30, 30])
            #expect(try sync([1], at: 40) == [nil, 30, 30], "the time of their end stays")
            #expect(try catalog.count("listing") == 1)
            #expect(try catalog.read { try CatalogReader($0).counts().gone } == 2)
            #expect(try sync([1, 3], at: 50) == [nil, 30, nil])
            let seen = try catalog.read { try Int64.fetchAll($0, sql: "SELECT lastSeen FROM recipe ORDER BY urn") }
            #expect(seen == [50, 10, 50])
        }
    }

    @Test func `the addresses that an item had stay, so that links there lead to it`() throws {
        try withCatalog { catalog in
            func merge(_ slug: String, _ origin: RecordOrigin = .record) throws -> String? {
                let sync = try catalog.beginSync()
                return try catalog.write { db in
                    let writer = CatalogWriter(db)
                    // The same list twice in one sync changes nothing.
                    for _ in 0..<2 {
                        var item = Self.listed
                        item.sourceURL = "https://sample.example/\(slug)"
                        try writer.keepFormerAddresses(of: &item, origin, sync: sync)
                        try writer.merge(item, provenance: provenance(origin: origin), sync: sync)
                    }
                    let stored = try #require(try CatalogReader(db).recipe(urn: Self.urn)).recipe.record
                    #expect(stored.sourceURL == "https://sample.example/\(slug)")
                    return stored.extra.first { $0.name == "formerURLs" }?.json
                }
            }
            #expect(try merge("a") == nil && merge("a") == nil)
            #expect(try merge("b") == #"["https://sample.example/a"]"#)
            #expect(try merge("c", .record) == #"["https://sample.example/a","https://sample.example/b"]"#)
            for address in ["a", "b", "c"] {
                let found = try catalog.read {
                    try CatalogReader($0).records(at: ["https://sample.example/\(address)"], limit: 5).map(\.urn)
                }
                #expect(found == [Self.urn], "\(address)")
            }
            #expect(try merge("a") == #"["https://sample.example/b","https://sample.example/c"]"#, "it is back")
        }
    }
}
