import Foundation
import GRDB
import Glibc
import LarderChaos
import Testing

extension ClusterTests {
    /// What people type wrong, and what they are told.
    @Suite("Words") struct WordTests {
        private static let sample = ["--sample-recipes", "6", "--sample-articles", "4"]

        @Test func `a mistyped subcommand is told with the nearest one`() async throws {
            try await Scratch.with { scratch in
                let worker = try await scratch.run(.worker, ["rendr"])
                #expect(worker.end == .exited(64) && worker.errors.contains("`worker render`"), "\(worker)")
                let coordinator = try await scratch.run(.coordinator, ["statu"])
                #expect(
                    coordinator.end == .exited(2) && coordinator.errors.contains("`coordinator status`"),
                    "\(coordinator)"
                )
            }
        }

        @Test(arguments: [
            (["--workers", "-1"], "--workers -1 is out of range. It takes 0 to 256."),
            (["--limit", "-3"], "--limit -3"),
            (["--rename", "Not A Name"], "lower-case letters"), (["--rename", "twice"], "one source"),
        ])
        func `a wrong number or name is told with what is right`(arguments: [String], words: String) async throws {
            try await Scratch.with { scratch in
                let source = arguments.contains("twice") ? [] : ["sample"]
                let run = try await scratch.run(.coordinator, arguments + ["--into", scratch.path("larder")] + source)
                // A wrong word is refused before anything is looked at.
                let code: Int32 = arguments.contains("twice") ? 2 : 64
                #expect(run.end == .exited(code) && run.errors.contains(words), "\(run)")
            }
        }

        @Test func `a missing file is told with the nearest one, a folder with its files`() async throws {
            try await Scratch.with { scratch in
                try scratch.write("name: x", to: "kitchen.yaml")
                let missing = try await scratch.run(.coordinator, [scratch.path("kitchn.yaml")])
                #expect(
                    missing.end == .exited(2)
                        && missing.errors.contains("Did you mean \(scratch.folder)/kitchen.yaml?"),
                    "\(missing)"
                )
                let folder = try await scratch.run(.coordinator, [scratch.folder])
                #expect(folder.end == .exited(2) && folder.errors.contains("is a folder"), "\(folder)")
                #expect(folder.errors.contains("kitchen.yaml"), "\(folder)")
                let nowhere = try await scratch.run(.coordinator, [scratch.path("none/x.yaml")])
                #expect(nowhere.errors.contains("there is no folder \(scratch.path("none"))"), "\(nowhere)")
            }
        }

        @Test func `a worker without a coordinator says at once that it waits, and for whom`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                try await larder.syncedWhole(["--sample-recipes", "1", "--sample-articles", "0"])
                let endpoint = "ipc://\(scratch.path("nobody"))"
                let worker = try larder.startWorker(endpoint)
                let began = ContinuousClock.now
                let isTold = try await eventually(in: scratch.folder) {
                    worker.errors.contains("Waiting for a coordinator at \(endpoint)")
                }
                #expect(isTold, "\(worker.errors)")
                #expect(ContinuousClock.now - began < .seconds(60))
            }
        }

        @Test func `https to a port of http is told as that, and is not tried again`() async throws {
            try await Scratch.with { scratch in
                let (descriptor, port) = try RawHTTP.listener()
                Thread {
                    while true {
                        let client = Glibc.accept(descriptor, nil, nil)
                        guard client >= 0 else { return }
                        RawHTTP.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", to: client)
                        shutdown(client, Int32(SHUT_WR))
                        close(client)
                    }
                }.start()
                defer { shutdown(descriptor, Int32(SHUT_RDWR)) }
                let text =
                    "name: plain\nkind: food2fork\nbase: https://127.0.0.1:\(port)\nqueries: [a]\nretry: {attempts: 1}\n"
                let run = try await TestLarder(scratch, sources: [try scratch.write(text, to: "plain.yaml")]).sync()
                #expect(run.end == .exited(1) && run.output.contains("tls-failed"), "\(run)")
                #expect(run.output.contains("http://") && run.output.contains("`base`"), "\(run)")
            }
        }

        @Test func `a sync that finds nothing says so, with base, kind and queries`() async throws {
            try await Scratch.with { scratch in
                try await AnsweringServer.with { _, _ in
                    .json(#"{"recipes": []}"#)
                } _: { server in
                    let text = "name: bare\nkind: food2fork\nbase: http://127.0.0.1:\(server.port)\nqueries: [stew]\n"
                    let run = try await TestLarder(scratch, sources: [try scratch.write(text, to: "bare.yaml")]).sync()
                    #expect(run.end == .exited(3), "\(run)")
                    for word in [
                        "bare brought no item", "\"stew\"", "`base: http://127.0.0.1:\(server.port)",
                        "`kind: food2fork`",
                    ] {
                        #expect(run.output.contains(word), "\(run)")
                    }
                }
            }
        }

        @Test func `a name is one source's: another base or kind is refused with the ways out`() async throws {
            try await Scratch.with { scratch in
                let (first, second) = (PantryApi(listed: 2), PantryApi(listed: 3))
                try await first.serve { _ in
                    let larder = TestLarder(scratch, sources: [try first.source(in: scratch)])
                    try await larder.syncedWhole()
                    try await second.serve { server in
                        let larder = TestLarder(scratch, sources: [try second.source(in: scratch)])
                        let refused = try await larder.sync()
                        #expect(refused.end == .exited(2), "\(refused)")
                        for word in ["--rename", "coordinator remove pantry", "food2fork", "127.0.0.1:\(server.port)"] {
                            #expect(refused.errors.contains(word), "\(refused)")
                        }
                        try await larder.syncedWhole(["--rename", "other"])
                        let status = try await larder.status()
                        #expect(status.map(\.name) == ["other", "pantry"] && status.map(\.recipes) == [3, 2])
                        #expect(try await larder.command("remove", "pantry").end == .exited(0))
                        try await larder.syncedWhole()
                        #expect(try await larder.status().map(\.recipes) == [3, 3])
                    }
                }
            }
        }

        @Test func `status takes the folder as a word, and lists the jobs of a state`() async throws {
            try await Scratch.with { scratch in
                let pantry = PantryApi(listed: 3, emptyDetails: [1])
                try await pantry.serve { _ in
                    let larder = TestLarder(scratch, sources: [try pantry.source(in: scratch)])
                    #expect(try await larder.sync().end == .exited(1))
                    let named = try await scratch.run(.coordinator, ["status", larder.folder])
                    #expect(named.end == .exited(0) && named.output.contains("pantry"), "\(named)")
                    let dead = try await larder.command("status", "--jobs", "dead")
                    #expect(dead.output.contains("detail:pantry:r1") && dead.output.contains("not-found"), "\(dead)")
                    #expect(dead.answer.split(separator: "\n").count == 2, "\(dead)")
                    let done = try await larder.command("status", "--jobs", "done", "--limit", "2")
                    #expect(done.output.contains("more; --limit") && done.output.contains("fetched"), "\(done)")
                    for state in ["open", "running", "waiting", "cancelled"] {
                        let none = try await larder.command("status", "--jobs", state)
                        #expect(none.end == .exited(0) && none.output.hasPrefix("No job is "), "\(none)")
                    }
                    let sizes = try await larder.command("status", "--sizes")
                    #expect(sizes.end == .exited(0) && sizes.output.contains("provenance"), "\(sizes)")
                    #expect(sizes.answer.split(separator: "\n").last?.hasPrefix("all of them ") == true, "\(sizes)")
                    let counted = try await larder.command("status", "--sizes", "--json")
                    let json = counted.answer
                    #expect(json.hasPrefix(#"{"items":"#) && json.contains(#""text":"#), "\(counted)")
                    let both = try await larder.command("status", "--sizes", "--jobs", "dead")
                    #expect(both.end == .exited(64) && both.errors.contains("leave --jobs out"), "\(both)")
                    let unknown = try await larder.command("status", "--jobs", "lost")
                    #expect(unknown.end == .exited(64) && unknown.errors.contains("waiting"), "\(unknown)")
                }
            }
        }

        @Test func `why tells an item from its list to its texts, by URN, address and title`() async throws {
            try await Scratch.with { scratch in
                let pantry = PantryApi(listed: 12, emptyDetails: [1])
                try await pantry.serve { server in
                    let larder = TestLarder(scratch, sources: [try pantry.source(in: scratch)])
                    #expect(try await larder.sync().end == .exited(1))
                    let url = "http://127.0.0.1:\(server.port)/page/2"
                    for name in ["recipe:pantry:r2", url, "stew 2"] {
                        let told = try await larder.command("why", name)
                        #expect(told.end == .exited(0), "\(told)")
                        for word in [
                            "recipe:pantry:r2  Stew 2", "no. 3 of the search for \"stew\"", "detail:pantry:r2: done",
                            "by worker-",
                            "fetched", "made of", "page: \(url), fetched ", "image:pantry:", "1 × 1 png",
                            "text:pantry:r2:body:",
                            "last found by a sync",
                        ] { #expect(told.output.contains(word), "\(word): \(told)") }
                    }
                    let several = try await larder.command("why", "Stew")
                    #expect(
                        several.output.contains("12 records fit") && several.output.contains("recipe:pantry:r11"),
                        "\(several)"
                    )
                    let dead = try await larder.command("why", "recipe:pantry:r1")
                    #expect(
                        dead.output.contains("not-found") && dead.output.contains("partial: only a list"),
                        "\(dead)"
                    )
                    let none = try await larder.command("why", "Stev 11")
                    #expect(none.end == .exited(2) && none.errors.contains("Stew 11"), "\(none)")
                    let image =
                        try larder.read { try String.fetchOne($0, sql: "SELECT urn FROM image ORDER BY urn") } ?? ""
                    let shown = try await larder.command("why", image)
                    #expect(
                        shown.output.contains("shown by recipe:pantry:") && shown.output.contains("imageDecode:"),
                        "\(shown)"
                    )
                    #expect(
                        try larder.read {
                            try Int.fetchOne($0, sql: "SELECT count(*) FROM provenance WHERE fetchedAt = 0")
                        } == 0
                    )
                }
            }
        }

        @Test func `a file that cannot be used hides no other source, and none of its name`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                try await larder.syncedWhole(Self.sample)
                try FileManager.default.createDirectory(
                    atPath: larder.folder + "/sources",
                    withIntermediateDirectories: true
                )
                let files = ["newsapi": "", "sample": "name: sample\nkind: x\n", "cut": "name: cut\n"]
                for (name, text) in files {
                    try text.write(toFile: "\(larder.folder)/sources/\(name).yaml", atomically: false, encoding: .utf8)
                }
                let list = try await larder.command("sources", "list")
                #expect(list.end == .exited(0) && list.output.matches(of: /cannot be used/).count == 3, "\(list)")
                #expect(list.output.contains("forkify") && list.output.contains("The file is empty"), "\(list)")
                for name in ["newsapi", "sample"] {
                    let shown = try await larder.command("sources", "show", name)
                    #expect(shown.end == .exited(0) && shown.output.contains("\nname: \(name)\n"), "\(shown)")
                }
                let cut = try await larder.command("sources", "show", "cut")
                #expect(cut.end == .exited(2) && cut.errors.contains("\"kind\" is missing"), "\(cut)")
            }
        }

        @Test func `clear without a terminal is told with its own usage`() async throws {
            try await Scratch.with { scratch in
                let run = try await TestLarder(scratch).command("clear")
                #expect(run.end == .exited(64) && run.errors.contains("--yes"), "\(run)")
                #expect(run.errors.contains("coordinator clear"), "\(run)")
            }
        }

        @Test func `sources are listed, shown as YAML that can be synced, and checked with their keys`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                try await larder.syncedWhole(Self.sample)
                let list = try await larder.command("sources", "list")
                for word in ["sample-news", "newsapi-v2", "built in", "in the larder: 6 recipes", "forkify"] {
                    #expect(list.output.contains(word), "\(list)")
                }
                let shown = try await larder.command("sources", "show", "newsapi")
                let path = try scratch.write(shown.output, to: "mine.yaml")
                let refused = try await larder.command("sources", path)
                #expect(refused.end == .exited(2) && refused.errors.contains("NEWS_API_KEY is not set"), "\(refused)")
                #expect(refused.output.contains("name: newsapi"), "\(refused)")
                let good = try await scratch.run(
                    .coordinator,
                    ["sources", "check", path, "--into", larder.folder],
                    environment: ["NEWS_API_KEY": "k-123456"]
                )
                #expect(good.end == .exited(0) && good.output.contains("# key: NEWS_API_KEY is set"), "\(good)")
                #expect(!good.output.contains("k-123456"))
                for word in ["# robots: obey", "# user-agent: Larder/", "# limit: all"] {
                    #expect(good.output.contains(word), "\(word): \(good)")
                }
            }
        }
    }
}
