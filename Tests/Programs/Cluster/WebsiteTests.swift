import Foundation
import GRDB
import LarderCache
import LarderCatalog
import LarderChaos
import LarderHashing
import LarderModel
import Testing

extension ClusterTests {
    /// Websites as sources: by their sitemaps, and by links that are followed.
    @Suite("Websites") struct WebsiteTests {
        /// The paths of the catalog's articles.
        private func articles(_ larder: TestLarder) throws -> [String] {
            try larder.read { try String.fetchAll($0, sql: "SELECT url FROM article ORDER BY url") }
                .compactMap { URL(string: $0)?.path }
        }

        func urlset(_ entries: [(path: String, lastmod: String?)]) -> AnsweringServer.Answer {
            let lines = entries.map { entry in
                "<url><loc>\(entry.path)</loc>\(entry.lastmod.map { "<lastmod>\($0)</lastmod>" } ?? "")</url>"
            }
            return Website.xml("<?xml version=\"1.0\"?><urlset>\(lines.joined(separator: "\n"))</urlset>")
        }

        private func index(_ paths: [String]) -> AnsweringServer.Answer {
            Website.xml("<sitemapindex>\(paths.map { "<sitemap><loc>\($0)</loc></sitemap>" }.joined())</sitemapindex>")
        }

        @Test func `a tree of sitemaps with loops gives each page once, with one worker as with eight`() async throws {
            var answers: [String: AnsweringServer.Answer] = [
                "/robots.txt": .init(type: "text/plain", body: Data("User-agent: *\nSitemap: /index.xml\n".utf8)),
                "/index.xml": index(["/a.xml", "/b.txt", "/index.xml", "/loop.xml", "/gone.xml", "/a.xml"]),
                "/loop.xml": index(["/index.xml", "/loop.xml"]),
                "/a.xml": urlset(
                    (1...20).map { ("/p/\($0)", nil) } + [("/p/print/1", nil), ("http://other.test/x", nil)]
                ),
            ]
            for number in 1...25 { answers["/p/\(number)"] = Website.article("\(number)") }
            try await Website.with(answers, "kind: sitemap\nexclude: [/p/print/**]") { site in
                let list = (15...25).map { "http://127.0.0.1:\(site.server.port)/p/\($0)" }.joined(separator: "\n")
                site.set("/b.txt", .init(type: "text/plain", body: Data(list.utf8)))
                let (run, targets) = try await site.sync()
                #expect(run.end == .exited(0), "\(run)")
                #expect(run.output.contains("other.test:80 (1)") && run.output.contains("/gone.xml"))
                #expect(try articles(site.larder) == (1...25).map { "/p/\($0)" }.sorted())
                #expect(Set(targets).count == targets.count && targets.count == 25 + 6, "\(targets)")
                let titles = try site.larder.read { try String.fetchSet($0, sql: "SELECT title FROM article") }
                #expect(titles == Set((1...25).map { "Page \($0)" }))
                let other = try site.otherLarder()
                try await other.syncedWhole(workers: 8)
                #expect(try await other.digest() == site.larder.digest())
                try await site.larder.expectWhole()
            }
        }

        @Test func `a page whose date is not newer than its answer is not asked for again`() async throws {
            func entries(changed: Set<Int> = []) -> [(path: String, lastmod: String?)] {
                let now = Date().formatted(.iso8601)
                return (1...150).map { number in
                    ("/p/\(number)", changed.contains(number) ? now : "2024-01-\(10 + number % 20)T10:00:00Z")
                }
            }
            var answers = ["/s.xml": urlset(entries())]
            for number in 1...150 { answers["/p/\(number)"] = Website.article("\(number)") }
            try await Website.with(answers, "kind: sitemap\nsitemaps: [/s.xml]") { site in
                let (first, all) = try await site.sync()
                #expect(first.end == .exited(0) && all.count == 151, "\(first)")
                let digest = try await site.larder.digest()
                let (second, none) = try await site.sync(progress: "json")
                #expect(second.end == .exited(0) && none == ["/s.xml"])
                #expect(try await site.larder.digest() == digest)
                #expect(second.output.contains("\"from_cache\":150"), "\(second.output.suffix(900))")
                site.set("/s.xml", urlset(entries(changed: [7, 90])))
                site.set("/p/7", Website.article("seven"))
                let (third, changed) = try await site.sync()
                #expect(third.end == .exited(0) && changed.sorted() == ["/p/7", "/p/90", "/s.xml"])
                let titles = try site.larder.read { try String.fetchSet($0, sql: "SELECT title FROM article") }
                #expect(titles.contains("Page seven") && titles.count == 150)
                try await site.larder.expectWhole()
                // Another date is a change, though it is older than the answer that is known.
                site.set(
                    "/s.xml",
                    urlset(entries().map { $0.path == "/p/30" ? ($0.path, "2024-03-01T10:00:00Z") : $0 })
                )
                let (fourth, older) = try await site.sync()
                #expect(fourth.end == .exited(0) && older.sorted() == ["/p/30", "/p/7", "/p/90", "/s.xml"], "\(older)")
            }
        }

        @Test func `dates that are all the same are not believed, unless the file says so`() async throws {
            var answers = ["/s.xml": urlset((1...5).map { ("/p/\($0)", "2024-01-10") })]
            for number in 1...5 { answers["/p/\(number)"] = Website.article("\(number)") }
            for (lines, again) in [("", 6), ("lastmod: trust", 1), ("lastmod: ignore", 6)] {
                try await Website.with(answers, "kind: sitemap\nsitemaps: [/s.xml]\n\(lines)") { site in
                    let (first, _) = try await site.sync()
                    #expect(first.output.contains("all the same") == lines.isEmpty)
                    let (_, targets) = try await site.sync()
                    #expect(targets.count == again, "\(lines)")
                }
            }
        }

        @Test func `a site without sitemap says so, and one of a usual name is found`() async throws {
            let lost = "kind: sitemap"
            try await Website.with([:], lost) { site in
                let (run, targets) = try await site.sync()
                #expect(run.end == .exited(3) && run.output.contains("names no sitemap"), "\(run)")
                #expect(targets.count == 7)
            }
            let answers = ["/wp-sitemap.xml": urlset([("/p/1", nil)]), "/p/1": Website.article("1")]
            try await Website.with(answers, lost) { site in
                _ = try await site.sync()
                #expect(try articles(site.larder) == ["/p/1"])
            }
        }

        @Test func `items that no sitemap names any more are gone, and max-pages holds`() async throws {
            var answers = ["/s.xml": urlset((1...9).map { ("/p/\($0)", nil) }), "/t.xml": urlset([("/p/1", nil)])]
            for number in 1...9 { answers["/p/\(number)"] = Website.article("\(number)") }
            try await Website.with(answers, "kind: sitemap\nsitemaps: [/s.xml, /t.xml]") { site in
                _ = try await site.sync()
                site.set("/s.xml", urlset((3...9).map { ("/p/\($0)", nil) }))
                _ = try await site.sync()
                let gone = try site.larder.read {
                    try String.fetchAll($0, sql: "SELECT url FROM article WHERE goneAt IS NOT NULL")
                }
                #expect(gone.compactMap { URL(string: $0)?.path } == ["/p/2"])
            }
            try await Website.with(answers, "kind: sitemap\nsitemaps: [/s.xml]\nmax-pages: 4") { site in
                let (run, targets) = try await site.sync()
                #expect(targets.count == 5 && run.output.contains("max-pages"), "\(run)")
                #expect(try articles(site.larder) == (1...4).map { "/p/\($0)" })
            }
        }

        // MARK: Recipes

        private static let recipe = Website.html(
            """
            <!doctype html><title>Soup</title><script type="application/ld+json">{"@context": "https://schema.org",
            "@type": "Recipe", "name": "Soup", "image": "/soup.png", "recipeIngredient": ["1 onion", "2 l water"],
            "recipeInstructions": "Cook it."}</script><main><h1>Soup</h1><p>Words about a soup that is cooked for an hour, and
            is eaten on cold days, with bread if there is any.</p></main>
            """
        )

        @Test(arguments: ["auto", "article", "recipe"])
        func `a page that holds a recipe is read as the definition says`(mode: String) async throws {
            let answers = [
                "/s.xml": urlset([("/soup", nil), ("/news", nil)]), "/soup": Self.recipe,
                "/news": Website.article("news"),
                "/soup.png": AnsweringServer.Answer(type: "image/png", body: PageSite.picture),
            ]
            try await Website.with(answers, "kind: sitemap\nsitemaps: [/s.xml]\nsite: \(mode)") { site in
                let (run, _) = try await site.sync()
                #expect(run.end == .exited(0), "\(run)")
                let catalog = try Catalog(readingFrom: site.larder.catalogPath)
                let recipes = try await catalog.read { try $0.recipes(source: $0.source(named: "web")?.id ?? 0) }
                let articles = try await catalog.read { try $0.articles() }
                #expect(articles.count == (mode == "recipe" ? 0 : 2))
                #expect(recipes.count == ["auto": 1, "article": 0, "recipe": 2][mode])
                if let recipe = recipes.first(where: { $0.title == "Soup" }) {
                    #expect(recipe.ingredients.map(\.text) == ["1 onion", "2 l water"])
                    let detail = try await catalog.read { try $0.recipe(urn: recipe.urn) }
                    #expect(detail?.texts.map(\.role) == [.body] && detail?.image?.decoding != nil)
                    let tail = recipe.urn.dropFirst("recipe".count)
                    #expect(mode == "recipe" || articles.contains { $0.urn == "article" + tail })
                    #expect(recipe.record.sourceURL?.hasSuffix("/soup") == true)
                }
                try await site.larder.expectWhole()
                let digest = try await site.larder.digest()
                _ = try await site.sync()
                #expect(try await site.larder.digest() == digest)
                let gone = try site.larder.read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM recipe WHERE goneAt > 0")
                }
                #expect(gone == 0)
            }
        }

        // MARK: Links

        @Test func `links are followed by pattern and depth, each page once, with one worker as with eight`()
            async throws
        {
            var answers: [String: AnsweringServer.Answer] = [
                "/book/": Website.article(
                    "start",
                    links: ["index-a", "1", "/other/1", "2?utm_source=x", "http://other.test/"]
                ),
                "/book/index-a": Website.article("list", links: ["1", "2", "3#part", "index-a"]),
                "/book/chapter-1.html": Website.article("c1"),
                "/book/chapter-2.html": Website.article("c2", links: ["chapter-1.html"]),
            ]
            for number in 1...8 {
                answers["/book/\(number)"] = Website.article("\(number)", links: ["\(number + 1)", "/book/"])
            }
            let lines = """
                kind: pages
                urls: [./, "./chapter-{1..2}.html"]
                follow: [./**]
                list-only: [./index*]
                max-depth: 4
                """
            try await Website.with(answers, lines, base: "/book/") { site in
                let (run, targets) = try await site.sync()
                #expect(run.end == .exited(0), "\(run)")
                let expected = ["/book/"] + (1...5).map { "/book/\($0)" } + (1...2).map { "/book/chapter-\($0).html" }
                #expect(targets.sorted() == (expected + ["/book/index-a"]).sorted())
                #expect(
                    try articles(site.larder).sorted().map { $0 == "/book" ? "/book/" : $0 } == expected.sorted()
                )
                let other = try site.otherLarder()
                try await other.syncedWhole(workers: 8)
                #expect(try await other.digest() == site.larder.digest())
                try await site.larder.expectWhole()
            }
        }

        @Test func `max-pages holds over all workers, and says so`() async throws {
            var answers: [String: AnsweringServer.Answer] = [:]
            // Every link leads to a page, however far ahead of the others a worker is.
            for number in 0...60 {
                let links = (1...3).map { "/p/\((number * 3 + $0) % 61)" }
                answers["/p/\(number)"] = Website.article("\(number)", links: links)
            }
            let lines = "kind: pages\nurls: [/p/0]\nfollow: [/p/*]\nmax-depth: 20\nmax-pages: 12"
            try await Website.with(answers, lines) { site in
                let run = try await site.larder.sync(workers: 8)
                #expect(run.end == .exited(0) && run.output.contains("the 12 pages that `max-pages` allows"), "\(run)")
                #expect(site.server.targets.count == 12)
                #expect(try articles(site.larder).count == 12)
            }
        }

        @Test func `limit counts the pages of a crawl and of several sitemaps`() async throws {
            let (first, second) = ((1...5).map { "/p/\($0)" }, (1...5).map { "/q/\($0)" })
            var answers = ["/s.xml": urlset(first.map { ($0, nil) }), "/t.xml": urlset(second.map { ($0, nil) })]
            for path in first + second { answers[path] = Website.article(path) }
            answers["/p/0"] = Website.article("0", links: first)
            let maps = "kind: sitemap\nsitemaps: [/s.xml, /t.xml]\nlimit: 7"
            for (lines, count) in [("kind: pages\nurls: [/p/0]\nfollow: [/p/*]\nlimit: 3", 3), (maps, 7)] {
                try await Website.with(answers, lines) { site in
                    let run = try await site.sync().run
                    #expect(run.output.contains("has the \(count) pages that `limit` allows"), "\(run)")
                    #expect(try articles(site.larder).count == count)
                }
            }
        }

        /// Each page is found by one other page alone, and there are far more than are asked for before the texts of
        /// the first ones are read.
        @Test func `a calendar without end is ended with its numbers`() async throws {
            let lines =
                "kind: pages\nurls: [/cal/0]\nfollow: [/cal/*]\nmax-depth: 20\npoliteness: {concurrency: 1, delay: 20ms}"
            try await Website.with([:], lines) { site in
                for number in 0...2_000 {
                    let links = [1, 2].map { "<a href='/cal/\(number * 2 + $0)'>on</a>" }.joined()
                    site.set(
                        "/cal/\(number)",
                        Website.html("<title>Calendar</title><p>Nothing on this day.</p>\(links)")
                    )
                }
                let (run, targets) = try await site.sync()
                #expect(run.output.contains("pages in a row without new text"), "\(run)")
                #expect((25...1_000).contains(targets.count), "\(targets.count)")
                let (_, again) = try await site.sync()
                #expect(again.sorted() == targets.sorted(), "the pages that are there, and no further ones")
                let notes = try site.larder.read {
                    try Int.fetchOne($0, sql: "SELECT count(*) FROM note WHERE message LIKE '%without new text%'")
                }
                #expect(notes == 1)
            }
        }

        // MARK: Rules

        @Test func `a robots.txt whose body is gone from the cache is asked for again`() async throws {
            let rules = Data("User-agent: *\nDisallow: /p/2\n".utf8)
            let answers = [
                "/robots.txt": AnsweringServer.Answer(type: "text/plain", body: rules), "/p/1": Website.article("1"),
            ]
            let lines = "kind: pages\nurls: [/p/1, /p/2]\nrobots: obey"
            try await Website.with(answers, lines) { site in
                let (first, asked) = try await site.sync()
                #expect(asked == ["/robots.txt", "/p/1"], "\(first)")
                let digest = Digest(of: Array(rules)).hex
                let blob = site.larder.folder + "/cache/blobs/\(digest.prefix(2))/\(digest)"
                try FileManager.default.removeItem(atPath: blob)
                let (second, again) = try await site.sync()
                #expect(second.end == first.end, "\(second)")
                // Two jobs may miss it at once.
                #expect(Set(again) == ["/p/1", "/robots.txt"] && again.count { $0 == "/p/1" } == 1 && again.count <= 3)
                #expect(FileManager.default.fileExists(atPath: blob))
            }
        }
    }
}
