import Foundation
import LarderChaos
import Testing

extension ClusterTests {
    /// Messages name the thing, the limit and the way out.
    @Suite("Ways out") struct WayOutTests {
        @Test func `a file or a folder of something else is no larder, and is left as it is`() async throws {
            try await Scratch.with { scratch in
                let file = TestLarder(scratch, "notes.txt", sources: ["sample"])
                try scratch.write("Milk", to: "notes.txt")
                let onFile = try await file.sync()
                #expect(onFile.end == .exited(2) && onFile.errors.contains("notes.txt is a file"), "\(onFile)")
                let look = try await file.command("status")
                #expect(look.end == .exited(2) && look.errors.contains("notes.txt is a file"), "\(look)")

                let other = TestLarder(scratch, "thesis", sources: ["sample"])
                try FileManager.default.createDirectory(atPath: other.folder, withIntermediateDirectories: false)
                try scratch.write("Chapter 1", to: "thesis/chapter.tex")
                let onOther = try await other.sync()
                #expect(onOther.end == .exited(2), "\(onOther)")
                #expect(onOther.errors.contains("such as chapter.tex, and no larder"), "\(onOther)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: other.folder) == ["chapter.tex"])
                let lookThere = try await other.command("status")
                #expect(lookThere.errors.contains("There is no larder at"), "\(lookThere)")
                let long = try await TestLarder(scratch, String(repeating: "x", count: 300)).command("--sample")
                #expect(long.end == .exited(2) && long.errors.contains("each name in it 255"), "\(long)")
                #expect(long.errors.count < 400, "\(long)")
                let names = Array(repeating: String(repeating: "y", count: 200), count: 25).joined(separator: "/")
                for words in [["--sample"], ["status"]] {
                    let deep = try await scratch.run(.coordinator, words + ["--into", scratch.path("deep/" + names)])
                    #expect(deep.end == .exited(2) && deep.errors.contains("4,095 at most"), "\(deep)")
                    #expect(deep.errors.count < 400, "\(deep)")
                }
                #expect(!FileManager.default.fileExists(atPath: scratch.path("deep")))
                try FileManager.default.createDirectory(
                    atPath: scratch.path("taken/cache"),
                    withIntermediateDirectories: true
                )
                try scratch.write("Chapter 1", to: "taken/cache/chapter.tex")
                let taken = try await TestLarder(scratch, "taken").command("--sample")
                #expect(taken.end == .exited(2) && taken.errors.contains("holds something else"), "\(taken)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("taken")) == ["cache"])
            }
        }

        @Test(.enabled(if: Settings.isRoot, "only root can be another user"))
        func `a larder that this user may not enter is not said to be missing`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch, "private/larder", sources: ["sample"])
                try FileManager.default.createDirectory(
                    atPath: larder.folder,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700]
                )
                _ = unsafe chmod(scratch.folder, 0o755)
                _ = unsafe chmod(scratch.path("private"), 0o700)
                for words in [["status"], []] {
                    let arguments = ["--reuid", "65534", "--clear-groups", Binary.coordinator.path] + words
                    let program = try scratch.start("/usr/bin/setpriv", arguments + ["--into", larder.folder])
                    let run = try await scratch.finish(program, "coordinator \(words) of another user")
                    #expect(run.end == .exited(2) && run.errors.contains("Permission denied"), "\(run)")
                    #expect(!run.errors.contains("no larder at"), "\(run)")
                }
            }
        }

        @Test(
            arguments: [
                (Binary.coordinator, ["--dry-run"], 64, "`coordinator plan` tells what a sync would ask for"),
                (.coordinator, ["clear", "--dry-run"], 64, "`coordinator status` tells what clear would remove"),
                (.coordinator, ["help", "init"], 0, "coordinator sources init"),
                (.coordinator, ["help", "nonsense"], 64, "no subcommand"),
                (.worker, ["--conect", "tcp://127.0.0.1:1", "--cache", "x"], 64, "Did you mean --connect?"),
                (.worker, ["jion"], 64, "Did you mean `worker join`? There are: join, render, extract, decode, read."),
                (.worker, [], 64, "worker --connect ENDPOINT --cache LARDER/cache"),
                (.coordinator, ["--only", "pictures"], 64, "Kinds: discover, search, detail, text, imageDownload"),
                (.worker, ["help", "nonsense"], 64, "no subcommand"),
                (.sampleSite, ["--recipes", "-1"], 64, "--recipes and --articles are 0 to"),
            ] as [(Binary, [String], Int32, String)]
        )
        func `a mistyped command line is told with what was meant`(
            program: Binary,
            words: [String],
            code: Int32,
            told: String
        ) async throws {
            try await Scratch.with { scratch in
                let run = try await scratch.run(program, words)
                #expect(run.end == .exited(code), "\(run)")
                #expect((run.output + run.errors).replacing("\n", with: " ").contains(told), "\(run)")
            }
        }

        @Test func `a source by a mistyped name is told with the near one, in why too`() async throws {
            try await Website.with(["/p/1": Website.article("1")], "kind: pages\nurls: [/p/1]") { site in
                _ = try await site.sync()
                let why = try await site.larder.command("why", "article:wbe:123")
                #expect(why.end == .exited(2) && why.errors.contains("Did you mean article:web:123?"), "\(why)")
                let long = try await site.larder.command("why", String(repeating: "a", count: 60_000))
                #expect(long.end == .exited(2) && long.errors.contains("60,000 bytes"), "\(long)")
                let status = try await site.larder.command("status", "web")
                #expect(status.end == .exited(0) && status.output.contains("web"), "\(status)")
                let rows = status.output.split(separator: "\n").filter { $0.contains("web") || $0.contains("articles") }
                #expect(rows.count == 2 && rows.allSatisfy { $0.count <= 80 }, "\(status)")
                let other = try await site.larder.command("status", "wbe")
                #expect(other.end == .exited(2) && other.errors.contains("Did you mean web?"), "\(other)")
                let folder = try await site.larder.scratch.run(.coordinator, ["status", site.larder.folder])
                #expect(folder.end == .exited(0) && folder.output.contains("web"), "\(folder)")
            }
        }

        @Test(arguments: [
            ("", "empty"), ("<!doctype html><title>Home</title><p>Welcome", "a web page instead of a sitemap"),
        ])
        func `a sitemap that is none is told as what it is`(body: String, told: String) async throws {
            try await Website.with(["/sitemap.xml": Website.html(body)], "kind: sitemap") { site in
                let run = try await site.sync().run
                #expect(run.output.contains("/sitemap.xml is there and \(told)"), "\(run)")
            }
        }

        @Test func `a short text of an API is no list of links, and a picture at the start no text`() async throws {
            try await Scratch.with { scratch in
                let record =
                    #"{"id": 1, "title": "Plum jam", "body": "<p><img src='/i.png'></p><p>Boil the plums.</p>"}"#
                try await AnsweringServer.with { path, _ in
                    path == "/jams" ? .json(#"{"d": [\#(record)]}"#) : AnsweringServer.Answer(status: 404, body: Data())
                } _: { server in
                    let text = """
                        name: jams
                        kind: json
                        base: http://127.0.0.1:\(server.port)
                        list: /jams
                        items: /d
                        fields: {id: /id, title: /title, html: /body}

                        """
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "jams.yaml")])
                    _ = try await larder.sync()
                    let why = try await larder.command("why", "Plum", "jam")
                    #expect(why.output.contains(":body: ") && !why.output.contains("list of links"), "\(why)")
                    let look = try await larder.command("try", larder.sources[0])
                    #expect(look.output.contains("characters: Boil the plums."), "\(look)")
                    #expect(!look.output.contains("\u{FFFC}"), "\(look)")
                }
            }
        }

        @Test func `a refused key is told with where it was sent`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    .json(#"{"error": "no"}"#, status: 401)
                } _: { server in
                    let text = """
                        name: jams
                        kind: json
                        base: http://127.0.0.1:\(server.port)
                        key: {environment: JAM_KEY, header: X-Api-Key}
                        list: /jams
                        items: /d
                        fields: {id: /id}

                        """
                    let larder = TestLarder(scratch, sources: [try scratch.write(text, to: "jams.yaml")])
                    let run = try await larder.sync(environment: ["JAM_KEY": "abcdefgh"])
                    #expect(run.output.contains("sent in the header field X-Api-Key"), "\(run)")
                    let status = try await larder.command("status")
                    #expect(status.output.contains("failed 0") || status.output.contains("failed 1"), "\(status)")
                }
            }
        }

        @Test func `what failed is tried again by the same command, which finds new items too`() async throws {
            let map = { (count: Int) in
                Website.xml("<urlset>\((1...count).map { "<url><loc>/p/\($0)</loc></url>" }.joined())</urlset>")
            }
            try await Website.with(
                ["/sitemap.xml": map(2), "/p/1": Website.article("1")],
                "kind: sitemap\nimages: false"
            ) { site in
                site.set("/p/2", AnsweringServer.Answer(status: 500, type: "text/plain", body: Data()))
                let first = try await site.sync().run
                #expect(
                    first.end == .exited(1) && first.output.contains("the same command, or coordinator retry"),
                    "\(first)"
                )
                let retry = try await site.larder.command("retry")
                #expect(retry.output.contains("looks for nothing new"), "\(retry)")
                for page in 2...3 { site.set("/p/\(page)", Website.article("\(page)")) }
                site.set("/sitemap.xml", map(3))
                let alone = try await site.sync()
                #expect(!alone.targets.contains("/p/3") && alone.targets.contains("/p/2"), "\(alone)")
                site.set("/p/2", AnsweringServer.Answer(status: 500, type: "text/plain", body: Data()))
                _ = try await site.sync()
                site.set("/p/2", Website.article("two"))
                let whole = try await site.sync()
                #expect(whole.run.end == .exited(0) && whole.targets.contains("/p/2"), "\(whole)")
                #expect(try await site.larder.status()[0].articles == 3)
            }
        }

        @Test func `SIGQUIT stops a sync at once, and nothing is lost`() async throws {
            let slow = AnsweringServer.Answer(
                status: 503,
                type: "text/plain",
                headers: ["Retry-After: 600"],
                body: Data()
            )
            try await Website.with(["/sitemap.xml": slow], "kind: sitemap") { site in
                let program = try site.larder.start(progress: "json")
                try #require(try await eventually(in: site.larder.scratch.folder) { !site.server.targets.isEmpty })
                program.signal(SIGQUIT)
                let run = try await site.larder.scratch.finish(program, "the sync that was quit", within: .seconds(60))
                #expect(run.end == .exited(2) && !run.errors.contains("Crash") && !run.errors.contains("💣"), "\(run)")
                try await site.larder.expectNoWorkers()
            }
        }

        @Test func `a bar goes into no pipe, and the first failure is told at once`() async throws {
            try await Website.with([:], "kind: pages\nurls: [/p/1]") { site in
                site.set("/p/1", AnsweringServer.Answer(status: 500, type: "text/plain", body: Data()))
                let run = try await site.larder.sync(progress: "bar")
                #expect(!run.errors.contains("\u{1B}"), "\(run)")
                #expect(run.errors.contains("tried again") && run.errors.contains("500"), "\(run)")
            }
        }

        @Test func `sources init tells what it waits for, and does not wait for long`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { path, _ in
                    guard path == "/robots.txt" else {
                        return AnsweringServer.Answer(status: 503, headers: ["Retry-After: 3600"], body: Data())
                    }
                    return AnsweringServer.Answer(status: 404, body: Data())
                } _: { server in
                    let run = try await scratch.run(
                        .coordinator,
                        ["sources", "init", "http://127.0.0.1:\(server.port)/", "--output", scratch.path("x.yaml")],
                        within: .seconds(30)
                    )
                    #expect(run.end == .exited(2) && run.errors.contains("asks for a pause of 1 h"), "\(run)")
                }
                let (silent, port) = try RawHTTP.listener()
                defer { close(silent) }
                let began = ContinuousClock.now
                let run = try await scratch.run(
                    .coordinator,
                    ["sources", "init", "http://127.0.0.1:\(port)/", "--output", scratch.path("y.yaml")],
                    within: .seconds(60)
                )
                #expect(run.end == .exited(2) && run.errors.contains("Waiting for an answer of 127.0.0.1:"), "\(run)")
                #expect(ContinuousClock.now - began < .seconds(25))
            }
        }
    }
}
