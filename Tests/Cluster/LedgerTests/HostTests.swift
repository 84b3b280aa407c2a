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
        let leases = harness.takeAssignments().map(\.job.lease)
        if !leases.isEmpty { harness.send(.results(1, leases.map { JobResult(lease: $0, effect: []) })) }
        return leases.map(\.job)
    }

    @Test func `nothing starts before a host's rules are known, and then no faster than they say`() {
        var harness = LedgerHarness()
        harness.join(1)
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

    @Test func `a run ends with work left where only rules and budgets are waited for, unless it is to wait`() {
        for longest in [60_000, nil] as [Milliseconds?] {
            var harness = LedgerHarness { $0.longestWaitMs = longest }
            harness.join(1)
            harness.enqueue(3, lane: closed(lane()))
            let isDrained = harness.said.contains { if case .drained = $0 { true } else { false } }
            #expect(isDrained == (longest != nil))
        }
    }

    @Test func `a host that does not say how long to wait gets pauses that double`() {
        var harness = LedgerHarness { $0.defaultPolicy = RetryPolicy(attempts: 4, baseMs: 10, capMs: 20) }
        harness.join(1)
        harness.enqueue(1, lane: lane())
        for pause in [5000, 10_000, 20_000] as [Milliseconds] {
            let job = harness.takeAssignments()[0].job
            harness.send(.failures(1, [ReportedFailure(lease: job.lease, reason: refusal())]))
            let paused = harness.ledger.pausedHosts(at: harness.now)
            #expect(paused.map(\.until) == [harness.now + pause] && paused[0].reason == "too many")
            harness.wait(pause - 250) { $0.send(.heartbeat(1, [], assigned: 0)) }
            #expect(harness.takeAssignments().isEmpty)
            harness.wait(1500) { $0.send(.heartbeat(1, [], assigned: 0)) }
        }
        let job = harness.takeAssignments()[0].job
        harness.send(.failures(1, [ReportedFailure(lease: job.lease, reason: refusal())]))
        #expect(harness.table.rows[0].state == .dead, "the fourth try was the last")
    }

    @Test func `tries of a host that throttles without a time are no more than the attempts`() {
        var harness = LedgerHarness { $0.defaultPolicy = RetryPolicy(attempts: 2, baseMs: 10, capMs: 20) }
        harness.join(1)
        harness.enqueue(1, lane: .test())
        var tries = 0
        for _ in 0..<40 {
            for assigned in harness.takeAssignments() {
                tries += 1
                harness.send(.failures(1, [ReportedFailure(lease: assigned.job.lease, reason: refusal())]))
            }
            harness.send(.heartbeat(1, [], assigned: 0))
            harness.advance(250)
        }
        #expect(tries == 2)
    }

    @Test func `a slow host is asked at twice its latency, and faster again little by little`() {
        var harness = LedgerHarness()
        harness.join(1)
        harness.enqueue(40, lane: lane())
        var gaps: [Milliseconds] = []
        var last = harness.now
        for number in 0..<30 {
            while harness.ledger.leasedJobs == 0 {
                harness.send(.heartbeat(1, [], assigned: 0))
                harness.advance(50)
            }
            let started = harness.takeAssignments()
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
        var harness = LedgerHarness { $0.longestWaitMs = 60_000 }
        harness.join(1)
        let host = lane(1, "host-1", .unlimited)
        let ids = (0..<5).compactMap { harness.table.add(kind: .search, key: "\($0)", source: 1, lane: 1) }
        var added = harness.table.added(ids) { _ in host }
        added[0].budget = 7
        harness.send(.added(added))
        #expect(harness.takeAssignments().isEmpty)
        let asked = harness.said.filter { if case .reserve(7) = $0 { true } else { false } }
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
}
