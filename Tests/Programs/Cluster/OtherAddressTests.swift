import Foundation
import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    /// Addresses that lead to no article: pages that are not there, files, what robots.txt forbids, redirects in a
    /// ring.
    @Suite("Addresses that are no articles") struct OtherAddressTests {
        private static let pdf = AnsweringServer.Answer(
            type: "application/pdf",
            body: Data("%PDF-1.4".utf8) + Data(repeating: 0x20, count: 3 << 20)
        )

        private static func plain(_ text: String) -> AnsweringServer.Answer {
            AnsweringServer.Answer(type: "text/plain; charset=utf-8", body: Data(text.utf8))
        }

        private static func ring(_ target: String) -> AnsweringServer.Answer {
            AnsweringServer.Answer(status: 302, type: "text/plain", headers: ["Location: \(target)"], body: Data())
        }

        private static let answers = [
            "/robots.txt": plain("User-agent: *\nDisallow: /secret"), "/good": Website.article("good"),
            "/file.pdf": pdf,
            "/a": ring("/b"), "/b": ring("/a"), "/secret": Website.article("secret"),
            "/poem.txt": plain("A poem of rain\n\nIt fell on the roofs < of the town,\nand on nobody else.\n"),
        ]

        private func titles(_ larder: TestLarder) throws -> [String] {
            try larder.read { try String.fetchAll($0, sql: "SELECT title FROM article ORDER BY title") }
        }

        private func attachments(_ larder: TestLarder) throws -> [String] {
            let sql = """
                SELECT a.title, f.url, f.mediaType, f.byteCount FROM attachment AS f
                JOIN article AS a ON a.id = f.articleID ORDER BY a.title
                """
            return try larder.read { db in
                try Row.fetchAll(db, sql: sql).map { row in
                    let size = (row[3] as Int?).map(String.init) ?? "?"
                    return "\(row[0] as String) \(URL(string: row[1])?.path ?? "") \(row[2] as String) \(size)"
                }
            }
        }

        @Test func `of a sitemap only articles are articles, and the others are counted with the reason`() async throws
        {
            try await Website.with(Self.answers, "kind: sitemap\nimages: false\nrobots: obey") { site in
                let urls = ["good", "gone", "file.pdf", "a", "secret", "poem.txt"].map {
                    "<url><loc>http://127.0.0.1:\(site.server.port)/\($0)</loc></url>"
                }
                site.set("/sitemap.xml", Website.xml("<urlset>\(urls.joined())</urlset>"))
                let (run, _) = try await site.sync(progress: "plain")
                #expect(run.end == .exited(1), "the ring is a dead job: \(run)")
                #expect(try titles(site.larder) == ["A poem of rain", "Page good"])
                #expect(run.output.contains("2 articles"), "\(run)")
                for words in [
                    "4 addresses that are no items", "1 that could not be had", "1 forbidden by a robots.txt",
                ]
                    + ["1 not there", "1 of files, which were not downloaded"]
                { #expect(run.output.contains(words), "\(words): \(run)") }
                for (path, words) in [
                    ("gone", "its page is not there"), ("file.pdf", "its address is a file and no page"),
                    ("file.pdf", "(application/pdf, 3.1 MB); it was not downloaded"),
                    ("a", "the rest could not be had"),
                    ("secret", "a robots.txt forbids its page"),
                ] {
                    let url = "http://127.0.0.1:\(site.server.port)/\(path)"
                    let why = try await site.larder.command("why", url)
                    #expect(why.output.contains(words), "\(why)")
                }
                let body = try site.larder.read { db in
                    try String.fetchOne(db, sql: "SELECT plain FROM text WHERE plain LIKE '%roofs%'")
                }
                #expect(body?.contains("It fell on the roofs < of the town,") == true, "\(body ?? "")")
                let blobs = FileManager.default.subpaths(atPath: site.larder.folder + "/cache/blobs") ?? []
                let sizes = blobs.compactMap {
                    try? FileManager.default.attributesOfItem(atPath: site.larder.folder + "/cache/blobs/" + $0)[.size]
                        as? Int
                }
                #expect(!sizes.isEmpty && sizes.allSatisfy { $0 < 1 << 20 }, "the file is not kept")
                let again = try await site.sync()
                #expect(!again.targets.contains("/file.pdf") && again.targets.contains("/good"), "\(again.targets)")
                #expect(try titles(site.larder) == ["A poem of rain", "Page good"])
                site.set("/gone", Website.article("gone"))
                _ = try await site.sync()
                #expect(try titles(site.larder) == ["A poem of rain", "Page gone", "Page good"])
            }
        }

        @Test func `what the reader leaves out of an article is told with the item, by rule and size`() async throws {
            let text = "<p>" + String(repeating: "The tram left the depot at six, as ever. ", count: 12) + "</p>"
            let comments = "<div class=comments><p>First comment.</p></div>"
            let page = Website.html("<title>Tram</title><article><h1>Tram</h1>\(text)\(text)\(comments)</article>")
            try await Website.with(["/": page, "/plain": Website.article("plain")], "kind: pages\nurls: [/, /plain]") {
                site in
                let (run, _) = try await site.sync(progress: "plain")
                #expect(run.end == .exited(0) && !run.output.contains("left out"), "\(run)")
                let why = try await site.larder.command("why", "http://127.0.0.1:\(site.server.port)/")
                #expect(
                    why.output.contains("text-left-out: 14 characters inside the article's element are left out: "),
                    "\(why)"
                )
                #expect(why.output.contains("14 by the rule class: comments"), "\(why)")
                let other = try await site.larder.command("why", "http://127.0.0.1:\(site.server.port)/plain")
                #expect(!other.output.contains("text-left-out"), "\(other)")
            }
        }

        @Test func `a crawl asks for a file once`() async throws {
            let start = Website.html("<title>Start</title><a href=/file.pdf>file</a> <a href=/good>good</a>")
            let answers = Self.answers.merging(["/": start]) { $1 }
            try await Website.with(answers, "kind: pages\nfollow: [/**]\nimages: false") { site in
                let first = try await site.sync()
                #expect(first.run.end == .exited(0) && first.targets.contains("/file.pdf"), "\(first.run)")
                #expect(first.run.output.contains("1 address that is no item: 1 of files"), "\(first.run)")
                let second = try await site.sync()
                #expect(second.targets.contains("/good") && !second.targets.contains("/file.pdf"))
                #expect(second.run.output.contains("1 address that is no item: 1 of files"), "\(second.run)")
                let third = try await site.larder.sync(["--refresh"])
                #expect(third.end == .exited(0))
                #expect(site.server.targets.filter { $0 == "/file.pdf" }.count == 2)
            }
        }

        @Test func `files of a feed's entries are attachments`() async throws {
            let feed = """
                <rss version="2.0"><channel><title>F</title>
                <item><title>Talk</title><link>/talk</link><enclosure url="/talk.mp3" type="audio/mpeg" length="1234"/></item>
                <item><title>Paper</title><link>/file.pdf</link></item></channel></rss>
                """
            let answers = Self.answers.merging(["/feed": Website.xml(feed), "/talk": Website.article("talk")]) { $1 }
            try await Website.with(answers, "kind: feed\nimages: false", base: "/feed") { site in
                let (run, targets) = try await site.sync()
                #expect(run.end == .exited(0) && !targets.contains("/talk.mp3"), "\(run)")
                #expect(run.output.contains("2 files of items named in `attachment`, not downloaded"), "\(run)")
                let rows = try attachments(site.larder)
                #expect(
                    rows == [
                        "Paper /file.pdf application/pdf \(Self.pdf.body.count)", "Talk /talk.mp3 audio/mpeg 1234",
                    ]
                )
                try await site.larder.expectWhole()
                let second = try await site.sync()
                #expect(second.run.end == .exited(0) && !second.targets.contains("/file.pdf"), "\(second.targets)")
                #expect(try attachments(site.larder) == rows)
            }
        }
    }
}
