import LarderLedger
import LarderModel
import Testing

@testable import LarderCoordinator

@Suite("Plan of a sync") struct SyncPlanTests {
    private func work(_ lane: LaneID, delay: Milliseconds, isClosed: Bool = false) -> AddedJobs {
        let limits = LaneLimits(concurrency: 2, delayMs: delay)
        let info = LaneInfo(id: lane, name: "host-\(lane)", jobClass: .fetch, limits: limits, isClosed: isClosed)
        return AddedJobs(lane: info, source: 1, kind: .detail, count: 1, maxID: 1)
    }

    @Test func `hosts with a long delay that were asked a short while ago wait for it in the next run too`() {
        var plan = SyncPlan(epoch: 1, sources: SyncedSources(), work: [], resumed: [:])
        plan.work = [
            work(1, delay: 600_000), work(2, delay: 1000), work(3, delay: 30_000),
            work(4, delay: 600_000, isClosed: true),
        ]
        plan.lastAskedAt = 1_000_000
        plan.notePauses(at: 1_040_000)
        #expect(plan.pauses == [LaneRules(lane: 1, delayMs: 600_000)])
        plan.notePauses(at: 1_010_000)
        #expect(Set(plan.pauses.map(\.lane)) == [1, 3])
        plan.notePauses(at: 1_700_000)
        #expect(plan.pauses.isEmpty)
        // A clock that was set back makes nobody faster.
        plan.notePauses(at: 5)
        #expect(Set(plan.pauses.map(\.lane)) == [1, 3])
    }
}
