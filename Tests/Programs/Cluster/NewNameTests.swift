import Foundation
import LarderChaos
import Testing

extension ClusterTests {
    /// Names of new sources, and words that were typed at the wrong place.
    @Suite("New names") struct NewNameTests {
        private func coordinator(_ larder: TestLarder, _ words: String...) async throws -> Scratch.Finished {
            try await larder.scratch.run(.coordinator, words + ["--into", larder.folder])
        }

        private func expect(_ run: Scratch.Finished, _ code: Int32, _ words: String...) {
            #expect(run.end == .exited(code), "\(run)")
            let told = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for word in words { #expect(told.contains(word), "\"\(word)\" is missing: \(run)") }
        }

        @Test func `a new source gets no name that means something else, and nothing is written then`() async throws {
            let pages = [
                "/": Website.article("home", links: ["/p/1"]), "/p/1": Website.article("1"),
                "/sitemap.xml": Website.xml("<urlset><url><loc>/p/1</loc></url></urlset>"),
            ]
            try await Website.with(pages, "kind: pages\nurls: [/]") { site in
                _ = try await site.sync()
                let (larder, scratch) = (site.larder, site.larder.scratch)
                let address = "http://127.0.0.1:\(site.server.port)/"
                let before = site.server.targets.count
                for name in ["sample", "forkify"] {
                    let run = try await coordinator(larder, "add", address, "--name", name)
                    expect(run, 2, "\"\(name)\" is a built-in source", "--name")
                }
                for name in ["status", "help"] {
                    let run = try await coordinator(larder, "add", address, "--name", name)
                    expect(run, 2, "\"\(name)\" is a command", "--name")
                }
                let output = scratch.path("new.yaml")
                let start = ["sources", "init", address, "--name", "status", "--output", output]
                expect(try await scratch.run(.coordinator, start), 2, "\"status\" is a command")
                #expect(site.server.targets.count == before, "no request is made for such a name")

                let taken = try await coordinator(larder, "add", address, "--name", "web")
                expect(taken, 2, "\"web\" is another source in this larder", "--name", "coordinator remove web")
                #expect(!FileManager.default.fileExists(atPath: larder.folder + "/sources/web.yaml"))
                #expect(!FileManager.default.fileExists(atPath: output))

                let folder = ["sources", "init", address, "--output", scratch.folder]
                expect(try await scratch.run(.coordinator, folder), 2, "is a folder. Name a file in it")
            }
        }

        @Test func `two files with one name are both told, and so is a name for many sources`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                let folder = larder.folder + "/sources"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                let yaml = "name: jam\nkind: pages\nbase: http://127.0.0.1:1/\nurls: [/]\n"
                for file in ["a", "b"] { try scratch.write(yaml, to: "larder/sources/\(file).yaml") }
                let run = try await coordinator(larder)
                expect(run, 2, "\(folder)/a.yaml and \(folder)/b.yaml are both the source \"jam\"")
                expect(run, 2, "No source was synced")
                let add = try await coordinator(larder, "add", "http://127.0.0.1:1/", "--name", "jam")
                expect(add, 2, "\(folder)/a.yaml is the file of a source \"jam\"")
                try scratch.write(yaml.replacing("jam", with: "tea"), to: "larder/sources/b.yaml")
                expect(try await coordinator(larder, "--rename", "x"), 2, "this sync is of 2", "coordinator SOURCE")
            }
        }

        @Test func `retry leaves alone the pages that get fetched, and tells how they are fetched again`() async throws
        {
            try await Website.with([:], "kind: pages\nurls: [/]") { site in
                site.set("/p/1", AnsweringServer.Answer(status: 403, type: "text/plain", body: Data()))
                let address = "http://127.0.0.1:\(site.server.port)/p/1"
                let first = try await coordinator(site.larder, "get", address, "--progress", "none")
                #expect(first.end == .exited(1) && first.output.contains("not given out (status 403)"), "\(first)")
                #expect(!first.output.contains("the source's file") && !first.output.contains("retry"), "\(first)")
                let retry = try await site.larder.command("retry")
                #expect(retry.output.contains("coordinator get --into"), "\(retry)")
                #expect(!retry.output.contains("ready again"), "\(retry)")
                let why = try await site.larder.command("why", address)
                #expect(why.output.contains("`coordinator get --into"), "\(why)")
                site.set("/p/1", Website.article("one"))
                let second = try await coordinator(site.larder, "get", address, "--progress", "none")
                #expect(second.end == .exited(0), "\(second)")
            }
        }

        @Test func `inside of a larder's folder that larder is meant`() async throws {
            try await Website.with(["/p/1": Website.article("1")], "kind: pages\nurls: [/p/1]") { site in
                _ = try await site.sync()
                let (folder, scratch) = (site.larder.folder, site.larder.scratch)
                for words in ["status", "--progress none"] {
                    let script = "cd \"$0\" && exec \"$1\" \(words)"
                    let program = try scratch.start("/bin/sh", ["-c", script, folder, Binary.coordinator.path])
                    let run = try await scratch.finish(program, "coordinator \(words) in the larder")
                    #expect(run.end == .exited(0), "\(run)")
                    #expect(!FileManager.default.fileExists(atPath: folder + "/larder"))
                }
            }
        }

        @Test(
            arguments: [
                (["--into", "x", "clear", "--yes"], 64, "`coordinator clear --into x --yes`"),
                (["127.0.0.1:8090"], 2, "`coordinator add http://127.0.0.1:8090`"),
                (["update"], 2, "`coordinator --help` lists the commands"),
                (["add", "http//127.0.0.1:8090"], 2, "Did you mean http://127.0.0.1:8090?"),
                (["add", "ftp://a.example/"], 2, "only http and https are fetched"),
                (["add", "https://me:secret@a.example/"], 2, "has a user name in it"),
                (["add", "127.0.0.1:1"], 2, "type http://127.0.0.1:1"),
                (["add", "http://127.0.0.1:1/", "--contact", ""], 64, "--contact: \"contact\" is empty"),
                (["keygen", "pantry"], 64, "--worker pantry"),
                (["keygen", "--worker", "a", "--worker", "a"], 2, "--worker a is there twice"),
                (["keygen", "--keys", "/proc/x"], 2, "The folder /proc/x cannot be made"),
                (["status", "stew", "sample"], 64, "one at a time"),
                (["why", ""], 2, "Nothing is named"), (["rm", "stew"], 2, "Did you mean `coordinator remove`?"),
                (["-q"], 64, "--progress none"), (["status", "-V"], 64, "coordinator --version"),
                (["retry", "--all"], 64, "no source is named"), (["remove", "--yes", "x"], 64, "does not ask"),
                (["plan", "--limit", "3"], 64, "`limit: N`"), (["--insecure"], 64, "with --listen"),
                (["status", "--limit", "5"], 64, "add --jobs"),
                (["prune", "--now", "--keep-size", "2GB"], 64, "add --gone"),
            ] as [([String], Int32, String)]
        )
        func `a slip is told with what was meant`(words: [String], code: Int32, told: String) async throws {
            try await Scratch.with { scratch in
                if words[0] == "why" {
                    _ = try await TestLarder(scratch).sync(["--sample-recipes", "1", "--sample-articles", "1"])
                }
                let place = words.contains("--into") ? [] : ["--into", scratch.path("larder")]
                let run = try await scratch.run(.coordinator, words + place)
                expect(run, code, told)
                #expect(!FileManager.default.fileExists(atPath: scratch.path("larder/keys")), "nothing is made: \(run)")
            }
        }

        @Test func `a file for an address, and a source for an item, are told as what they are`() async throws {
            try await Website.with(["/p/1": Website.article("1")], "kind: pages\nurls: [/p/1]") { site in
                _ = try await site.sync()
                let file = try site.larder.scratch.write("name: jam\n", to: "jam.yaml")
                expect(try await coordinator(site.larder, "add", file), 2, "is a file", "`coordinator \(file)`")
                expect(try await coordinator(site.larder, "why", "web"), 2, "web is a source", "coordinator status")
            }
        }
    }
}
