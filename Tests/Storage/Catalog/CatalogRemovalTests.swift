import GRDB
import LarderCatalog
import LarderModel
import Testing

@testable import LarderCatalogWriting

@Suite("Catalog removal") struct CatalogRemovalTests {
    private func list(_ numbers: Range<Int>, _ sync: CatalogSync, in catalog: CatalogDatabase, ended: Bool = true)
        throws
    {
        try catalog.write { db in
            let writer = CatalogWriter(db)
            for number in numbers {
                try writer.merge(recipe(number), provenance: provenance(digest: digest(UInt8(number))), sync: sync)
                let entry = ListEntry(itemURN: "recipe:sample:\(number)", position: number, list: ItemList(query: "a"))
                try writer.merge(listing: entry, sync: sync)
            }
            guard ended else { return }
            try writer.concludeListings(of: sync, areRead: true, areWhole: true, at: 1_000 * sync.id)
            try writer.finishSync(sync, state: .finished, finishedAt: 1_000 * sync.id, listsRead: true)
        }
    }

    private func chosen(_ catalog: CatalogDatabase, _ change: (inout RemovalRule) -> Void) throws -> [String] {
        var rule = RemovalRule()
        change(&rule)
        return try catalog.write { db in
            try CatalogRemoval(db).choose(rule)
            return try CatalogRemoval(db).chosen(after: 0, limit: 100).map {
                "\($0.urn.dropFirst(14))\($0.isDue ? "!" : "")"
            }
        }
    }

    @Test func `rules choose what is gone, old, or seen longest ago, and never what an unfinished sync has listed`()
        throws
    {
        try withCatalog { catalog in
            try list(1..<7, try catalog.beginSync(at: 500), in: catalog)
            try list(3..<7, try catalog.beginSync(at: 1_500), in: catalog)
            try list(5..<7, try catalog.beginSync(at: 2_500), in: catalog)
            #expect(try chosen(catalog) { $0.isGoneOnly = true } == ["1!", "2!"])
            #expect(
                try chosen(catalog) {
                    $0.isGoneOnly = true
                    $0.takesJustGone = true
                } == ["1!", "2!", "3!", "4!"]
            )
            #expect(try chosen(catalog) { $0.seenBefore = 2_000 } == ["1!", "2!"])
            #expect(try chosen(catalog) { $0.publishedBefore = .max } == [], "recipes have no date")
            #expect(try chosen(catalog) { $0.mayTakeMore = true } == ["1", "2", "3", "4", "5", "6"])
            try list(2..<4, try catalog.beginSync(), in: catalog, ended: false)
            #expect(try chosen(catalog) { $0.isGoneOnly = true } == ["1!"])
            #expect(
                try chosen(catalog) {
                    $0.seenBefore = 2_000
                    $0.mayTakeMore = true
                } == ["1!", "4", "5", "6"]
            )
            #expect(try chosen(catalog) { $0.source = 77 } == [])
        }
    }

    @Test(arguments: [true, false])
    func `what lists of changes did not name is as old as their sync, unless whole lists left it out`(areWhole: Bool)
        throws
    {
        try withCatalog { catalog in
            func sync(_ items: Range<Int>, wholeListsAt: Int64? = nil, at time: Int64) throws {
                let sync = try catalog.beginSync(at: time - 500)
                try list(items, sync, in: catalog, ended: false)
                try catalog.write { db in
                    let writer = CatalogWriter(db)
                    try writer.concludeListings(
                        of: sync,
                        areRead: wholeListsAt == nil,
                        areWhole: areWhole,
                        wholeListsAt: wholeListsAt,
                        at: time
                    )
                    try writer.finishSync(sync, state: .finished, finishedAt: time, listsRead: wholeListsAt == nil)
                }
            }
            try sync(1..<5, at: 10_000)
            try sync(2..<5, at: 20_000)
            try sync(4..<5, wholeListsAt: 15_000, at: 30_000)
            #expect(try chosen(catalog) { $0.seenBefore = 30_000 } == ["1!"])
            // Read whole again, the lists tell what is gone.
            try sync(4..<5, at: 40_000)
            #expect(try chosen(catalog) { $0.isGoneOnly = true } == (areWhole ? ["1!"] : []))
        }
    }

    /// A page that was an article is a recipe of the same identifier by another definition, and its text is the recipe's.
    @Test func `an article goes without the text that is a recipe's now`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let article = Article(urn: "article:sample:1", title: "Soup")
            let body = RenderedText(
                urn: RecordURN.text(item: article.urn, role: .body),
                itemURN: "recipe:sample:1",
                htmlDigest: digest(1),
                plain: "Soup.",
                runs: "{}",
                readerVersion: 1
            )
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(article, provenance: provenance(), sync: sync)
                try writer.merge(recipe(1), provenance: provenance(), sync: sync)
                try writer.merge(text: body, sync: sync)
            }
            try catalog.write { db in
                let removal = CatalogRemoval(db)
                try removal.begin()
                let item = ChosenItem(position: 1, urn: article.urn, kind: .article, source: sync.sourceID, isDue: true)
                #expect(try removal.remove(item).rows.articles == 1)
            }
            let left = try catalog.read { try String.fetchSet($0, sql: "SELECT recordKind FROM provenance") }
            #expect(left == ["recipe", "text"])
        }
    }

    @Test func `an article goes without the picture that is its publication's logo`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let logo = ImageOriginal(urn: "image:sample:1", url: "http://a.test/1", digest: digest(1), byteCount: 9)
            let article = Article(urn: "article:sample:1", title: "Soup", imageURN: logo.urn)
            let outlet = Outlet(urn: "outlet:sample:o", outletID: "o", name: "O", imageURN: logo.urn)
            try catalog.write { db in
                let writer = CatalogWriter(db)
                try writer.merge(article, provenance: provenance(), sync: sync)
                try writer.merge(outlet, provenance: provenance(), sync: sync)
                try writer.merge(image: logo, provenance: provenance(digest: digest(1)), sync: sync)
            }
            try catalog.write { db in
                let removal = CatalogRemoval(db)
                try removal.begin()
                let item = ChosenItem(position: 1, urn: article.urn, kind: .article, source: sync.sourceID, isDue: true)
                #expect(try removal.remove(item).rows.pictures == 0)
            }
            #expect(try catalog.count("image") == 1)
        }
    }

    @Test func `a source's rows go whatever stands in them`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync(at: 500)
            try list(1..<4, sync, in: catalog)
            try catalog.write { db in
                try db.execute(sql: "UPDATE recipe SET urn = CAST(urn AS BLOB) WHERE urn LIKE '%:2'")
                #expect(try CatalogRemoval(db).removeRows(of: sync.sourceID, limit: 10)?.recipes == 3)
            }
            #expect(try catalog.count("recipe") == 0)
        }
    }

    @Test func `a blob is freed by the last row that named it, however that row goes, and not while it is held`() throws
    {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            try list(1..<4, sync, in: catalog)
            try catalog.write { db in
                let writer = CatalogWriter(db)
                let image = ImageOriginal(
                    urn: "image:sample:1",
                    url: "http://a.test/1",
                    digest: digest(1),
                    byteCount: 9
                )
                try writer.merge(image: image, provenance: provenance(digest: digest(1)), sync: sync)
                var decoding = ImageDecoding(urn: image.urn, digest: digest(1), readerVersion: 1)
                decoding.variants = [ImageVariant(width: 1, height: 1, format: "jpeg", digest: digest(9), byteCount: 5)]
                try writer.merge(decoding: decoding, sync: sync)
            }
            try catalog.write { db in
                let removal = CatalogRemoval(db)
                try removal.begin()
                try removal.hold(digest(3))
                #expect(try removal.note(digest(1), byteCount: 9) && !removal.note(digest(77), byteCount: 1))
                var all = RemovalRule()
                all.mayTakeMore = true
                try removal.choose(all)
                var freed: [Set<Digest>] = []
                for item in try removal.chosen(after: 0, limit: 9) {
                    _ = try removal.remove(item)
                    freed.append(Set(try removal.takeFreed().map(\.digest)))
                }
                #expect(freed == [[digest(1), digest(9)], [digest(2)], []])
            }
            #expect(try catalog.count("recipe") == 0 && catalog.count("provenance") == 0)
            #expect(try catalog.count("image") == 0 && catalog.count("imageVariant") == 0)
            #expect(try catalog.integrityProblems() == ["ok"])
        }
    }

    @Test func `the file is made smaller when a quarter of it is free`() throws {
        try withCatalog { catalog in
            let sync = try catalog.beginSync()
            let lines = (0..<2_000).map { "\($0) spoons of something" }
            try catalog.write { db in
                let writer = CatalogWriter(db)
                for number in 0..<10 {
                    try writer.merge(recipe(number, ingredients: lines), provenance: provenance(), sync: sync)
                }
            }
            let before = try catalog.read { try CatalogRoom($0) }
            #expect(try catalog.shrink() == .tooLittleFree)
            try catalog.write {
                try $0.execute(sql: "DELETE FROM recipe WHERE id > 2; DELETE FROM provenance WHERE id > 2")
            }
            #expect(try catalog.shrink() == nil)
            let after = try catalog.read { try CatalogRoom($0) }
            #expect(after.freeBytes == 0 && after.bytes < before.bytes / 2)
            #expect(try catalog.integrityProblems() == ["ok"])
        }
    }
}
