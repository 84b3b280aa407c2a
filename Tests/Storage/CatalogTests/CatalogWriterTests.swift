import GRDB
import LarderModel
import LarderCatalog
import LarderMerging
import Testing

@Suite("Catalog writer") struct CatalogWriterTests {
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
            _ = try catalog.write { try CatalogWriter($0).merge(recipe: original, provenance: from, sync: sync) }
            let detail = try #require(try catalog.read { try CatalogReader($0).recipe(urn: "recipe:sample:1") })
            #expect(detail.recipe.title == "Soup")
            #expect(detail.recipe.publisherURL == nil)
            #expect(detail.recipe.socialRank == 99.5)
            #expect(detail.recipe.servings == 4)
            #expect(detail.recipe.extraJSON == #"{"a":"not json\"","b":[1,2]}"#)
            #expect(detail.ingredients == original.ingredients)
            #expect(detail.image == nil)
            let row = try catalog.read { try CatalogReader($0).provenance(of: "recipe:sample:1", kind: .recipe) }
            #expect(row?.url == "https://sample.example/a")
            #expect(row?.validator == "\"e\"")
            #expect(row?.digest == digest(9))
            #expect(row?.readerVersion == 3)
        }
    }

    @Test func `an unchanged recipe of a later sync writes its provenance and nothing else`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(recipe: recipe(), provenance: provenance(), sync: first)
                let before = db.totalChangesCount
                let again = try writer.merge(recipe: recipe(), provenance: provenance(), sync: first)
                #expect(again == .unchanged)
                #expect(db.totalChangesCount == before)
                let later = try writer.merge(recipe: recipe(), provenance: provenance(at: 2_000), sync: second)
                #expect(later == .unchanged)
                #expect(db.totalChangesCount == before + 1)
                let row = try CatalogReader(db).provenance(of: "recipe:sample:1", kind: .recipe)
                #expect(row?.syncID == second.id)
                #expect(row?.fetchedAt == 2_000)
            }
        }
    }

    @Test func `the order of further fields and the sign of zero are no change`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            var first = recipe()
            first.socialRank = 0
            first.extra = [ExtraField(name: "a", json: "1"), ExtraField(name: "b", json: "2")]
            var second = first
            second.socialRank = -0.0
            second.extra.reverse()
            try catalog.write { db in
                try CatalogWriter(db).merge(recipe: first, provenance: provenance(), sync: sync)
                let outcome = try CatalogWriter(db).merge(recipe: second, provenance: provenance(), sync: sync)
                #expect(outcome == .unchanged)
            }
        }
    }

    @Test func `a record that two sources give belongs to the later sync's, in both orders`() throws {
        for order in [[0, 1], [1, 0]] {
            try withCatalog { catalog in
                let syncs = [try catalog.beginSync(source: "a"), try catalog.beginSync(source: "b")]
                try catalog.write { db in
                    for index in order {
                        try CatalogWriter(db).merge(recipe: recipe(), provenance: provenance(), sync: syncs[index])
                    }
                    let detail = try CatalogReader(db).recipe(urn: "recipe:sample:1")
                    #expect(detail?.recipe.sourceID == syncs[1].sourceID)
                }
            }
        }
    }

    @Test func `a changed recipe keeps its row, and only the ingredients that changed are written`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                let reader = CatalogReader(db)
                try writer.merge(
                    recipe: recipe(ingredients: ["a", "b", "c"]),
                    provenance: provenance(),
                    sync: first
                )
                let id = try reader.recipe(urn: "recipe:sample:1")?.recipe.id
                let before = db.totalChangesCount
                let outcome = try writer.merge(
                    recipe: recipe(ingredients: ["a", "x"]),
                    provenance: provenance(),
                    sync: second
                )
                #expect(outcome == .updated)
                // The recipe, one ingredient changed, one deleted, the provenance.
                #expect(db.totalChangesCount == before + 4)
                let detail = try reader.recipe(urn: "recipe:sample:1")
                #expect(detail?.recipe.id == id)
                #expect(detail?.ingredients.map(\.text) == ["a", "x"])
            }
        }
    }

    @Test func `within a sync the fuller record stands, in both orders`() throws {
        for order in [[0, 1], [1, 0]] {
            try withCatalog { catalog in
                let sync = try catalog.beginSync()
                let candidates = [recipe(ingredients: []), recipe(title: "soup", ingredients: ["1 onion"])]
                try catalog.write { db in
                    for index in order {
                        try CatalogWriter(db).merge(recipe: candidates[index], provenance: provenance(), sync: sync)
                    }
                    let detail = try CatalogReader(db).recipe(urn: "recipe:sample:1")
                    #expect(detail?.recipe.title == "soup")
                    #expect(detail?.ingredients.count == 1)
                }
            }
        }
    }

    @Test func `a late answer of an earlier sync is superseded`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(recipe: recipe(title: "New"), provenance: provenance(), sync: second)
                let outcome = try writer.merge(recipe: recipe(title: "Old"), provenance: provenance(), sync: first)
                #expect(outcome == .superseded)
                #expect(try CatalogReader(db).recipe(urn: "recipe:sample:1")?.recipe.title == "New")
            }
        }
    }

    /// Swift compares strings by canonical equivalence, a catalog must not.
    @Test func `a title that differs only in its Unicode form is a change`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(recipe: recipe(title: "caf\u{E9}"), provenance: provenance(), sync: first)
                let outcome = try writer.merge(
                    recipe: recipe(title: "cafe\u{301}"),
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
                try writer.merge(recipe: hostile, provenance: provenance(url: "https://a.example/\u{0}b"), sync: sync)
                let again = try writer.merge(
                    recipe: hostile,
                    provenance: provenance(url: "https://a.example/\u{0}b"),
                    sync: sync
                )
                #expect(again == .unchanged)
                let detail = try CatalogReader(db).recipe(urn: "recipe:sample:1")
                #expect(detail?.recipe.title == "before\u{FFFD}after")
                #expect(detail?.ingredients.first?.text == "1\u{FFFD}2")
                let row = try CatalogReader(db).provenance(of: "recipe:sample:1", kind: .recipe)
                #expect(row?.url == "https://a.example/\u{FFFD}b")
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
            _ = try catalog.write { try CatalogWriter($0).merge(recipe: odd, provenance: provenance(), sync: sync) }
            let detail = try #require(try catalog.read { try CatalogReader($0).recipe(urn: odd.urn) })
            #expect(detail.recipe.socialRank == nil)
            #expect(detail.ingredients[0].quantity == nil)
        }
    }

    @Test(arguments: [
        ("1", "integer", "1"), ("\"\\u0041\"", "text", "A"), ("[1, {}]", "array", "[1,{}]"),
        ("1,\"x\":2", "text", "1,\"x\":2"), ("}", "text", "}"), ("", "text", ""), ("\u{FEFF}1", "text", "\u{FEFF}1"),
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
            _ = try catalog.write { try CatalogWriter($0).merge(recipe: hostile, provenance: provenance(), sync: sync) }
            try catalog.read { db in
                #expect(try Bool.fetchOne(db, sql: "SELECT json_valid(extra) FROM recipe") == true)
                let members = try Row.fetchAll(
                    db,
                    sql: "SELECT key, type, CAST(value AS TEXT) AS value FROM recipe, json_each(extra)"
                )
                #expect(members.map { $0["key"] as String } == ["f\"\n", "g"])
                #expect(members.first?["type"] == type)
                #expect(members.first?["value"] == value)
            }
        }
    }

    @Test func `an article and an outlet come back as they were merged`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let article = Article(
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
                try CatalogWriter(db).merge(article: article, provenance: provenance(), sync: sync)
                try CatalogWriter(db).merge(outlet: outlet, provenance: provenance(), sync: sync)
            }
            let row = try #require(try catalog.read { try CatalogReader($0).article(urn: article.urn) }).article
            #expect([row.outletID, row.outletName, row.author, row.summary] == ["o", "Outlet", "", "S"])
            #expect([row.url, row.imageURL, row.imageURN] == [article.url, article.imageURL, article.imageURN])
            #expect(row.publishedText == article.publishedText)
            #expect(row.publishedAt == 1_483_326_245_000)
            #expect([row.content, row.extraJSON] == ["C", #"{"x":true}"#])
            let listed = try catalog.read { try CatalogReader($0).outlets(source: sync.sourceID) }
            let kept = try #require(listed.first)
            #expect([kept.outletID, kept.name, kept.summary, kept.url] == ["o", "Outlet", "S", "https://o.example"])
            #expect([kept.category, kept.language, kept.country] == ["food", "en", "de"])
            #expect(kept.sortOrdersJSON == #"["top","la\"test"]"#)
            #expect(kept.extraJSON == #"{"y":{}}"#)
        }
    }

    @Test func `deleting a source deletes everything of it`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(recipe: recipe(), provenance: provenance(), sync: sync)
                let picture = Image(urn: "image:sample:1", url: "u", digest: digest(1), byteCount: 5)
                try writer.merge(image: picture, provenance: provenance(), sync: sync)
                try writer.merge(
                    decoded: DecodedImage(
                        urn: picture.urn,
                        digest: digest(1),
                        variants: [ImageVariant(width: 1, height: 1, format: "jpeg", digest: digest(2), byteCount: 3)],
                        readerVersion: 1
                    ),
                    sync: sync
                )
                try writer.merge(
                    text: RenderedText(
                        urn: "text:sample:1",
                        itemURN: "recipe:sample:1",
                        htmlDigest: digest(3),
                        plain: "p",
                        runs: "[]",
                        links: [TextLink(url: "u", start: 0, length: 1)],
                        readerVersion: 1
                    ),
                    sync: sync
                )
            }
            for table in ["recipe", "ingredient", "image", "imageVariant", "text", "link", "provenance", "sync"] {
                #expect(try catalog.count(table) > 0)
            }
            try catalog.write { try $0.execute(sql: "DELETE FROM source") }
            for table in ["recipe", "ingredient", "image", "imageVariant", "text", "link", "provenance", "sync"] {
                #expect(try catalog.count(table) == 0, "\(table)")
            }
        }
    }

    @Test func `a sync ends with a state and counts`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let reader = CatalogReader(db)
                #expect(try reader.latestSync(source: sync.sourceID)?.state == .running)
                try CatalogWriter(db).finishSync(
                    sync,
                    state: .finished,
                    finishedAt: 9,
                    counts: ["done": 3, "dead": 1]
                )
                let row = try reader.latestSync(source: sync.sourceID)
                #expect(row?.sync == sync)
                #expect(row?.finishedAt == 9)
                #expect(row?.countsJSON == #"{"dead":1,"done":3}"#)
            }
        }
    }
}

private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}
