import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

/// How hosts are asked: their rules, their pace, and what requests are counted against.
@Suite("Hosts") struct HostTests {
    private static let adaptive = LaneLimits(concurrency: 2, delayMs: 1000, latencyFactor: 2)

    private func lane(_ id: LaneID = 1, _ name: String = "host-1", _ limits: LaneLimits = adaptive) -> LaneInfo {
        LaneInfo(id: id, name: name, jobClass: .fetch, limits: limits)
    }

    private func closed(_ lane: LaneInfo) -> LaneInfo {
        var lane = lane
        lane.isClosed = true
        return lane
    }

    private func refusal(_ wait: UInt64? = nil) -> FailureReason {
        FailureReason(.throttled, code: "throttled", message: "too many", retryAfterMs: wait)
    }

    /// The jobs that were handed out since the last call; they are done at once.
    private func finished(_ harness: inout LedgerHarness) -> [JobID] {
        let leases = harness.popAssignments().map(\.job.lease)
        if !leases.isEmpty { harness.send(.results(1, leases.map { JobResult(lease: $0, effect: []) })) }
        return leases.map(\.job)
    }

    @Test func `nothing starts before a host's rules are known, and then no faster than they say`() {
        var harness = LedgerHarness(workers: 1)
        harness.enqueue(3, lane: closed(lane()))
        harness.enqueue(1, lane: lane(2, "host-2"))
        #expect(finished(&harness) == [4])
        #expect(harness.ledger.closedHosts == ["host-1"])
        harness.wait(5000) { $0.send(.heartbeat(1, [], assigned: 0)) }
        #expect(finished(&harness).isEmpty)
        harness.send(.rules([LaneRules(lane: 1, delayMs: 3000)]))
        #expect(harness.ledger.closedHosts.isEmpty)
        harness.wait(2750) { $0.send(.heartbeat(1, [], assigned: 0)) }
        #expect(finished(&harness).isEmpty)
        harness.wait(250) { $0.send(.heartbeat(1, [], assigned: 0)) }
        #expect(finished(&harness) == [1])
        // Jobs that are found later do not close it again.
        harness.enqueue(1, lane: closed(lane()))
        harness.wait(3000) { $0.send(.heartbeat(1, [], assigned: 0)) }
        #expect(finished(&harness) == [2])
    }

    @Test func `rules that come before a host has jobs hold for them`() {
        var harness = LedgerHarness(workers: 1)
        harness.send(.rules([LaneRules(lane: 1, delayMs: 3000)]))
        harness.enqueue(2, lane: closed(lane()))
        #expect(finished(&harness).isEmpty)
        harness.wait(3000) { $0.send(.heartbeat(1, [], assigned: 0)) }
        #expect(finished(&harness) == [1])
    }

    @Test func `a run ends with work left where only rules and budgets are waited for, unless it is to wait`() {
        for longest in [60_000, nil] as [Milliseconds?] {
            var harness = LedgerHarness(workers: 1) { $0.longestWaitMs = longest }
            harness.enqueue(3, lane: closed(lane()))
            let isDrained = harness.actions.contains { if case .drained = $0 { true } else { false } }
            #expect(isDrained == (longest != nil))
        }
    }

    @Test func `a host that does not say how long to wait gets pauses that double`() {
        var harness = LedgerHarness(workers: 1) { $0.defaultPolicy = RetryPolicy(attempts: 4, baseMs: 10, capMs: 20) }
        harness.enqueue(1, lane: lane())
        for pause in [5000, 10_000, 20_000] as [Milliseconds] {
            let job = harness.popAssignments()[0].job
            harness.send(.failures(1, [ReportedFailure(lease: job.lease, reason: refusal())]))
            let paused = harness.ledger.pausedHosts(at: harness.now)
            #expect(paused.map(\.until) == [harness.now + pause] && paused[0].reason == "too many")
            #expect(paused[0].hasAsked)
            harness.wait(pause - 250) { $0.send(.heartbeat(1, [], assigned: 0)) }
            #expect(harness.popAssignments().isEmpty)
            harness.wait(1500) { $0.send(.heartbeat(1, [], assigned: 0)) }
        }
        let job = harness.popAssignments()[0].job
        harness.send(.failures(1, [ReportedFailure(lease: job.lease, reason: refusal())]))
        #expect(harness.table.rows[0].state == .dead, "the fourth try was the last")
    }

    @Test func `of a long delay people are told while its host has jobs left, and not that the host asked for it`() {
        var harness = LedgerHarness(workers: 1)
        harness.enqueue(2, lane: lane(1, "host-1", LaneLimits(concurrency: 1, delayMs: 30_000)))
        harness.enqueue(2, lane: lane(2, "host-2", LaneLimits(concurrency: 1, delayMs: 9_000)))
        #expect(finished(&harness).count == 2)
        let paused = harness.ledger.pausedHosts(at: harness.now)
        #expect(paused.map(\.name) == ["host-1"] && paused.map(\.until) == [harness.now + 30_000])
        #expect(paused.map(\.hasAsked) == [false])
        #expect(paused.map(\.reason) == ["30 s pass between two requests to it"])
        var done = 0
        harness.wait(30_250) {
            $0.send(.heartbeat(1, [], assigned: 0))
            done += finished(&$0).count
        }
        done += finished(&harness).count
        #expect(done == 2)
        #expect(harness.ledger.pausedHosts(at: harness.now).isEmpty, "it has no job that waits")
    }

    @Test func `tries of a host that throttles without a time are no more than the attempts`() {
        var harness = LedgerHarness(workers: 1) { $0.defaultPolicy = RetryPolicy(attempts: 2, baseMs: 10, capMs: 20) }
        harness.enqueue(1, lane: .test())
        var tries = 0
        for _ in 0..<40 {
            for assigned in harness.popAssignments() {
                tries += 1
                harness.send(.failures(1, [ReportedFailure(lease: assigned.job.lease, reason: refusal())]))
            }
            harness.send(.heartbeat(1, [], assigned: 0))
            harness.advance(250)
        }
        #expect(tries == 2)
    }

    @Test func `a slow host is asked at twice its latency, and faster again little by little`() {
        var harness = LedgerHarness(workers: 1)
        harness.enqueue(40, lane: lane())
        var gaps: [Milliseconds] = []
        var last = harness.now
        for number in 0..<30 {
            while harness.ledger.leasedJobs == 0 {
                harness.send(.heartbeat(1, [], assigned: 0))
                harness.advance(50)
            }
            let started = harness.popAssignments()
            gaps.append(harness.now - last)
            last = harness.now
            harness.send(.started(1, started.map(\.job.lease)))
            harness.now += number < 4 ? 3000 : 10
            harness.send(.results(1, started.map { JobResult(lease: $0.job.lease, effect: []) }))
        }
        #expect(gaps.dropFirst(2).prefix(3).allSatisfy { $0 >= 5900 && $0 < 6200 }, "\(gaps)")
        #expect(gaps[8] > 2000 && gaps[29] < 1200 && gaps.dropFirst().allSatisfy { $0 >= 1000 }, "\(gaps)")
    }

    @Test func `starts wait until they are written down as used, and for the next period when none is left`() {
        var harness = LedgerHarness(workers: 1) { $0.longestWaitMs = 60_000 }
        let host = lane(1, "host-1", .unlimited)
        let ids = (0..<5).compactMap { harness.table.add(kind: .search, key: "\($0)", source: 1, lane: 1) }
        var added = harness.table.added(ids) { _ in host }
        added[0].budget = 7
        harness.send(.added(added))
        #expect(harness.popAssignments().isEmpty)
        let asked = harness.actions.filter { if case .reserve(7) = $0 { true } else { false } }
        #expect(asked.count == 1)
        harness.send(.granted(7, count: 2, until: harness.now + 10_000))
        #expect(finished(&harness).count == 2)
        harness.send(.granted(7, count: 0, until: harness.now + 30_000))
        #expect(finished(&harness).isEmpty)
        #expect(harness.ledger.usedUpBudgets(at: harness.now).map(\.until) == [harness.now + 30_000])
        harness.wait(30_250) { $0.send(.heartbeat(1, [], assigned: 0)) }
        harness.send(.granted(7, count: 1, until: harness.now + 100))
        #expect(finished(&harness).count == 1)
        // What was granted for a period is of no use after it.
        harness.send(.granted(7, count: 5, until: harness.now))
        #expect(finished(&harness).isEmpty)
    }

    @Test func `a job for which nothing was asked gives its turn and its part of the budget back`() {
        var harness = LedgerHarness(workers: 1)
        let ids = (0..<8).compactMap { harness.table.add(kind: .search, key: "\($0)", source: 1, lane: 1) }
        var added = harness.table.added(ids) { _ in lane(1, "host-1", LaneLimits(concurrency: 2, delayMs: 60_000)) }
        added[0].budget = 7
        harness.send(.added(added))
        harness.send(.granted(7, count: 2, until: harness.now + 600_000))
        harness.madeNoRequest = true
        var done: [JobID] = []
        for _ in 0..<5 { done += finished(&harness) }
        #expect(done.count == 5, "\(done)")
        harness.madeNoRequest = false
        #expect(finished(&harness).count == 1)
        harness.wait(59_750) { $0.send(.heartbeat(1, [], assigned: 0)) }
        #expect(finished(&harness).isEmpty)
        harness.wait(250) { $0.send(.heartbeat(1, [], assigned: 0)) }
        #expect(finished(&harness).count == 1)
        harness.wait(60_000) { $0.send(.heartbeat(1, [], assigned: 0)) }
        #expect(finished(&harness).isEmpty, "two of the budget were used")
    }

    @Test func `what is taken back after its period is not used in the next one`() {
        var harness = LedgerHarness(workers: 1)
        let ids = (0..<4).compactMap { harness.table.add(kind: .search, key: "\($0)", source: 1, lane: 1) }
        var added = harness.table.added(ids) { _ in lane(1, "host-1", LaneLimits(concurrency: 4)) }
        added[0].budget = 7
        harness.send(.added(added))
        harness.send(.granted(7, count: 1, until: harness.now + 1000))
        let first = harness.popAssignments().map(\.job.lease)
        harness.wait(1000) { $0.send(.heartbeat(1, [], assigned: 0)) }
        harness.send(.granted(7, count: 1, until: harness.now + 60_000))
        #expect(harness.popAssignments().count == 1)
        harness.madeNoRequest = true
        harness.send(.results(1, first.map { JobResult(lease: $0, effect: []) }))
        #expect(harness.popAssignments().isEmpty)
    }

    @Test func `answers out of the cache do not make the pace of a slow host faster`() {
        var harness = LedgerHarness(workers: 1)
        harness.enqueue(40, lane: lane())
        func next() {
            while harness.ledger.leasedJobs == 0 {
                harness.send(.heartbeat(1, [], assigned: 0))
                harness.advance(50)
            }
            let started = harness.popAssignments().map(\.job.lease)
            harness.send(.started(1, started))
            harness.now += harness.madeNoRequest ? 1 : 3000
            harness.send(.results(1, started.map { JobResult(lease: $0, effect: []) }))
        }
        for _ in 0..<3 { next() }
        harness.madeNoRequest = true
        for _ in 0..<30 { next() }
        harness.madeNoRequest = false
        next()
        let asked = harness.now
        next()
        #expect(harness.now - asked >= 5900, "\(harness.now - asked)")
    }

    @Test func `a host that tells of many requests again gets several at once`() {
        var harness = LedgerHarness(workers: 1)
        harness.enqueue(20, lane: .test(concurrency: 2))
        func end(_ jobs: [AssignedJob], _ pause: UInt64?) {
            harness.send(.results(1, jobs.map { JobResult(lease: $0.lease, effect: [], hostPauseMs: pause) }))
            harness.send(.heartbeat(1, [], assigned: 0))
        }
        var jobs = harness.popAssignments().map(\.job)
        harness.advance(10)
        end([jobs[0]], 0)
        #expect(harness.popAssignments().isEmpty)
        harness.advance(10)
        // It was asked before.
        end([jobs[1]], nil)
        jobs = harness.popAssignments().map(\.job)
        #expect(jobs.count == 1)
        harness.advance(10)
        end(jobs, nil)
        #expect(harness.popAssignments().count == 2)
    }

    @Test func `a run waits for the next try at one host while another one is closed`() {
        var harness = LedgerHarness {
            $0.longestWaitMs = 60_000
            $0.defaultPolicy = RetryPolicy(attempts: 4, baseMs: 200_000, capMs: 200_000)
        }
        harness.join(1)
        harness.enqueue(1, lane: lane(2, "host-2"))
        let job = harness.popAssignments()[0].job
        harness.enqueue(3, lane: closed(lane()))
        let failure = FailureReason(.retryable, code: "timed-out", message: "late", retryAfterMs: 200_000)
        harness.fail(job, failure, at: 1)
        #expect(harness.ledger.waitingJobs == 1 && !harness.isDrained)
        var done: [JobID] = []
        harness.wait(260_000) {
            $0.send(.heartbeat(1, [], assigned: 0))
            done += finished(&$0)
        }
        #expect(done == [job.lease.job])
        #expect(harness.isDrained)
    }

    @Test func `a delay that a host asks for counts unless it is none for all sources that use the host`() {
        for (exempt, gap) in [([1], 0), ([1, 2], 0), ([2], 3000), ([], 3000)] as [(Set<SourceID>, Milliseconds)] {
            var harness = LedgerHarness(workers: 1)
            harness.enqueue(3, lane: closed(lane(1, "host-1", LaneLimits(concurrency: 1))))
            harness.send(.rules([LaneRules(lane: 1, delayMs: 3000, exempt: exempt)]))
            #expect(finished(&harness).count == (gap == 0 ? 1 : 0), "\(exempt)")
            harness.wait(3000) { $0.send(.heartbeat(1, [], assigned: 0)) }
            #expect(finished(&harness).count == 1)
        }
    }
}
