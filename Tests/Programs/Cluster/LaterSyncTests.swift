import Foundation
import GRDB
import LarderChaos
import Testing

extension ClusterTests {
    /// What a later sync makes of content that is stored, where the source brings the same.
    @Suite("Stored content in later syncs") struct LaterSyncTests {
        private static let sitemap = "kind: sitemap\nsitemaps: [/s.xml]"
        private static let picture = AnsweringServer.Answer(
            type: "image/png",
            headers: ["Cache-Control: max-age=600"],
            body: PageSite.picture
        )

        /// A page of an article, with words of its own.
        private static func page(_ path: String, next: String? = nil, more: String = "") -> AnsweringServer.Answer {
            let words = (1...8).map { "Sentence \($0) of \(path) says \($0 + path.count) words." }
            let link = next.map { "<link rel=next href=\"\($0)\">" } ?? ""
            return Website.html(
                "<title>\(path)</title>\(link)<article><h1>Of \(path)</h1><p>\(words.joined(separator: " "))</p>"
                    + "\(more)</article>"
            )
        }

        @Test func `an article of many pages whose HTML changes is no text that lost most of its words`() async throws {
            func answers(_ nonce: Int) -> [String: AnsweringServer.Answer] {
                var answers = ["/s.xml": Website.urlset((1...4).map { "/a\($0)/1" })]
                for article in 1...4 {
                    for page in 1...5 {
                        let next = page < 5 ? "/a\(article)/\(page + 1)" : nil
                        let more = "<i data-nonce=\(nonce)></i>"
                        answers["/a\(article)/\(page)"] = Self.page("/a\(article)/\(page)", next: next, more: more)
                    }
                }
                return answers
            }
            try await Website.with(answers(1), Self.sitemap) { site in
                try await site.larder.syncedWhole()
                let digest = try await site.larder.digest()
                for (path, answer) in answers(2) { site.set(path, answer) }
                try await site.larder.syncedWhole()
                #expect(try await site.larder.digest() == digest)
            }
        }

        @Test func `a picture that a page links to as if it were a page stays whole`() async throws {
            let more = "<a href=/full.png><img src=/full.png alt=Soup width=600 height=400></a>"
            let answers = ["/": Self.page("/", more: more), "/full.png": Self.picture]
            try await Website.with(answers, "kind: pages\nurls: [/]\nfollow: [/**]") { site in
                for _ in 1...2 {
                    try await site.larder.syncedWhole()
                    let bytes = try site.larder.read { try Int.fetchAll($0, sql: "SELECT byteCount FROM image") }
                    #expect(bytes == [PageSite.picture.count])
                }
            }
        }

        @Test func `pictures that are not wanted any more are not asked for`() async throws {
            let answers = [
                "/s.xml": Website.urlset(["/p/1"]), "/p/1": Self.page("/p/1", more: "<img src=/full.png width=600>"),
                "/full.png": AnsweringServer.Answer(type: "image/png", body: PageSite.picture),
            ]
            try await Website.with(answers, Self.sitemap) { site in
                try await site.larder.syncedWhole()
                let asked = site.server.targets.count
                site.set("/full.png", nil)
                let run = try await site.sync(adding: "images: false")
                #expect(run.end == .exited(0), "\(run)")
                #expect(!site.server.targets.dropFirst(asked).contains("/full.png"))
            }
        }

        @Test func `a page that was not there once is not pruned after a crawl that could not ask`() async throws {
            let answers = ["/": Website.article("start", links: ["/p/1", "/p/2"])]
                .merging((1...2).map { ("/p/\($0)", Self.page("/p/\($0)")) }) { $1 }
            try await Website.with(answers, "kind: pages\nurls: [/]\nfollow: [/p/*]") { site in
                func articles() throws -> Int {
                    try site.larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM article") ?? -1 }
                }
                try await site.larder.syncedWhole()
                let all = try articles()
                for (status, kept) in [(404, all), (500, all), (404, all - 1)] {
                    site.set("/p/1", AnsweringServer.Answer(status: status, type: "text/plain", body: Data()))
                    _ = try await site.sync()
                    #expect(try await site.larder.command("prune").end == .exited(0))
                    #expect(try articles() == kept)
                }
            }
        }

        @Test func `a cache that is removed in mid-sync ends the run with a reason`() async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let larder = Larder(scratch, sources: try SampleServer.sources(in: scratch, more: "timeout: 5m"))
                    let program = try await site.held {
                        let program = try larder.start(progress: "json")
                        try await larder.expectWorkers(2, of: program)
                        try FileManager.default.removeItem(atPath: larder.folder + "/cache")
                        return program
                    }
                    let run = try await scratch.finish(program, "the sync without its cache")
                    #expect(run.end == .exited(2) && run.errors.contains("cache"), "\(run)")
                }
            }
        }
    }
}
