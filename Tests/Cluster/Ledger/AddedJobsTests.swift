import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

@Suite("Jobs that a commit added") struct AddedJobsTests {
    /// Adds jobs to the table and gives the note of them, with the jobs themselves.
    private func added(_ count: Int, to harness: inout LedgerHarness, lane: LaneInfo = .test()) throws -> [AddedJobs] {
        var ids: [JobID] = []
        for _ in 0..<count {
            let key = "\(harness.table.rows.count)"
            let id = harness.table.add(kind: .detail, key: key, source: 1, lane: lane.id)
            ids.append(try #require(id))
        }
        return harness.table.added(ids, bringsJobs: true) { _ in lane }
    }

    private func loads(_ actions: [LedgerAction]) -> Int {
        actions.count { if case .load = $0 { true } else { false } }
    }

    private func assigned(_ actions: [LedgerAction]) -> [JobID] {
        actions.flatMap { if case .send(_, .assign(let jobs, _)) = $0 { jobs.map(\.lease.job) } else { [JobID]() } }
    }

    @Test func `are handed out without a read of the table`() throws {
        var harness = LedgerHarness(workers: 1)
        for _ in 0..<3 {
            let actions = harness.ledger.handle(.added(try added(4, to: &harness)), at: harness.now)
            #expect(loads(actions) == 0)
            #expect(assigned(actions) == harness.table.rows.suffix(4).map(\.job.id))
        }
        #expect(harness.ledger.unfinishedJobs == 12)
    }

    @Test func `are read from the table behind those that are still there`() throws {
        var harness = LedgerHarness(workers: 1)
        let earlier = try added(3, to: &harness).map {
            var jobs = $0
            jobs.jobs = []
            return jobs
        }
        var actions = harness.ledger.handle(.added(earlier), at: harness.now)
        #expect(loads(actions) == 1)
        // A read is under way that may bring them too.
        actions = harness.ledger.handle(.added(try added(2, to: &harness)), at: harness.now)
        #expect(loads(actions) == 0 && assigned(actions).isEmpty)
        let queue = JobQueueID(lane: 1, source: 1, kind: .detail)
        let (jobs, end) = harness.table.unfinished(queue, after: 0, limit: 10, now: 0)
        actions = harness.ledger.handle(.loaded(queue: queue, jobs: jobs, reachedEnd: end), at: harness.now)
        #expect(assigned(actions) == [1, 2, 3, 4, 5])
    }

    @Test func `are not taken twice when a read brought them before their commit was told of`() throws {
        var harness = LedgerHarness(workers: 1)
        _ = harness.ledger.handle(.added(try added(1, to: &harness)), at: harness.now)
        let late = try added(2, to: &harness)
        let queue = JobQueueID(lane: 1, source: 1, kind: .detail)
        let (jobs, end) = harness.table.unfinished(queue, after: 1, limit: 10, now: 0)
        var actions = harness.ledger.handle(.loaded(queue: queue, jobs: jobs, reachedEnd: end), at: harness.now)
        #expect(assigned(actions) == [2, 3])
        actions = harness.ledger.handle(.added(late), at: harness.now)
        #expect(assigned(actions).isEmpty && loads(actions) == 0)
        #expect(harness.ledger.waitingJobs == 0)
    }

    @Test func `are left in the table where the window is full`() throws {
        var harness = LedgerHarness { $0.windowJobs = 8 }
        let actions = harness.ledger.handle(.added(try added(9, to: &harness)), at: harness.now)
        #expect(loads(actions) == 1)
        #expect(harness.ledger.waitingJobs <= 8)
    }
}
