import Foundation
import GRDB
import LarderChaos
import Testing

/// Sitemaps that are left out, and pages that become one and the same.
extension ClusterTests.LostItemTests {
    @Test func `items of a sitemap that robots.txt names no more are not gone, unless that is accepted`() async throws {
        func robots(_ files: [String]) -> AnsweringServer.Answer {
            let lines = files.map { "Sitemap: \($0)\n" }.joined()
            return AnsweringServer.Answer(type: "text/plain", body: Data(lines.utf8))
        }
        var answers = pages(1...9)
        (answers["/a.xml"], answers["/b.xml"]) = (urlset(1...6), urlset(7...9))
        answers["/robots.txt"] = robots(["/a.xml", "/b.xml"])
        try await Website.with(answers, "kind: sitemap") { site in
            try await site.larder.syncedWhole()
            site.set("/robots.txt", robots(["/a.xml"]))
            for _ in 1...2 {
                let run = try await site.larder.sync(progress: "plain", ["--refresh"])
                #expect(run.end == .exited(3) && run.output.contains("names fewer sitemaps than before"), "\(run)")
                #expect(try gone(site) == 0)
            }
            try await expectAcceptedLists(of: site)
        }
    }

    /// Accepts that the first six of nine pages are left in `/a.xml`, and takes another one out of it.
    private func expectAcceptedLists(of site: Website) async throws {
        try await site.larder.syncedWhole(["--refresh", "--accept-changes"])
        #expect(try gone(site) == 3)
        site.set("/a.xml", urlset(1...5))
        try await site.larder.syncedWhole(["--refresh"])
        #expect(try gone(site) == 4)
    }

    @Test func `lists and links that lead to other items altogether end none, however many these are`() async throws {
        var answers = pages(Array(1...9) + Array(101...130))
        answers["/s.xml"] = urlset(1...9)
        try await Website.with(answers, sitemap) { site in
            try await site.larder.syncedWhole()
            site.set("/s.xml", urlset(101...130))
            for _ in 1...2 {
                let (run, _) = try await site.sync(progress: "plain")
                #expect(run.end == .exited(3) && run.output.contains("9 of the 9 items"), "\(run)")
                #expect(try gone(site) == 0)
            }
            try await site.larder.syncedWhole(["--accept-changes"])
            #expect(try gone(site) == 9)
        }
        answers["/"] = Website.article("start", links: (1...6).map { "/p/\($0)" })
        try await Website.with(answers, "kind: pages\nurls: [/]\nfollow: [/p/*]") { site in
            try await site.larder.syncedWhole()
            for number in 1...6 { site.set("/p/\(number)", nil) }
            site.set("/", Website.article("start", links: (101...130).map { "/p/\($0)" }))
            for _ in 1...2 {
                let (run, _) = try await site.sync(progress: "plain")
                #expect(run.end == .exited(3) && run.output.contains("6 of the 7 items"), "\(run)")
                #expect(try gone(site) == 0)
            }
        }
    }

    @Test func `items of lists that a file names no more are not gone, and others are`() async throws {
        var answers = pages(1...9)
        (answers["/a.xml"], answers["/b.xml"]) = (urlset(1...5), urlset(5...9))
        try await Website.with(answers, "kind: sitemap") { site in
            #expect(try await site.sync(adding: "sitemaps: [/a.xml, /b.xml]").end == .exited(0))
            site.set("/a.xml", urlset(1...4))
            for _ in 1...2 {
                let run = try await site.sync(adding: "sitemaps: [/a.xml]")
                let told = "5 stored items of web were only in lists that its file does not name any more"
                #expect(run.end == .exited(0) && run.output.contains(told), "\(run)")
                _ = try await site.larder.command("prune", "--now")
                #expect(try gone(site) == 0 && count(site) == 9)
            }
            site.set("/a.xml", urlset(1...3))
            #expect(try await site.sync(adding: "sitemaps: [/a.xml]").end == .exited(0))
            #expect(try gone(site) == 1)
            site.set("/b.xml", urlset(6...8))
            #expect(try await site.sync(adding: "sitemaps: [/a.xml, /b.xml]").end == .exited(0))
            #expect(try gone(site) == 3)
        }
    }

    @Test func `items are not gone where a sitemap becomes a feed, or leads to another sitemap`() async throws {
        func moved(_ file: String) -> AnsweringServer.Answer {
            AnsweringServer.Answer(status: 301, headers: ["Location: \(file)"], body: Data())
        }
        let entries = (1...6).map { "<item><link>/p/\($0)</link></item>" }.joined()
        var answers = pages(1...9)
        (answers["/sitemap.xml"], answers["/a.xml"]) = (urlset(1...9), urlset(1...6))
        try await Website.with(answers, "kind: sitemap") { site in
            try await site.larder.syncedWhole()
            site.set("/sitemap.xml", Website.xml("<rss><channel>\(entries)</channel></rss>"))
            #expect(try await site.larder.sync(["--refresh"]).end == .exited(0) && gone(site) == 0)
            site.set("/sitemap.xml", moved("/a.xml"))
            let run = try await site.larder.sync(progress: "plain", ["--refresh"])
            #expect(run.end == .exited(3) && run.output.contains("are others than before"), "\(run)")
            #expect(try gone(site) == 0)
            try await expectAcceptedLists(of: site)
        }
    }

    @Test func `a few texts do not give way to one and the same, and others that came with it do`() async throws {
        var answers = pages(1...9)
        answers["/s.xml"] = urlset(1...9)
        try await Website.with(answers, sitemap) { site in
            func plain(_ text: String) throws -> Int {
                let sql = "SELECT count(*) FROM text WHERE role = 'body' AND instr(plain, ?)"
                return try site.larder.read { try Int.fetchOne($0, sql: sql, arguments: [text]) ?? -1 }
            }
            try await site.larder.syncedWhole()
            for number in 1...3 { site.set("/p/\(number)", Self.login) }
            site.set("/p/4", Self.article(104, "something else, and more,"))
            for _ in 1...2 {
                let run = try await site.larder.sync(progress: "plain", ["--refresh"])
                #expect(run.end == .exited(3) && run.output.contains("3 of the 9 texts"), "\(run)")
                #expect(try plain("Please log in") == 0 && plain("something else") == 1)
            }
            try await site.larder.expectWhole()
            try await site.larder.syncedWhole(["--refresh", "--accept-changes"])
            #expect(try plain("Please log in") == 3)
        }
    }

    @Test(arguments: [true, false])
    func `pages that may break off do not take the place of longer ones, and whole ones do`(
        tellsLength: Bool
    ) async throws {
        var answers = pages(1...9)
        answers["/s.xml"] = urlset(1...9)
        try await Website.with(answers, sitemap) { site in
            try await site.larder.syncedWhole()
            let whole = try await site.larder.digest()
            func set(end: String, begin: String = "") {
                for number in 1...9 {
                    let page = begin + String(decoding: Self.article(number).body, as: UTF8.self)
                    var half = Website.html(page.prefix(page.count * 3 / 5) + end)
                    half.tellsLength = tellsLength
                    site.set("/p/\(number)", half)
                }
            }
            for begin in ["", "<script>'</body>'</script>", "<!-- </html> -->"] {
                set(end: "", begin: begin)
                let run = try await site.larder.sync(progress: "plain", ["--refresh"])
                #expect(run.end == .exited(3) && run.output.contains("9 of the 9 texts"), "\(run)")
                #expect(try await site.larder.digest() == whole)
            }
            set(end: tellsLength ? "</article>" : "</article></body><!-- cached --><script></script>")
            try await site.larder.syncedWhole(["--refresh"])
            #expect(try await site.larder.digest() != whole)
        }
    }

    @Test func `titles do not become the same at several addresses, and others change`() async throws {
        func page(_ number: Int, _ title: String) -> AnsweringServer.Answer {
            let words = (1...12).map { "Sentence \($0 * number) of \(number) says words \($0 + number)." }
            return Website.html(
                "<title>\(title)</title><article><h1>\(title)</h1><p>\(words.joined(separator: " "))</article>"
            )
        }
        var answers = pages(1...9)
        answers["/s.xml"] = urlset(1...9)
        try await Website.with(answers, sitemap) { site in
            func titled(_ title: String) throws -> Int {
                let sql = "SELECT count(*) FROM article WHERE title = ?"
                return try site.larder.read { try Int.fetchOne($0, sql: sql, arguments: [title]) ?? -1 }
            }
            try await site.larder.syncedWhole()
            for number in 1...8 { site.set("/p/\(number)", page(number, "Log in")) }
            site.set("/p/9", page(9, "Ninth page"))
            let run = try await site.larder.sync(progress: "plain", ["--refresh"])
            #expect(run.end == .exited(3) && run.output.contains("the same text or title"), "\(run)")
            #expect(try titled("Log in") == 0 && titled("Ninth page") == 1)
            for number in 3...8 { site.set("/p/\(number)", page(number, "Page \(number)")) }
            try await site.larder.syncedWhole(["--refresh"])
            #expect(try titled("Log in") == 2)
        }
    }
}
