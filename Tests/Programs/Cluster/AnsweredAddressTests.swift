import Foundation
import GRDB
import LarderCatalog
import LarderChaos
import LarderModel
import Testing

extension ClusterTests {
    /// Relative addresses of a page are relative to the address that answered, and its item stays the one that was
    /// asked for.
    @Suite("Addresses behind redirects") struct AnsweredAddressTests {
        /// A page of a story with a picture, a link and perhaps the next page, all of them relative.
        private static func page(_ number: Int, next: String? = nil) -> AnsweringServer.Answer {
            let paragraphs = (1...3).map {
                "<p>Part \(number) of the story says in its paragraph \($0) what was seen <a href='more-\(number)'>on the way</a>, "
                    + "whom they met there, and why the bridge was closed to all trams for the whole day.</p>"
            }
            let picture = "<figure><img src='tram-\(number).png' width=800 height=600 alt='A tram'></figure>"
            let head =
                "<title>The tram and its bridge</title><meta property=og:type content=article>"
                + (next.map { "<link rel=next href='\($0)'>" } ?? "")
            var answer = Website.html(
                "<!doctype html><html lang=en>\(head)<article><h1>The tram and its bridge</h1>\(picture)\(paragraphs.joined())</article>"
            )
            answer.headers = ["ETag: \"page-\(number)\""]
            return answer
        }

        private static let folder = "/new/dir/"

        /// What a host answers that has the story in a folder.
        private static let answers = [
            folder: page(1, next: "page/2"), folder + "page/2": page(2),
        ]

        private static func redirect(to place: String) -> AnsweringServer.Answer {
            AnsweringServer.Answer(status: 302, headers: ["Location: \(place)"], body: Data())
        }

        /// The only body of a larder.
        private func body(_ larder: TestLarder) async throws -> RenderedText {
            let texts = try await Catalog(readingFrom: larder.catalogPath).read { reader in
                try reader.articles().flatMap { try reader.texts(item: $0.urn).map(\.record) }
            }
            try #require(texts.map(\.role) == [.body])
            return texts[0]
        }

        /// Checks a story that was asked for at `asked` and lies in ``folder`` of `host`.
        private func expectStory(_ larder: TestLarder, asked: String, host: String) async throws {
            let text = try await body(larder)
            let base = host + Self.folder
            #expect(text.plain.contains("Part 1 of") && text.plain.contains("Part 2 of") && text.nextPage == nil)
            #expect(text.pictures.map(\.url) == [base + "tram-1.png", base + "page/tram-2.png"])
            #expect(text.pages.map(\.url) == [asked, base + "page/2"])
            let (links, urls) = try larder.read { db in
                (
                    try String.fetchSet(db, sql: "SELECT url FROM link"),
                    try String.fetchAll(db, sql: "SELECT url FROM article")
                )
            }
            #expect(links == [base + "more-1", base + "page/more-2"])
            #expect(urls == [asked] && text.itemURN == RecordURN.article(source: "web", url: asked))
            let sources = try larder.read { try String.fetchSet($0, sql: "SELECT url FROM provenance WHERE url <> ''") }
            #expect(sources == [asked])
        }

        @Test func `a page that redirects within its host has its pictures, links and next page in the other folder`()
            async throws
        {
            let all = Self.answers.merging(["/old": Self.redirect(to: Self.folder)]) { first, _ in first }
            try await Website.with(all, "kind: pages\nurls: [/old]\nimages: false") { site in
                let host = "http://127.0.0.1:\(site.server.port)"
                let (first, targets) = try await site.sync()
                #expect(first.end == .exited(0), "\(first)")
                #expect(targets == ["/old", Self.folder, Self.folder + "page/2"])
                try await expectStory(site.larder, asked: host + "/old", host: host)
                try await site.larder.expectWhole("the first sync")

                let digest = try await site.larder.digest()
                let (second, again) = try await site.sync()
                #expect(second.end == .exited(0) && second.output.contains("no item is new or changed"), "\(second)")
                #expect(again == targets)
                #expect(site.server.bodies.count { $0.hasPrefix(Self.folder) } == 2, "the second time they are 304")
                #expect(try await site.larder.digest() == digest)

                let other = try site.otherLarder()
                try await other.syncedWhole(workers: 8)
                #expect(try await other.digest() == digest)

                // The same HTML at another address is another text: the page is confirmed there by a 304.
                let moved = "/moved/"
                site.set("/old", Self.redirect(to: moved))
                site.set(moved, Self.page(1, next: "page/2"))
                site.set(moved + "page/2", Self.page(2))
                let (third, _) = try await site.sync()
                let text = try await body(site.larder)
                #expect(third.end == .exited(0), "\(third)")
                #expect(text.pictures.map(\.url) == [host + moved + "tram-1.png", host + moved + "page/tram-2.png"])
                try await site.larder.expectWhole("it moved")
            }
        }

        @Test func `a page that redirects to another host has them there`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, _ in
                    Self.answers[path] ?? AnsweringServer.Answer(status: 404, type: "text/plain", body: Data())
                } _: { other in
                    let host = "http://127.0.0.1:\(other.port)"
                    try await AnsweringServer.with { path, _ in
                        path == "/old"
                            ? Self.redirect(to: host + Self.folder)
                            : AnsweringServer.Answer(status: 404, type: "text/plain", body: Data())
                    } _: { home in
                        let text = """
                            name: web
                            kind: pages
                            base: http://127.0.0.1:\(home.port)/
                            urls: [/old]
                            images: false
                            retry: {attempts: 2, base: 5ms, cap: 20ms}
                            allow: ["127.0.0.1:\(other.port)"]
                            """
                        let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "web.yaml")])
                        let first = try await larder.sync()
                        #expect(first.end == .exited(0), "\(first)")
                        let asked = "http://127.0.0.1:\(home.port)/old"
                        try await expectStory(larder, asked: asked, host: host)
                        try await larder.expectWhole("the first sync")

                        let digest = try await larder.digest()
                        let second = try await larder.sync()
                        #expect(second.end == .exited(0), "\(second)")
                        #expect(second.output.contains("no item is new or changed"), "\(second)")
                        #expect(try await larder.digest() == digest)
                        let pages = [Self.folder, Self.folder + "page/2"]
                        #expect(other.targets.filter { $0 != "/robots.txt" } == pages + pages)
                        #expect(other.bodies.filter { $0 != "/robots.txt" } == pages, "the second time they are 304")
                    }
                }
            }
        }
    }
}
