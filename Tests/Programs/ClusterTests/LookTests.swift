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
                    let larder = Larder(scratch)
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

        @Test func `a plan of the sample is within 5 % of what the sync then takes, and the summary says so`()
            async throws
        {
            try await Scratch.with { scratch in
                let larder = Larder(scratch)
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
                let again = try await larder.sync()
                #expect(again.output.contains("made (exact)"), "\(again)")
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
                    let run = try await Larder(scratch).command("plan", try scratch.write(text, to: "total.yaml"))
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
                    let run = try await Larder(scratch).command("plan", try pantry.source(in: scratch))
                    #expect(run.end == .exited(0), "\(run)")
                    for word in ["at least 28", "1 request just made", "--lists"] {
                        #expect(run.output.contains(word), "\(run)")
                    }
                    #expect(server.targets.count == 1)
                }
            }
        }
    }
}
