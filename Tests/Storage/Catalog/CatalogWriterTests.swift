import GRDB
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import Testing

@Suite("Catalog writer") struct CatalogWriterTests {
    @Test func `an unchanged recipe of a later sync writes its provenance and nothing else`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(recipe(), provenance: provenance(), sync: first)
                let before = db.totalChangesCount
                let again = try writer.merge(recipe(), provenance: provenance(), sync: first)
                #expect(again == .unchanged)
                #expect(db.totalChangesCount == before)
                let later = try writer.merge(recipe(), provenance: provenance(at: 2_000), sync: second)
                #expect(later == .unchanged)
                #expect(db.totalChangesCount == before + 1)
                let row = try CatalogReader(db).provenance(of: "recipe:sample:1", kind: .recipe)
                #expect(row?.fetchedAt == 2_000)
                #expect(try Int64.fetchOne(db, sql: "SELECT syncID FROM provenance") == second.id)
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
                try CatalogWriter(db).merge(first, provenance: provenance(), sync: sync)
                let outcome = try CatalogWriter(db).merge(second, provenance: provenance(), sync: sync)
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
                        try CatalogWriter(db).merge(recipe(), provenance: provenance(), sync: syncs[index])
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
                    recipe(ingredients: ["a", "b", "c"]),
                    provenance: provenance(),
                    sync: first
                )
                let id = try reader.recipe(urn: "recipe:sample:1")?.recipe.id
                let before = db.totalChangesCount
                let outcome = try writer.merge(
                    recipe(ingredients: ["a", "x"]),
                    provenance: provenance(),
                    sync: second
                )
                #expect(outcome == .updated)
                // The recipe, one ingredient changed, one deleted, the provenance and what differs from the recipe in
                // it.
                #expect(db.totalChangesCount == before + 5)
                let detail = try reader.recipe(urn: "recipe:sample:1")
                #expect(detail?.recipe.id == id)
                #expect(detail?.recipe.ingredients.map(\.text) == ["a", "x"])
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
                        try CatalogWriter(db).merge(candidates[index], provenance: provenance(), sync: sync)
                    }
                    let detail = try CatalogReader(db).recipe(urn: "recipe:sample:1")
                    #expect(detail?.recipe.title == "soup")
                    #expect(detail?.recipe.ingredients.count == 1)
                }
            }
        }
    }

    @Test(arguments: [[[], ["top"], ["top", "new"]], [["top", "new"], ["top"], []]])
    func `within a sync the outlet with more sort orders stands, in both orders`(candidates: [[String]]) throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                // Several, for one might stand by the chance of its bytes.
                for number in 0..<8 {
                    for orders in candidates {
                        let outlet = Outlet(
                            urn: "outlet:sample:\(number)",
                            outletID: "o",
                            name: "O",
                            sortOrders: orders
                        )
                        try CatalogWriter(db).merge(outlet, provenance: provenance(), sync: sync)
                    }
                }
                let kept = try CatalogReader(db).outlets(source: sync.sourceID)
                #expect(kept.count == 8 && kept.allSatisfy { $0.sortOrders == ["top", "new"] })
            }
        }
    }

    @Test func `a late answer of an earlier sync is superseded`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let second = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(recipe(title: "New"), provenance: provenance(), sync: second)
                let outcome = try writer.merge(recipe(title: "Old"), provenance: provenance(), sync: first)
                #expect(outcome == .superseded)
                #expect(try CatalogReader(db).recipe(urn: "recipe:sample:1")?.recipe.title == "New")
            }
        }
    }

    @Test func `deleting a source deletes everything of it`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(recipe(), provenance: provenance(), sync: sync)
                let picture = ImageOriginal(urn: "image:sample:1", url: "u", digest: digest(1), byteCount: 5)
                try writer.merge(image: picture, provenance: provenance(), sync: sync)
                try writer.merge(
                    decoding: ImageDecoding(
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
                        runs: #"{"v":1,"runs":[1],"links":[["u",0,1]]}"#,
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
                #expect(row?.counts == ["done": 3, "dead": 1])
                let kept = try String.fetchOne(db, sql: "SELECT counts FROM sync")
                #expect(kept == #"{"dead":1,"done":3}"#)
            }
        }
    }

    /// A list's address becomes an article with what its page says, whichever of the two comes first.
    @Test(arguments: [false, true]) func `an address that a list names alone is no article`(isPageFirst: Bool) throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let url = "https://sample.example/a"
            let listed = Article(urn: "article:sample:a", title: url, url: url)
            let read = Article(urn: listed.urn, title: "")
            func merge(_ article: Article, _ origin: RecordOrigin) throws -> MergeOutcome {
                try catalog.write { db in
                    let from = Provenance(url: url, fetchedAt: 1, readerVersion: 1, origin: origin)
                    return try CatalogWriter(db).merge(article, provenance: from, sync: sync)
                }
            }
            if !isPageFirst {
                #expect(try merge(listed, .list) == .unchanged)
                #expect(try catalog.count("article") == 0)
            }
            #expect(try merge(read, .page) == .inserted)
            if isPageFirst { _ = try merge(listed, .list) }
            let titles = try catalog.read { try String.fetchAll($0, sql: "SELECT title FROM article") }
            #expect(titles == [url])
        }
    }

    @Test func `rows are confirmed together or not at all`() throws {
        try withCatalog { catalog in
            let first = try catalog.beginSync()
            let rows = try catalog.write { db in
                let writer = CatalogWriter(db)
                for number in [1, 2] { try writer.merge(recipe(number), provenance: provenance(), sync: first) }
                return writer.merged.rows
            }
            let second = try catalog.beginSync()
            func confirm(_ rows: [MergedRow]) throws -> (Bool, [Int64]) {
                try catalog.write { db in
                    let isConfirmed = try CatalogWriter(db).confirm(rows, sync: second, fetchedAt: nil)
                    return (isConfirmed, try Int64.fetchAll(db, sql: "SELECT syncID FROM provenance ORDER BY id"))
                }
            }
            var replaced = rows
            replaced[1].fingerprint ^= 1
            #expect(try confirm(replaced) == (false, [first.id, first.id]))
            #expect(try confirm(rows) == (true, [second.id, second.id]))
        }
    }
}
