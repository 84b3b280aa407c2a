import Foundation
import LarderCatalog
import LarderChaos
import LarderModel
import LarderTestSupport
import LarderText
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
                case "1":
                    var list = AnsweringServer.Answer.json("[\(post(1)), \(post(2))]")
                    list.headers = ["X-WP-TotalPages: 2"]
                    return list
                case "2": return .json("[\(post(3))]")
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
            _ body: (Larder, AnsweringServer) async throws -> Void
        ) async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with {
                    answer($0, $1)
                } _: { server in
                    let source =
                        "name: web\nretry: {attempts: 2, base: 5ms, cap: 20ms}\n"
                        + lines.replacing("HOST", with: "http://127.0.0.1:\(server.port)")
                    try await body(Larder(scratch, sources: [try scratch.write(source, to: "web.yaml")]), server)
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
                    let urn = RecordURN.article(source: "web", url: url)
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
            }
        }
    }
}
