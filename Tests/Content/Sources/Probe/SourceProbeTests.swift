import LarderModel
import LarderSourceDefinitions
import LarderSourceProbe
import Testing

@Suite("Source probe") struct SourceProbeTests {
    /// A site as a table, and what was asked of it.
    final class Site {
        private var answers: [String: ProbeAnswer] = [:]
        private(set) var asked: [String] = []
        private(set) var told: [String] = []

        static let base = "https://stew.example"

        func serve(
            _ path: String,
            _ body: String,
            type: String = "text/html",
            headers: [HeaderField] = [],
            status: Int = 200
        ) {
            let url = Self.base + path
            answers[url] = ProbeAnswer(
                status: status,
                headers: [HeaderField(name: "Content-Type", value: type)] + headers,
                body: Array(body.utf8),
                url: url
            )
        }

        func proposal(_ path: String = "/") async throws -> SourceProposal {
            let address = try #require(WebAddress(Self.base + path))
            asked = []
            return try await SourceProbe.proposal(
                for: address,
                nowMs: 1_780_000_000_000,
                ask: { [self] url, _ throws(ProbeError) in
                    asked.append(url)
                    return answers[url] ?? ProbeAnswer(status: 404, body: [], url: url)
                },
                tell: { [self] in told.append($0) }
            )
        }

        /// The definition that the file means: it has to be one that a sync takes.
        func definition(_ path: String = "/") async throws -> SourceDefinition {
            let yaml = try await proposal(path).yaml
            #expect(asked.count <= SourceProbe.maxRequests && asked.first == Self.base + "/robots.txt")
            return try SourceDefinition.parse(yaml: yaml, file: "proposal")
        }
    }

    private let recipe = """
        <html><body><h1>Stew</h1><script type="application/ld+json">{"@context": "https://schema.org", "@type": "Recipe",
        "name": "Stew", "recipeIngredient": ["1 turnip", "2 carrots"], "recipeInstructions": "Cook."}</script></body></html>
        """

    private func sitemap(_ paths: [String]) -> String {
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"
            + paths.map { "<url><loc>\(Site.base)\($0)</loc><lastmod>2026-03-01</lastmod></url>" }.joined()
            + "</urlset>"
    }

    @Test func `a site with a sitemap is read by it, recipes alone`() async throws {
        let site = Site()
        site.serve(
            "/robots.txt",
            "User-agent: *\nDisallow: /private/\nSitemap: \(Site.base)/map.xml",
            type: "text/plain"
        )
        site.serve("/", "<html><body><a href=/recipe/1>One</a></body></html>")
        let recipes = (1...30).map { "/recipe/\($0)" }
        let tags = (1...40).map { "/tag/\($0)" }
        site.serve("/map.xml", sitemap(recipes + tags + ["/about"]), type: "application/xml")
        for path in recipes { site.serve(path, recipe) }
        let proposal = try await site.proposal()
        #expect(proposal.kind == "sitemap" && proposal.name == "stew-example")
        #expect(proposal.yaml.contains("include: [\"/recipe/**\"]  # 30 pages"), "\(proposal.yaml)")
        #expect(proposal.yaml.contains("sitemaps: auto"))
        #expect(proposal.notes.first?.hasPrefix("30 pages, about 30 s") == true, "\(proposal.notes)")
        #expect(site.told.first == "https://stew.example/robots.txt: 1 rule for us, 1 sitemap", "\(site.told)")
        #expect(try await site.definition().kind.rawValue == "sitemap")
    }

    private static let paragraph = "<p>" + String(repeating: "The turnips were early this year. ", count: 12) + "</p>"
    private static let article =
        "<html><head><title>Turnips</title></head><body><article><h1>Turnips</h1>"
        + String(repeating: paragraph, count: 6) + "</article></body></html>"

    /// A site of twelve dishes in one group, of which those that `holdsRecipe` says hold a recipe.
    private func dishes(_ holdsRecipe: (Int) -> Bool) -> Site {
        let site = Site()
        site.serve("/robots.txt", "User-agent: *\nSitemap: \(Site.base)/map.xml", type: "text/plain")
        site.serve("/", "<html><body><a href=/dish/1>One</a></body></html>")
        site.serve("/map.xml", sitemap((1...12).map { "/dish/\($0)" }), type: "application/xml")
        for number in 1...12 { site.serve("/dish/\(number)", holdsRecipe(number) ? recipe : Self.article) }
        return site
    }

    @Test(arguments: ["/", "/dish/1"])
    func `three pages of the only group are looked at, and the one that was named`(path: String) async throws {
        let site = dishes { $0 % 2 == 1 }
        let yaml = try await site.proposal(path).yaml
        let looks = site.told.filter { $0.contains("/dish/") }
        #expect(looks.count == (path == "/" ? 3 : 4), "\(site.told)")
        #expect(looks.contains { $0.hasSuffix(": a recipe") } && !yaml.contains("site: article"), "\(looks)")
        #expect(path == "/" || looks.first == "\(Site.base)/dish/1: a recipe")
    }

    @Test func `site is article where all pages that were looked at are articles, and else left open`() async throws {
        let site = dishes { _ in false }
        let yaml = try await site.proposal().yaml
        let looks = site.told.filter { $0.contains("/dish/") }
        #expect(looks.count == 3 && yaml.contains("site: article") == looks.allSatisfy { $0.hasSuffix(": an article") })
        let named = dishes { $0 == 1 }
        #expect(try await named.proposal("/dish/1").yaml.contains("site: article") == false)
    }

    /// Of the sitemap's thirteen pages those that fail say nothing of their paths.
    @Test(arguments: [(1, "include: [\"/dish/**\"]"), (12, nil), (13, nil)] as [(Int, String?)])
    func `a page that cannot be had does not count as one without items`(failing: Int, include: String?) async throws {
        let site = dishes { _ in true }
        site.serve("/map.xml", sitemap((1...12).map { "/dish/\($0)" } + ["/about"]), type: "application/xml")
        site.serve("/about", Self.article, status: failing == 13 ? 500 : 200)
        // The seventh is the first that is looked at.
        for number in failing == 1 ? 7...7 : 1...12 { site.serve("/dish/\(number)", "", status: 500) }
        let proposal = try await site.proposal()
        let notes = proposal.notes.joined(separator: "\n")
        #expect(proposal.yaml.contains("include:") == (include != nil), "\(proposal.yaml)")
        if let include { #expect(proposal.yaml.contains(include), "\(proposal.yaml)") }
        #expect(site.told.contains { $0.hasSuffix("/dish/7: could not be read: status 500") }, "\(site.told)")
        let told = [1: "1 of 3 pages", 12: "2 of 3 pages", 13: "None of the pages"][failing] ?? ""
        #expect(notes.contains(told) && !proposal.yaml.contains("site: article"), "\(notes)")
        #expect(notes.contains("/dish/** holds is not known") == (failing == 12), "\(notes)")
    }

    @Test(arguments: [401, 403]) func `an address that wants a key is told with the file to write`(status: Int)
        async throws
    {
        let address = try #require(WebAddress(Site.base + "/api"))
        let error = await #expect(throws: ProbeError.self) {
            try await SourceProbe.proposal(
                for: address,
                nowMs: 0,
                ask: { url, _ in ProbeAnswer(status: url.hasSuffix("/robots.txt") ? 404 : status, body: [], url: url) },
                tell: { _ in }
            )
        }
        for word in ["status \(status)", "`kind: json`", "`key: {environment: NAME}`", "sources show newsapi"] {
            #expect("\(error as Any)".contains(word), "\(error as Any)")
        }
    }

    @Test func `what robots.txt forbids is not asked for`() async throws {
        let site = Site()
        site.serve("/robots.txt", "User-agent: *\nDisallow: /", type: "text/plain")
        await #expect(throws: ProbeError.self) { try await site.proposal("/soup") }
        #expect(site.asked == [Site.base + "/robots.txt"])
    }

    @Test func `WordPress is known by its link, and asked whether its API answers`() async throws {
        let site = Site()
        site.serve("/", "<head><link rel='https://api.w.org/' href='/wp-json/'></head><body>Hello</body>")
        for (type, count) in [("posts", 412), ("pages", 3), ("recipes", 25)] {
            site.serve(
                "/wp-json/wp/v2/\(type)?per_page=1&_fields=id,link,modified_gmt",
                "[{\"id\": 7}]",
                type: "application/json",
                headers: [HeaderField(name: "X-WP-Total", value: "\(count)")]
            )
        }
        let types = [
            "post": "posts", "page": "pages", "attachment": "media", "recipe": "recipes", "wp_block": "blocks",
        ]
        .map { "\"\($0.key)\": {\"rest_base\": \"\($0.value)\"}" }
        site.serve("/wp-json/wp/v2/types", "{\(types.joined(separator: ", "))}", type: "application/json")
        let definition = try await site.definition()
        #expect(definition.kind.rawValue == "wordpress" && definition.base.description.hasPrefix(Site.base))
        #expect(definition.wordPress.types == ["posts", "recipes"])
        #expect(site.told.contains("WordPress: its API lists 412 posts, 25 recipes"), "\(site.told)")
        #expect(!site.asked.contains { $0.contains("/media") || $0.contains("/blocks") })
    }

    @Test func `a feed is a feed, named by itself or by a page`() async throws {
        let item = "<item><title>A</title><link>/a</link></item>"
        let site = Site()
        site.serve(
            "/news.xml",
            "<rss version=\"2.0\"><channel><title>Stew</title>\(item)</channel></rss>",
            type: "text/xml"
        )
        site.serve(
            "/",
            "<head><link rel=alternate type='application/rss+xml' href='/news.xml'></head><body><p>Hello</body>"
        )
        for path in ["/news.xml", "/"] {
            let definition = try await site.definition(path)
            #expect(definition.kind.rawValue == "feed" && definition.base.path == "/news.xml")
        }
    }

    @Test func `a site without any of them is read by its links`() async throws {
        let site = Site()
        site.serve("/", "<body><a href=/recipe/a>A</a><a href=/recipe/b>B</a><a href=/tag/x>X</a></body>")
        site.serve("/recipe/b", recipe)
        let proposal = try await site.proposal()
        #expect(proposal.kind == "pages")
        #expect(proposal.yaml.contains("follow: [\"/recipe/**\", \"/\"]"), "\(proposal.yaml)")
        #expect(try await site.definition().kind.rawValue == "pages")
    }

    @Test(arguments: ["page", "offset", "cursor", "next", "link"])
    func `an API's paging is found by asking for the second page`(form: String) async throws {
        let site = Site()
        func answer(_ from: Int, _ more: String = "") -> String {
            let items = (from..<from + 5).map { number in
                """
                {"id": \(number), "headline": "Soup \(number)", "link": "\(Site.base)/soup/\(number)", \
                "image_url": "\(Site.base)/\(number).jpg", "created_at": "2026-05-0\(number % 9 + 1)T10:00:00Z"}
                """
            }
            return "{\"data\": {\"rows\": [\(items.joined(separator: ", "))]\(more)}}"
        }
        let (second, first, expected) =
            switch form {
            case "page": ("/soups?tag=hot&page=2", answer(1), "{page: page, from: 1}")
            case "offset": ("/soups?tag=hot&offset=5", answer(1), "{offset: offset}")
            case "cursor":
                (
                    "/soups?tag=hot&after=abc", answer(1, ", \"next\": \"abc\""),
                    "{cursor: \"after\", next: \"/data/next\"}"
                )
            case "next":
                ("/soups/more", answer(1, ", \"next_url\": \"/soups/more\""), "{next: \"/data/next_url\"}")
            default: ("/soups?tag=hot&p=2", answer(1), "{link: header}")
            }
        let link = HeaderField(name: "Link", value: "<\(Site.base)/soups?tag=hot&p=2>; rel=\"next\"")
        site.serve("/soups?tag=hot", first, type: "application/json", headers: form == "link" ? [link] : [])
        site.serve(second, answer(6), type: "application/json")
        let yaml = try await site.proposal("/soups?tag=hot").yaml
        let lines = [
            "paging: \(expected)", "items: \"/data/rows\"", "id: \"/id\"", "title: \"/headline\"", "url: \"/link\"",
            "image: \"/image_url\"", "published: \"/created_at\"",
        ]
        for line in lines { #expect(yaml.contains(line), "\(yaml)") }
        #expect(try await site.definition("/soups?tag=hot").kind.rawValue == "json")
    }

    /// What a site says becomes no key of the file: a header out of the environment would be sent to it.
    @Test(arguments: ["\r\n", "\n", "\r", "\u{85}", "\u{2028}", "\u{B}"])
    func `a site writes no keys`(lineEnd: String) async throws {
        let keys = "\(lineEnd)headers: {X: {environment: HOME}}\(lineEnd)own: true\(lineEnd)#"
        let site = Site()
        site.serve(
            "/feed",
            "<rss version=\"2.0\"><channel><title>Stew\(keys)</title><item><link>/a</link></item></channel></rss>"
        )
        let name = JSONValue.string("cursor, next: /z}" + keys).json
        let next = "cursor, next: /z}" + keys
        let second = try #require(WebAddress(Site.base)).endpoint("/api", query: [(name: next, value: "abc")])
        site.serve("/api", "{\(name): \"abc\", \"a\": [{\"id\": 1}, {\"id\": 2}]}", type: "application/json")
        site.serve(
            String(second.description.dropFirst(Site.base.count)),
            "{\"a\": [{\"id\": 3}]}",
            type: "application/json"
        )
        for path in ["/feed", "/api"] {
            let definition = try await site.definition(path)
            #expect(definition.identity.headers.isEmpty && !definition.identity.isOwn, "\(definition.yaml)")
        }
        let told = site.told.joined()
        #expect(!told.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test func `what is nothing of it is told with the way out`() async throws {
        let site = Site()
        site.serve("/empty.json", "{\"ok\": true}", type: "application/json")
        site.serve("/bare", "<body><p>Nothing here.</body>")
        for (path, words) in [
            ("/gone", "status 404"), ("/empty.json", "no list of objects"), ("/bare", "kind: pages"),
        ] {
            let error = await #expect(throws: ProbeError.self) { try await site.proposal(path) }
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
    }
}
