import Foundation
import GRDB
import LarderChaos
import LarderTestSupport
import Testing

extension ClusterTests {
    /// What cannot run says what is wrong and what to do, on standard error, with exit code 2 or 64.
    @Suite("Refusals") struct RefusalTests {
        func expectRefusal(
            _ run: Scratch.Finished,
            code: Int32 = 2,
            _ words: String...,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(run.end == .exited(code), "\(run)", sourceLocation: sourceLocation)
            #expect(run.output.isEmpty, "\(run)", sourceLocation: sourceLocation)
            for word in words {
                #expect(run.errors.contains(word), "\"\(word)\" is missing: \(run)", sourceLocation: sourceLocation)
            }
        }

        @Test func `an unknown source is named, with where it was looked for`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch, sources: ["no-such-source"])
                expectRefusal(
                    try await larder.sync(),
                    "no-such-source",
                    "\(larder.folder)/sources",
                    "sample-news",
                    "YAML file"
                )
                #expect(
                    !FileManager.default.fileExists(atPath: larder.folder),
                    "nothing is made for a run that cannot begin"
                )
            }
        }

        static let wrongFiles = [
            ("name: x\nkind: food2fork\nbase: http://h\nqueries: [a]\npolitness: {delay: 1s}\n", ":5:", "politness"),
            ("name: x\nkind: food2frok\nbase: http://h\nqueries: [a]\n", ":2:", "food2fork"),
            ("name: x\nkind: food2fork\nbase: http://h\n", "queries", "queries"),
            ("name: x\nkind: food2fork\nbase: http://h\nqueries: [a]\ntimeout: soon\n", ":5:", "timeout"),
            ("name: [x\n", ":", "YAML"),
        ]

        @Test(arguments: wrongFiles)
        func `a source file that is wrong is refused with its line`(yaml: String, place: String, word: String)
            async throws
        {
            try await Scratch.with { scratch in
                let path = try scratch.write(yaml, to: "wrong.yaml")
                expectRefusal(try await TestLarder(scratch, sources: [path]).sync(), "wrong.yaml", place, word)
            }
        }

        @Test func `a missing API key is asked for by the name of its variable`() async throws {
            try await Scratch.with { scratch in
                let yaml =
                    "name: x\nkind: food2fork\nbase: http://h.test\nqueries: [a]\nkey: {environment: PANTRY_KEY}\n"
                let larder = TestLarder(scratch, sources: [try scratch.write(yaml, to: "x.yaml")])
                expectRefusal(try await larder.sync(), "PANTRY_KEY", "export")
                expectRefusal(try await larder.sync(environment: ["PANTRY_KEY": "  "]), "PANTRY_KEY", "empty")
            }
        }

        static let wrongUsage: [([String], String)] = [
            (["--workers", "257"], "256"), (["--workers", "many"], "--workers"), (["--progress", "loud"], "loud"),
            (["--limit", "0"], "--limit"), (["--listen", "here"], "tcp://"), (["--workers", "0"], "--listen"),
            (["--only", "everything"], "imageDecode"),
            (["--render-threads", "0"], "--render-threads"),
            (["--sample-recipes", "-1"], "--sample-recipes"),
        ]

        @Test(arguments: wrongUsage)
        func `bad usage ends with exit code 64 and names the option`(arguments: [String], word: String) async throws {
            try await Scratch.with { scratch in
                let run = try await scratch.run(.coordinator, arguments + ["--into", scratch.path("larder")])
                #expect(run.end == .exited(64), "\(run)")
                #expect(run.errors.contains(word), "\(run)")
            }
        }

        @Test func `settings that do not fit each other are refused`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                // The loopback address too is open to every user of this machine.
                for endpoint in ["tcp://0.0.0.0:*", "tcp://127.0.0.1:*", "tcp://localhost:*"] {
                    expectRefusal(try await larder.sync(["--listen", endpoint]), "keygen", "--insecure")
                }
                expectRefusal(try await TestLarder(scratch, sources: ["sample", "sample"]).sync(), "sample", "once")
            }
        }

        @Test func `a socket that other users can reach needs keys`() async throws {
            try await Scratch.with { scratch in
                let folder = scratch.path("open")
                try FileManager.default.createDirectory(
                    atPath: folder,
                    withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o755]
                )
                let sample = ["--sample-recipes", "1", "--sample-articles", "0"]
                let options = ["--listen", "ipc://\(folder)/join"] + sample
                let larder = TestLarder(scratch)
                expectRefusal(try await larder.sync(options), "chmod 700 \(folder)", "keygen")
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
                #expect(try await larder.sync(options).end == .exited(0))
                let named = try await larder.sync(["--listen", "tcp://localhost:*", "--insecure"] + sample)
                #expect(named.end == .exited(0), "\(named)")
            }
        }

        @Test func `an endpoint in use is named`() async throws {
            try await Scratch.with { scratch in
                let taken = try RawHTTP.listener()
                defer { close(taken.descriptor) }
                let endpoint = "tcp://127.0.0.1:\(taken.port)"
                let larder = TestLarder(scratch)
                expectRefusal(
                    try await larder.sync(["--listen", endpoint, "--insecure"]),
                    endpoint,
                    "Another program listens on"
                )
                let status = try await larder.command("status")
                #expect(!status.output.contains("not finished"), "no sync has begun: \(status)")
                try await larder.expectNoWorkers()
            }
        }

        @Test func `a larder folder that is a file is refused`() async throws {
            try await Scratch.with { scratch in
                try scratch.write("not a folder", to: "larder")
                let larder = TestLarder(scratch)
                expectRefusal(try await larder.sync(), larder.folder, "--into")
                expectRefusal(try await larder.command("status"), larder.folder)
            }
        }

        @Test(.enabled(if: SmallDisk.mayMount, "needs the right to mount a tmpfs"))
        func `a larder on a read-only disk is refused, and can still be read`() async throws {
            try await Scratch.with { scratch in
                try await SmallDisk.with(kilobytes: 200_000, at: scratch.path("disk")) { disk in
                    let larder = TestLarder(scratch, "disk/larder")
                    try await larder.syncedWhole(["--sample-recipes", "3", "--sample-articles", "3"])
                    let digest = try await larder.digest()
                    try disk.makeReadOnly()
                    expectRefusal(try await larder.sync(), larder.folder, "--into", "Read-only")
                    expectRefusal(try await TestLarder(scratch, "disk/new").sync(), "disk/new", "--into", "Read-only")
                    #expect(try await larder.digest() == digest)
                    let verify = try await larder.command("verify")
                    #expect(verify.end == .exited(0), "\(verify)")
                }
            }
        }

        @Test(.enabled(if: SmallDisk.mayMount, "needs the right to mount a tmpfs"), arguments: [900, 2_500])
        func `a full disk stops the run with a sentence, and with room the same command finishes`(kilobytes: Int)
            async throws
        {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { _ in
                    try await SmallDisk.with(kilobytes: kilobytes, at: scratch.path("disk")) { disk in
                        let larder = TestLarder(scratch, "disk/larder", sources: try SampleServer.sources(in: scratch))
                        let run = try await larder.sync()
                        #expect(run.end == .exited(2), "\(run)")
                        #expect(run.errors.contains("The disk of \(larder.folder) is full"), "\(run)")
                        #expect(run.errors.contains("same command"), "\(run)")
                        try await larder.expectNoWorkers()
                        try disk.resize(kilobytes: 500_000)
                        #expect(try larder.integrity() == "ok")
                        try await larder.syncedWhole()
                        #expect(try await larder.digest() == reference.digest)
                        try await larder.expectWhole()
                    }
                }
            }
        }

        @Test func `a larder in use by another coordinator is refused with its process`() async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let sources = try SampleServer.sources(in: scratch, more: "timeout: 5m")
                    let larder = TestLarder(scratch, sources: sources)
                    let first = try await site.held {
                        let first = try larder.start(progress: "json")
                        try await larder.expectWorkers(2, of: first)
                        expectRefusal(try await larder.sync(), "\(first.processID)", larder.folder, "--into")
                        #expect(try await larder.command("status").end == .exited(0))
                        return first
                    }
                    #expect(try await scratch.finish(first, "the first coordinator").end == .exited(0))
                    #expect(try await larder.digest() == reference.digest)
                }
            }
        }

        static let foreignCatalogs = [
            "a text file", "another program's database", "a newer Larder's catalog", "a folder",
        ]

        @Test(arguments: foreignCatalogs)
        func `a catalog that is not ours is refused and left as it was`(what: String) async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                try FileManager.default.createDirectory(atPath: larder.folder, withIntermediateDirectories: true)
                let words: [String]
                switch what {
                case "a text file":
                    try scratch.write(
                        String(repeating: "flour, sugar, eggs\n", count: 100),
                        to: "larder/catalog.sqlite"
                    )
                    words = ["catalog.sqlite", "no SQLite file", "--into"]
                case "another program's database":
                    try alter(larder) { try $0.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)") }
                    words = ["catalog.sqlite", "another program", "--into"]
                case "a folder":
                    try FileManager.default.createDirectory(
                        atPath: larder.catalogPath,
                        withIntermediateDirectories: true
                    )
                    words = ["catalog.sqlite", "not a file", "--into"]
                default:
                    try await larder.syncedWhole(["--sample-recipes", "1", "--sample-articles", "0"])
                    try alter(larder) {
                        try $0.execute(
                            sql: "INSERT INTO grdb_migrations (identifier) VALUES ('catalog-999 from the future')"
                        )
                    }
                    words = ["catalog.sqlite", "newer Larder", "catalog-999 from the future", "Update"]
                }
                let before = FileManager.default.contents(atPath: larder.catalogPath)
                for run in [
                    try await larder.sync(), try await larder.command("digest"), try await larder.command("status"),
                ] {
                    #expect(run.end == .exited(2), "\(run)")
                    for word in words { #expect(run.errors.contains(word), "\"\(word)\" is missing: \(run)") }
                }
                #expect(FileManager.default.contents(atPath: larder.catalogPath) == before)
                try await larder.expectNoWorkers()
            }
        }

        private func alter(_ larder: TestLarder, _ body: (Database) throws -> Void) throws {
            let queue = try DatabaseQueue(path: larder.catalogPath)
            try queue.write(body)
            try queue.close()
        }

        @Test func `a missing worker program is named, with the way out`() async throws {
            try await Scratch.with { scratch in
                let alone = scratch.path("alone")
                try FileManager.default.createDirectory(atPath: alone, withIntermediateDirectories: true)
                // A copy made here could not be started while another test's child still has it open for writing.
                let copy = try scratch.start("/bin/cp", [Binary.coordinator.path, alone + "/coordinator"])
                try #require(await copy.end == .exited(0), "\(copy.errors)")
                let arguments = ["--into", scratch.path("larder"), "--workers", "2"]
                let program = try scratch.start(alone + "/coordinator", arguments)
                let run = try await scratch.finish(program, "coordinator alone")
                expectRefusal(run, alone + "/worker", "--listen")
            }
        }

        @Test func `commands that look say so when there is no larder`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                for words in [["status"], ["digest"], ["verify"], ["retry"], ["why", "detail:x:1"]] {
                    let run = try await scratch.run(.coordinator, words + ["--into", larder.folder])
                    expectRefusal(run, larder.folder, "--into")
                }
                #expect(!FileManager.default.fileExists(atPath: larder.folder), "looking makes nothing")
            }
        }

        @Test func `why answers for unknown URNs with what there is`() async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                try await larder.syncedWhole(["--sample-recipes", "1", "--sample-articles", "1", "--only", "search"])
                expectRefusal(try await larder.command("why", "lunch"), "lunch", "detail:")
                expectRefusal(try await larder.command("why", "detail:sample:none"), "detail:sample:none", "status")
            }
        }
    }
}
