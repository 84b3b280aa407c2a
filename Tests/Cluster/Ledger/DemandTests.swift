import LarderModel
import Testing

@testable import LarderLedger

@Suite("How many workers are worth having") struct DemandTests {
    /// Jobs of one host, all in memory.
    private func demand(
        _ count: Int,
        kind: JobKind = .detail,
        concurrency: Int = 64,
        delayMs: Milliseconds = 0,
        jobMs: Milliseconds = 200
    ) -> WorkerDemand {
        var queue = FairQueue(windowJobs: 100_000)
        let limits = LaneLimits(concurrency: concurrency, delayMs: delayMs)
        let lane = LaneInfo(id: 1, name: "host", jobClass: kind.jobClass, limits: limits)
        let jobs = (1...count).map { QueuedJob(id: JobID($0), kind: kind, source: 1, lane: 1) }
        _ = queue.add(AddedJobs(lane: lane, source: 1, kind: kind, count: count, maxID: JobID(count)), at: 1)
        for job in jobs {
            queue.addToWindow(job)
            queue.append(job, at: 1)
        }
        for job in jobs.prefix(20) { queue.recordDuration(job, milliseconds: jobMs) }
        var demand = WorkerDemand()
        queue.add(to: &demand, at: 1)
        return demand
    }

    private let one = PerClass(fetch: 32.0, render: 1.0)

    @Test func `a polite sync wants one worker, however many jobs wait`() {
        #expect(demand(10_000, concurrency: 1, delayMs: 500).workers(assumed: one) == 1)
        #expect(demand(10_000, concurrency: 2).workers(assumed: one) == 1)
    }

    @Test func `a host that takes many requests at once wants as many workers as that takes`() {
        #expect(demand(100_000, concurrency: 96).workers(assumed: one) == 3)
        #expect(demand(100_000, concurrency: 96).workers(assumed: PerClass(fetch: 64, render: 1)) == 2)
    }

    @Test func `jobs that are done in a moment want no further worker`() {
        #expect(demand(50, concurrency: 256).workers(assumed: one) == 1)
        #expect(demand(300, kind: .text, concurrency: 1 << 20, jobMs: 10).workers(assumed: one) == 1)
    }

    @Test func `pictures and texts want as many workers as have work for three minutes`() {
        #expect(demand(36_000, kind: .imageDecode, concurrency: 1 << 20, jobMs: 50).workers(assumed: one) == 10)
    }

    @Test func `many polite hosts want no more workers than their requests keep busy`() {
        var demand = WorkerDemand()
        for _ in 0..<100 {
            let host = self.demand(10_000, concurrency: 2, delayMs: 1000)
            demand.slots.fetch += host.slots.fetch
        }
        #expect(demand.workers(assumed: one) == 1)
    }

    /// Jobs that end as fast as they come in would else want no worker, and all of them again when many wait.
    @Test func `workers that have work are wanted, however few jobs wait`() {
        var demand = self.demand(10, kind: .imageDecode, concurrency: 1 << 20, jobMs: 50)
        #expect(demand.workers(assumed: one) == 1)
        demand.busySlots.render = 5.3
        #expect(demand.workers(assumed: one) == 6)
        demand.busySlots = PerClass(fetch: 32, render: 0)
        #expect(demand.workers(assumed: one) == 1)
    }

    @Test func `the backlog is what the host's politeness makes of it`() {
        #expect(demand(1000, concurrency: 1, delayMs: 2000).backlogSeconds == 2000)
    }

    @Test func `without a job no worker is wanted`() {
        #expect(WorkerDemand().workers(assumed: one) == 0)
    }
}
