import Foundation
import GRDB
import LarderChaos
import LarderModel
import LarderProtocol
import LarderTestSupport
import Testing

extension ClusterTests {
    /// What `chaos` does at length, in short, and the disturbances whose course must be just so.
    @Suite("Chaos") struct ChaosTests {
        static let kinds: [DisturbanceKind] =
            Settings.isFull
            ? DisturbanceKind.allCases.filter { Campaign.obstacle(to: $0) == nil } : [.kill, .port, .keys]

        @Test(arguments: Settings.seeds.prefix(Settings.isFull ? 20 : 2))
        func `a disturbed cluster fills the same larder as an undisturbed one`(seed: UInt64) async throws {
            try await expectHeld(Schedule(seed: seed, kinds: Self.kinds))
        }

        @Test(.enabled(if: Shim.obstacle == nil, "libChaosShim.so is not beside the tests"), arguments: [3600, -3600])
        func `a wall clock that is set in mid-sync changes nothing`(seconds: Int) async throws {
            let steps = [200, 500].map {
                Schedule.Step(moment: $0, .setClock(seconds: seconds, during: .milliseconds(300)))
            }
            try await expectHeld(Schedule(seed: 1, localWorkers: 2, remoteWorkers: 1, steps: steps))
        }

        /// Where many fail, the cache's own folders cannot be looked at: they must stay where they are.
        @Test(
            .enabled(if: Shim.obstacle == nil, "libChaosShim.so is not beside the tests"),
            arguments: [
                Disturbance.CallTrouble(.stale, share: 5, .workers), Disturbance.CallTrouble(.io, share: 200, .workers),
            ]
        )
        func `calls on the cache that fail now and then cost retries and nothing else`(
            trouble: Disturbance.CallTrouble
        ) async throws {
            let step = Schedule.Step(moment: 200, .failCalls(trouble, during: .milliseconds(300)))
            try await expectHeld(Schedule(seed: 1, localWorkers: 2, steps: [step]))
        }

        @Test(arguments: Lie.allCases)
        func `a worker that lies delays the sync and changes nothing`(lie: Lie) async throws {
            let step = Schedule.Step(moment: 100, .lie(lie, during: .seconds(1)))
            try await expectHeld(Schedule(seed: 1, localWorkers: 1, remoteWorkers: 1, steps: [step]))
        }

        /// The second time it is gone while a coordinator begins, which then makes another one in its place.
        @Test func `a cache that goes away and comes back is filled as if it had stayed`() async throws {
            let steps = [300, 310, 700].map {
                Schedule.Step(moment: $0, .loseCache(.moved, during: .milliseconds(300)))
            }
            try await expectHeld(Schedule(seed: 1, localWorkers: 2, steps: steps))
        }

        @Test(arguments: ["blobs", "tmp"])
        func `a folder of the cache that becomes a symbolic link in mid-sync leads nothing elsewhere`(
            area: String
        ) async throws {
            let step = Schedule.Step(moment: 300, .linkCache(area: area, during: .milliseconds(300)))
            try await expectHeld(Schedule(seed: 1, localWorkers: 2, steps: [step]))
        }

        @Test func `a lock of another program in mid-sync is waited for`() async throws {
            let step = Schedule.Step(moment: 300, .lockCatalog(during: .seconds(3)))
            try await expectHeld(Schedule(seed: 1, localWorkers: 2, steps: [step]))
        }

        private func expectHeld(_ schedule: Schedule) async throws {
            let reference = try await Reference.shared.result
            let trial = Trial(
                schedule,
                content: Settings.content,
                reference: Trial.Reference(digest: reference.digest, jobs: reference.jobs)
            )
            var verdict = try await trial.run()
            // Where this process gets no processor for a while, the sync is over before its first disturbance.
            for _ in 0..<2 where verdict.disturbances == 0 && schedule.exhausts == nil && verdict.faults.isEmpty {
                verdict = try await trial.run()
            }
            let story = "\(verdict.schedule)\n\(verdict.log.joined(separator: "\n"))\n\(verdict.folder ?? "")"
            for fault in verdict.faults { Issue.record("\(fault)\n\(story)") }
            #expect(verdict.disturbances > 0 || verdict.schedule.exhausts != nil, "\(story)")
        }

        /// The site is held while the worker is, so that neither has anything to go on with.
        @Test func `a worker that was stopped loses its leases, and its late results count for nothing`() async throws {
            try await withSite { larder, site, reference in
                site.program.signal(SIGSTOP)
                let program = try larder.start(progress: "json")
                try await larder.expectWorkers(2, of: program)
                let worker = try #require(ProcessTable.children(of: program.processID).min())
                kill(worker, SIGSTOP)
                try await larder.expectWorkers(1, of: program)
                site.program.signal(SIGCONT)
                kill(worker, SIGCONT)
                try await expectCleanEnd(of: program, larder, reference)
            }
        }

        /// 20 s are longer than a lease (15 s) and a worker's own fence (10 s).
        @Test func `a coordinator that was stopped for 20 s loses no job and blames none`() async throws {
            try await SampleServer.withSlower(latency: 5) { larder, _, reference in
                let program = try larder.start(progress: "json")
                guard try await larder.reached(reference.jobs / 5, before: program) else { return false }
                program.signal(SIGSTOP)
                try await hold(.seconds(20))
                program.signal(SIGCONT)
                try await expectCleanEnd(of: program, larder, reference)
                return true
            }
        }

        /// The link refuses connects while nobody listens, so that the workers' pauses grow as they would on a network.
        @Test(.tags(.alone))
        func `sixteen workers are back within 5 s of a restart, and introduce themselves at most twice`()
            async throws
        {
            try await withSite { larder, site, reference in
                let hello = MessageHeader.magic + [MessageHeader.major, 2]
                let held = try HeldPort()
                defer { withExtendedLifetime(held) {} }
                let port = held.number
                let options = ["--listen", "tcp://127.0.0.1:\(port)", "--insecure"]
                try await LinkProxy.with(to: port, counting: hello) { link in
                    site.program.signal(SIGSTOP)
                    var coordinator = try larder.start(workers: 0, progress: "json", options)
                    try await larder.cacheIsMade(by: coordinator)
                    let workers = try (0..<16).map { _ in try larder.startWorker("tcp://127.0.0.1:\(link.port)") }
                    try await larder.expectWorkers(16, of: coordinator)
                    // A machine whose processors are taken makes one restart slow, and not each.
                    var (isQuick, story) = (false, "")
                    for _ in 0..<3 where !isQuick {
                        coordinator.signal(SIGKILL)
                        await link.refuse()
                        #expect(await coordinator.end == .signaled(SIGKILL))
                        try await hold(.seconds(6))
                        coordinator = try larder.start(workers: 0, progress: "json", options)
                        try await larder.expectWorkers(0, of: coordinator)
                        let before = link.totals
                        let reachable = ContinuousClock.now
                        await link.accept()
                        try await larder.expectWorkers(16, of: coordinator)
                        let took = ContinuousClock.now - reachable
                        let hellos = link.totals.marks - before.marks
                        let connections = link.totals.connections - before.connections
                        #expect(hellos >= 16)
                        isQuick = took < .seconds(5) && hellos <= 32 && connections <= 32
                        story = "\(took), \(hellos) introductions, \(connections) connections"
                    }
                    #expect(isQuick, "\(story)")
                    site.program.signal(SIGCONT)
                    try await expectCleanEnd(of: coordinator, larder, reference)
                    for worker in workers {
                        #expect(await worker.end(within: .seconds(240)) == .exited(0), "\(worker.errors)")
                    }
                }
            }
        }

        @Test func `of a thousand jobs the one that kills its workers is set aside, and no other is blamed`()
            async throws
        {
            let content = SampleServer.Content(recipes: 170, articles: 50)
            try await Scratch.with { scratch in
                try await SampleServer.with(scratch, content: content) { _ in
                    let larder = TestLarder(scratch, sources: try SampleServer.sources(in: scratch))
                    let environment = ["LARDER_FAILPOINTS": "detail:\(WorkerLimitTests.recipe)=crash"]
                    let run = try await larder.sync(workers: 3, environment: environment)
                    #expect(run.end == .exited(1), "\(run)")
                    for fault in try await larder.faults(dead: 1) { Issue.record("\(fault)") }
                    let counts = try larder.jobCounts()
                    #expect(counts.done >= 999, "\(counts)")
                    let blamed = try larder.read { db in
                        try Int.fetchOne(db, sql: "SELECT count(*) FROM job WHERE crashes > 0 AND state <> 2") ?? -1
                    }
                    #expect(blamed == 0, "\(counts)")
                }
            }
        }

        @Test func `a job that takes all memory it can get is set aside, and the rest is done`() async throws {
            let reference = try await Reference.shared.result
            let schedule = Schedule(seed: 0, localWorkers: 2, exhausts: "text:\(WorkerLimitTests.recipe)", steps: [])
            let verdict = try await Trial(
                schedule,
                content: Settings.content,
                reference: Trial.Reference(digest: reference.digest, jobs: reference.jobs)
            ).run()
            for fault in verdict.faults { Issue.record("\(fault)\n\(verdict.log)") }
        }

        @Test func `strangers on the port disturb no worker and leave no descriptor`() async throws {
            try await withSite { larder, site, reference in
                let held = try HeldPort()
                defer { withExtendedLifetime(held) {} }
                let port = held.number
                try await LinkProxy.with(to: port, seed: 1) { link in
                    await link.set(NetworkConditions(delay: .milliseconds(5), jitter: .milliseconds(10)))
                    site.program.signal(SIGSTOP)
                    let program = try larder.start(
                        workers: 0,
                        progress: "json",
                        ["--listen", "tcp://127.0.0.1:\(port)", "--insecure"]
                    )
                    try await larder.cacheIsMade(by: program)
                    let workers = try (0..<2).map { _ in try larder.startWorker("tcp://127.0.0.1:\(link.port)") }
                    try await larder.expectWorkers(2, of: program)
                    let calm = try #require(ProcessTable.descriptors(of: program.processID))
                    try await HostilePeer.onThread {
                        try HostilePeer.junk(port: port, connections: 50, seed: 7)
                        let oversize = try HostilePeer.oversizeFrame(port: port, within: .seconds(240))
                        #expect(oversize == .dropped)
                        _ = try HostilePeer.wrongMessages(port: port, count: 500, seed: 7, within: .seconds(1))
                    }
                    let halfOpen = try HostilePeer.halfOpen(port: port, connections: 100)
                    // Peers that do not greet in 5 s are let go of, though they stay.
                    let areGone = try await eventually(in: larder.scratch.folder, within: .seconds(240)) {
                        ProcessTable.descriptors(of: program.processID).map { $0 <= calm } ?? false
                    }
                    withExtendedLifetime(halfOpen) {}
                    let now = ProcessTable.descriptors(of: program.processID)
                    #expect(areGone, "\(calm) descriptors before, \(String(describing: now)) after")
                    try await larder.expectWorkers(2, of: program)
                    site.program.signal(SIGCONT)
                    try await expectCleanEnd(of: program, larder, reference)
                    for worker in workers {
                        #expect(await worker.end(within: .seconds(240)) == .exited(0), "\(worker.errors)")
                    }
                }
            }
        }

        // MARK: Parts

        /// Some tests hold the site for as long as a loaded machine takes to start many programs: requests wait for it.
        private func withSite(
            _ body: (TestLarder, SampleServer, Reference.Result) async throws -> Void
        ) async throws {
            let reference = try await Reference.shared.result
            try await Scratch.with { scratch in
                let sources = try SampleServer.sources(in: scratch, more: "timeout: 5m")
                try await SampleServer.with(scratch) { site in
                    try await body(TestLarder(scratch, sources: sources), site, reference)
                }
            }
        }

        /// Every job was done once, none was blamed for anything, and the larder is that of an undisturbed run.
        private func expectCleanEnd(
            of program: Program,
            _ larder: TestLarder,
            _ reference: Reference.Result
        ) async throws {
            let run = try await larder.scratch.finish(program, "the disturbed sync")
            #expect(run.end == .exited(0), "\(run)")
            let summary = try FinalSummary(run.output)
            #expect(summary.finished && summary.left == 0 && summary.dead == 0, "\(run)")
            #expect(summary.done == reference.jobs, "\(run)")
            let counts = try larder.jobCounts()
            #expect(counts.done == reference.jobs && counts.crashes == 0 && counts.errors == 0, "\(counts)")
            try await larder.expectWhole()
            #expect(try await larder.digest() == reference.digest)
        }
    }
}
