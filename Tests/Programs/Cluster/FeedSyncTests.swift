import Foundation
import LarderCatalog
import LarderChaos
import LarderModel
import LarderTestSupport
import Testing

extension ClusterTests {
    /// Feeds and WordPress sites, from the list to texts and pictures.
    @Suite("Feeds and WordPress sites") struct FeedSyncTests {
        private static let feed = """
            <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <channel><title>Bread &amp; more</title><link>/</link><language>en</language>
            \((1...5).map { number in
                """
                <item><title>Loaf &amp; slice \(number)</title><link>/post/\(number)</link><guid isPermaLink="false">g\(number)</guid>
                <dc:creator>Ann Baker</dc:creator><pubDate>Tue, 0\(number) Mar 2024 09:00:00 GMT</pubDate><category>Bread</category>
                <description>&lt;p&gt;In &lt;em&gt;short&lt;/em&gt;: loaf \(number).&lt;/p&gt;</description>
                <media:content url="/pictures/\(number).png" medium="image"/></item>
                """
            }.joined())
            </channel></rss>
            """

        /// A page with enough text to be an article's.
        private static func page(_ name: String) -> String {
            let paragraph =
                "The dough of \(name) rests in the bowl, while the oven gets hot, and rises slowly, as it should. "
            let body = (0..<6).map { "<p>Paragraph \($0). \(String(repeating: paragraph, count: 3))</p>" }.joined()
            return
                "<!doctype html><html lang=en><title>\(name)</title><article><h1>\(name)</h1>\(body)</article></html>"
        }

        private static func post(_ number: Int) -> String {
            """
            {"id": \(number), "date_gmt": "2024-03-0\(number)T09:00:00", "modified_gmt": "2024-03-0\(number)T10:00:00", "type": "post",
            "link": "/2024/post-\(number)/", "title": {"rendered": "Soup &#038; bread \(number)"},
            "excerpt": {"rendered": "<p>About soup.</p>"}, "content": {"rendered": "<p>Stir it.</p>", "protected": false},
            "_embedded": {"author": [{"name": "Max"}], "wp:featuredmedia": [{"source_url": "/pictures/\(number).png"}],
            "wp:term": [[{"taxonomy": "category", "name": "Soups"}], [{"taxonomy": "post_tag", "name": "hot"}]]}}
            """
        }

        private static func answer(_ path: String, _ query: [String: String]) -> AnsweringServer.Answer {
            if path == "/feed.xml" { return .init(type: "application/rss+xml", body: Data(feed.utf8)) }
            if path == "/robots.txt" { return .init(status: 404, type: "text/plain", body: Data()) }
            if path == "/wp-json/wp/v2/posts" {
                switch query["page"] {
                case let page? where ["1", "2"].contains(page):
                    let posts = page == "1" ? "\(post(1)), \(post(2))" : post(3)
                    var list = AnsweringServer.Answer.json("[\(posts)]")
                    list.headers = ["X-WP-TotalPages: 2"]
                    return list
                default:
                    return .json(
                        #"{"code": "rest_post_invalid_page_number", "message": "Too large.", "data": {"status": 400}}"#,
                        status: 400
                    )
                }
            }
            if path.hasPrefix("/post/") || path.hasPrefix("/2024/") {
                return .init(type: "text/html; charset=utf-8", body: Data(page(path).utf8))
            }
            return .init(type: "image/png", body: PageSite.picture)
        }

        private static func with(
            _ lines: String,
            _ body: (TestLarder, AnsweringServer) async throws -> Void
        ) async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with {
                    answer($0, $1)
                } _: { server in
                    let source =
                        "name: web\nretry: {attempts: 2, base: 5ms, cap: 20ms}\n"
                        + lines.replacing("HOST", with: "http://127.0.0.1:\(server.port)")
                    try await body(TestLarder(scratch, sources: [try scratch.write(source, to: "web.yaml")]), server)
                }
            }
        }

        @Test func `a feed's entries are articles with bodies and pictures`() async throws {
            try await Self.with("kind: feed\nbase: HOST/feed.xml") { larder, server in
                try await larder.syncedWhole()
                try await larder.expectWhole()
                let catalog = try Catalog(readingFrom: larder.catalogPath)
                let articles = try await catalog.read { try $0.articles() }
                #expect(articles.count == 5)
                for number in 1...5 {
                    let urn = RecordURN.article(source: "web", url: "http://127.0.0.1:\(server.port)/post/\(number)")
                    let detail = try #require(try await catalog.read { try $0.article(urn: urn) })
                    let article = detail.article.record
                    #expect(article.title == "Loaf & slice \(number)" && article.author == "Ann Baker")
                    #expect(article.outletName == "Bread & more" && article.language == "en" && !article.isPartial)
                    #expect(article.summary == "In short: loaf \(number).")
                    #expect(
                        article.publishedAt
                            == (try #require(HTTPDate(parsing: "Tue, 0\(number) Mar 2024 09:00:00 GMT", now: 0))
                                .unixSeconds * 1_000)
                    )
                    #expect(article.extra.first { $0.name == "categories" }?.json == #"["Bread"]"#)
                    #expect(Set(detail.texts.map(\.role)) == [.body, .summary])
                    let text = try #require(detail.texts.first { $0.role == .body })
                    #expect(text.plain.contains("The dough of /post/\(number) rests"))
                    let image = try await catalog.read { try $0.image(urn: article.imageURN ?? "") }
                    #expect(image?.decoding?.width == 1)
                }
            }
        }

        @Test(arguments: [("", 2), ("\nevery: 1h", 1)])
        func `a feed is asked once in the time that every says`(line: String, asked: Int) async throws {
            try await Self.with("kind: feed\nbase: HOST/feed.xml\nfull-text: feed\nimages: false" + line) {
                larder,
                server in
                try await larder.syncedWhole()
                try await larder.syncedWhole()
                #expect(server.targets.filter { $0 == "/feed.xml" }.count == asked)
            }
        }

        @Test func `pages of a feed that is not asked are not asked for either, and a line says until when`()
            async throws
        {
            func feed(_ count: Int) -> AnsweringServer.Answer {
                let entries = (1...count).map { "<item><title>\($0)</title><link>/p/\($0)</link></item>" }.joined()
                return Website.xml("<rss version=\"2.0\"><channel><title>f</title>\(entries)</channel></rss>")
            }
            var answers = ["/feed": feed(3)]
            for number in 1...5 { answers["/p/\(number)"] = Website.article("\(number)") }
            try await Website.with(answers, "kind: feed\nevery: 1h\nimages: false", base: "/feed") { site in
                let (first, all) = try await site.sync()
                #expect(first.output.contains("3 articles, ") && all.count { $0.hasPrefix("/p/") } == 3, "\(first)")
                let (second, none) = try await site.sync()
                #expect(second.end == .exited(0) && none.isEmpty, "\(none) \(second)")
                #expect(
                    second.output.contains("/feed for another") && second.output.contains("`every: 1h`"),
                    "\(second)"
                )
                #expect(second.output.contains("no item is new or changed"), "\(second)")
                site.set("/feed", feed(5))
                site.set("/p/2", Website.article("two"))
                let before = site.server.targets.count
                let third = try await site.larder.sync(["--refresh"])
                let asked = site.server.targets.dropFirst(before).filter { $0 != "/robots.txt" }
                #expect(asked.sorted() == ["/feed"] + (1...5).map { "/p/\($0)" }, "\(asked) \(third)")
                #expect(third.output.contains("5 articles (2 new, 1 changed)"), "\(third)")
                #expect(!third.output.contains("for another"), "\(third)")
            }
        }

        @Test func `init gives the source the name that is asked for`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with {
                    Self.answer($0, $1)
                } _: { server in
                    let words = ["sources", "init", "http://127.0.0.1:\(server.port)/feed.xml", "--name"]
                    let path = scratch.folder + "/bread.yaml"
                    let refused = try await scratch.run(.coordinator, words + ["Good Bread"])
                    #expect(refused.end == .exited(64) && refused.errors.contains("lower-case letters"), "\(refused)")
                    #expect(server.targets.isEmpty)
                    let run = try await scratch.run(.coordinator, words + ["bread", "--output", path])
                    #expect(run.end == .exited(0), "\(run)")
                    let yaml = try String(contentsOfFile: path, encoding: .utf8)
                    #expect(yaml.contains("\nname: bread\nkind: feed\n"), "\(yaml)")
                    let asked = server.targets.count
                    let again = try await scratch.run(.coordinator, words + ["bread", "--output", path])
                    #expect(again.end == .exited(2) && again.errors.contains("is there already"), "\(again)")
                    #expect(server.targets.count == asked)
                }
            }
        }

        @Test func `texts come from the feed alone where the definition says so`() async throws {
            try await Self.with("kind: feed\nbase: HOST/feed.xml\nfull-text: feed\nkeep: 2\nimages: false") {
                larder,
                server in
                try await larder.syncedWhole()
                try await larder.expectWhole()
                let catalog = try Catalog(readingFrom: larder.catalogPath)
                #expect(try await catalog.read { try $0.articles() }.count == 2)
                #expect(!server.targets.contains { $0.hasPrefix("/post/") || $0.hasPrefix("/pictures/") })
            }
        }

        @Test func `a WordPress site's list is read page by page`() async throws {
            try await Self.with("kind: wordpress\nbase: HOST/\npage-size: 2\nbody: longer") { larder, server in
                try await larder.syncedWhole()
                try await larder.expectWhole()
                let catalog = try Catalog(readingFrom: larder.catalogPath)
                #expect(try await catalog.read { try $0.articles() }.count == 3)
                for number in 1...3 {
                    let url = "http://127.0.0.1:\(server.port)/2024/post-\(number)/"
                    let urn = "article:web:posts-\(number)"
                    let detail = try #require(try await catalog.read { try $0.article(urn: urn) })
                    let article = detail.article.record
                    #expect(article.title == "Soup & bread \(number)" && article.author == "Max" && article.url == url)
                    #expect(article.summary == "About soup." && article.content == "Stir it.")
                    #expect(Set(detail.texts.map(\.role)) == [.body, .summary, .content])
                    #expect(
                        detail.texts.first { $0.role == .body }?.plain.contains("The dough of /2024/post-\(number)/")
                            == true
                    )
                    let image = try await catalog.read { try $0.image(urn: article.imageURN ?? "") }
                    #expect(image?.decoding?.width == 1)
                }
                #expect(server.targets.filter { $0.hasPrefix("/wp-json/") }.count == 2)
                try await larder.syncedWhole()
                let later = server.targets.filter { $0.hasPrefix("/wp-json/") }.dropFirst(2)
                for name in ["modified_after", "after"] {
                    #expect(later.contains { $0.contains("&\(name)=2024-03-03T09%3A00%3A00Z") }, "\(later)")
                }
                let names = later.filter { $0.contains("&_fields=id%2Clink") }
                #expect(!names.isEmpty, "\(later)")
                #expect(later.allSatisfy { $0.contains("after=2024-03-03T09%3A00%3A00Z") || names.contains($0) })
            }
        }
    }
}
