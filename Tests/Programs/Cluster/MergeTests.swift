import Foundation
import LarderChaos
import LarderModel
import LarderTestSupport
import Testing

extension ClusterTests {
    /// Larders of different sources that become one.
    @Suite("Merging") struct MergeTests {
        private static let queries = ["pasta", "soup", "salad"]

        /// Four larders with one source each, and one with all four.
        private func withLarders(_ body: ([TestLarder], _ one: TestLarder, SampleServer) async throws -> Void)
            async throws
        {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let recipes = try Self.queries.map { query in
                        let yaml = "name: \(query)\nkind: food2fork\nbase: \(SampleServer.base)\nqueries: [\(query)]\n"
                        return try scratch.write(yaml, to: query + ".yaml")
                    }
                    let news = "name: news\nkind: newsapi-v2\nbase: \(SampleServer.base)\n"
                    let files = try recipes + [scratch.write(news, to: "news.yaml")]
                    let parts = files.enumerated().map { TestLarder(scratch, "part\($0)", sources: [$1]) }
                    for larder in parts { try await larder.syncedWhole() }
                    let one = TestLarder(scratch, "one", sources: files)
                    try await one.syncedWhole()
                    try await body(parts, one, site)
                }
            }
        }

        private func merge(_ larders: [TestLarder], into target: TestLarder) async throws -> Scratch.Finished {
            try await target.command(["merge"] + larders.map(\.folder))
        }

        @Test func `four larders become one that equals a larder of all four sources, and that goes on`() async throws {
            try await withLarders { parts, one, site in
                let all = TestLarder(one.scratch, "all", sources: one.sources)
                let run = try await merge(parts, into: all)
                #expect(run.end == .exited(0) && run.output.contains("linked"), "\(run)")
                #expect(try await all.digest() == one.digest())
                let check = try await all.command("verify")
                #expect(check.end == .exited(0), "\(check)")
                let found = try await all.command("find", "soup")
                #expect(found.end == .exited(0) && found.output.contains("recipe:soup:"), "\(found)")
                let bodies = try site.statistics().bodyBytes
                let again = try await all.syncedWhole(["--progress", "plain"])
                #expect(try site.statistics().bodyBytes == bodies, "\(again)")
                #expect(again.output.contains("no item is new or changed"), "\(again)")
                for larder in parts { try await larder.syncedWhole() }
                #expect(try await all.digest() == one.digest())
            }
        }

        @Test func `a source that is in two larders is named, and nothing is written`() async throws {
            try await withLarders { parts, one, _ in
                let all = TestLarder(one.scratch, "all")
                let run = try await merge([parts[1], one], into: all)
                #expect(run.end == .exited(2) && run.errors.contains("The source soup is in"), "\(run)")
                #expect(!FileManager.default.fileExists(atPath: all.folder))
                let itself = try await merge([one], into: one)
                #expect(itself.end == .exited(2) && itself.errors.contains("into itself"), "\(itself)")
                let nothing = try await merge([TestLarder(one.scratch, "none")], into: all)
                #expect(nothing.end == .exited(2) && nothing.errors.contains("There is no larder"), "\(nothing)")
                #expect(!FileManager.default.fileExists(atPath: all.folder))
            }
        }

        @Test(arguments: Settings.seeds)
        func `a merge that is killed goes on when it is typed again`(seed: UInt64) async throws {
            try await withLarders { parts, one, _ in
                var numbers = SeededGenerator(seed: seed)
                let all = TestLarder(one.scratch, "all", sources: one.sources)
                let words = ["merge"] + parts.map(\.folder) + ["--into", all.folder]
                let program = try one.scratch.start(.coordinator, words)
                // Files come before rows: a number of them is a moment of the run.
                let moment = Int.random(in: 1...200, using: &numbers)
                _ = try await eventually(in: one.scratch.folder) {
                    program.hasEnded
                        || FileManager.default.subpaths(atPath: all.folder + "/cache/blobs")?.count ?? 0 >= moment
                }
                program.signal(SIGKILL)
                _ = await program.end
                let run = try await merge(parts, into: all)
                #expect(run.end == .exited(0), "seed \(seed): \(run)")
                #expect(try await all.digest() == one.digest(), "seed \(seed): \(run)")
                try await all.expectWhole("seed \(seed)")
            }
        }

        @Test func `an unfinished sync comes along and goes on in the merged larder`() async throws {
            try await withLarders { parts, one, site in
                let late = TestLarder(one.scratch, "late", sources: [one.sources[1]])
                let program = try late.start(progress: "none")
                guard try await late.reached(5, before: program) else { return }
                program.signal(SIGKILL)
                _ = await program.end
                let all = TestLarder(one.scratch, "all", sources: one.sources)
                let run = try await merge([parts[0], late, parts[2], parts[3]], into: all)
                #expect(run.end == .exited(0), "\(run)")
                try await all.syncedWhole()
                #expect(try await all.digest() == one.digest())
            }
        }
    }
}
