import Foundation
import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    /// What a sync makes of lists and pages that suddenly hold less than before.
    @Suite("Items that go missing") struct LostItemTests {
        func urlset(_ numbers: some Sequence<Int>, end: String = "</urlset>") -> AnsweringServer.Answer {
            Website.xml("<urlset>" + numbers.map { "<url><loc>/p/\($0)</loc></url>" }.joined() + end)
        }

        func pages(_ numbers: some Sequence<Int>) -> [String: AnsweringServer.Answer] {
            Dictionary(uniqueKeysWithValues: numbers.map { ("/p/\($0)", Self.article($0)) })
        }

        /// An article whose words are its own.
        static func article(_ number: Int, _ word: String = "words") -> AnsweringServer.Answer {
            let sentences = (1...12).map { "Sentence \($0 * number) of \(number) says \(word) \($0 + number)." }
            return Website.html(
                "<title>Page \(number)</title><article><h1>Page \(number)</h1><p>\(sentences.joined(separator: " "))</article>"
            )
        }

        static let login = Website.html(
            "<title>Log in</title><main><h1>Log in</h1><p>"
                + String(repeating: "Please log in to read on, or make an account. ", count: 9) + "</p></main>"
        )

        func gone(_ site: Website) throws -> Int {
            try site.larder.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM article WHERE goneAt NOT NULL") ?? -1
            }
        }

        func count(_ site: Website) throws -> Int {
            try site.larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM article") ?? -1 }
        }

        let sitemap = "kind: sitemap\nsitemaps: [/s.xml]"

        @Test func `a sitemap that ends in the middle, or is a web page, ends no item`() async throws {
            var answers = pages(1...9)
            answers["/s.xml"] = urlset(1...9)
            try await Website.with(answers, sitemap) { site in
                try await site.larder.syncedWhole()
                let broken = [urlset(1...6, end: "<url><loc>/p/7</l"), urlset(1...6, end: ""), Self.login]
                for answer in broken {
                    site.set("/s.xml", answer)
                    let (run, _) = try await site.sync(progress: "plain")
                    #expect(run.end == .exited(1) && run.output.contains("a list that breaks off"), "\(run)")
                    #expect(try gone(site) == 0)
                }
                site.set("/s.xml", urlset(1...6))
                #expect(try await site.sync().run.end == .exited(0))
                #expect(try gone(site) == 3)
            }
        }

        @Test(
            arguments: [
                ("<url></url></urlset>", 0), ("<url><loc>/p/&seven;</loc></url></urlset>", 0), ("\0\0</urlset>", 0),
                ("</urlset><html><title>Log in</title></html>", 1),
                ("<sitemap><loc>/t.xml</loc></sitemap></urlset>", 1), ("Fatal error: no memory</urlset>", 1),
                ("<![CDATA[<url><loc>/p/7</loc></url>]]></urlset>", 1),
            ] as [(String, Int32)]
        )
        func `a sitemap with something in it that cannot be right ends no item`(end: String, code: Int32) async throws {
            var answers = pages(1...9)
            answers["/s.xml"] = urlset(1...9)
            answers["/t.xml"] = urlset([])
            try await Website.with(answers, sitemap) { site in
                try await site.larder.syncedWhole()
                for _ in 1...2 {
                    site.set("/s.xml", urlset(1...6, end: end))
                    let (run, _) = try await site.sync(progress: "plain")
                    #expect(run.end == .exited(code), "\(run)")
                    #expect(try gone(site) == 0)
                }
                site.set("/s.xml", urlset(1...6))
                try await site.larder.syncedWhole()
                #expect(try gone(site) == 3)
            }
        }

        @Test(arguments: ["", "<loc>http://other.test/b.xml</loc>", "<loc>file:///b.xml</loc>", "<loc>/moved</loc>"])
        func `an index ends no item where one of its files is not read`(other: String) async throws {
            func index(_ other: String) -> AnsweringServer.Answer {
                let files = ["<loc>/a.xml</loc>", other].map { "<sitemap>\($0)</sitemap>" }
                return Website.xml("<sitemapindex>\(files.joined())</sitemapindex>")
            }
            var answers = pages(1...9)
            (answers["/a.xml"], answers["/b.xml"]) = (urlset(1...6), urlset(7...9))
            answers["/s.xml"] = index("<loc>/b.xml</loc>")
            answers["/moved"] = AnsweringServer.Answer(status: 302, headers: ["Location: /a.xml"], body: Data())
            try await Website.with(answers, sitemap) { site in
                try await site.larder.syncedWhole()
                site.set("/s.xml", index(other))
                let (run, _) = try await site.sync(progress: "plain")
                #expect(run.end == .exited(0), "\(run)")
                #expect(try gone(site) == 0)
                site.set("/s.xml", Website.xml("<sitemapindex><sitemap><loc>/a.xml</loc></sitemap></sitemapindex>"))
                try await site.larder.syncedWhole()
                #expect(try gone(site) == 3)
            }
        }

        @Test func `a site whose sitemaps are all others than before keeps its items, unless that is accepted`()
            async throws
        {
            var answers = pages(1...9)
            answers["/sitemap.xml"] = urlset(1...9)
            try await Website.with(answers, "kind: sitemap") { site in
                try await site.larder.syncedWhole()
                site.set("/sitemap.xml", nil)
                for last in [6, 5] {
                    site.set("/sitemap_index.xml", urlset(1...last))
                    let (run, _) = try await site.sync(progress: "plain")
                    #expect(run.end == .exited(3) && run.output.contains("are others than before"), "\(run)")
                    #expect(try gone(site) == 0)
                }
                try await site.larder.syncedWhole(["--accept-changes"])
                #expect(try gone(site) == 4)
                site.set("/sitemap_index.xml", urlset(1...4))
                try await site.larder.syncedWhole()
                #expect(try gone(site) == 5)
            }
        }

        @Test func `lists that lack more than half of the items end none, unless that is accepted`() async throws {
            var answers = pages(1...9)
            answers["/s.xml"] = urlset(1...9)
            try await Website.with(answers, sitemap) { site in
                try await site.larder.syncedWhole()
                site.set("/s.xml", urlset(1...4))
                let (run, _) = try await site.sync(progress: "plain")
                #expect(run.end == .exited(3) && run.output.contains("--accept-changes"), "\(run)")
                #expect(run.output.contains("5 of the 9 items") && run.output.contains("9 in the sync before"))
                #expect(try gone(site) == 0)
                site.set("/s.xml", urlset([]))
                let (empty, _) = try await site.sync(progress: "json")
                #expect(empty.end == .exited(3) && empty.output.contains("\"listed\":0"), "\(empty)")
                let allowed = try await site.larder.sync(["--allow-empty"])
                #expect(allowed.end == .exited(3), "all that is stored is missing, which is more than an empty list")
                site.set("/s.xml", urlset(1...4))
                try await site.larder.syncedWhole(["--accept-changes"])
                #expect(try gone(site) == 5)
            }
        }

        @Test func `what a narrower include leaves out is not gone`() async throws {
            var answers = pages(1...9)
            answers["/s.xml"] = urlset(1...9)
            try await Website.with(answers, sitemap) { site in
                try await site.larder.syncedWhole()
                site.set("/s.xml", urlset(1...8))
                let run = try await site.sync(adding: "exclude: [/p/1, /p/2, /p/3, /p/4]")
                #expect(
                    run.end == .exited(0) && run.output.contains("4 stored items of web are at addresses"),
                    "\(run)"
                )
                #expect(try gone(site) == 1)
            }
        }

        @Test func `a crawl whose pages are suddenly not there keeps them`() async throws {
            var answers = pages(1...6)
            answers["/"] = Website.article("start", links: (1...6).map { "/p/\($0)" })
            try await Website.with(answers, "kind: pages\nurls: [/]\nfollow: [/p/*]") { site in
                try await site.larder.syncedWhole()
                for number in 1...6 { site.set("/p/\(number)", nil) }
                let (run, _) = try await site.sync(progress: "plain")
                #expect(run.end == .exited(3) && run.output.contains("6 of the 7 items"), "\(run)")
                #expect(try gone(site) == 0)
                try await site.larder.syncedWhole(["--accept-changes"])
                #expect(try gone(site) == 6)
            }
        }

        @Test func `a source that brings nothing has an exit code of its own`() async throws {
            try await Website.with(["/s.xml": urlset([])], sitemap) { site in
                let (run, _) = try await site.sync(progress: "plain")
                #expect(run.end == .exited(3) && run.output.contains("Finished, with less than expected"), "\(run)")
                #expect(try await site.larder.sync(["--allow-empty"]).end == .exited(0))
            }
        }

        @Test func `a source that goes on to bring nothing ends with that code each time`() async throws {
            func feed(_ entries: String) -> AnsweringServer.Answer {
                Website.xml("<rss version=\"2.0\"><channel><title>F</title>\(entries)</channel></rss>")
            }
            var answers = pages(1...1)
            answers["/feed"] = feed("<item><title>Page 1</title><link>/p/1</link></item>")
            try await Website.with(answers, "kind: feed", base: "/feed") { site in
                try await site.larder.syncedWhole()
                site.set("/feed", feed(""))
                for _ in 1...3 { #expect(try await site.sync().run.end == .exited(3)) }
                #expect(try await site.larder.sync(["--allow-empty"]).end == .exited(0))
            }
        }

        // MARK: Texts

        @Test func `most texts do not give way to one login page at once, and a few rewritten ones do`() async throws {
            var answers = pages(1...9)
            answers["/s.xml"] = urlset(1...9)
            try await Website.with(answers, sitemap) { site in
                try await site.larder.syncedWhole()
                let whole = try await site.larder.digest()
                for number in 1...8 { site.set("/p/\(number)", Self.login) }
                let run = try await site.larder.sync(progress: "plain", ["--refresh"])
                #expect(run.end == .exited(3) && run.output.contains("8 of the 9 texts"), "\(run)")
                #expect(try await site.larder.digest() == whole)
                try await site.larder.expectWhole()
                let again = try await site.larder.sync(progress: "plain")
                #expect(again.end == .exited(3), "\(again)")
                #expect(try await site.larder.digest() == whole)
                try await site.larder.syncedWhole(["--accept-changes"])
                #expect(try await site.larder.digest() != whole)
                for number in 1...9 { site.set("/p/\(number)", Self.article(number)) }
                try await site.larder.syncedWhole(["--accept-changes"])
                #expect(try await site.larder.digest() == whole)
                for number in 1...4 {
                    site.set("/p/\(number)", Self.article(number + 100, "something else, and more,"))
                }
                try await site.larder.syncedWhole()
                let other = try site.otherLarder()
                try await other.syncedWhole()
                #expect(try await site.larder.digest() == other.digest())
            }
        }

        // MARK: Pruning

        @Test func `what only one whole list lacked is not pruned, unless that is asked for`() async throws {
            var answers = pages(1...9)
            answers["/s.xml"] = urlset(1...9)
            try await Website.with(answers, sitemap) { site in
                try await site.larder.syncedWhole()
                site.set("/s.xml", urlset(1...7))
                try await site.larder.syncedWhole()
                let early = try await site.larder.command("prune")
                #expect(early.end == .exited(0) && early.output.contains("--now"), "\(early)")
                #expect(try count(site) == 9)
                site.set("/s.xml", urlset(1...7, end: ""))
                #expect(try await site.sync().run.end == .exited(1))
                _ = try await site.larder.command("prune")
                #expect(try count(site) == 9, "a list that breaks off confirms nothing")
                site.set("/s.xml", urlset(1...7))
                try await site.larder.syncedWhole()
                _ = try await site.larder.command("prune")
                #expect(try count(site) == 7)
                site.set("/s.xml", urlset(1...6))
                try await site.larder.syncedWhole()
                _ = try await site.larder.command("prune", "--now")
                #expect(try count(site) == 6)
            }
        }

        @Test func `age is that of the item, and what no sync has looked for since was not missing`() async throws {
            func entry(_ number: Int, _ year: Int) -> String {
                "<item><title>Page \(number)</title><link>/p/\(number)</link><pubDate>Mon, 01 Jan \(year) 00:00:00 GMT</pubDate></item>"
            }
            func feed(_ entries: [String]) -> AnsweringServer.Answer {
                Website.xml("<rss version=\"2.0\"><channel><title>F</title>\(entries.joined())</channel></rss>")
            }
            var answers = pages(1...3)
            answers["/feed"] = feed([entry(1, 2018), entry(2, 2026), "<item><title>T</title><link>/p/3</link></item>"])
            try await Website.with(answers, "kind: feed", base: "/feed") { site in
                try await site.larder.syncedWhole()
                _ = try await site.larder.command("prune", "--unseen-for", "0s")
                #expect(try count(site) == 3, "no sync has looked for them since")
                let old = try await site.larder.command("prune", "--older-than", "1000d")
                #expect(old.output.contains("no date of publication"), "\(old)")
                #expect(try count(site) == 2)
                site.set("/feed", feed([entry(2, 2026)]))
                try await site.larder.syncedWhole()
                _ = try await site.larder.command("prune", "--unseen-for", "0s")
                #expect(try count(site) == 1)
            }
        }
    }
}
