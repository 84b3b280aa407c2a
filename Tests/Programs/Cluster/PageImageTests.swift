import Foundation
import GRDB
import LarderBenchSite
import LarderChaos
import LarderHashing
import LarderModel
import Testing

extension ClusterTests {
    /// Which files of a page's pictures are fetched, and when they are asked for again.
    @Suite("Pictures of pages") struct PageImageTests {
        private static let photos = {
            let site = BenchSite(recipes: 4, base: "http://bench.test")
            return (0..<4).map { Data(site.body(at: "/photos/\(10_000 + $0).jpg") ?? []) }
        }()

        private static func photo(_ index: Int, _ fields: [String]) -> AnsweringServer.Answer {
            AnsweringServer.Answer(type: "image/jpeg", headers: fields, body: photos[index])
        }

        private static func page(_ body: String, image: String? = nil, fields: [String]) -> AnsweringServer.Answer {
            let text = "<p>" + String(repeating: "The tram left the depot at six, as ever. ", count: 12) + "</p>"
            let data = image.map {
                "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":\"Tram\",\"image\":\($0)}</script>"
            }
            var answer = Website.html(
                "<!doctype html><title>Tram</title>\(data ?? "")<article><h1>Tram</h1>\(text)\(body)\(text)</article>"
            )
            answer.headers = fields
            return answer
        }

        private func images(_ larder: TestLarder) throws -> [String: String] {
            try larder.read { db in
                let rows = try Row.fetchAll(db, sql: "SELECT urn, url, hex(digest) AS digest FROM image")
                return Dictionary(rows.map { (URL(string: $0["url"])?.path ?? "", $0["digest"]) }) { first, _ in first }
            }
        }

        @Test func `the second picture of linked data is fetched and named`() async throws {
            let image = "[\"/a.jpg\", {\"@type\": \"ImageObject\", \"url\": \"/b.jpg\"}]"
            let answers = [
                "/": Self.page("", image: image, fields: []), "/a.jpg": Self.photo(0, []), "/b.jpg": Self.photo(1, []),
            ]
            try await Website.with(answers, "kind: pages") { site in
                #expect(try await site.sync().run.end == .exited(0))
                try await site.larder.expectWhole()
                #expect(try images(site.larder).keys.sorted() == ["/a.jpg", "/b.jpg"])
                let named = try site.larder.read { db in
                    try String.fetchAll(
                        db,
                        sql: """
                            SELECT image.url FROM articlePicture AS p JOIN image ON image.urn = p.imageURN
                            ORDER BY p.position
                            """
                    )
                }
                #expect(named.map { URL(string: $0)?.path } == ["/a.jpg", "/b.jpg"])
            }
        }

        @Test func `a text's picture names the file that was fetched`() async throws {
            let picture = "<img src=/s.jpg width=300 srcset='/m.jpg 800w, /l.jpg 1200w'>"
            let answers = [
                "/": Self.page(picture, fields: []), "/s.jpg": Self.photo(0, []), "/m.jpg": Self.photo(1, []),
                "/l.jpg": Self.photo(2, []),
            ]
            try await Website.with(answers, "kind: pages") { site in
                #expect(try await site.sync().run.end == .exited(0))
                let urls = try site.larder.read { db in
                    try Row.fetchOne(
                        db,
                        sql: "SELECT p.url, image.url FROM textPicture AS p JOIN image ON image.urn = p.imageURN"
                    ).map { [$0[0] as String, $0[1]] }
                }
                #expect(urls?.map { URL(string: $0)?.path } == ["/l.jpg", "/l.jpg"])
            }
        }

        @Test func `where the best file is not there, the widest of the others is fetched`() async throws {
            let picture = "<img src=/s.jpg width=300 srcset='/m.jpg 800w, /l.jpg 1200w'>"
            let answers = [
                "/": Self.page(picture, fields: []), "/s.jpg": Self.photo(0, []), "/m.jpg": Self.photo(1, []),
            ]
            try await Website.with(answers, "kind: pages") { site in
                let (run, targets) = try await site.sync()
                #expect(run.end == .exited(0))
                #expect(targets.filter { $0.hasSuffix(".jpg") } == ["/l.jpg", "/m.jpg"])
            }
        }

        /// The page answers 304; its pictures' answers say how long each is fresh.
        @Test func `a picture of an unchanged page is asked for again once its answer is stale`() async throws {
            let pictures = "<img src=/a.jpg><img src=/b.jpg><img src=/c.jpg>"
            let answers = [
                "/": Self.page(pictures, fields: ["ETag: \"page\""]), "/a.jpg": Self.photo(0, ["ETag: \"a1\""]),
                "/b.jpg": Self.photo(1, ["ETag: \"b1\""]), "/c.jpg": Self.photo(2, ["Cache-Control: max-age=3600"]),
            ]
            try await Website.with(answers, "kind: pages") { site in
                #expect(try await site.sync().run.end == .exited(0))
                let before = try images(site.larder)
                site.set("/a.jpg", Self.photo(3, ["ETag: \"a2\""]))
                let (run, targets) = try await site.sync()
                #expect(run.end == .exited(0))
                #expect(targets.sorted() == ["/", "/a.jpg", "/a.jpg", "/b.jpg"], "what is changed waits to be decoded")
                #expect(site.server.bodies.filter { $0 == "/a.jpg" }.count == 2, "it is changed once")
                #expect(site.server.bodies.filter { $0 == "/b.jpg" }.count == 1, "it is unchanged")
                let after = try images(site.larder)
                #expect(after["/a.jpg"] == Digest(of: Array(Self.photos[3])).hex.uppercased())
                #expect(before["/a.jpg"] != after["/a.jpg"] && before["/b.jpg"] == after["/b.jpg"])
                try await site.larder.expectWhole()
            }
        }

        @Test func `nothing is asked of a page that its source calls unchanged, nor of its pictures`() async throws {
            let sitemap = Website.xml(
                "<urlset><url><loc>http://127.0.0.1:PORT/tram</loc><lastmod>2024-05-01</lastmod></url></urlset>"
            )
            let answers = ["/tram": Self.page("<img src=/a.jpg>", fields: []), "/a.jpg": Self.photo(0, [])]
            try await Website.with(answers, "kind: sitemap\nlastmod: trust") { site in
                var named = sitemap
                named.body = Data(
                    String(decoding: sitemap.body, as: UTF8.self).replacing("PORT", with: "\(site.server.port)").utf8
                )
                site.set("/sitemap.xml", named)
                #expect(try await site.sync().run.end == .exited(0))
                #expect(try images(site.larder).count == 1)
                let second = try await site.sync()
                #expect(second.run.end == .exited(0))
                #expect(!second.targets.contains("/tram") && !second.targets.contains("/a.jpg"), "\(second.targets)")
            }
        }
    }
}
