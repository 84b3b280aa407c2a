import Foundation
import GRDB
import LarderCatalog
import LarderChaos
import LarderModel
import Testing

extension ClusterTests {
    /// An article that stands on several pages is one text.
    @Suite("Articles of several pages") struct ArticlePagesTests {
        private static let source = "kind: pages\nurls: [/story]\nimages: false"

        private static func path(_ number: Int) -> String { number == 1 ? "/story" : "/story/\(number)" }

        /// A page that names the numbers of others.
        private static func page(
            _ number: Int,
            naming others: some Sequence<Int>,
            word: String = "story"
        ) -> AnsweringServer.Answer {
            let paragraphs = (1...3).map {
                "<p>Part \(number) of the \(word) says in its paragraph \($0) what was seen on the way, whom they met there, and why the bridge was closed to all trams for the whole day.</p>"
            }
            let links = others.map { "<a href='\(path($0))'>\($0)</a>" }.joined(separator: " ")
            var answer = Website.html(
                "<!doctype html><html lang=en><title>Trams</title><meta property=og:type content=article>"
                    + "<article><h1>Trams</h1>\(paragraphs.joined())<div>\(links)</div></article>"
            )
            answer.headers = ["ETag: \"\(number)-\(word)\""]
            return answer
        }

        private static let failure = AnsweringServer.Answer(status: 500, body: Data())

        /// Makes all that the cache has older than what stays without a name.
        private func age(_ larder: TestLarder) throws {
            let old = Date(timeIntervalSinceNow: -700)
            let folder = larder.folder + "/cache/blobs/"
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder) where name.contains("/") {
                try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: folder + name)
            }
        }

        /// The only body of a larder.
        private func body(_ larder: TestLarder) async throws -> RenderedText {
            let texts = try await Catalog(readingFrom: larder.catalogPath).read { reader in
                try reader.articles().flatMap { try reader.texts(item: $0.urn).map(\.record) }
            }
            try #require(texts.map(\.role) == [.body])
            return texts[0]
        }

        /// The numbers of the parts in a text, in its order, each once.
        private func parts(_ text: RenderedText) -> [Int] {
            text.plain.matches(of: /Part (\d+) of the \w+ says in its paragraph 1/).compactMap { Int($0.1) }
        }

        private func notes(_ larder: TestLarder, on urn: String) throws -> [String] {
            try larder.read {
                let sql = "SELECT code FROM note WHERE recordURN = ? AND code <> 'text-left-out' ORDER BY 1"
                return try String.fetchAll($0, sql: sql, arguments: [urn])
            }
        }

        @Test func `its pages are fetched and joined, and a later sync only asks whether one of them changed`()
            async throws
        {
            try await Website.with([:], Self.source) { site in
                let paths = (1...3).map(Self.path)
                for number in 1...3 { site.set(Self.path(number), Self.page(number, naming: 1...3)) }
                let (first, targets) = try await site.sync()
                #expect(first.end == .exited(0) && targets == paths, "\(first)")
                let text = try await body(site.larder)
                #expect(parts(text) == [1, 2, 3] && text.nextPage == nil)
                #expect(text.pages.compactMap { URL(string: $0.url)?.path } == paths)
                #expect(text.pages.first?.digest == text.htmlDigest)
                let characters = Array(text.plain.unicodeScalars)
                for (number, page) in zip(1..., text.pages) {
                    let start = try #require(page.start)
                    let beginning = characters[start...].prefix(8).map { String($0) }.joined()
                    #expect(beginning.hasPrefix("Part \(number)"), "\(beginning)")
                }
                let articles = try site.larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM article") }
                #expect(articles == 1)
                try await site.larder.expectWhole("the first sync")

                let (digest, bodies) = (try await site.larder.digest(), site.server.bodies)
                let (second, again) = try await site.sync()
                #expect(second.output.contains("no item is new or changed"), "\(second)")
                #expect(again == paths && site.server.bodies == bodies)
                #expect(try await site.larder.digest() == digest)

                site.set(Self.path(2), Self.page(2, naming: 1...3, word: "report"))
                let (third, _) = try await site.sync()
                #expect(third.end == .exited(0) && site.server.bodies.count == bodies.count + 1, "\(third)")
                let changed = try await body(site.larder)
                #expect(parts(changed) == [1, 2, 3] && changed.plain.contains("Part 2 of the report"))
                try await site.larder.expectWhole("a page changed")
                let other = try site.otherLarder()
                try await other.syncedWhole(workers: 8)
                #expect(try await other.digest() == site.larder.digest())
            }
        }

        @Test func `a page that is not there ends the text, which a note tells, and is asked for again by each sync`()
            async throws
        {
            try await Website.with([Self.path(1): Self.page(1, naming: 2...3)], Self.source) { site in
                let (first, targets) = try await site.sync()
                #expect(first.end == .exited(0) && targets == [Self.path(1), Self.path(2)], "\(first)")
                let text = try await body(site.larder)
                #expect(parts(text) == [1] && text.pages.isEmpty && text.nextPage?.hasSuffix(Self.path(2)) == true)
                #expect(try notes(site.larder, on: text.itemURN) == ["further-page-missing"])
                let why = try await site.larder.command("why", text.itemURN)
                #expect(why.output.contains("further-page-missing") && why.output.contains("without http"), "\(why)")
                try await site.larder.expectWhole("a page is missing")

                for number in 2...3 { site.set(Self.path(number), Self.page(number, naming: 2...3)) }
                let (second, again) = try await site.sync()
                #expect(second.end == .exited(0) && again == (1...3).map(Self.path), "\(second)")
                let whole = try await body(site.larder)
                #expect(parts(whole) == [1, 2, 3] && whole.nextPage == nil)
                #expect(try notes(site.larder, on: text.itemURN) == [])
                try await site.larder.expectWhole("it came")
            }
        }

        @Test func `a page that goes away ends the text before it, as in a new larder`() async throws {
            try await Website.with([:], Self.source) { site in
                for number in 1...3 { site.set(Self.path(number), Self.page(number, naming: 1...3)) }
                _ = try await site.sync()
                #expect(try await parts(body(site.larder)) == [1, 2, 3])
                site.set(Self.path(3), AnsweringServer.Answer(status: 404, body: Data()))
                for round in 1...2 {
                    let (run, targets) = try await site.sync()
                    #expect(run.end == .exited(0) && targets == (1...3).map(Self.path), "\(run)")
                    let text = try await body(site.larder)
                    #expect(parts(text) == [1, 2] && text.nextPage?.hasSuffix(Self.path(3)) == true, "sync \(round)")
                    #expect(try notes(site.larder, on: text.itemURN) == ["further-page-missing"])
                }
                try await site.larder.expectWhole("a page went away")
                let other = try site.otherLarder()
                try await other.syncedWhole(workers: 8)
                #expect(try await other.digest() == site.larder.digest())
            }
        }

        @Test(arguments: [2, 3])
        func `a refresh that finds all pages as they were changes no item`(last: Int) async throws {
            try await Website.with([:], Self.source) { site in
                for number in 1...last { site.set(Self.path(number), Self.page(number, naming: 1...3)) }
                _ = try await site.sync()
                let (digest, bodies) = (try await site.larder.digest(), site.server.bodies)
                let run = try await site.larder.sync(["--refresh"])
                #expect(run.end == .exited(0) && run.output.contains("no item is new or changed"), "\(run)")
                #expect(site.server.bodies == bodies + (1...3).map(Self.path))
                #expect(try await site.larder.digest() == digest)
                #expect(try await parts(body(site.larder)) == Array(1...last))
                try await site.larder.expectWhole("a refresh")
            }
        }

        @Test(arguments: [2, 3])
        func `a page whose server fails in a refresh takes nothing away`(failing: Int) async throws {
            try await Website.with([:], Self.source) { site in
                for number in 1...3 { site.set(Self.path(number), Self.page(number, naming: 1...3)) }
                _ = try await site.sync()
                let digest = try await site.larder.digest()
                site.set(Self.path(failing), Self.failure)
                let failed = try await site.larder.sync(["--refresh"])
                #expect(failed.end == .exited(1) && failed.output.contains("no item is new or changed"), "\(failed)")
                #expect(try await site.larder.digest() == digest)
                #expect(try await parts(body(site.larder)) == [1, 2, 3])
                #expect(try await site.larder.faults(dead: 1) == [])

                site.set(Self.path(failing), Self.page(failing, naming: 1...3))
                #expect(try await site.larder.command("retry").end == .exited(0))
                let mended = try await site.larder.sync(["--refresh"])
                #expect(mended.end == .exited(0) && mended.output.contains("no item is new or changed"), "\(mended)")
                #expect(try await site.larder.digest() == digest)
                try await site.larder.expectWhole("it answers again")
            }
        }

        @Test func `what is new of an article waits while a server fails, and is not pruned meanwhile`() async throws {
            try await Website.with([:], Self.source) { site in
                for number in 1...3 { site.set(Self.path(number), Self.page(number, naming: 1...3)) }
                _ = try await site.sync()
                let old = try await body(site.larder)
                for number in 1...2 { site.set(Self.path(number), Self.page(number, naming: 1...3, word: "report")) }
                site.set(Self.path(3), Self.failure)
                let (failed, _) = try await site.sync()
                #expect(failed.end == .exited(1), "\(failed)")
                #expect(try await body(site.larder) == old)
                #expect(try await site.larder.faults(dead: 1) == [])
                try age(site.larder)
                #expect(try await site.larder.command("prune").end == .exited(0))

                site.set(Self.path(3), Self.page(3, naming: 1...3))
                #expect(try await site.larder.command("retry").end == .exited(0))
                let (mended, targets) = try await site.sync()
                #expect(mended.end == .exited(0) && targets == [Self.path(3)], "\(mended)")
                let new = try await body(site.larder)
                #expect(parts(new) == [1, 2, 3] && new.plain.contains("Part 2 of the report"))
                try await site.larder.expectWhole("it answers again")
                let other = try site.otherLarder()
                try await other.syncedWhole(workers: 8)
                #expect(try await other.digest() == site.larder.digest())
            }
        }

        @Test(arguments: [[], ["--refresh"]], [2, 3])
        func `what is new of an article does not wait for a page that is not there`(
            options: [String],
            missing: Int
        ) async throws {
            try await Website.with([:], Self.source) { site in
                for number in 1...3 { site.set(Self.path(number), Self.page(number, naming: 1...3)) }
                _ = try await site.sync()
                site.set(Self.path(1), Self.page(1, naming: 1...3, word: "report"))
                site.set(Self.path(missing), AnsweringServer.Answer(status: 404, body: Data()))
                let run = try await site.larder.sync(options)
                #expect(run.end == .exited(0) && run.output.contains("1 article (1 changed)"), "\(run)")
                let text = try await body(site.larder)
                #expect(parts(text) == Array(1..<missing) && text.plain.contains("Part 1 of the report"))
                #expect(text.nextPage?.hasSuffix(Self.path(missing)) == true)
                #expect(try notes(site.larder, on: text.itemURN) == ["further-page-missing"])
                try await site.larder.expectWhole("a page went away")
                let other = try site.otherLarder()
                try await other.syncedWhole(workers: 8)
                #expect(try await other.digest() == site.larder.digest())
            }
        }

        @Test func `max-pages counts further pages too, and takes no item away for them`() async throws {
            try await Website.with([:], Self.source + "\nmax-pages: 2") { site in
                for number in 1...3 { site.set(Self.path(number), Self.page(number, naming: 1...3)) }
                let (first, targets) = try await site.sync()
                #expect(first.end == .exited(0) && first.output.contains("max-pages"), "\(first)")
                #expect(targets == (1...2).map(Self.path))
                let text = try await body(site.larder)
                #expect(parts(text) == [1, 2] && text.nextPage?.hasSuffix(Self.path(3)) == true)
                let digest = try await site.larder.digest()
                let (_, again) = try await site.sync()
                #expect(again == targets)
                #expect(try await site.larder.digest() == digest)
                try await site.larder.expectWhole()
            }
        }

        @Test func `a page that robots.txt forbids is not asked for, and ends the text`() async throws {
            let rules = AnsweringServer.Answer(type: "text/plain", body: Data("User-agent: *\nDisallow: /story/".utf8))
            let answers = ["/robots.txt": rules, Self.path(1): Self.page(1, naming: 2...2)]
            try await Website.with(answers, Self.source + "\nrobots: obey") { site in
                let (run, targets) = try await site.sync()
                #expect(run.end == .exited(0) && targets == ["/robots.txt", Self.path(1)], "\(run)")
                let text = try await body(site.larder)
                #expect(parts(text) == [1] && text.nextPage?.hasSuffix(Self.path(2)) == true)
                #expect(try notes(site.larder, on: text.itemURN) == ["robots-forbidden"])
                try await site.larder.expectWhole()
            }
        }

        @Test func `pages without end, and pages that repeat each other, come to an end`() async throws {
            try await Website.with([:], Self.source) { site in
                for number in 1...40 { site.set(Self.path(number), Self.page(number, naming: [number, number + 1])) }
                let (first, targets) = try await site.sync()
                #expect(first.end == .exited(0) && targets == (1...16).map(Self.path), "\(first)")
                let text = try await body(site.larder)
                #expect(parts(text) == Array(1...16) && text.nextPage?.hasSuffix(Self.path(17)) == true)
                #expect(try notes(site.larder, on: text.urn) == ["over-text-pages"])
                let digest = try await site.larder.digest()
                let (_, again) = try await site.sync()
                #expect(again == targets)
                #expect(try await site.larder.digest() == digest)
                try await site.larder.expectWhole("without end")

                let same = Self.page(2, naming: 1...40)
                for number in 2...40 { site.set(Self.path(number), same) }
                let (_, repeated) = try await site.sync()
                #expect(repeated == (1...3).map(Self.path))
                let short = try await body(site.larder)
                #expect(parts(short) == [1, 2] && short.nextPage == nil)
                #expect(short.pages.map { $0.start == nil } == [false, false, true])
                let (_, last) = try await site.sync()
                #expect(last == repeated)
                try await site.larder.expectWhole("repeating")
            }
        }
    }
}
