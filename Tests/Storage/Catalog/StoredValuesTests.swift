import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

@Suite("Stored values") struct StoredValuesTests {
    @Test func `a recipe comes back as it was merged`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let original = Recipe(
                urn: "recipe:sample:1",
                recordID: "1",
                title: "Soup",
                publisher: "P",
                publisherURL: "",
                sourceURL: "https://s.example",
                imageURN: "image:sample:1",
                socialRank: 99.5,
                ingredients: [
                    Ingredient(text: "2 onions", quantity: 2, unit: "", name: "onion"), Ingredient(text: "salt"),
                ],
                servings: 4,
                cookingMinutes: 30,
                extra: [ExtraField(name: "b", json: "[1,2]"), ExtraField(name: "a", json: "not json\"")]
            )
            let from = provenance(validator: "\"e\"", digest: digest(9), version: 3)
            _ = try catalog.write { try CatalogWriter($0).merge(original, provenance: from, sync: sync) }
            let detail = try #require(try catalog.read { try CatalogReader($0).recipe(urn: "recipe:sample:1") })
            var expected = original
            expected.extra = [ExtraField(name: "a", json: #""not json\"""#), ExtraField(name: "b", json: "[1,2]")]
            #expect(detail.recipe.record == expected)
            #expect(detail.recipe.publisherURL == nil && detail.recipe.ingredients[0].unit == nil)
            #expect(detail.image == nil)
            let extra = try catalog.read { try String.fetchOne($0, sql: "SELECT extra FROM recipe") }
            #expect(extra == #"{"a":"not json\"","b":[1,2]}"#)
            let kept = try catalog.read { try CatalogReader($0).provenance(of: "recipe:sample:1", kind: .recipe) }
            #expect(kept == from)
        }
    }

    /// Swift compares strings by canonical equivalence, a catalog must not.
    @Test func `a title that differs only in its Unicode form is a change`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(recipe(title: "caf\u{E9}"), provenance: provenance(), sync: first)
                let outcome = try writer.merge(
                    recipe(title: "cafe\u{301}"),
                    provenance: provenance(),
                    sync: second
                )
                #expect(outcome == .updated)
                let title = try CatalogReader(db).recipe(urn: "recipe:sample:1")?.recipe.title
                #expect(title.map { Array($0.utf8) } == Array("cafe\u{301}".utf8))
            }
        }
    }

    @Test func `a zero character does not cut a text off`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                var hostile = recipe(title: "before\u{0}after", ingredients: ["1\u{0}2"])
                hostile.extra = [ExtraField(name: "n\u{0}", json: "\"\u{0}\"")]
                try writer.merge(hostile, provenance: provenance(url: "https://a.example/\u{0}b"), sync: sync)
                let again = try writer.merge(
                    hostile,
                    provenance: provenance(url: "https://a.example/\u{0}b"),
                    sync: sync
                )
                #expect(again == .unchanged)
                let detail = try CatalogReader(db).recipe(urn: "recipe:sample:1")
                #expect(detail?.recipe.title == "before\u{FFFD}after")
                #expect(detail?.recipe.ingredients.first?.text == "1\u{FFFD}2")
                let row = try CatalogReader(db).provenance(of: "recipe:sample:1", kind: .recipe)
                #expect(row?.url == "https://a.example/\u{FFFD}b")
                #expect(detail?.recipe.extra == [ExtraField(name: "n\u{FFFD}", json: "\"\u{FFFD}\"")])
            }
        }
    }

    @Test func `fields whose names are the same as the catalog keeps them are one field`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            var first = recipe()
            first.extra = [
                ExtraField(name: "n\u{0}", json: "1"), ExtraField(name: "na", json: "2"),
                ExtraField(name: "n\u{FFFD}", json: "3"),
            ]
            var second = first
            second.extra.reverse()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(first, provenance: provenance(), sync: sync)
                #expect(try writer.merge(second, provenance: provenance(), sync: sync) == .unchanged)
                let extra = try CatalogReader(db).recipe(urn: first.urn)?.recipe.extra
                #expect(extra == [ExtraField(name: "na", json: "2"), ExtraField(name: "n\u{FFFD}", json: "3")])
            }
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func `a number that is not finite is absent`(
        number: Double
    ) throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            var odd = recipe()
            odd.socialRank = number
            odd.ingredients[0].quantity = number
            _ = try catalog.write { try CatalogWriter($0).merge(odd, provenance: provenance(), sync: sync) }
            let detail = try #require(try catalog.read { try CatalogReader($0).recipe(urn: odd.urn) })
            #expect(detail.recipe.socialRank == nil)
            #expect(detail.recipe.ingredients[0].quantity == nil)
        }
    }

    @Test(arguments: [
        ("1", "integer", "1"), ("\"\\u0041\"", "text", "A"), ("[1, {}]", "array", "[1,{}]"),
        ("1,\"x\":2", "text", "1,\"x\":2"), ("}", "text", "}"), ("", "text", ""), ("\u{FEFF}1", "text", "\u{FEFF}1"),
        (" 1\n", "integer", "1"), ("01", "text", "01"), ("\"\u{0}\"", "text", "\u{FFFD}"), ("\"\n\"", "text", "\"\n\""),
        (nested(100), "array", nested(100)), (nested(101), "text", nested(101)),
        (nested(5_000), "text", nested(5_000)),
    ]) func `whatever a further field holds, its column is JSON`(json: String, type: String, value: String) throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            var hostile = recipe()
            hostile.extra = [
                ExtraField(name: "f\"\n", json: json), ExtraField(name: "g", json: "null"),
                ExtraField(name: "g", json: "7"),
            ]
            _ = try catalog.write { try CatalogWriter($0).merge(hostile, provenance: provenance(), sync: sync) }
            try catalog.read { db in
                #expect(try Bool.fetchOne(db, sql: "SELECT json_valid(extra) FROM recipe") == true)
                let members = try Row.fetchAll(
                    db,
                    sql: "SELECT key, type, CAST(value AS TEXT) AS value FROM recipe, json_each(extra)"
                )
                #expect(members.map { $0["key"] as String } == ["f\"\n", "g"])
                #expect(members.first?["type"] == type)
                #expect(members.first?["value"] == value)
                let read = try CatalogReader(db).recipe(urn: hostile.urn)?.recipe.extra
                #expect(read?.map(\.name) == ["f\"\n", "g"])
                #expect(read?.last?.json == "null")
            }
        }
    }

    @Test func `an article and an outlet come back as they were merged`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            var article = Article(
                urn: "article:sample:1",
                outletID: "o",
                outletName: "Outlet",
                author: "",
                title: "T",
                summary: "S",
                url: "https://a.example",
                imageURL: "https://a.example/i",
                imageURN: "image:sample:9",
                publishedText: "2017-01-02T03:04:05Z",
                publishedAt: 1_483_326_245_000,
                content: "C",
                extra: [ExtraField(name: "x", json: "true")]
            )
            let outlet = Outlet(
                urn: "outlet:sample:o",
                outletID: "o",
                name: "Outlet",
                summary: "S",
                url: "https://o.example",
                category: "food",
                language: "en",
                country: "de",
                sortOrders: ["top", "la\"test"],
                extra: [ExtraField(name: "y", json: "{}")]
            )
            try catalog.write { db in
                try CatalogWriter(db).merge(article, provenance: provenance(), sync: sync)
                try CatalogWriter(db).merge(outlet, provenance: provenance(), sync: sync)
            }
            let kept = try catalog.read { try CatalogReader($0).article(urn: article.urn)?.article.record }
            article.author = nil
            #expect(kept == article, "an empty text says nothing")
            let listed = try catalog.read { try CatalogReader($0).outlets(source: sync.sourceID).map(\.record) }
            #expect(listed == [outlet])
            let sql = "SELECT article.extra, outlet.extra, sortOrders FROM article, outlet"
            let row = try catalog.read { try Row.fetchOne($0, sql: sql) }
            let json: [String?] = try #require(row).databaseValues.map(String.fromDatabaseValue)
            #expect(json == [#"{"x":true}"#, #"{"y":{}}"#, #"["top","la\"test"]"#])
        }
    }
}

private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}
