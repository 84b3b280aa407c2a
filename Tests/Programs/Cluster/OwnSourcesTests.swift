import Foundation
import LarderChaos
import Testing

extension ClusterTests {
    /// Commands without a source file: all sources of a larder, a site by its address, one page.
    @Suite("Own sources") struct OwnSourcesTests {
        /// A site of `count` linked pages with a sitemap.
        private static func site(_ count: Int = 3) -> [String: AnsweringServer.Answer] {
            let entries = (1...count).map { "<url><loc>/p/\($0)</loc></url>" }
            var answers = ["/sitemap.xml": Website.xml("<urlset>\(entries.joined())</urlset>")]
            for page in 1...count {
                answers["/p/\(page)"] = Website.article("\(page)", links: ["/p/\(page % count + 1)"])
            }
            answers["/"] = Website.article("home", links: (1...count).map { "/p/\($0)" })
            return answers
        }

        private func coordinator(_ larder: TestLarder, _ words: String...) async throws -> Scratch.Finished {
            try await larder.scratch.run(.coordinator, words + ["--into", larder.folder, "--progress", "none"])
        }

        @Test func `without arguments all sources of the larder are synced, and not the sample`() async throws {
            try await Website.with(Self.site(), "kind: sitemap\nimages: false") { site in
                let first = try await site.sync()
                #expect(first.run.end == .exited(0), "\(first.run)")
                let before = site.server.targets.count
                let again = try await coordinator(site.larder, "--workers", "2")
                #expect(again.end == .exited(0), "\(again)")
                #expect(site.server.targets.dropFirst(before).contains("/sitemap.xml"))
                #expect(try await site.larder.status().map(\.name) == ["web"])
                let byName = try await coordinator(site.larder, "web", "--workers", "2")
                #expect(byName.end == .exited(0), "\(byName)")
                let plan = try await site.larder.command("plan")
                #expect(plan.output.contains("web"), "\(plan)")
                #expect(!plan.output.contains("sample"), "\(plan)")
            }
        }

        @Test func `a new larder gets the sample, another one only where it is asked for`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                let small = ["--sample-recipes", "4", "--sample-articles", "2"]
                let first = try await larder.sync(small)
                #expect(first.end == .exited(0), "\(first)")
                #expect(try await larder.status().map(\.name) == ["sample", "sample-news"])
            }
            try await Website.with(Self.site(), "kind: sitemap\nimages: false") { site in
                let run = try await site.larder.sync([
                    "--sample", "--sample-recipes", "4", "--sample-articles", "2",
                ])
                #expect(run.end == .exited(0), "\(run)")
                #expect(try await site.larder.status().map(\.name) == ["sample", "sample-news", "web"])
            }
        }

        @Test func `the sample's definition can be taken from a file`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                let shown = try await scratch.run(.coordinator, ["sources", "show", "sample"])
                let file = scratch.path("soups.yaml")
                let lines = shown.output.replacing("name: sample", with: "name: soups")
                try lines.write(toFile: file, atomically: true, encoding: .utf8)
                let run = try await larder.sync([file, "--sample-recipes", "4"])
                #expect(run.end == .exited(0), "\(run)")
                #expect(try await larder.status().map(\.name) == ["soups"])
            }
        }

        @Test func `a file in the larder's folder counts before the definition that was synced last`() async throws {
            try await Website.with(Self.site(), "kind: sitemap\nimages: false") { site in
                _ = try await site.sync()
                let folder = site.larder.folder + "/sources"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                let text = "name: web\nkind: sitemap\nbase: http://127.0.0.1:\(site.server.port)/\nimages: false\n"
                let file = URL(fileURLWithPath: folder + "/web.yaml")
                try Data((text + "exclude: [/p/2]\n").utf8).write(to: file)
                let before = site.server.targets.count
                _ = try await coordinator(site.larder)
                #expect(!site.server.targets.dropFirst(before).contains("/p/2"))
                #expect(site.server.targets.dropFirst(before).contains("/p/1"))
            }
        }

        @Test func `add writes a source file into the larder, shows it and syncs it`() async throws {
            try await Website.with(Self.site(), "kind: sitemap") { site in
                let address = "http://127.0.0.1:\(site.server.port)/"
                let run = try await coordinator(
                    site.larder,
                    "add",
                    address,
                    "--name",
                    "pantry",
                    "--contact",
                    "me@a.example"
                )
                #expect(run.end == .exited(0), "\(run)")
                let file = site.larder.folder + "/sources/pantry.yaml"
                let yaml = try String(contentsOfFile: file, encoding: .utf8)
                #expect(yaml.contains("name: pantry\n") && yaml.contains("contact: \"me@a.example\""), "\(yaml)")
                #expect(run.output.contains(yaml) && run.output.contains("Written to \(file)."), "\(run)")
                #expect(try await site.larder.status().map(\.name) == ["pantry"])
                #expect(try await site.larder.status()[0].articles >= 3)
                let before = site.server.targets.count
                _ = try await coordinator(site.larder)
                #expect(site.server.targets.count > before)
                let twice = try await coordinator(site.larder, "add", address, "--name", "pantry")
                #expect(twice.end == .exited(2) && twice.errors.contains("--name"), "\(twice)")
            }
        }

        @Test func `get fetches one page, again on demand, and no later sync asks for it or its links`() async throws {
            try await Website.with(Self.site(), "kind: sitemap") { site in
                let address = "http://127.0.0.1:\(site.server.port)/p/1"
                let first = try await coordinator(site.larder, "get", address)
                #expect(first.end == .exited(0), "\(first)")
                #expect(site.server.targets == ["/p/1"])
                let status = try await site.larder.status()
                #expect(status.map(\.name) == ["pages-127-0-0-1-\(site.server.port)"] && status[0].articles == 1)
                let why = try await site.larder.command("why", address)
                #expect(why.end == .exited(0) && why.output.contains("Page 1"), "\(why)")
                site.set("/p/1", Website.article("one"))
                let second = try await coordinator(site.larder, "get", address)
                #expect(site.server.targets == ["/p/1", "/p/1"])
                #expect(second.output.contains("1 changed"), "\(second)")
                _ = try await coordinator(site.larder, "get", "http://127.0.0.1:\(site.server.port)/p/2")
                #expect(try await site.larder.status()[0].articles == 2)
                let before = site.server.targets.count
                let sync = try await coordinator(site.larder)
                #expect(sync.end == .exited(2) && sync.errors.contains("coordinator get URL"), "\(sync)")
                #expect(site.server.targets.count == before)
                #expect(try await site.larder.status().map(\.articles) == [2])
            }
        }

        @Test func `get refuses what is no address of a page`() async throws {
            try await Scratch.with { scratch in
                let run = try await TestLarder(scratch).command("get", "ftp://a.example/x")
                #expect(run.end == .exited(2) && run.errors.contains("only http and https are fetched"), "\(run)")
            }
        }
    }
}
