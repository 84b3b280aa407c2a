import Foundation
import GRDB
import LarderChaos
import LarderModel
import LarderTestSupport
import Testing

extension ClusterTests {
    /// Kills with SIGKILL at moments that the seed chooses, as counts of jobs done.
    @Suite("Kills") struct KillTests {
        @Test(arguments: Settings.seeds)
        func `killing the coordinator loses nothing and repeats nothing`(seed: UInt64) async throws {
            try await SampleServer.withSlower(latency: 5) { larder, _, reference in
                var numbers = SeededGenerator(seed: seed)
                var kills = 0
                let app = ReadingApp(folder: larder.folder)
                for moment in moments(Settings.isFull ? 3 : 2, of: reference.jobs, &numbers) {
                    let program = try larder.start(workers: 3)
                    guard try await larder.reached(moment, before: program) else { break }
                    program.signal(SIGKILL)
                    // It may have come to its end just before.
                    guard await program.end == .signaled(SIGKILL) else { break }
                    kills += 1
                    #expect(program.output.isEmpty, "seed \(seed), \(moment) jobs: \(program.output)")
                    try await larder.expectNoWorkers("seed \(seed), killed after \(moment) jobs")
                    try await expectHonestStatus(larder, "seed \(seed), killed after \(moment) jobs")
                }
                if kills > 0 { try await expectSameEnd(larder, reference, seed) }
                await expectNoProblem(of: app, seed)
                return kills > 0
            }
        }

        @Test func `a source that was done is asked for nothing again when a killed run goes on`() async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch) { site in
                    let silent = try PortListener()
                    let yaml = "name: x\nkind: food2fork\nbase: http://127.0.0.1:\(silent.port)\nqueries: [a]\n"
                    let sources = try SampleServer.sources(in: scratch) + [scratch.write(yaml, to: "x.yaml")]
                    let larder = TestLarder(scratch, sources: sources)
                    let reference = try await Reference.shared.result
                    let first = try larder.start()
                    try #require(try await larder.reached(reference.jobs, before: first), "\(first.errors)")
                    first.signal(SIGKILL)
                    _ = await first.end
                    let asked = try site.statistics().requests
                    let second = try larder.start(progress: "plain")
                    let goesOn = try await eventually(in: scratch.folder) {
                        second.hasEnded || second.errors.contains("Going on with x")
                    }
                    #expect(goesOn && !second.hasEnded, "\(second.errors)")
                    #expect(second.errors.contains("Going on with site: none of its jobs is left"), "\(second.errors)")
                    second.signal(SIGTERM)
                    _ = await second.end
                    #expect(try site.statistics().requests == asked, "\(second.errors)")
                    #expect(try larder.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sync") } == sources.count)
                }
            }
        }

        private func expectNoProblem(of app: ReadingApp, _ seed: UInt64) async {
            let outcome = await app.end()
            #expect(outcome.problems.isEmpty, "seed \(seed), after \(outcome.reads) reads: \(outcome.problems)")
        }

        @Test(arguments: Settings.seeds)
        func `killing workers loses nothing, repeats nothing and does not stop the run`(seed: UInt64) async throws {
            try await SampleServer.withSlower(latency: 5) { larder, _, reference in
                var numbers = SeededGenerator(seed: seed &+ 1_000)
                let program = try larder.start(workers: 3)
                var killed = 0
                for moment in moments(3, of: reference.jobs * 3 / 4, &numbers) {
                    guard try await larder.reached(moment, before: program) else { break }
                    let workers = ProcessTable.children(of: program.processID).sorted()
                    guard let victim = workers.randomElement(using: &numbers) else { continue }
                    kill(victim, SIGKILL)
                    killed += 1
                }
                let run = try await larder.scratch.finish(program, "the disturbed sync")
                #expect(run.end == .exited(0), "seed \(seed): \(run)")
                guard killed > 0 else { return false }
                try await expectSameEnd(larder, reference, seed)
                return true
            }
        }

        @Test(arguments: Settings.seeds)
        func `killing everything at once loses nothing and repeats nothing`(seed: UInt64) async throws {
            try await SampleServer.withSlower(latency: 5) { larder, _, reference in
                var numbers = SeededGenerator(seed: seed &+ 2_000)
                var kills = 0
                let app = ReadingApp(folder: larder.folder)
                for moment in moments(Settings.isFull ? 3 : 2, of: reference.jobs, &numbers) {
                    let program = try larder.start(workers: 3)
                    guard try await larder.reached(moment, before: program) else { break }
                    let workers = ProcessTable.children(of: program.processID)
                    program.signal(SIGKILL)
                    for worker in workers { kill(worker, SIGKILL) }
                    // It may have come to its end just before.
                    guard await program.end == .signaled(SIGKILL) else { break }
                    kills += 1
                    try await larder.expectNoWorkers("seed \(seed), killed after \(moment) jobs")
                    try await expectHonestStatus(larder, "seed \(seed), killed after \(moment) jobs")
                }
                if kills > 0 { try await expectSameEnd(larder, reference, seed) }
                await expectNoProblem(of: app, seed)
                return kills > 0
            }
        }

        @Test func `a larder whose coordinator dies in its first moments is filled by the next one`() async throws {
            try await withSite { larder, reference in
                for _ in 0..<(Settings.isFull ? 10 : 3) {
                    let program = try larder.start(workers: 1)
                    _ = try await eventually(in: larder.scratch.folder) {
                        program.hasEnded || FileManager.default.fileExists(atPath: larder.folder + "/coordinator.lock")
                    }
                    program.signal(SIGKILL)
                    _ = await program.end
                }
                try await expectSameEnd(larder, reference, 0)
            }
        }

        private func withSite(_ body: (TestLarder, Reference.Result) async throws -> Void) async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch, ["--latency", "5", "--jitter", "20"]) { _ in
                    try await body(TestLarder(scratch, sources: try SampleServer.sources(in: scratch)), reference)
                }
            }
        }

        private func moments(_ count: Int, of jobs: Int, _ numbers: inout SeededGenerator) -> [Int] {
            (0..<count).map { _ in Int.random(in: 0..<max(1, jobs * 9 / 10), using: &numbers) }.sorted()
        }

        /// A source with jobs left is never told to be finished.
        private func expectHonestStatus(_ larder: TestLarder, _ comment: Comment) async throws {
            for fault in try await larder.dishonesties() { Issue.record("\(fault). \(comment.rawValue)") }
        }

        /// The same command ends with exit code 0, and the larder is that of an undisturbed run.
        private func expectSameEnd(_ larder: TestLarder, _ reference: Reference.Result, _ seed: UInt64) async throws {
            let run = try await larder.syncedWhole(workers: 3)
            #expect(run.output.firstMatch(of: /[0-9] changed/) == nil, "seed \(seed): all came first: \(run)")
            try await larder.expectWhole("seed \(seed)")
            #expect(try await larder.digest() == reference.digest, "seed \(seed)")
            let sockets = try FileManager.default.contentsOfDirectory(atPath: larder.scratch.folder)
                .filter { $0.hasPrefix("larder-") }
            #expect(sockets.isEmpty, "seed \(seed): socket folders are left: \(sockets)")
        }
    }
}
