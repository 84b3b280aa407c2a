import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

@Suite("Job ledger") struct JobLedgerTests {
    @Test(arguments: [1, 2, 8]) func `jobs leave in the order they came in`(workers: Int) {
        var harness = LedgerHarness()
        for session in 1...workers { harness.join(SessionID(session)) }
        harness.enqueue(50)
        #expect(harness.popAssignments().map(\.job.lease.job) == Array(1...50))
    }

    @Test func `work is shared evenly over workers with credit`() {
        var harness = LedgerHarness(workers: 4, jobs: 40)
        let byWorker = Dictionary(grouping: harness.popAssignments(), by: \.session).mapValues(\.count)
        #expect(byWorker == [1: 10, 2: 10, 3: 10, 4: 10])
    }

    @Test func `no worker gets more than it granted`() {
        var harness = LedgerHarness()
        harness.join(1, fetch: 3)
        harness.enqueue(10)
        let first = harness.popAssignments()
        #expect(first.count == 3)
        harness.send(.results(1, first.map { JobResult($0.job) }))
        #expect(harness.popAssignments().isEmpty, "ended jobs alone grant nothing")
        harness.send(.credit(1, fetch: 5, render: 0))
        harness.send(.credit(1, fetch: 5, render: 0))
        #expect(harness.popAssignments().count == 2, "grants are absolute: saying one twice changes nothing")
    }

    @Test func `a host gets no more requests at once than its limit, over all workers`() {
        var harness = LedgerHarness(workers: 2)
        harness.enqueue(10, lane: .test(concurrency: 3))
        let first = harness.popAssignments()
        #expect(first.count == 3)
        harness.send(.results(first[0].session, [JobResult(first[0].job)]))
        #expect(harness.popAssignments().count == 1)
    }

    @Test func `a delay between starts holds whatever the number of workers`() {
        var harness = LedgerHarness(workers: 3)
        harness.enqueue(3, lane: .test(delayMs: 1000))
        #expect(harness.popAssignments().count == 1)
        harness.advance(999)
        #expect(harness.popAssignments().isEmpty)
        harness.advance(1)
        #expect(harness.popAssignments().count == 1)
    }

    @Test(arguments: [[1, 2], [2, 1]]) func `where two sources use one host the stricter limits of both hold`(
        sources: [SourceID]
    ) {
        var harness = LedgerHarness(workers: 1)
        for source in sources {
            let lane =
                source == 1 ? LaneInfo.test(1, concurrency: 2) : .test(1, concurrency: 10, delayMs: 1000)
            harness.enqueue(5, source: source, lane: lane)
        }
        let first = harness.popAssignments().count
        #expect(first == (sources == [2, 1] ? 1 : 2), "the second source's limits come with its jobs")
        harness.advance(1000)
        #expect(first + harness.popAssignments().count == 2)
        harness.advance(1000)
        #expect(harness.popAssignments().isEmpty, "two are under way")
    }

    @Test func `a slow host does not hold up another one`() {
        var harness = LedgerHarness(workers: 1)
        harness.enqueue(500, lane: .test(1, concurrency: 1))
        harness.enqueue(5, lane: .test(2))
        let lanes = harness.popAssignments().map { $0.job.lease.job }
        #expect(lanes.filter { $0 > 500 }.count == 5)
    }

    @Test func `an acknowledgement follows the commit and never comes before it`() {
        var harness = LedgerHarness()
        harness.commitsAtOnce = false
        harness.join(1)
        harness.enqueue(1)
        let job = harness.popAssignments()[0].job
        harness.send(.results(1, [JobResult(job)]))
        #expect(harness.popAcknowledgements().isEmpty)
        #expect(!harness.isFinished, "an uncommitted result is outstanding work")
        harness.releaseCommits()
        #expect(harness.popAcknowledgements().map(\.status) == [.committed])
        #expect(harness.isFinished)
    }

    @Test func `a result under an old lease is refused and the job commits once`() {
        var harness = LedgerHarness(workers: 1, jobs: 1)
        let old = harness.popAssignments()[0].job
        harness.advance(16_000)
        harness.join(2)
        let new = harness.popAssignments()[0].job
        #expect(new.lease.job == old.lease.job && new.lease.attempt > old.lease.attempt)
        harness.join(1)
        harness.send(.results(1, [JobResult(old)]))
        #expect(harness.popAcknowledgements().map(\.status) == [.stale])
        harness.send(.results(2, [JobResult(new)]))
        #expect(harness.popAcknowledgements().map(\.status) == [.committed])
        #expect(harness.table[1]?.state == .done)
    }

    @Test func `a result that is sent twice commits once`() {
        var harness = LedgerHarness()
        harness.commitsAtOnce = false
        harness.join(1)
        harness.enqueue(2)
        let jobs = harness.popAssignments().map(\.job)
        harness.send(.results(1, [JobResult(jobs[0])]))
        harness.send(.results(1, [JobResult(jobs[0])]))
        #expect(harness.heldCommits.count == 1)
        harness.releaseCommits()
        harness.send(.results(1, [JobResult(jobs[0])]))
        #expect(harness.popAcknowledgements().map(\.status) == [.committed, .stale])
    }

    @Test func `a failure is retried after a growing wait and then set aside`() {
        var harness = LedgerHarness(workers: 1, jobs: 1) {
            $0.defaultPolicy = RetryPolicy(attempts: 3, baseMs: 1000, capMs: 10_000)
        }
        var tries = 0
        while harness.count(.ready) > 0, tries < 10 {
            guard let job = harness.popAssignments().first?.job else {
                harness.send(.heartbeat(1, [], assigned: 0))
                harness.advance(100)
                continue
            }
            tries += 1
            let reason = FailureReason(.retryable, code: "server-error", message: "HTTP 500")
            harness.fail(job, reason, at: 1)
        }
        #expect(tries == 3)
        #expect(harness.count(.dead) == 1)
        #expect(harness.isFinished)
    }

    @Test func `a permanent failure is set aside at once`() {
        var harness = LedgerHarness(workers: 1, jobs: 1)
        let job = harness.popAssignments()[0].job
        let reason = FailureReason(.permanent, code: "not-found", message: "HTTP 404")
        harness.fail(job, reason, at: 1)
        #expect(harness.count(.dead) == 1)
    }

    @Test func `Retry-After pauses the whole host for as long as it asks`() {
        var harness = LedgerHarness(workers: 1)
        harness.enqueue(10, lane: .test(concurrency: 1))
        let job = harness.popAssignments()[0].job
        let reason = FailureReason(.throttled, code: "throttled", message: "HTTP 429", retryAfterMs: 5000)
        harness.fail(job, reason, at: 1)
        harness.send(.heartbeat(1, [], assigned: 0))
        harness.advance(4900)
        #expect(harness.popAssignments().isEmpty)
        harness.send(.heartbeat(1, [], assigned: 0))
        harness.advance(1200)
        #expect(!harness.popAssignments().isEmpty)
    }

    @Test func `a host that counts requests gets one at a time, and none before it allows more`() {
        var harness = LedgerHarness(workers: 1) { $0.defaultPolicy = RetryPolicy(pauseMs: 3000) }
        harness.enqueue(10, lane: .test(concurrency: 2))
        func end(_ job: AssignedJob, pause: UInt64?) {
            harness.send(.results(1, [JobResult(lease: job.lease, effect: [], hostPauseMs: pause)]))
            harness.send(.heartbeat(1, [], assigned: 0))
        }
        var jobs = harness.popAssignments().map(\.job)
        #expect(jobs.count == 2)
        for job in jobs { end(job, pause: 0) }
        jobs = harness.popAssignments().map(\.job)
        #expect(jobs.count == 1, "one at a time")
        end(jobs[0], pause: 2000)
        harness.advance(1900)
        #expect(harness.popAssignments().isEmpty)
        harness.send(.heartbeat(1, [], assigned: 0))
        harness.advance(100)
        jobs = harness.popAssignments().map(\.job)
        #expect(jobs.count == 1)
        end(jobs[0], pause: .max)
        harness.advance(2900)
        #expect(harness.popAssignments().isEmpty)
        harness.send(.heartbeat(1, [], assigned: 0))
        harness.advance(100)
        #expect(harness.popAssignments().count == 1, "no longer than the definition grants")
    }

    @Test func `a pause that a host asks for is no longer than its source's definition grants`() {
        var harness = LedgerHarness(workers: 1) {
            $0.defaultPolicy = RetryPolicy(baseMs: 10, capMs: 100, pauseMs: 1000)
        }
        harness.enqueue(10, lane: .test(concurrency: 1))
        let job = harness.popAssignments()[0].job
        let reason = FailureReason(.throttled, code: "throttled", message: "HTTP 429", retryAfterMs: .max)
        harness.fail(job, reason, at: 1)
        harness.send(.heartbeat(1, [], assigned: 0))
        harness.advance(900)
        #expect(harness.popAssignments().isEmpty)
        #expect(harness.ledger.pausedHosts(at: harness.now).map(\.name) == ["lane-1"])
        harness.send(.heartbeat(1, [], assigned: 0))
        harness.advance(200)
        #expect(!harness.popAssignments().isEmpty)
        #expect(harness.ledger.pausedHosts(at: harness.now).isEmpty)
    }

    @Test func `a drain assigns nothing more and ends when everything held is committed`() {
        var harness = LedgerHarness()
        harness.join(1, fetch: 2)
        harness.enqueue(5)
        let jobs = harness.popAssignments().map(\.job)
        harness.send(.drain)
        harness.send(.credit(1, fetch: 10, render: 10))
        #expect(harness.popAssignments().isEmpty)
        harness.send(.results(1, [JobResult(jobs[0])]))
        #expect(!harness.isDrained)
        harness.send(.released(1, [jobs[1].lease]))
        #expect(harness.isDrained && !harness.isFinished)
        #expect(harness.count(.ready) == 4)
    }

    @Test func `the window stays small however long the table is`() {
        var harness = LedgerHarness { $0.windowJobs = 1000 }
        harness.join(1, fetch: 10)
        harness.enqueue(20_000)
        var done = 0
        var granted: UInt64 = 10
        while true {
            let jobs = harness.popAssignments().map(\.job)
            guard !jobs.isEmpty else { break }
            done += jobs.count
            harness.send(.results(1, jobs.map(JobResult.init)))
            granted += 500
            harness.send(.credit(1, fetch: granted, render: 0))
        }
        #expect(done == 20_000)
        #expect(harness.isFinished)
    }

    @Test func `a failure that was charged before the coordinator started again is not charged twice`() {
        var harness = LedgerHarness(epoch: 2)
        harness.enqueue(1)
        let old = JobLease(job: 1, attempt: Attempt(1 << 40 | 5))
        _ = harness.table.postpone(old, errors: 1, crashes: 0, until: 0)
        harness.join(1, fetch: 0, held: [old])
        #expect(harness.dropped == [old])
        let reason = FailureReason(.retryable, code: "server-error", message: "HTTP 500")
        harness.send(.failures(1, [ReportedFailure(lease: old, reason: reason)]))
        #expect(harness.popAcknowledgements().map(\.status) == [.stale])
    }

    @Test func `a result that can never be used is an error each time, and its job ends`() {
        var harness = LedgerHarness { $0.defaultPolicy = RetryPolicy(attempts: 3, baseMs: 1, capMs: 2) }
        harness.spoils = .lostResult
        harness.join(1)
        harness.enqueue(1)
        var tries = 0
        while let next = harness.popAssignments().first, tries < 10 {
            tries += 1
            harness.send(.results(1, [JobResult(next.job)]))
        }
        #expect(tries == 3 && harness.count(.dead) == 1)
    }

    @Test func `a job whose known answer is needed whole runs again without it, uncharged`() {
        var harness = LedgerHarness(workers: 1) { $0.defaultPolicy = RetryPolicy(attempts: 3, baseMs: 1, capMs: 2) }
        harness.spoils = .answerNeeded
        let lane = LaneInfo.test()
        var added = AddedJobs(lane: lane, source: 1, kind: .detail, count: 0, maxID: 0)
        if let id = harness.table.add(kind: .detail, key: "1", source: 1, lane: lane.id) {
            added.append(QueuedJob(id: id, kind: .detail, source: 1, lane: lane.id, revalidation: [1]))
        }
        harness.send(.added([added]))
        var told: [[UInt8]] = []
        while let next = harness.popAssignments().first, told.count < 10 {
            told.append(next.job.revalidation)
            harness.send(.results(1, [JobResult(next.job)]))
        }
        // A worker that says so of an answer that nobody knows ends the job as one with unusable results.
        #expect(told == [[1], [], [], []] && harness.count(.dead) == 1)
    }
}
