import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

@Suite("Fairness") struct FairnessTests {
    /// Sources with enough work and enough hosts each get the same time of the workers, however long their jobs take,
    /// on however many hosts and in whatever order they came.
    @Test(arguments: 1...10) func `sources share the workers' time evenly`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let sources = Int(random.next() % 5) + 2
        let places = 8 + random.next() % 25
        var cluster = FairCluster(places: places, seed: seed)
        var lane: LaneID = 0
        for source in 1...sources {
            let duration = [40, 90, 250, 1000, 3000][Int(random.next() % 5)]
            let hosts = Int(random.next() % 12) + 2
            for _ in 0..<hosts {
                lane = lane.advanced(by: 1)
                let info = LaneInfo.test(lane, concurrency: Int(places) / hosts + 1)
                // A third more than a fair share of the 75 s.
                let count = 100_000 * Int(places) / duration / hosts / sources
                cluster.add(
                    count,
                    .init(lane: info, source: SourceID(source), duration: Milliseconds(duration))
                )
            }
        }
        cluster.run(for: 15_000)
        let before = cluster.served
        cluster.run(for: 60_000)
        let shares = (1...sources).map { Double((cluster.served[SourceID($0)] ?? 0) - (before[SourceID($0)] ?? 0)) }
        #expect(jainIndex(shares) > 0.98, "seed \(seed): \(shares) ms with \(places) places")
    }

    /// Between two sources that always have startable jobs, the time of workers differs by a quantum and a few jobs, at
    /// all times.
    @Test(arguments: 1...12) func `no source falls behind another by more than a few jobs`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let places = 4 + random.next() % 13
        var cluster = FairCluster(places: places, seed: seed)
        let durations: [Milliseconds] = (0..<3).map { _ in 30 + random.next() % 900 }
        for (index, duration) in durations.enumerated() {
            for host in 0..<4 {
                cluster.add(
                    80_000 / Int(duration) * Int(places),
                    .init(
                        lane: .test(LaneID(index * 4 + host), concurrency: Int(places)),
                        source: SourceID(index + 1),
                        duration: duration
                    )
                )
            }
        }
        // The first jobs are charged a guess, as none has been measured.
        cluster.run(for: 10_000)
        let before = cluster.served
        let bound = 100 + 2 * durations.reduce(0, +) + places * (durations.max() ?? 0)
        for _ in 0..<80 {
            cluster.run(for: 500)
            let served = (1...3).map { (cluster.served[$0] ?? 0) - (before[$0] ?? 0) }
            let lag = (served.max() ?? 0) - (served.min() ?? 0)
            #expect(lag <= bound, "seed \(seed): \(served) ms, jobs of \(durations) ms, \(places) places")
            guard lag <= bound else { return }
        }
    }

    @Test func `a slow host that had all the workers to itself leaves places for another source`() {
        var cluster = FairCluster(places: 32)
        cluster.add(1, .init(lane: .test(2), source: 2, duration: 10))
        cluster.run(for: 100)
        cluster.add(100_000, .init(lane: .test(1), source: 1, duration: 30_000))
        cluster.run(for: 1000)
        cluster.add(400, .init(lane: .test(2), source: 2, duration: 10))
        cluster.run(for: 2000)
        #expect(cluster.done == 401, "the fast source's jobs are done while the slow ones are still under way")
    }

    @Test func `a slow host does not hold more than half of the places while others have work`() {
        var cluster = FairCluster(places: 32)
        for lane in 1...3 {
            cluster.add(20_000, .init(lane: .test(LaneID(lane)), duration: lane == 3 ? 30_000 : 50))
        }
        cluster.run(for: 59_000)
        let slow = cluster.starts.count { $0.load == 2 }
        #expect(slow <= 16 * 2)
        #expect(cluster.done > 16 * 1000, "\(cluster.done) jobs of 50 ms in a minute")
    }

    /// The slow source comes first and has more hosts than it takes to fill every slot.
    @Test(arguments: [2, 16, 64, 300]) func `slow transfers on many hosts leave another source its part`(places: Int) {
        func time(besideSlow: Bool) -> Milliseconds {
            var cluster = FairCluster(places: UInt64(places))
            let good = LaneInfo.test(100, concurrency: 6)
            cluster.add(1, .init(lane: good, source: 2, kind: .search, duration: 200))
            if besideSlow {
                for lane: LaneID in 1...14 {
                    let host = LaneInfo.test(lane, concurrency: 40)
                    cluster.add(40, .init(lane: host, source: 1, kind: .imageDownload, duration: 3_000_000))
                }
            }
            cluster.run(for: 100)
            cluster.add(600, .init(lane: good, source: 2, duration: 50))
            while cluster.done < 601, cluster.now < 1_000_000 { cluster.run(for: 50) }
            return cluster.now
        }
        let (alone, beside) = (time(besideSlow: false), time(besideSlow: true))
        // Of two slots one is the other source's.
        #expect(beside < alone * (places == 2 ? 25 : 13) / 10, "\(alone) ms alone, \(beside) ms beside")
    }

    @Test func `hosts whose transfers run for long are named`() {
        var cluster = FairCluster(places: 64)
        cluster.add(9, .init(lane: .test(1, concurrency: 6), duration: 60_000))
        cluster.add(9, .init(lane: .test(2, concurrency: 2), duration: 60_000))
        cluster.run(for: 5_000)
        #expect(cluster.ledger.slowHosts(at: cluster.now).isEmpty)
        cluster.run(for: 15_000)
        #expect(cluster.ledger.slowHosts(at: cluster.now).map(\.transfers) == [6, 2])
    }

    @Test func `ten jobs do not wait behind 300,000 of another source on the same host`() {
        var cluster = FairCluster(places: 8)
        let lane = LaneInfo.test(1, concurrency: 4)
        cluster.add(300_000, .init(lane: lane, source: 1, duration: 100))
        cluster.run(for: 5000)
        let added = 5001
        cluster.add(10, .init(lane: lane, source: 2, duration: 100))
        cluster.run(for: 2000)
        let starts = cluster.starts.filter { $0.load == 1 }
        #expect(starts.count == 10)
        #expect((starts.last?.at ?? .max) <= Milliseconds(added + 1000))
    }

    @Test func `hosts of one source take turns`() {
        var cluster = FairCluster(places: 1)
        for lane: LaneID in 1...5 { cluster.add(1000, .init(lane: .test(lane), duration: 10)) }
        cluster.run(for: 5000)
        let counts = (0..<5).map { load in cluster.starts.count { $0.load == load } }
        #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1, "\(counts)")
    }

    @Test func `a host that fails all the time fills neither the memory nor the window of others`() {
        var cluster = FairCluster(places: 16) {
            $0.windowJobs = 1000
            $0.defaultPolicy = RetryPolicy(attempts: 8, baseMs: 600_000, capMs: 900_000)
        }
        let refused = FailureReason(.retryable, code: "connect", message: "Connection refused")
        cluster.add(50_000, .init(lane: .test(1, concurrency: 16), source: 1, duration: 1, failure: refused))
        cluster.run(for: 60_000)
        #expect(cluster.mostInMemory < 1100, "\(cluster.mostInMemory) jobs in memory")
        cluster.add(5000, .init(lane: .test(2, concurrency: 16), source: 2, duration: 10))
        cluster.run(for: 10_000)
        #expect(cluster.done == 5000)
        #expect(cluster.mostInMemory < 2000, "\(cluster.mostInMemory) jobs in memory")
    }

    @Test func `what makes an item whole goes before what finds more items`() {
        var cluster = FairCluster(places: 1)
        let host = LaneInfo.test(1, concurrency: 1)
        cluster.add(1, .init(lane: host, kind: .detail, duration: 10))
        cluster.add(3, .init(lane: host, kind: .search, duration: 10))
        cluster.add(3, .init(lane: host, kind: .detail, duration: 10))
        cluster.add(3, .init(lane: host, kind: .imageDownload, duration: 10))
        cluster.run(for: 1000)
        #expect(cluster.starts.map(\.load) == [0, 3, 3, 3, 2, 2, 2, 1, 1, 1])
    }

    @Test func `a page of a search waits four minutes at most behind pictures that never end`() {
        var cluster = FairCluster(places: 2)
        let host = LaneInfo.test(1, concurrency: 2)
        cluster.add(100_000, .init(lane: host, kind: .imageDownload, duration: 10))
        cluster.add(1, .init(lane: host, kind: .search, duration: 10))
        cluster.run(for: 59_000)
        #expect(!cluster.starts.contains { $0.load == 1 }, "pictures go first")
        cluster.run(for: 182_000)
        #expect(cluster.starts.contains { $0.load == 1 }, "each minute counts for a priority")
    }

    @Test func `a job that failed keeps its age`() {
        var cluster = FairCluster(places: 1) { $0.defaultPolicy = RetryPolicy(attempts: 50, baseMs: 1, capMs: 1) }
        let host = LaneInfo.test(1, concurrency: 1)
        let refused = FailureReason(.retryable, code: "server-error", message: "HTTP 500")
        cluster.add(1, .init(lane: host, kind: .search, duration: 10, failure: refused))
        cluster.run(for: 200)
        cluster.add(100_000, .init(lane: host, kind: .imageDownload, duration: 100))
        cluster.run(for: 300_000)
        #expect(cluster.starts.count { $0.load == 0 } == 50, "it is tried to its end, though pictures wait")
    }

    @Test func `no work is handed out while too much is on its way to the disk`() {
        var harness = LedgerHarness { $0.maxCommits = 10 }
        harness.commitsAtOnce = false
        harness.join(1, fetch: 12)
        harness.enqueue(100)
        let first = harness.popAssignments().map(\.job)
        harness.send(.results(1, first.map { JobResult($0) }))
        harness.send(.credit(1, fetch: 30, render: 0))
        #expect(harness.popAssignments().isEmpty, "12 outcomes wait for the disk")
        harness.releaseCommits(7)
        #expect(harness.popAssignments().count == 18, "half of the limit is left")
    }

    @Test func `no work is handed out while effects of many bytes are on their way to the disk`() {
        var harness = LedgerHarness { $0.maxCommitBytes = 1000 }
        harness.commitsAtOnce = false
        harness.join(1, fetch: 2)
        harness.enqueue(100)
        let first = harness.popAssignments().map(\.job)
        let bytes = [UInt8](repeating: 1, count: 600)
        harness.send(.results(1, first.map { JobResult(lease: $0.lease, effect: bytes) }))
        harness.send(.credit(1, fetch: 30, render: 0))
        #expect(harness.popAssignments().isEmpty)
        harness.releaseCommits(1)
        #expect(harness.popAssignments().isEmpty, "more than half is left")
        harness.releaseCommits(1)
        #expect(harness.popAssignments().count == 28)
    }
}
