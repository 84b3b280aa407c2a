import Foundation
import GRDB
import LarderChaos
import LarderModel
import LarderProtocol
import Testing

extension ClusterTests {
    /// Workers that grow, hang or die over a job, and what the run makes of it.
    @Suite("Worker limits") struct WorkerLimitTests {
        /// A recipe of the sample site, whatever the site's size.
        static let recipe = "site:22289"
        /// Enough where one job is what matters.
        static let few = SampleServer.Content(recipes: 12, articles: 4)

        @Test(arguments: [
            ("detail:\(recipe)", "crash", "signal 9"), ("text:\(recipe)", "crash", "signal 9"),
            ("text:\(recipe)", "abort", "signal 6"),
        ])
        func `a job that kills its worker three times is set aside and the rest is done`(
            job: String,
            action: String,
            evidence: String
        ) async throws {
            try await withSite { larder in
                let run = try await larder.sync(environment: ["LARDER_FAILPOINTS": "\(job)=\(action)"])
                #expect(run.end == .exited(1), "\(run)")
                #expect(run.errors.contains("LARDER_FAILPOINTS"), "\(run)")
                try await expectOneDead(job, of: larder, "worker-crashed", evidence)
            }
        }

        @Test func `a job that takes memory without end is set aside with the memory as evidence`() async throws {
            try await withSite { larder in
                let run = try await larder.sync(
                    ["--worker-memory", "300M"],
                    environment: ["LARDER_FAILPOINTS": "text:\(Self.recipe)=exhaust"]
                )
                #expect(run.end == .exited(1), "\(run)")
                try await expectOneDead(
                    "text:\(Self.recipe)",
                    of: larder,
                    "worker-crashed",
                    "MB of 300 MB",
                    "last phase: begin",
                    "workers that died over it: 3"
                )
            }
        }

        @Test(arguments: ["text", "imageDecode"])
        func `a render job that hangs is a failed try each time, and nothing else is charged`(kind: String) async throws
        {
            try await withSite { larder in
                let job = kind == "text" ? "text:\(Self.recipe)" : try await picture()
                let run = try await larder.sync(
                    ["--stall-render", "10s", "--stall-grace", "1s"],
                    environment: ["LARDER_FAILPOINTS": "\(job)=hang"]
                )
                #expect(run.end == .exited(1), "\(run)")
                try await expectOneDead(
                    job,
                    of: larder,
                    "stalled",
                    "failed tries: 3, workers that died over it: 0",
                    "last phase: begin"
                )
                try expectNothingElseCharged(larder)
            }
        }

        @Test func `a fetch that hangs is a failed try each time, and nothing else is charged`() async throws {
            try await withSite { larder in
                let source = try larder.scratch.write(
                    "name: site\nkind: food2fork\nbase: \(SampleServer.base)\nqueries: [pasta, soup, salad, curry, pie, stew, cake, pizza]\n"
                        + "retry: {attempts: 2, base: 10ms, cap: 20ms}\n",
                    to: "twice.yaml"
                )
                let twice = TestLarder(larder.scratch, "twice", sources: [source])
                let run = try await twice.sync(
                    ["--stall-fetch", "10s", "--stall-grace", "1s"],
                    environment: ["LARDER_FAILPOINTS": "detail:\(Self.recipe)=hang"]
                )
                #expect(run.end == .exited(1), "\(run)")
                try await expectOneDead("detail:\(Self.recipe)", of: twice, "stalled", "failed tries: 2")
                try expectNothingElseCharged(twice)
            }
        }

        @Test func `workers that are replaced all the time fill the same larder`() async throws {
            let reference = try await Reference.shared.result
            try await withSite(Settings.content) { larder in
                let run = try await larder.sync(workers: 3, ["--recycle-jobs", "12", "--log-level", "info"])
                #expect(run.end == .exited(0), "\(run)")
                #expect(run.errors.components(separatedBy: "A worker is replaced").count > 4, "\(run)")
                try await larder.expectWhole()
                #expect(try await larder.digest() == reference.digest)
                let charged = try larder.read {
                    try Int.fetchOne($0, sql: "SELECT total(crashes) + total(errors) FROM job")
                }
                #expect(charged == 0)
            }
        }

        @Test func `a worker that falls silent for good is killed and replaced, and what it held is done`() async throws
        {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch, content: Self.few) { site in
                    let sources = try SampleServer.sources(in: scratch, more: "timeout: 5m")
                    let larder = TestLarder(scratch, sources: sources)
                    let program = try await site.held {
                        let program = try larder.start(workers: 2, progress: "json", ["--worker-silence", "5s"])
                        try await larder.expectWorkers(2, of: program)
                        let victim = try #require(ProcessTable.children(of: program.processID).min())
                        kill(victim, SIGSTOP)
                        let isGone = try await eventually(in: scratch.folder) {
                            !ProcessTable.children(of: program.processID).contains(victim)
                        }
                        #expect(isGone)
                        return program
                    }
                    #expect(await program.end == .exited(0), "\(program.errors)")
                    try await larder.expectWhole()
                }
            }
        }

        @Test func `a worker started by hand starts afresh in place, as often as it is told to`() async throws {
            let reference = try await Reference.shared.result
            try await withRemoteWorker(["--recycle-jobs", "12"], content: Settings.content) { larder, program, worker in
                #expect(await program.end(within: .seconds(200)) == .exited(0), "\(program.errors) \(worker.errors)")
                try await expectCleanEnd(worker, of: larder)
                #expect(worker.errors.components(separatedBy: "The worker starts afresh").count > 5, "\(worker.errors)")
                try await larder.expectWhole()
                #expect(try await larder.digest() == reference.digest)
            }
        }

        @Test func `a worker whose jobs hold all its threads starts afresh all the same`() async throws {
            // As many as the threads that tasks share.
            let count = min(16, ProcessInfo.processInfo.activeProcessorCount)
            let source =
                "queries: [pasta]\nlimit: \(count)\npoliteness: {concurrency: 64}\nretry: {attempts: 2, base: 10ms, cap: 20ms}\n"
            try await withRemoteWorker(
                ["--stall-fetch", "10s", "--stall-grace", "1s"],
                environment: ["LARDER_FAILPOINTS": "detail:site=block"],
                source: "name: site\nkind: food2fork\nbase: \(SampleServer.base)\n\(source)"
            ) { larder, program, worker in
                #expect(await program.end(within: .seconds(200)) == .exited(1), "\(program.errors) \(worker.errors)")
                try await expectCleanEnd(worker, of: larder, code: 70)
                #expect(worker.errors.contains("The worker starts afresh"), "\(worker.errors)")
                let counts = try larder.jobCounts()
                #expect(counts.dead == count, "\(counts)")
            }
        }

        @Test(arguments: ["exhaust", "hang"])
        func `a worker started by hand outlives a job that would end it, and the job is charged`(action: String)
            async throws
        {
            let job = "text:\(Self.recipe)"
            try await withRemoteWorker(
                action == "hang" ? ["--stall-render", "10s", "--stall-grace", "1s"] : ["--memory", "300M"],
                environment: ["LARDER_FAILPOINTS": "\(job)=\(action)"]
            ) { larder, program, worker in
                #expect(await program.end(within: .seconds(200)) == .exited(1), "\(program.errors) \(worker.errors)")
                try await expectCleanEnd(worker, of: larder)
                // The third time the coordinator's end message may come first.
                #expect(
                    (3...4).contains(worker.errors.components(separatedBy: "The worker starts afresh").count),
                    "\(worker.errors)"
                )
                if action == "exhaust" {
                    try await expectOneDead(job, of: larder, "worker-crashed", "MB of 300 MB", "died over it: 3")
                } else {
                    try await expectOneDead(job, of: larder, "stalled", "failed tries: 3, workers that died over it: 0")
                }
            }
        }

        /// It ends by itself when it hears its coordinator's end message; one that was just starting afresh then waits
        /// for the next one.
        private func expectCleanEnd(_ worker: Program, of larder: TestLarder, code: Int32 = 0) async throws {
            _ = try await eventually(in: larder.scratch.folder, within: .seconds(2)) { worker.hasEnded }
            worker.signal(SIGTERM)
            let end = await worker.end(within: .seconds(240))
            let isClean = end == .exited(0) || end == .exited(code) || end == .signaled(SIGTERM)
            #expect(isClean, "\(String(describing: end)) \(worker.errors)")
        }

        private func withRemoteWorker(
            _ options: [String],
            environment: [String: String] = [:],
            source: String? = nil,
            content: SampleServer.Content = few,
            _ body: (TestLarder, Program, Program) async throws -> Void
        ) async throws {
            try await withSite(content) { site in
                let own = try source.map { [try site.scratch.write($0, to: "own.yaml")] }
                let larder = own.map { TestLarder(site.scratch, sources: $0) } ?? site
                let endpoint = "ipc://\(larder.scratch.path("join"))"
                let program = try larder.start(workers: 0, ["--listen", endpoint])
                let isThere = try await eventually(in: larder.scratch.folder) {
                    program.hasEnded || FileManager.default.fileExists(atPath: larder.folder + "/cache/id")
                }
                try #require(isThere && !program.hasEnded, "\(program.errors)")
                let worker = try larder.scratch.start(
                    .worker,
                    ["--connect", endpoint, "--cache", larder.folder + "/cache", "--render-threads", "1"]
                        + ["--until", "finished"] + options,
                    environment: environment
                )
                try await body(larder, program, worker)
            }
        }

        /// The URN of a picture's decoding, from a run of its own.
        private func picture() async throws -> String {
            try await Scratch.with { scratch in
                let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                try await larder.syncedWhole(["--only", "imageDecode"])
                let key = try larder.read {
                    try String.fetchOne($0, sql: "SELECT min(key) FROM job WHERE kind = 5 AND key LIKE 'site:%'")
                }
                return "imageDecode:\(try #require(key))"
            }
        }

        private func expectNothingElseCharged(_ larder: TestLarder) throws {
            let charged = try larder.read {
                try Int.fetchOne($0, sql: "SELECT total(crashes) + total(errors) FROM job WHERE state <> 2")
            }
            #expect(charged == 0)
        }

        @Test func `a failpoint that cannot be read is bad usage`() async throws {
            try await Scratch.with { scratch in
                let run = try await scratch.run(
                    .worker,
                    ["--connect", "ipc://\(scratch.path("x"))", "--cache", scratch.folder],
                    environment: ["LARDER_FAILPOINTS": "detail:site:1=explode"]
                )
                #expect(run.end == .exited(64) && run.errors.contains("explode"), "\(run)")
            }
        }

        @Test func `all threads of local workers give way to other programs`() async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch, content: Self.few) { site in
                    let sources = try SampleServer.sources(in: scratch, more: "timeout: 5m")
                    let larder = TestLarder(scratch, sources: sources)
                    let coordinator = try await site.held {
                        let coordinator = try larder.start(progress: "json")
                        try await larder.expectWorkers(2, of: coordinator)
                        let workers = ProcessTable.workers(of: larder.folder)
                        try #require(workers.count == 2)
                        for worker in workers {
                            let niceness = ProcessTable.niceness(ofThreadsOf: worker)
                            #expect(niceness.count > 3 && niceness.allSatisfy { $0 >= 5 }, "\(niceness)")
                        }
                        return coordinator
                    }
                    #expect(try await scratch.finish(coordinator, "the coordinator").end == .exited(0))
                }
            }
        }

        func withSite(
            _ content: SampleServer.Content = few,
            _ body: (TestLarder) async throws -> Void
        ) async throws {
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch, content: content) { _ in
                    try await body(TestLarder(scratch, sources: try SampleServer.sources(in: scratch)))
                }
            }
        }

        /// Nothing is left to do, and of all jobs only the one whose URN begins with `urn` was given up, with these
        /// words.
        func expectOneDead(_ urn: String, of larder: TestLarder, _ words: String...) async throws {
            #expect(try await larder.status().map(\.jobsLeft).reduce(0, +) == 0)
            let dead = try larder.read { db in
                try Row.fetchAll(db, sql: "SELECT kind, key FROM job WHERE state = 2").compactMap { row in
                    JobKind(rawValue: UInt32(row[0] as Int64)).map { JobURN(kind: $0, key: row[1]).description }
                }
            }
            #expect(dead.count == 1 && dead.allSatisfy { $0 == urn || $0.hasPrefix(urn + ":") }, "\(dead)")
            let why = try await larder.command("why", dead.first ?? "")
            #expect(why.output.contains("\(dead.first ?? ""): dead"), "\(why)")
            for word in words { #expect(why.output.contains(word), "\(why)") }
            try await larder.expectNoWorkers()
        }
    }
}
