import Foundation
import GRDB
import LarderBenchSite
import LarderChaos
import Testing

extension ClusterTests {
    /// What a later sync makes of content that is stored, where the source brings the same.
    @Suite("Stored content in later syncs") struct LaterSyncTests {
        static let sitemap = "kind: sitemap\nsitemaps: [/s.xml]"
        private static let picture = AnsweringServer.Answer(
            type: "image/png",
            headers: ["Cache-Control: max-age=600"],
            body: PageSite.picture
        )

        /// A page of an article, with words of its own.
        static func page(_ path: String, next: String? = nil, more: String = "") -> AnsweringServer.Answer {
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

        @Test(arguments: ["sitemap", "pages\nurls: [/p/1, /p/2, /p/3]"])
        func `new rules of a host hold from the moment at which any worker has read them`(kind: String) async throws {
            let paths = (1...12).map { "/p/\($0)" }
            let answers = ["/sitemap.xml": Website.urlset(paths), "/robots.txt": Self.robots("Allow: /")]
                .merging(paths.map { ($0, Self.page($0)) }) { $1 }
            try await Website.with(answers, "kind: \(kind)\nrobots: obey\ncontact: me@site.example") { site in
                try await site.larder.syncedWhole()
                let asked = site.server.targets.count
                site.set("/robots.txt", Self.robots("Disallow: /p/"))
                _ = try await site.larder.sync(["--refresh"])
                #expect(site.server.targets.dropFirst(asked).first == "/robots.txt")
                #expect(site.server.targets.dropFirst(asked).filter { $0.hasPrefix("/p/") } == [])
            }
        }

        private static func robots(_ rule: String) -> AnsweringServer.Answer {
            AnsweringServer.Answer(type: "text/plain", body: Data("User-agent: *\n\(rule)\n".utf8))
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

        @Test func `most recipes do not give way at once to pages without any, and two do`() async throws {
            func page(_ number: Int, _ markup: String) -> AnsweringServer.Answer {
                Self.page("/p/\(number)", more: "<script type=application/ld+json>\(markup)</script>")
            }
            func recipe(_ number: Int) -> String {
                #"{"@context": "https://schema.org", "@type": "Recipe", "name": "Soup \#(number)", "author": "Ann", "#
                    + #""recipeIngredient": ["\#(number) leeks", "salt"], "recipeInstructions": "Cook the leeks."}"#
            }
            var answers = ["/s.xml": Website.urlset((1...6).map { "/p/\($0)" })]
            for number in 1...6 { answers["/p/\(number)"] = page(number, recipe(number)) }
            try await Website.with(answers, Self.sitemap + "\nsite: recipe") { site in
                func ingredients() throws -> Int {
                    try site.larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ingredient") ?? -1 }
                }
                try await site.larder.syncedWhole()
                let whole = try await site.larder.digest()
                #expect(try ingredients() == 12)
                let emptied = #"{"@context": "https://schema.org", "@type": "Recipe", "name": "Soup"}"#
                let steps = recipe(1).replacing(#""recipeIngredient": ["1 leeks", "salt"], "#, with: "")
                for markup in [emptied, steps, String(recipe(1).prefix(85)), ""] {
                    for number in 1...5 { site.set("/p/\(number)", page(number, markup)) }
                    let run = try await site.larder.sync(progress: "plain", ["--refresh"])
                    #expect(run.end == .exited(3) && run.output.contains("5 of the 6 texts"), "\(run)")
                    #expect(try await site.larder.digest() == whole)
                }
                for number in 3...6 { site.set("/p/\(number)", page(number, recipe(number))) }
                let few = try await site.larder.sync(["--refresh"])
                #expect(few.end == .exited(0), "\(few)")
                #expect(try ingredients() == 8)
                for number in 3...6 { site.set("/p/\(number)", page(number, emptied)) }
                let accepted = try await site.larder.sync(["--refresh", "--accept-changes"])
                #expect(accepted.end == .exited(0), "\(accepted)")
                #expect(try ingredients() == 0)
            }
        }

        @Test(
            arguments: [(#""t": "Page", "x": null"#, ""), (#""t": "Log in", "x": "Please log in.""#, "Please log in.")]
        )
        func `most items of an API keep texts, titles and authors at once`(lost: String, new: String) async throws {
            func list(_ items: [String]) -> AnsweringServer.Answer {
                let entries = items.enumerated().map { #"{"id": \#($0), "u": "/p/\#($0)", \#($1)}"# }
                return .json("[\(entries.joined(separator: ","))]")
            }
            let items = (0..<6).map { item in
                let words = (1...20).map { "Sentence \($0 * item) of \(item) says \($0 + item)." }
                return #""t": "Page \#(item)", "a": "Ann", "x": "\#(words.joined(separator: " "))""#
            }
            let fields = "fields: {id: /id, title: /t, url: /u, author: /a, text: /x}"
            try await Website.with(["/l": list(items)], "kind: json\nlist: /l\npages: false\n" + fields) { site in
                func changed() throws -> Int {
                    let sql = "SELECT count(*) FROM article WHERE ifnull(content, '') = ? AND author IS NULL"
                    return try site.larder.read { try Int.fetchOne($0, sql: sql, arguments: [new]) ?? -1 }
                }
                try await site.larder.syncedWhole()
                let whole = try await site.larder.digest()
                site.set("/l", list(items.indices.map { $0 < 5 ? lost : items[$0] }))
                for _ in 1...2 {
                    let run = try await site.larder.sync(progress: "plain")
                    #expect(run.end == .exited(3) && run.output.contains("5 of the 6 texts"), "\(run)")
                    #expect(try await site.larder.digest() == whole)
                }
                try await site.larder.expectWhole()
                site.set("/l", list(items.indices.map { $0 < 2 ? lost : items[$0] }))
                try await site.larder.syncedWhole()
                #expect(try changed() == 2)
                site.set("/l", list(items.map { _ in lost }))
                try await site.larder.syncedWhole(["--accept-changes"])
                #expect(try changed() == 6)
            }
        }

        @Test func `most recipes of an API keep their ingredients where its records lose them`() async throws {
            func record(_ number: Int, _ ingredients: String) -> AnsweringServer.Answer {
                .json(#"{"id": \#(number), "t": "Soup \#(number)", "i": \#(ingredients)}"#)
            }
            let list = (1...5).map { #"{"id": \#($0), "t": "Soup \#($0)"}"# }.joined(separator: ",")
            var answers: [String: AnsweringServer.Answer] = ["/l": .json("[\(list)]")]
            for number in 1...5 { answers["/d/\(number)"] = record(number, #"["leeks", "salt"]"#) }
            let lines =
                "kind: json\nlist: /l\ndetail: \"/d/{id}\"\npages: false\n"
                + "fields: {id: /id, title: /t, ingredients: /i}"
            try await Website.with(answers, lines) { site in
                func ingredients() throws -> Int {
                    try site.larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM ingredient") ?? -1 }
                }
                try await site.larder.syncedWhole()
                for number in 1...4 { site.set("/d/\(number)", record(number, "[]")) }
                let run = try await site.larder.sync(progress: "plain", ["--refresh"])
                #expect(run.end == .exited(3) && run.output.contains("4 of the 5 texts"), "\(run)")
                #expect(try ingredients() == 10)
                for number in 3...4 { site.set("/d/\(number)", record(number, #"["leeks", "salt"]"#)) }
                try await site.larder.syncedWhole(["--refresh"])
                #expect(try ingredients() == 6)
            }
        }

        @Test func `a cache that is removed in mid-sync ends the run with a reason`() async throws {
            let run = try await TestLarder.syncedWhile {
                try FileManager.default.removeItem(atPath: $0.folder + "/cache")
            }
            #expect(run.end == .exited(2) && run.errors.contains("cache"), "\(run)")
        }
    }
}
