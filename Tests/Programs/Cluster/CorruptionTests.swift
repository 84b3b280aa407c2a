import Foundation
import GRDB
import LarderChaos
import LarderTestSupport
import Testing

extension ClusterTests {
    /// Every file of a finished larder in turn is damaged in every way; one sync heals it.
    @Suite("Corruption") struct CorruptionTests {
        private static let content = SampleServer.Content(
            recipes: Settings.isFull ? 50 : 6,
            articles: Settings.isFull ? 20 : 3
        )
        /// Files of a kind that are damaged before one sync; the default run takes as many, the full one all of them.
        private static let together = 8

        @Test(arguments: FileDamage.allCases)
        func `one sync heals every file of the cache, and fetches only what is nowhere else`(damage: FileDamage)
            async throws
        {
            try await Self.withFinishedLarder { larder, server, digest in
                var counts: [String] = []
                for kind in TestLarder.FileClass.allCases where kind != .catalog {
                    let files = try larder.files()[kind] ?? []
                    let size = kind == .other ? 1 : Self.together
                    let chosen = Settings.isFull || kind == .other ? files : Array(files.prefix(size))
                    var (syncs, fetched) = (0, 0)
                    for start in stride(from: 0, to: chosen.count, by: size) {
                        let group = chosen[start..<min(start + size, chosen.count)]
                            .filter { FileManager.default.fileExists(atPath: $0) }
                        let asked = kind.isMadeAgain ? 0 : try larder.answers(standingFor: group)
                        for file in group { try damage.happen(to: file) }
                        let before = try server.statistics().ok
                        try await larder.syncedWhole()
                        let bodies = try server.statistics().ok - before
                        #expect(bodies <= asked, "\(kind): \(group)")
                        try await Self.expectHealed(larder, digest, "\(damage) \(kind): \(group)")
                        (syncs, fetched) = (syncs + 1, fetched + bodies)
                    }
                    counts.append("\(kind): \(chosen.count) files, \(syncs) syncs, \(fetched) bodies fetched")
                }
                print("Corruption, \(damage): \(counts.joined(separator: "; "))")
            }
        }

        @Test(arguments: FileDamage.allCases)
        func `a damaged catalog is healed, or named with what to type`(damage: FileDamage) async throws {
            try await Self.withFinishedLarder { larder, server, digest in
                let path = larder.catalogPath
                if damage == .flipped {
                    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
                    bytes[0] ^= 0x10
                    try bytes.write(to: URL(fileURLWithPath: path))
                } else {
                    try damage.happen(to: path)
                }
                let before = try server.statistics().ok
                let run = try await larder.sync()
                if run.end != .exited(0) {
                    #expect(run.end == .exited(2), "\(run)")
                    for words in [path, "cache still stands", "sync again"] {
                        #expect(run.errors.contains(words), "\(run)")
                    }
                    for command in ["status", "digest", "verify"] {
                        let look = try await larder.command(command)
                        #expect(look.end == .exited(2) && look.errors.contains(path), "\(look)")
                        #expect(!look.description.contains("SQLite error"), "\(look)")
                    }
                    for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + ending) {
                        try FileManager.default.moveItem(atPath: path + ending, toPath: "\(path)-old\(ending)")
                    }
                    try await larder.syncedWhole()
                }
                #expect(try server.statistics().ok == before, "what is cached is only asked for changes")
                try await Self.expectHealed(larder, digest, "\(damage)")
            }
        }

        @Test(arguments: [[], ["--refresh"]])
        func `a cache without its blobs is filled again`(options: [String]) async throws {
            try await Self.withFinishedLarder { larder, _, digest in
                try FileManager.default.removeItem(atPath: larder.folder + "/cache/blobs")
                try await larder.syncedWhole(options)
                try await Self.expectHealed(larder, digest, "\(options)")
            }
        }

        @Test func `a refresh rewrites blobs that keep their length`() async throws {
            try await Self.withFinishedLarder { larder, _, digest in
                for file in try larder.files().filter({ [.original, .variant].contains($0.key) }).values.joined() {
                    try FileDamage.flipped.happen(to: file)
                }
                // Without the check before it, so that only the refresh itself can heal.
                try await larder.syncedWhole(["--refresh", "--quick-check"])
                try await Self.expectHealed(larder, digest, "refreshed")
            }
        }

        @Test func `what verify finds damaged is healed by the next sync even if that only looks at names`()
            async throws
        {
            try await Self.withFinishedLarder { larder, _, digest in
                let file = try #require(try larder.files()[.variant]?.first)
                try FileDamage.flipped.happen(to: file)
                let verify = try await larder.command("verify")
                #expect(verify.end == .exited(1) && verify.output.contains("cache/quarantine"), "\(verify)")
                try await larder.syncedWhole(["--quick-check"])
                try await Self.expectHealed(larder, digest, "verified")
            }
        }

        static let statements = [
            "UPDATE recipe SET title = title || 'x' WHERE id = 2",
            "UPDATE ingredient SET quantity = 1e9 WHERE recipeID = 1 AND position = 0",
            "UPDATE article SET summary = 'another' WHERE id = 1",
            "UPDATE text SET plain = replace(plain, 'e', 'E') WHERE id = 3",
            "UPDATE text SET runs = replace(runs, 'http', 'HTTP') WHERE id = (SELECT max(textID) FROM link)",
            "UPDATE image SET width = width + 1 WHERE id = 1",
            "UPDATE image SET contentType = 'x' WHERE id = 2",
        ]

        @Test(arguments: statements)
        func `a value that changed inside a row is named by verify and made again by the next sync`(sql: String)
            async throws
        {
            try await Self.withFinishedLarder { larder, server, digest in
                let queue = try DatabaseQueue(path: larder.catalogPath)
                try await queue.write { db in
                    try db.execute(sql: sql)
                    #expect(db.totalChangesCount > 0)
                }
                try queue.close()
                let verify = try await larder.command("verify")
                #expect(
                    verify.end == .exited(1) && verify.output.contains("1 row of the catalog is damaged"),
                    "\(verify)"
                )
                let before = try server.statistics().ok
                try await larder.syncedWhole()
                #expect(try server.statistics().ok == before, "what is cached is only asked for changes")
                try await Self.expectHealed(larder, digest, sql)
            }
        }

        @Test func `rows whose source another program removed are found by verify`() async throws {
            try await Self.withFinishedLarder { larder, _, _ in
                var configuration = Configuration()
                configuration.foreignKeysEnabled = false
                let queue = try DatabaseQueue(path: larder.catalogPath, configuration: configuration)
                try await queue.write { try $0.execute(sql: "DELETE FROM source WHERE id = 1") }
                try queue.close()
                let verify = try await larder.command("verify")
                #expect(verify.end != .exited(0) && verify.errors.contains("source that is not there"), "\(verify)")
            }
        }

        /// A column of each of several tables, and a value that Larder never writes there.
        static let foreignValues = [
            ("startedAt", "UPDATE sync SET startedAt = 'yesterday'"),
            ("name", "UPDATE source SET name = x'ff'"),
            ("title", "UPDATE recipe SET title = x'ff'"),
            ("lastSeen", "UPDATE recipe SET lastSeen = 'never'"),
            ("query", "UPDATE OR REPLACE listing SET query = x'ff'"),
            ("notBefore", "UPDATE job SET notBefore = 'soon'"),
            ("errors", "UPDATE job SET errors = x'00'"),
            ("url", "UPDATE provenance SET url = x'ff'"),
        ]

        @Test(arguments: foreignValues)
        func `a value of another type is told with its column and the way out, and ends no command`(
            column: String,
            sql: String
        ) async throws {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch)
                let options = ["--sample-recipes", "2", "--sample-articles", "1"]
                try await larder.syncedWhole(options)
                let queue = try DatabaseQueue(path: larder.catalogPath)
                let urn = try await queue.write { db in
                    let urn = try String.fetchOne(db, sql: "SELECT urn FROM recipe ORDER BY id")
                    try db.execute(sql: sql)
                    return try #require(urn)
                }
                try queue.close()
                let looks = [try await larder.command("status"), try await larder.command("why", urn)]
                let runs = looks + [try await larder.sync(options)]
                let told = runs.filter { $0.errors.contains("catalog.sqlite is damaged: its column \(column) holds") }
                #expect(!told.isEmpty && told.allSatisfy { $0.end == .exited(2) }, "\(runs)")
                #expect(told.allSatisfy { $0.errors.contains("Move it away") }, "\(told)")
                for run in runs { if case .signaled = run.end { Issue.record("\(run)") } }
            }
        }

        @Test(.enabled(if: SmallDisk.mayMount, "needs the right to mount a tmpfs"))
        func `a read-only larder can be looked at, and a damaged blob stays where it is`() async throws {
            try await Scratch.with { scratch in
                try await SmallDisk.with(kilobytes: 200_000, at: scratch.path("disk")) { disk in
                    let larder = TestLarder(scratch, "disk/larder")
                    try await larder.syncedWhole(["--sample-recipes", "3", "--sample-articles", "3"])
                    let file = try #require(try larder.files()[.variant]?.first)
                    for ending in ["-wal", "-shm"] {
                        // A finished sync leaves none; looking at it may have.
                        try? FileManager.default.removeItem(atPath: larder.catalogPath + ending)
                    }
                    try disk.makeReadOnly()
                    for words in [["status"], ["digest"], ["verify"], ["why", "search:sample:pasta:1"]] {
                        let run = try await scratch.run(.coordinator, words + ["--into", larder.folder])
                        #expect(run.end == .exited(0), "\(run)")
                    }
                    try disk.makeWritable()
                    try FileDamage.flipped.happen(to: file)
                    try disk.makeReadOnly()
                    let verify = try await larder.command("verify")
                    #expect(verify.end == .exited(1) && verify.output.contains("stay where they are"), "\(verify)")
                }
            }
        }

        @Test func `a larder that is removed under a run ends it with a sentence`() async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch, ["--latency", "1000"]) { _ in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch, concurrency: 1))
                    let program = try larder.start()
                    try #require(try await larder.reached(1, before: program))
                    try FileManager.default.moveItem(atPath: larder.folder, toPath: scratch.path("elsewhere"))
                    let run = try await scratch.finish(program, "coordinator")
                    #expect(run.end == .exited(2), "\(run)")
                    #expect(run.errors.contains(larder.folder) && run.errors.contains("moved"), "\(run)")
                }
            }
        }

        private static func withFinishedLarder(
            _ body: (TestLarder, SampleServer, _ digest: String) async throws -> Void
        ) async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch, content: content) { server in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                    try await larder.syncedWhole()
                    try await body(larder, server, larder.digest())
                }
            }
        }

        private static func expectHealed(_ larder: TestLarder, _ digest: String, _ what: String) async throws {
            let verify = try await larder.command("verify")
            #expect(verify.end == .exited(0), "\(what): \(verify)")
            #expect(try await larder.digest() == digest, "\(what)")
        }
    }
}
