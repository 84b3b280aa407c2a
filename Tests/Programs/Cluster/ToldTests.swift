import Foundation
import LarderChaos
import Testing

extension ClusterTests {
    /// What runs and `why` tell of what they could not have.
    @Suite("What is told") struct ToldTests {
        @Test func `of a page that a robots.txt forbids, and of one that says nothing, the reason is told`()
            async throws
        {
            let lines = "kind: sitemap\nsitemaps: [/map.xml]\nsite: recipe\nimages: false\nrobots: obey"
            let rules = AnsweringServer.Answer(type: "text/plain", body: Data("User-agent: *\nDisallow: /secret".utf8))
            try await Website.with(["/robots.txt": rules, "/plain": Website.article("plain")], lines) { site in
                let base = "http://127.0.0.1:\(site.server.port)"
                let entries = ["plain", "secret"].map { "<url><loc>\(base)/\($0)</loc></url>" }.joined()
                site.set("/map.xml", Website.xml("<urlset>\(entries)</urlset>"))
                for round in ["the first sync", "the second sync"] {
                    let (run, targets) = try await site.sync()
                    #expect(run.end == .exited(0) && !targets.contains("/secret"), "\(round): \(run)")
                    let reasons = "1 forbidden by a robots.txt, 1 whose page was read and says no more"
                    let told = "2 items with no more than what a list says: \(reasons)"
                    #expect(run.output.contains(told), "\(round): \(run)")
                }
                let secret = try await site.larder.command("why", base + "/secret")
                for words in [
                    "left out, as a robots.txt forbids its address", "says something of it: a robots.txt forbids",
                ] {
                    #expect(secret.output.contains(words), "\(secret)")
                }
                let jobs = secret.output.split(separator: "\n").filter { $0.contains("detail:web:page:") }
                #expect(jobs.count == 1 && !jobs[0].contains("fetched"), "\(secret)")
                let plain = try await site.larder.command("why", base + "/plain")
                #expect(plain.output.contains("says something of it: its page was read and says no more"), "\(plain)")
                let near = try await site.larder.command("why", base + "/plainer")
                #expect(near.end == .exited(2) && near.errors.contains("(\(base)/plain)"), "\(near)")
            }
        }

        @Test(arguments: ["none", "json"]) func `a result that nobody can read is no success`(progress: String)
            async throws
        {
            try await Website.with(["/p/1": Website.article("1")], "kind: pages\nurls: [/p/1]") { site in
                let status = ["status", "--into", site.larder.folder]
                for words in [site.larder.arguments(progress: progress), status] {
                    let line = ["-c", #"exec "$0" "$@" > /dev/full"#, Binary.coordinator.path] + words
                    let program = try site.larder.scratch.start("/bin/sh", line)
                    let run = try await site.larder.scratch.finish(program, words.joined(separator: " "))
                    #expect(run.end == .exited(2) && run.errors.contains("standard output"), "\(run)")
                }
                #expect(try await site.larder.status()[0].articles == 1)
            }
        }

        @Test func `what was left out of a text is told by its page's address in each summary`() async throws {
            // More links than are kept of one text.
            let links = (0...10_100).map { "<a href='/l/\($0)'>\($0)</a>" }.joined(separator: " ")
            var page = Website.html("<!doctype html><title>Index</title><main><h1>Index</h1><p>\(links)</p></main>")
            page.headers = ["ETag: \"1\""]
            let lines = "kind: pages\nurls: [/index]\nimages: false\ntext: {whole-page: true}"
            try await Website.with(["/index": page], lines) { site in
                let address = "http://127.0.0.1:\(site.server.port)/index is over the bound on links, 10000"
                for round in ["the first sync", "the second sync"] {
                    let (run, _) = try await site.sync()
                    #expect(run.end == .exited(0) && run.output.contains(address), "\(round): \(run)")
                }
            }
        }

        @Test func `a list that is not there is a fault of the file, and no other try is advised`() async throws {
            try await Website.with([:], "kind: json\nlist: /none\npages: false\nfields: {id: /id, title: /t}") { site in
                let (run, _) = try await site.sync()
                #expect(run.end == .exited(1) && run.output.contains("not-found"), "\(run)")
                #expect(run.output.contains("mend the source's file as said above, then the same command"), "\(run)")
                #expect(!run.output.contains("coordinator retry"), "\(run)")
                let job = try #require(
                    run.output.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("search:web:") },
                    "\(run)"
                )
                let why = try await site.larder.command("why", String(job))
                #expect(why.output.contains("mend the source's file") && !why.output.contains("retry"), "\(why)")
            }
        }

        @Test func `an API whose list is empty has no fault`() async throws {
            let lines = "kind: json\nlist: /all\nitems: /items\npages: false\nfields: {id: /id, title: /t}"
            try await Website.with(["/all": .json(#"{"items": []}"#)], lines) { site in
                let (run, _) = try await site.sync()
                let told = "web brought no item: the server answered, and its lists are empty."
                #expect(run.end == .exited(3) && run.output.contains(told), "\(run)")
                #expect(!run.output.contains("Check `"), "\(run)")
            }
        }
    }
}
