import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

/// Hosts that an earlier run asked a short while ago, and hosts that ask for a long pause.
@Suite("Pauses of hosts") struct PauseTests {
    private func lane(isClosed: Bool) -> LaneInfo {
        LaneInfo(id: 1, name: "host-1", jobClass: .fetch, limits: LaneLimits(concurrency: 2), isClosed: isClosed)
    }

    /// The jobs that are handed out while so much time passes.
    private func started(in harness: inout LedgerHarness, _ milliseconds: Milliseconds) -> [SourceID] {
        harness.wait(milliseconds) { $0.send(.heartbeat(1, [], assigned: 0)) }
        return harness.popAssignments().map { harness.table[$0.job.lease.job]?.job.source ?? 0 }
    }

    @Test func `nothing starts in a lane that pauses, and all goes on when the pause is over`() {
        var harness = LedgerHarness()
        harness.enqueue(1, lane: lane(isClosed: false))
        harness.send(.paused([1: 3000, 9: 3000]))
        harness.join(1)
        #expect(started(in: &harness, 2750).isEmpty)
        #expect(started(in: &harness, 250) == [1])
    }

    /// The jobs of one source may start without the host's rules, those of another may not.
    @Test func `a lane that pauses does not count as one whose rules are known`() {
        var harness = LedgerHarness()
        harness.enqueue(1, lane: lane(isClosed: false))
        harness.send(.paused([1: 3000]))
        harness.join(1)
        harness.enqueue(1, source: 2, lane: lane(isClosed: true))
        #expect(started(in: &harness, 5000).isEmpty)
        #expect(harness.ledger.closedHosts == ["host-1"])
        harness.send(.rules([LaneRules(lane: 1, delayMs: 0)]))
        #expect(started(in: &harness, 250).sorted() == [1, 2])
    }

    /// A host may ask for a day; a host that fails without a word is left alone for minutes at most.
    @Test(arguments: [(60_000, 86_000_000, true), (nil, 86_000_000, false), (60_000, 30_000, false)])
    func `a run ends with work left where all that is left is on hosts that asked for a long pause`(
        longest: Milliseconds?,
        asked: UInt64,
        isDrained: Bool
    ) {
        var harness = LedgerHarness(workers: 1) { $0.longestWaitMs = longest }
        harness.enqueue(3, lane: .test(concurrency: 1))
        let job = harness.popAssignments()[0].job
        harness.send(
            .failures(
                1,
                [
                    ReportedFailure(
                        lease: job.lease,
                        reason: FailureReason(.throttled, code: "throttled", message: "HTTP 429", retryAfterMs: asked)
                    )
                ]
            )
        )
        #expect(harness.actions.contains { if case .drained = $0 { true } else { false } } == isDrained)
    }
}
