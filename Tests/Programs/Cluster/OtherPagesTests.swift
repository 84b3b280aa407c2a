import Foundation
import GRDB
import LarderCatalog
import LarderChaos
import LarderModel
import Testing

extension ClusterTests {
    /// Pages that an article names as its further ones and that are none, or are not followed.
    @Suite("Other pages than an article's") struct OtherPagesTests {
        private static let source = "kind: pages\nurls: [/story]\nimages: false"

        /// A page of the article, with links.
        private static func page(_ number: Int, _ links: String) -> AnsweringServer.Answer {
            let paragraphs = (1...3).map {
                "<p>Part \(number) of the story says in its paragraph \($0) what was seen on the way, whom they met there, "
                    + "and why the bridge was closed to all trams for the whole day.</p>"
            }
            let text = "<h1>The tram and its bridge</h1>\(paragraphs.joined())<div>\(links)</div>"
            let head = "<title>The tram and its bridge</title><meta property=og:type content=article>"
            return Website.html("<!doctype html><html lang=en>\(head)<article>\(text)</article>")
        }

        private static let second = "<a href='/story/2'>2</a>"

        private static let notFound = """
            <!doctype html><title>Page not found</title><main><h1>Page not found</h1><p>The page that you asked for is not here, and it \
            may never have been there. Look at our front page for the newest stories, or use the search.</p></main>
            """

        private static let frontPage: String = {
            let cards = (1...9).map { "<h2><a href='/day-\($0)'>What happened on day \($0)</a></h2><p>Day \($0).</p>" }
            let head = "<!doctype html><title>Tramway Post</title><link rel=canonical href='/'>"
            return head + "<main>\(cards.joined())<a href='?page=2'>2</a></main>"
        }()

        /// What sites say under the status 200 of a page that they do not have; nil: the first page again.
        private static let others: [String?] = [notFound, frontPage, nil]

        /// The only body of a larder.
        private func body(_ larder: TestLarder) async throws -> RenderedText {
            let texts = try await Catalog(readingFrom: larder.catalogPath).read { reader in
                try reader.articles().flatMap { try reader.texts(item: $0.urn).map(\.record) }
            }
            try #require(texts.map(\.role) == [.body])
            return texts[0]
        }

        private func notes(_ larder: TestLarder, on urn: String) throws -> [String] {
            try larder.read {
                let sql = "SELECT code FROM note WHERE recordURN = ? AND code <> 'text-left-out' ORDER BY 1"
                return try String.fetchAll($0, sql: sql, arguments: [urn])
            }
        }

        @Test(arguments: others)
        func `a page that the site gives in the place of one ends the text, as a note tells`(other: String?)
            async throws
        {
            // Numbers of pages of comments lead to the article again, which lacks nothing.
            let codes = other == nil ? [] : ["further-page-missing"]
            let own = Self.page(1, Self.second)
            try await Website.with(["/story": own, "/story/2": other.map(Website.html) ?? own], Self.source) { site in
                let (first, targets) = try await site.sync()
                #expect(first.end == .exited(0) && targets == ["/story", "/story/2"], "\(first)")
                let text = try await body(site.larder)
                #expect(text.plain.contains("Part 1 of") && text.plain.count < 600 && text.nextPage == nil)
                #expect(text.pages.map { $0.start == nil } == [false, true])
                #expect(try notes(site.larder, on: text.urn) == codes)
                let address = "http://127.0.0.1:\(site.server.port)/story/2"
                let why = try await site.larder.command("why", address)
                #expect(why.end == .exited(0) && why.output.hasPrefix(text.itemURN), "\(why)")
                #expect(why.output.contains("page 2: \(address), not in the text"), "\(why)")
                let isTold = why.output.contains("further-page-missing: Page 2, \(address), cannot be had")
                #expect(isTold == (other != nil), "\(why)")
                let digest = try await site.larder.digest()
                let (_, again) = try await site.sync()
                #expect(again == targets)
                #expect(try await site.larder.digest() == digest)
                #expect(try notes(site.larder, on: text.urn) == codes)
                try await site.larder.expectWhole("another page")

                site.set("/story/2", Self.page(2, ""))
                let (last, _) = try await site.sync()
                let whole = try await body(site.larder)
                #expect(last.end == .exited(0) && whole.plain.contains("Part 2 of"), "\(last)")
                #expect(try notes(site.larder, on: text.urn) == [])
                try await site.larder.expectWhole("it came")
            }
        }

        @Test func `a page at another host is not followed, which a note tells`() async throws {
            let away = "http://m.tram.test/story/2"
            try await Website.with(["/story": Self.page(1, "<a href='\(away)'>2</a>")], Self.source) { site in
                for round in 1...2 {
                    let (run, targets) = try await site.sync()
                    #expect(run.end == .exited(0) && targets == ["/story"], "\(run)")
                    if round == 1 { #expect(run.output.contains("at another host"), "\(run)") }
                    let text = try await body(site.larder)
                    #expect(text.pages.isEmpty && text.nextPage == nil && text.plain.contains("Part 1 of"))
                    #expect(try notes(site.larder, on: text.urn) == ["further-page-elsewhere"], "sync \(round)")
                    let why = try await site.larder.command("why", text.itemURN)
                    #expect(why.output.contains("/story goes on at \(away)"), "\(why)")
                }
                try await site.larder.expectWhole()
            }
        }
    }
}
