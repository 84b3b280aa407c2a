import Foundation
import LarderSampleSite
import LarderWireClient
import Testing

@Suite("Sample pages") struct PageTests {
    /// The parts between `start` and `end`, in order.
    static func parts(of text: String, from start: String, to end: String) -> [String] {
        text.components(separatedBy: start).dropFirst().map { $0.components(separatedBy: end)[0] }
    }

    @Test func `a recipe page has 20 to 60 kB and the whole recipe as JSON-LD`() async throws {
        let configuration = smallSite()
        let site = SampleSite(configuration: configuration)
        try await withSite(configuration) { (client) async throws in
            for index in 0..<60 {
                let recipe = site.recipe(index)
                let page = try await client.get(recipe.path)
                #expect(20_000...60_000 ~= page.body.count)
                let block = try #require(
                    Self.parts(of: page.text, from: "<script type=\"application/ld+json\">", to: "</script>").first
                )
                let found = try #require(Self.recipe(in: try JSONSerialization.jsonObject(with: Data(block.utf8))))
                #expect(found["recipeIngredient"] as? [String] == recipe.ingredients)
                #expect(found["cookTime"] as? String == "PT\(recipe.cookMinutes)M")
                let steps = Self.steps(in: found["recipeInstructions"] ?? [])
                #expect(steps == recipe.sections.flatMap(\.steps))
            }
        }
    }

    private static func recipe(in value: Any) -> [String: Any]? {
        if let list = value as? [Any] {
            return list.compactMap { recipe(in: $0) }.first
        }
        guard let object = value as? [String: Any] else { return nil }
        return object["@type"] as? String == "Recipe" ? object : object["@graph"].flatMap { recipe(in: $0) }
    }

    private static func steps(in value: Any) -> [String] {
        (value as? [[String: Any]] ?? []).flatMap { item in
            item["itemListElement"].map { steps(in: $0) } ?? [item["text"] as? String ?? ""]
        }
    }

    @Test func `methods have headings, lists, relative links, entities, symbols and text escaped twice`() async throws {
        let configuration = smallSite()
        let site = SampleSite(configuration: configuration)
        let text = try await withSite(configuration) { client in
            var text = ""
            for index in 0..<12 {
                text += try await client.get(site.recipe(index).path).text
            }
            return text
        }
        let wanted = [
            "<h3 id=", "<h4>", "<ol start=", "<ul>", "&frac12;", "&#", "✔", "&#x2714;", "&amp;egrave;",
            "href=\"../news", "href=\"?",
        ]
        for piece in wanted {
            #expect(text.contains(piece), "no page holds \(piece)")
        }
    }

    @Test func `the start pages lead to every recipe, the news pages to every article`() async throws {
        let configuration = smallSite(recipes: 130, articles: 60)
        let site = SampleSite(configuration: configuration)
        let (recipes, articles) = try await withSite(configuration) { client in
            (
                try await Self.cards(from: "/", client),
                try await Self.cards(from: "/news", client)
            )
        }
        #expect(recipes == (0..<130).map { site.recipe($0).path })
        #expect(articles == (0..<60).map { site.article($0).path })
    }

    private static func cards(from start: String, _ client: SiteClient) async throws -> [String] {
        var next: String? = start
        var cards: [String] = []
        while let target = next {
            let text = try await client.get(target).text
            cards += parts(of: text, from: "class=\"card\"><a href=\"", to: "\"")
            next = parts(of: text, from: "<a rel=\"next\" href=\"", to: "\"").first
        }
        return cards
    }

    @Test func `every linked article and picture is there`() async throws {
        let configuration = smallSite(recipes: 12, articles: 12)
        let site = SampleSite(configuration: configuration)
        try await withSite(configuration) { (client) async throws in
            for index in 0..<12 {
                let article = site.article(index)
                let page = try await client.get(article.path)
                #expect(page.status == 200)
                #expect(page.text.contains("<h2>What they say</h2>"))
                for path in [article.imagePath, site.recipe(index).imagePath].compactMap({ $0 }) {
                    #expect(try await client.get(path).status == 200)
                }
            }
            let recipe = site.recipe(3)
            let image = try await client.get(recipe.imagePath)
            #expect(image.body == site.picture(ofRecipe: 3).bytes)
            #expect(image.headers["content-type"] == site.picture(ofRecipe: 3).mediaType)
        }
    }

    @Test func `a small site has one sitemap, a large one an index of them`() async throws {
        let small = try await withSite(smallSite()) { try await $0.get("/sitemap.xml") }
        #expect(Self.parts(of: small.text, from: "<loc>", to: "</loc>").count == 140)
        #expect(small.text.contains("<urlset"))
        let locations = try await withSite(smallSite(recipes: 1_900, articles: 150)) { client in
            let index = try await client.get("/sitemap.xml").text
            #expect(index.contains("<sitemapindex"))
            var locations: [String] = []
            for location in Self.parts(of: index, from: "<loc>", to: "</loc>") {
                let text = try await client.get(String(location.dropFirst(client.base.count))).text
                locations += Self.parts(of: text, from: "<loc>", to: "</loc>")
            }
            #expect(try await client.get("/sitemap-4.xml").status == 404)
            #expect(try await client.get("/sitemap-0.xml").status == 404)
            return locations
        }
        #expect(locations.count == 2_050)
        #expect(Set(locations).count == 2_050)
    }

    @Test func `robots.txt forbids the private part and asks for a delay only when told to`() async throws {
        var configuration = smallSite()
        let plain = try await withSite(configuration) { try await $0.get("/robots.txt").text }
        #expect(plain.contains("Disallow: /private\n"))
        #expect(plain.contains("/sitemap.xml"))
        #expect(!plain.contains("Crawl-delay"))
        configuration.crawlDelaySeconds = 3
        let slow = try await withSite(configuration) { try await $0.get("/robots.txt").text }
        #expect(slow.contains("Crawl-delay: 3\n"))
    }

    @Test func `the old view address leads to the recipe`() async throws {
        let configuration = smallSite()
        let recipe = SampleSite(configuration: configuration).recipe(0)
        try await withSite(configuration) { (client) async throws in
            let answer = try await client.get("/view/\(recipe.id)")
            #expect(answer.status == 301)
            #expect(answer.headers["location"] == client.base + recipe.path)
        }
    }

    @Test(arguments: [
        "/nothing", "/recipe/", "/recipe/zzz", "/news/none-5", "/news/-1", "/image/x.jpg", "/image/news-999.jpg",
        "/?page=0",
        "/?page=99", "/news?page=x", "/sitemap-1.xml", "/publisher/nobody", "/recipe/../../etc/passwd", "/%00", "//",
        "/api",
    ])
    func `what is not there is 404 or the start page, never a crash`(target: String) async throws {
        let answer = try await withSite(smallSite()) { try await $0.get(target) }
        #expect(answer.status == (target == "//" ? 200 : 404))
    }

    @Test func `an empty site answers too`() async throws {
        try await withSite(smallSite(recipes: 0, articles: 0)) { (client) async throws in
            for target in [
                "/", "/news", "/sitemap.xml", "/api/search?q=pie", "/api/get?rId=1", "/v2/everything?q=a", "/stats",
            ] {
                #expect(try await client.get(target).status == 200, "\(target)")
            }
        }
    }

    @Test func `links use the public address when one is given`() async throws {
        var configuration = smallSite()
        configuration.publicURL = "http://sample.test:8080"
        let text = try await withSite(configuration) { try await $0.get("/api/search?q=pie").text }
        #expect(text.contains("\"http://sample.test:8080/recipe/"))
        #expect(!text.contains("127.0.0.1"))
    }
}
