import Foundation
import GRDB
import LarderAttributedText
import LarderCatalog
import LarderChaos
import LarderHTML
import LarderModel
import LarderPageReading
import LarderTestSupport
import Testing

extension ClusterTests {
    /// What the filter commands read in a page is in the catalog after a sync.
    @Suite("Pages in the catalog") struct PageContentTests {
        private static let recipes = [
            "json-ld", "microdata", "rdfa", "h-recipe", "data-vocabulary", "sections", "broken-json", "plugin-card",
            "plain-english", "plain-german", "no-recipe",
        ]

        private static func pages(_ folder: String, _ names: [String]) throws -> [String: [UInt8]] {
            try Dictionary(uniqueKeysWithValues: names.map { ($0, try SharedCorpus.ownBytes("\(folder)/\($0).html")) })
        }

        /// Letters and digits of a text.
        private static func words(_ text: String) -> [String] {
            text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        }

        @Test func `a recipe page's markup and lists are the recipe's fields`() async throws {
            let pages = try Self.pages("recipes", Self.recipes)
            try await PageSite.with(.food2fork, pages, more: "images: false") { larder, site, _ in
                try await larder.syncedWhole()
                try await larder.expectWhole()
                let catalog = try Catalog(readingFrom: larder.catalogPath)
                for (name, bytes) in pages {
                    let document = HTMLDocument(parsing: bytes)
                    let page = RecipePageReader.read(document, url: site.url(name))?.recipe
                    #expect((page == nil) == (name == "no-recipe"), "\(name)")
                    let detail = try #require(try await catalog.read { try $0.recipe(urn: "recipe:real:\(name)") })
                    let recipe = detail.recipe.record
                    #expect(recipe.ingredients.map(\.text) == page?.ingredients.map(\.text) ?? [], "\(name)")
                    #expect(recipe.ingredients.map(\.section) == page?.ingredients.map(\.section) ?? [], "\(name)")
                    #expect(recipe.steps.map(\.text) == page?.steps.map(\.text) ?? [], "\(name)")
                    #expect(recipe.steps.map(\.section) == page?.steps.map(\.section) ?? [], "\(name)")
                    #expect(
                        recipe.totalMinutes == page?.totalMinutes && recipe.prepMinutes == page?.prepMinutes,
                        "\(name)"
                    )
                    #expect(recipe.cookingMinutes == page?.cookingMinutes, "\(name)")
                    #expect(recipe.servingsText == page?.servingsText, "\(name)")
                    #expect(recipe.authors == page?.authors ?? [] && recipe.keywords == page?.keywords ?? [], "\(name)")
                    #expect(recipe.nutrition.map(\.text) == page?.nutrition.map(\.text) ?? [], "\(name)")
                    #expect(recipe.rating == page?.rating && recipe.ratingCount == page?.ratingCount, "\(name)")
                    #expect(recipe.summary == page?.summary && recipe.language == page?.language, "\(name)")
                    #expect(recipe.pictures.map(\.url) == page?.pictures.map(\.url) ?? [], "\(name)")
                    #expect(recipe.origins["step"]?.rawValue == page?.origins["step"]?.rawValue, "\(name)")
                    #expect(detail.texts.map(\.role) == [.body], "\(name)")
                    #expect(recipe.isPartial == false)
                }
            }
        }

        @Test func `an article's main part is its body, and its page fills what the API leaves out`() async throws {
            let pages = try Self.pages("reader", ["plain", "comments", "structures", "byline-visible", "front-page"])
            try await PageSite.with(.news, pages, more: "images: false") { larder, site, _ in
                try await larder.syncedWhole()
                try await larder.expectWhole()
                let catalog = try Catalog(readingFrom: larder.catalogPath)
                for (name, bytes) in pages {
                    let document = HTMLDocument(parsing: bytes)
                    let article = ArticleReader.read(document, url: site.url(name))
                    let urn = RecordURN.article(source: "real", url: site.url(name))
                    let detail = try #require(try await catalog.read { try $0.article(urn: urn) })
                    let body = try #require(detail.texts.first { $0.role == .body })
                    let text = try AttributedText(text: body.plain, runsJSON: body.runs).plainText
                    #expect(Self.words(text) == Self.words(article.body.text(in: document)), "\(name)")
                    #expect(body.isReadable == article.isReadable && body.method == article.method.rawValue, "\(name)")
                    #expect(body.place?.hasPrefix("[") == true, "\(name)")
                    #expect(detail.article.record.author == article.byline, "\(name)")
                    #expect(detail.article.record.publishedText == article.published, "\(name)")
                    #expect(detail.article.record.title == name, "the API's goes first")
                }
            }
        }

        @Test func `a page of 30 pictures is read offline with all of them`() async throws {
            func paragraph(_ number: Int) -> String {
                "<p>Paragraph \(number) of the long story about bread, butter and everything between them, told slowly.</p>"
            }
            func figure(_ number: Int) -> String {
                "<figure><img src='/pictures/\(number).png' alt='Loaf \(number)'><figcaption>Loaf \(number) of 30</figcaption></figure>"
            }
            // The first stands beside the headline, outside what holds the text.
            let header = "<header><h1>Bread</h1>\(figure(0))</header>"
            let text = paragraph(0) + (1..<30).map { figure($0) + paragraph($0) }.joined()
            let page = "<html lang=en><title>Bread</title><article>\(header)<div>\(text)</div></article>"
            try await PageSite.with(.news, ["bread": Array(page.utf8)]) { larder, site, _ in
                try await larder.syncedWhole()
                try await larder.expectWhole()
                let catalog = try Catalog(readingFrom: larder.catalogPath)
                let urn = RecordURN.article(source: "real", url: site.url("bread"))
                let pictures = try await catalog.read { try $0.texts(item: urn).first?.pictures ?? [] }
                #expect(pictures.map(\.alternative) == (0..<30).map { "Loaf \($0)" })
                #expect(pictures.map(\.caption) == (0..<30).map { "Loaf \($0) of 30" })
                for picture in pictures {
                    let image = try await catalog.read { try $0.image(urn: picture.imageURN ?? "") }
                    #expect(image?.decoding?.width == 1, "\(picture.url)")
                }
            }
        }

        @Test func `a template makes the bodies, and a changed one makes them again`() async throws {
            func bodies(_ larder: TestLarder) throws -> [String: String] {
                try larder.read { db in
                    let rows = try Row.fetchAll(db, sql: "SELECT itemURN, method || ': ' || plain AS text FROM text")
                    return Dictionary(rows.map { ($0["itemURN"], $0["text"]) }) { first, _ in first }
                }
            }
            let template =
                "{{#servings}}<p>For {{servings}}</p>{{/servings}}{{#ingredients}}<li>{{text}}</li>{{/ingredients}}"
            try await PageSite.with(
                .food2fork,
                try Self.pages("recipes", ["json-ld", "no-recipe"]),
                more: "images: false\ntext: {template: '\(template)'}"
            ) { larder, _, _ in
                try await larder.syncedWhole()
                try await larder.expectWhole()
                let recipe = try #require(
                    try await Catalog(readingFrom: larder.catalogPath).read {
                        try $0.recipe(urn: "recipe:real:json-ld")
                    }
                ).recipe.record
                let first = try bodies(larder)
                let lines = (recipe.servings.map { ["For \($0)"] } ?? []) + recipe.ingredients.map(\.text)
                let words = Self.words(first["recipe:real:json-ld"] ?? "")
                #expect(words == ["template"] + lines.flatMap(Self.words))
                #expect(first["recipe:real:no-recipe"]?.hasPrefix("template") == false)
                let yaml = try String(contentsOfFile: larder.scratch.path("real.yaml"), encoding: .utf8)
                _ = try larder.scratch.write(
                    yaml.replacing("template: '\(template)'", with: "template: '<h1>{{title}}</h1>'"),
                    to: "real.yaml"
                )
                try await larder.syncedWhole()
                #expect(
                    Self.words(try bodies(larder)["recipe:real:json-ld"] ?? "") == ["template"]
                        + Self.words(recipe.title)
                )
                try await larder.expectWhole()
            }
        }

        @Test func `the whole page is kept where the definition wants it, and goes when it does not`() async throws {
            let pages = try Self.pages("reader", ["comments"])
            func roles(_ larder: TestLarder) throws -> [ItemTextRole] {
                let catalog = try Catalog(readingFrom: larder.catalogPath)
                return try catalog.read { reader in
                    try reader.articles().flatMap { try reader.texts(item: $0.urn).map(\.role) }
                }
            }
            try await PageSite.with(.news, pages, more: "images: false\ntext: {whole-page: true}") {
                larder,
                _,
                server in
                try await larder.syncedWhole()
                #expect(try roles(larder) == [.body, .page])
                let yaml = try String(contentsOfFile: larder.scratch.path("real.yaml"), encoding: .utf8)
                _ = try larder.scratch.write(
                    yaml.replacing("whole-page: true", with: "whole-page: false"),
                    to: "real.yaml"
                )
                try await larder.syncedWhole()
                #expect(try roles(larder) == [.body])
                try await larder.expectWhole()
            }
        }
    }
}
