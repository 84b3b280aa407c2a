import Foundation
import LarderCatalog
import LarderCatalogWriting
import LarderModel
import LarderProtocol
import Testing

@testable import LarderLedger
@testable import LarderSync
@testable import LarderTools

@Suite("Why") struct WhyTests {
    private static let jobs: [(JobKind, String)] = [
        (.discover, "sample:all"), (.search, "sample:pasta:1"), (.detail, "sample:100"), (.detail, "sample:101"),
        (.detail, "sample:page:100"), (.text, "sample:100:page:0a0a0a0a0a0a0a0a"), (.detail, "sample:1000"),
        (.imageDownload, "sample:aa"), (.imageDecode, "sample:aa:0b0b0b0b0b0b0b0b"),
    ]

    private func why(_ urn: String) async throws -> String {
        let larder = FileManager.default.temporaryDirectory.path + "/larder-why-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: larder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: larder) }
        let database = try LarderStore.open(larder + "/catalog.sqlite")
        try await database.write { db in
            let ledger = LedgerStore(db)
            let lane = try ledger.lane("render", .render)
            for (kind, key) in Self.jobs { _ = try ledger.add(kind: kind, key: key, source: 1, lane: lane, spec: []) }
        }
        defer { try? database.close() }
        return try await LarderCommands.why(urn, larder)
    }

    @Test func `a job is told by its URN`() async throws {
        #expect(try await why("detail:sample:100") == "detail:sample:100: open")
    }

    @Test(arguments: [
        (
            "recipe:sample:100",
            ["detail:sample:100", "detail:sample:page:100", "text:sample:100:page:0a0a0a0a0a0a0a0a"]
        ),
        ("text:sample:100:page", ["text:sample:100:page:0a0a0a0a0a0a0a0a"]),
        ("image:sample:aa", ["imageDownload:sample:aa", "imageDecode:sample:aa:0b0b0b0b0b0b0b0b"]),
    ])
    func `a record's URN stands for every job that works for it, and for no other's`(urn: String, jobs: [String])
        async throws
    {
        #expect(try await why(urn) == jobs.map { "\($0): open" }.joined(separator: "\n"))
    }

    @Test func `a job that is found by its page's address is told once`() async throws {
        let larder = FileManager.default.temporaryDirectory.path + "/larder-why-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: larder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: larder) }
        let database = try LarderStore.open(larder + "/catalog.sqlite")
        defer { try? database.close() }
        let page = PageWork(itemURN: "article:jam:1", url: "http://jam.test/1")
        let job = JobSpec(source: "jam", work: .page(page))
        try await database.write { db in
            let ledger = LedgerStore(db)
            let lane = try ledger.lane("jam.test:80", .fetch)
            _ = try ledger.add(kind: job.kind, key: job.key, source: 1, lane: lane, spec: job.serializedBytes())
        }
        #expect(try await LarderCommands.why(page.url, larder) == "\(job.urn): open")
    }

    private func whyOfRecipes(_ typed: String) async throws -> String {
        try await JamLarder.why(typed) { catalog, sync in
            let page = Provenance(url: "http://jam.test/3", fetchedAt: 1, readerVersion: 1, origin: .page)
            for number in [13, 23, 3] {
                let recipe = Recipe(
                    urn: "recipe:jam:j\(number)",
                    recordID: "",
                    title: "Plum jam \(number)",
                    publisher: nil,
                    sourceURL: "http://jam.test/\(number)",
                    imageURL: nil,
                    imageURN: nil
                )
                try catalog.merge(recipe, provenance: page, sync: sync)
            }
            let article = Article(urn: "article:jam:j3", title: "Plum jam 3", url: "http://jam.test/3")
            try catalog.merge(article, provenance: page, sync: sync)
            try merge(textOf: article, catalog, sync)
            let list = ItemList(query: "http://jam.test/sitemap.xml")
            try catalog.merge(listing: ListEntry(itemURN: article.urn, position: 6, list: list), sync: sync)
        }
    }

    /// A text of two pages that lacks a third.
    private func merge(textOf article: Article, _ catalog: CatalogWriter, _ sync: CatalogSync) throws {
        var text = RenderedText(
            urn: RecordURN.text(item: article.urn, role: .body),
            itemURN: article.urn,
            role: .body,
            htmlDigest: .zero,
            plain: "Plums and sugar",
            runs: "[]",
            readerVersion: 1
        )
        text.pages = [
            TextPage(url: "http://jam.test/3", digest: .zero, start: 0),
            TextPage(url: "http://jam.test/3/2", digest: .zero),
        ]
        text.nextPage = "http://jam.test/3/3"
        try catalog.merge(text, readerVersion: 1, provenance: nil, sync: sync)
    }

    @Test(arguments: ["http://jam.test/3/2", "http://jam.test/3/2/", "http://JAM.test/3/3"])
    func `the address of a further page names the article that it is a page of`(address: String) async throws {
        let told = try await whyOfRecipes(address)
        #expect(told.hasPrefix("article:jam:j3  Plum jam 3\n"), "\(told)")
        #expect(told.contains("also      recipe:jam:j3, of the same page"), "\(told)")
        #expect(told.contains("of 2 pages, without http://jam.test/3/3"), "\(told)")
        #expect(told.contains("page 2: http://jam.test/3/2, not in the text"), "\(told)")
    }

    @Test(arguments: ["Plum jam 3", "plum JAM 3", "j3", "http://jam.test/3", "recipe:jam:j3"])
    func `an exact title, the site's identifier and an address name one item, and its article beside it`(typed: String)
        async throws
    {
        let told = try await whyOfRecipes(typed)
        #expect(told.hasPrefix("recipe:jam:j3  Plum jam 3\n"), "\(told)")
        #expect(told.contains("also      article:jam:j3, of the same page"), "\(told)")
        #expect(told.contains("\n  says      page: http://jam.test/3\n"), "\(told)")
        #expect(told.contains("listed    no. 7 of http://jam.test/sitemap.xml"), "\(told)")
        #expect(told.contains("recipe:jam:j13  Plum jam 13") == typed.lowercased().hasPrefix("plum"), "\(told)")
    }

    @Test func `what a record says is shown by field, lists with their length`() async throws {
        let told = try await JamLarder.why("recipe:jam:j1") { catalog, sync in
            var recipe = Recipe(urn: "recipe:jam:j1", recordID: "j1", title: "Plum jam")
            recipe.ingredients = (1...8).map { Ingredient(text: "\($0) plums") }
            recipe.cookingMinutes = 40
            let page = Provenance(url: "http://jam.test/1", fetchedAt: 1, readerVersion: 1, origin: .page)
            try catalog.merge(recipe, provenance: page, sync: sync)
        }
        let says = told.split(separator: "\n").drop { !$0.hasPrefix("  says") }.prefix(2)
        #expect(says.first == "  says      time: cook 40 min", "\(told)")
        #expect(says.last?.hasPrefix("            ingredients: 8: 1 plums; 2 plums; ") == true, "\(told)")
        #expect(says.last?.hasSuffix("6 plums; … and 2 more") == true, "\(told)")
    }

    @Test func `a picture is told with its smaller ones, and one that is none beside them`() async throws {
        let larder = FileManager.default.temporaryDirectory.path + "/larder-why-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: larder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: larder) }
        let database = try LarderStore.open(larder + "/catalog.sqlite")
        defer { try? database.close() }
        let image = ImageOriginal(urn: "image:jam:aa", url: "http://jam.test/a.jpg", digest: .zero, byteCount: 5_000)
        let answer = Provenance(url: image.url, fetchedAt: 1, readerVersion: 1, origin: .record)
        let variants = [(320, 192), (700, 420)].map { width, height in
            ImageVariant(width: width, height: height, format: "jpeg", digest: .zero, byteCount: 900)
        }
        let decoding = ImageDecoding(
            urn: image.urn,
            digest: image.digest,
            format: "jpeg",
            width: 700,
            height: 420,
            variants: variants,
            readerVersion: 1
        )
        try await database.write { db in
            let catalog = CatalogWriter(db)
            let source = try catalog.upsertSource(Source(name: "jam", kind: "sitemap"))
            let sync = try catalog.beginSync(source: source, startedAt: 1)
            try catalog.merge(image: image, provenance: answer, sync: sync)
            try catalog.merge(decoding: decoding, sync: sync)
        }
        let told = try await LarderCommands.why(image.urn, larder)
        #expect(told.contains("700 × 420 jpeg, ") && told.contains(", 1 smaller one and 1 of its size"), "\(told)")
    }

    @Test func `words of several titles list them`() async throws {
        let told = try await whyOfRecipes("jam plum")
        #expect(told.hasPrefix("4 records fit \"jam plum\":\n") && told.contains("recipe:jam:j23"), "\(told)")
    }

    @Test(arguments: [
        ("detail:sample:99", "detail:sample:100"), ("recipe:sample:10", "detail:sample:101"),
        ("search:sample:pasta:9", "search:sample:pasta:1"),
        ("recip:sample:100", "detail:sample:100"),
    ])
    func `where nothing has that name, names that come near are told`(urn: String, near: String) async throws {
        let error = await #expect(throws: CoordinatorError.self) { _ = try await why(urn) }
        #expect(error?.code == .notFound)
        #expect(
            error?.description.contains(urn) == true && error?.description.contains(near) == true,
            "\(error as Any)"
        )
        #expect(error?.description.contains("`coordinator status") == true)
    }

    @Test(arguments: ["lunch", "soup:sample:100"]) func `where nothing is like that name, none is told as near`(
        typed: String
    ) async throws {
        let error = await #expect(throws: CoordinatorError.self) { _ = try await why(typed) }
        #expect(error?.code == .notFound)
        #expect(error?.description.contains("Near it") == false, "\(error as Any)")
        #expect(error?.description.contains("`coordinator status") == true)
    }
}
