import Foundation
import LarderChaos
import Testing

extension ClusterTests {
    /// Looks at a source before all of it is fetched.
    @Suite("Looks") struct LookTests {
        @Test func `try shows three items as a sync would read them, and stores nothing`() async throws {
            try await Scratch.with { scratch in
                let pantry = PantryApi(listed: 9)
                try await pantry.serve { server in
                    let larder = TestLarder(scratch)
                    let run = try await larder.command("try", try pantry.source(in: scratch))
                    #expect(run.end == .exited(0), "\(run)")
                    for word in [
                        "Stew 0", "Stew 1", "Stew 2", "recipe:pantry:r2", "2 beans", "stir the beans", "3 items shown",
                        "nothing was stored",
                    ] {
                        #expect(run.output.contains(word), "\(word): \(run)")
                    }
                    #expect(!run.output.contains("Stew 3"))
                    #expect(!FileManager.default.fileExists(atPath: larder.folder))
                    #expect(server.targets.count { $0.hasPrefix("/api/get") } == 3)
                    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
                    #expect(!left.contains { $0.hasPrefix("larder-look") }, "\(left)")
                }
            }
        }

        @Test(arguments: [
            (
                "items: /d\nfields: {id: /identifier}",
                ["nothing at `fields.id` (/identifier); it has id, title.", "1 request made"]
            ),
            ("items: /none\nfields: {id: /id}", ["where `items` points", "2 requests answered, 1 job failed"]),
            ("items: /e\nfields: {id: /id}", ["`items`", "`fields`"]),
        ]) func `try names the reason why no item came`(lines: String, words: [String]) async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    .json(#"{"d": [{"id": 1, "title": "Plum"}], "e": []}"#)
                } _: { server in
                    let text = "name: jams\nkind: json\nbase: http://127.0.0.1:\(server.port)\nlist: /jams\n\(lines)\n"
                    let run = try await TestLarder(scratch).command("try", try scratch.write(text, to: "jams.yaml"))
                    #expect(run.end == .exited(1) && !run.output.contains("`queries`"), "\(run)")
                    for word in words { #expect(run.output.contains(word), "\(word): \(run)") }
                }
            }
        }

        @Test func `pages of which include takes none are counted, in try and in the sync`() async throws {
            let answers: [String: AnsweringServer.Answer] = [
                "/sitemap.xml": Website.xml(
                    "<?xml version=\"1.0\"?><urlset><url><loc>/p/1</loc></url><url><loc>/p/2</loc></url></urlset>"
                )
            ]
            try await Website.with(answers, "kind: sitemap\ninclude: [/recipes/*]") { site in
                let told = "2 pages listed, none matches `include`."
                let look = try await site.larder.command("try", site.larder.sources[0])
                #expect(look.end == .exited(1) && look.output.contains(told), "\(look)")
                let run = try await site.sync().run
                #expect(run.output.contains(told) && run.output.contains("Check `include`"), "\(run)")
            }
        }

        @Test func `try says what an item lacks, and why`() async throws {
            let answers: [String: AnsweringServer.Answer] = [
                "/sitemap.xml": Website.xml("<?xml version=\"1.0\"?><urlset><url><loc>/p/1</loc></url></urlset>"),
                "/p/1": Website.article("1"),
            ]
            let told = "  missing     a title, ingredients, steps; its page was read, and there is no recipe on it\n"
            for (content, words) in [("recipe", told), ("auto", nil)] as [(String, String?)] {
                try await Website.with(answers, "kind: sitemap\nimages: false\nsite: \(content)") { site in
                    let look = try await site.larder.command("try", site.larder.sources[0])
                    #expect(look.output.contains("1 item shown") && !look.output.contains("partial"), "\(look)")
                    #expect(look.output.contains(words ?? "Page 1\n"), "\(look)")
                    if words == nil { #expect(!look.output.contains("missing"), "\(look)") }
                }
            }
        }

        @Test func `a plan of the sample is within 5 % of what the sync then takes, and the summary says so`()
            async throws
        {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                try FileManager.default.createDirectory(atPath: larder.folder, withIntermediateDirectories: false)
                let plan = try await larder.command("plan", "sample", "sample-news")
                #expect(plan.end == .exited(0) && plan.output.contains("known from  its lists"), "\(plan)")
                let run = try await larder.sync(["sample", "sample-news"])
                #expect(run.end == .exited(0), "\(run)")
                let told = run.output.matches(of: /(\S+): ([\d,]+) requests were planned, ([\d,]+) made/)
                #expect(told.count == 2, "\(run)")
                for match in told {
                    let planned = Double(match.2.replacing(",", with: "")) ?? 0
                    let made = Double(match.3.replacing(",", with: "")) ?? 1
                    #expect(abs(planned - made) / made < 0.05, "\(run)")
                }
                let second = try await larder.command("plan")
                #expect(second.output.contains("nothing was asked for"), "\(second)")
                #expect(second.output.contains("at most about"), "\(second)")
                let again = try await larder.sync()
                #expect(again.output.contains("made (exact)"), "\(again)")
                let third = try await larder.command("plan")
                #expect(!third.output.contains("at most"), "\(third)")
                for text in [plan, second, third] {
                    let rows = text.output.matches(of: /requests +([\d,]+): ([^;\n]+)/)
                    #expect(!rows.isEmpty, "\(text)")
                    for row in rows {
                        let parts = row.2.matches(of: /([\d,]+) [a-z]/).map { Int($0.1.replacing(",", with: "")) ?? 0 }
                        #expect(Int(row.1.replacing(",", with: "")) == parts.reduce(0, +), "\(text)")
                    }
                }
            }
        }

        /// The sitemap's dates lie before the first sync, so that no page need be asked for again, and no picture that
        /// pages alone name.
        @Test func `a plan after a first sync counts what the larder cannot know alone`() async throws {
            let entries = (1...6).map { "<url><loc>/p/\($0)</loc><lastmod>2024-01-0\($0)</lastmod></url>" }
            var answers = ["/s.xml": Website.xml("<urlset>\(entries.joined())</urlset>")]
            for number in 1...6 {
                let words = String(repeating: "The words of the page \(number), and some more of them. ", count: 8)
                let head = "<title>Page \(number)</title><meta property=\"og:image\" content=\"/\(number % 2).png\">"
                answers["/p/\(number)"] = Website.html("<!doctype html>\(head)<main><p>\(words)</p></main>")
            }
            for (name, lifetime) in [("/0.png", "max-age=3600"), ("/1.png", "no-cache")] {
                answers[name] = .init(
                    type: "image/png",
                    headers: ["Cache-Control: \(lifetime)"],
                    body: PageSite.picture
                )
            }
            try await Website.with(answers, "kind: sitemap\nsitemaps: [/s.xml]") { site in
                _ = try await site.sync()
                let plan = try await site.larder.command("plan", site.larder.sources[0])
                #expect(plan.output.contains("requests    1: 1 list page; 6 from cache"), "\(plan)")
                let again = try await site.sync().run
                #expect(again.output.contains("1 requests were planned, 1 made (exact)"), "\(again)")
            }
        }

        @Test func `a sync whose lists could not be read tells nothing of the next one`() async throws {
            let feed = (1...5).map { "<item><title>\($0)</title><link>/p/\($0)</link></item>" }.joined()
            var answers = ["/feed": AnsweringServer.Answer(status: 401, type: "text/plain", body: Data())]
            for number in 1...5 { answers["/p/\(number)"] = Website.article("\(number)") }
            try await Website.with(answers, "kind: feed", base: "/feed") { site in
                let failed = try await site.sync().run
                #expect(failed.end == .exited(1), "\(failed)")
                site.set("/feed", Website.xml("<rss version=\"2.0\"><channel><title>f</title>\(feed)</channel></rss>"))
                let plan = try await site.larder.command("plan", site.larder.sources[0])
                #expect(plan.output.contains("5 web pages") && !plan.output.contains("its sync that ended"), "\(plan)")
                #expect(plan.output.contains("pictures that only its pages name are not counted"), "\(plan)")
                #expect(!plan.output.contains("5 pictures"), "\(plan)")
                let made = try await site.sync().run
                #expect(made.output.contains("made (exact)"), "\(made)")
            }
        }

        @Test func `a plan whose lists cannot be read says why and is none, and one that lacks a list says so`()
            async throws
        {
            let broken = AnsweringServer.Answer(status: 500, type: "text/plain", body: Data())
            let good = Website.xml(
                "<rss version=\"2.0\"><channel><title>f</title><item><link>/p/1</link></item></channel></rss>"
            )
            for (base, code, words) in [
                ("/broken", 2, ["could not be read, so that nothing can be told", "status 500"]),
                ("/good", 0, ["at least", "not known", "status 500"]),
            ] as [(String, Int32, [String])] {
                let lines = "kind: feed\nimages: false\nfeeds: [/broken]"
                try await Website.with(["/broken": broken, "/good": good], lines, base: base) { site in
                    let plan = try await site.larder.command("plan", site.larder.sources[0])
                    #expect(plan.end == .exited(code), "\(plan)")
                    let text = plan.output + plan.errors
                    for word in words { #expect(text.contains(word), "\(word): \(plan)") }
                }
            }
        }

        @Test func `a sitemap is planned by all of its files`() async throws {
            let entries = (1...40).map { "<url><loc>/p/\($0)</loc></url>" }.joined()
            var answers: [String: AnsweringServer.Answer] = [
                "/robots.txt": .init(type: "text/plain", body: Data("User-agent: *\nSitemap: /map.xml\n".utf8)),
                "/map.xml": Website.xml("<?xml version=\"1.0\"?><urlset>\(entries)</urlset>"),
            ]
            for number in 1...40 { answers["/p/\(number)"] = Website.article("\(number)") }
            try await Website.with(answers, "kind: sitemap\nimages: false") { site in
                let folder = site.larder.folder
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
                let plan = try await site.larder.command("plan", site.larder.sources[0])
                #expect(plan.output.contains("  42: 2 list pages, 40 web pages"), "\(plan)")
                let run = try await site.sync().0
                #expect(run.output.contains("42 requests were planned, 42 made (exact)"), "\(run)")
            }
        }

        @Test func `a list that names its total is planned by its first page`() async throws {
            try await Scratch.with { scratch in
                let articles = (0..<100).map { #"{"title": "t\#($0)", "url": "http://news.test/\#($0)"}"# }.joined(
                    separator: ", "
                )
                try await AnsweringServer.with { _, _ in
                    .json(#"{"status": "ok", "totalResults": 250, "articles": [\#(articles)]}"#)
                } _: { server in
                    let text = """
                        name: total
                        kind: newsapi-v2
                        base: http://127.0.0.1:\(server.port)
                        queries: [frost]
                        images: false
                        """
                    let run = try await TestLarder(scratch).command("plan", try scratch.write(text, to: "total.yaml"))
                    #expect(run.end == .exited(0), "\(run)")
                    #expect(run.output.contains("  253: 3 list pages, 250 web pages"), "\(run)")
                    #expect(run.output.contains("and the totals that it names") && server.targets.count == 1, "\(run)")
                }
            }
        }

        @Test func `a list that names no total is planned by its first page, as the least`() async throws {
            try await Scratch.with { scratch in
                let pantry = PantryApi(listed: 9)
                try await pantry.serve { server in
                    let run = try await TestLarder(scratch).command("plan", try pantry.source(in: scratch))
                    #expect(run.end == .exited(0), "\(run)")
                    for word in ["at least 28", "1 request just made", "--lists"] {
                        #expect(run.output.contains(word), "\(run)")
                    }
                    #expect(server.targets.count == 1)
                }
            }
        }

        @Test func `a list of addresses is planned exactly, and asks for nothing`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    .json("{}")
                } _: { server in
                    let text = """
                        name: plain
                        kind: pages
                        base: http://127.0.0.1:\(server.port)/
                        urls: ["./chapter-{1..40}.html", ./about]
                        images: false
                        """
                    let larder = TestLarder(scratch)
                    let run = try await larder.command("plan", try scratch.write(text, to: "plain.yaml"))
                    #expect(run.end == .exited(0) && run.output.contains("requests    41: 41 web pages"), "\(run)")
                    #expect(!FileManager.default.fileExists(atPath: larder.folder))
                    #expect(run.output.contains("the addresses in its file") && server.targets.isEmpty, "\(run)")
                }
            }
        }

        @Test func `a crawl is planned as at least what its first pages link to`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, _ in
                    let links = (1...9).map { "<a href='/p/\($0)'>on</a>" }.joined()
                    return .init(type: "text/html", body: Data("<!doctype html><p>\(path)</p>\(links)".utf8))
                } _: { server in
                    let text = """
                        name: crawl
                        kind: pages
                        base: http://127.0.0.1:\(server.port)/
                        follow: [/p/*]
                        images: false
                        """
                    let run = try await TestLarder(scratch).command("plan", try scratch.write(text, to: "crawl.yaml"))
                    #expect(run.end == .exited(0) && run.output.contains("at least 10: 10 web pages"), "\(run)")
                    #expect(server.targets.count <= 3, "\(server.targets)")
                }
            }
        }
    }
}
