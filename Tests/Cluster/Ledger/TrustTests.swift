import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

@Suite("Workers that do not do what they hold") struct TrustTests {
    private static let cacheFull = FailureReason(.drain, code: "cache-full", message: "The disk is full.")

    @Test func `trouble with a cache, told for a job that the worker does not hold, changes nothing`() {
        var harness = LedgerHarness(workers: 2, jobs: 1)
        let held = harness.popAssignments()[0]
        let other: SessionID = held.session == 1 ? 2 : 1
        harness.fail(held.job, Self.cacheFull, at: other)
        harness.send(
            .failures(other, [ReportedFailure(lease: JobLease(job: 77, attempt: 1), reason: Self.cacheFull)])
        )
        #expect(harness.news.allSatisfy { $0 == .joined })
        harness.enqueue(3)
        #expect(harness.popAssignments().contains { $0.session == other }, "it is trusted as before")
    }

    @Test(arguments: ["cache-full", "cache-not-writable", "cache-io", "cache-not-a-cache"])
    func `a worker that cannot use its cache gets nothing before it can, and its jobs go uncharged to another`(
        code: String
    ) {
        var harness = LedgerHarness(workers: 1, jobs: 2)
        let jobs = harness.popAssignments().map(\.job)
        let reason = FailureReason(.drain, code: FailureCode(rawValue: code), message: "It is so.")
        harness.send(.failures(1, jobs.map { ReportedFailure(lease: $0.lease, reason: reason) }))
        #expect(harness.popAcknowledgements().map(\.status) == [.committed, .committed])
        #expect(harness.news.filter { $0 == .troubled(reason) }.count == 1, "told once")
        #expect(harness.popAssignments().isEmpty)
        harness.join(2)
        #expect(harness.popAssignments().map(\.session) == [2, 2])
        #expect(harness.table.rows.allSatisfy { $0.job.errors == 0 && $0.state == .ready })

        harness.enqueue(1)
        harness.wait(5000) {
            $0.send(.heartbeat(1, [], assigned: 1, trouble: reason))
            $0.send(.heartbeat(2, [], assigned: 0))
        }
        #expect(!harness.popAssignments().contains { $0.session == 1 }, "the trouble lasts")
        harness.send(.heartbeat(1, [], assigned: 1))
        #expect(harness.news.contains(.recovered))
        harness.enqueue(4)
        #expect(harness.popAssignments().contains { $0.session == 1 })
    }

    @Test func `a worker whose trouble comes and goes with each beat is told of once a second`() {
        var harness = LedgerHarness(workers: 1)
        let reason = FailureReason(.drain, code: "cache-full", message: "It is so.")
        for number in 0..<100 {
            harness.send(.heartbeat(1, [], assigned: 0, trouble: number.isMultiple(of: 2) ? reason : nil))
        }
        #expect(harness.news == [.joined, .troubled(reason)])
        harness.wait(1000) { $0.send(.heartbeat(1, [], assigned: 0, trouble: reason)) }
        harness.send(.heartbeat(1, [], assigned: 0))
        #expect(harness.news == [.joined, .troubled(reason), .recovered], "what lasts is heard")
    }

    /// Its heartbeats never report the trouble.
    @Test func `a worker that fails again and again for its own sake gets work more and more rarely`() {
        var harness = LedgerHarness(workers: 1, jobs: 1)
        var tries = 0
        harness.wait(60_000) {
            for (session, job) in $0.popAssignments() {
                tries += 1
                $0.fail(job, Self.cacheFull, at: session)
            }
            $0.send(.heartbeat(1, [], assigned: 1000))
        }
        #expect((5...7).contains(tries), "\(tries) tries")
        #expect(harness.table[1]?.state == .ready)
    }

    @Test func `jobs that come in one by one go to the worker that has the fewest`() {
        var harness = LedgerHarness()
        for session in 1...6 { harness.join(SessionID(session), fetch: 32) }
        for _ in 0..<12 { harness.enqueue(1) }
        let counts = Dictionary(grouping: harness.popAssignments(), by: \.session).mapValues(\.count)
        #expect(counts == [1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2])
    }

    @Test func `quick jobs that come in one by one go round`() {
        var harness = LedgerHarness()
        for session in 1...3 { harness.join(SessionID(session), fetch: 32) }
        var sessions: [SessionID] = []
        for _ in 0..<6 {
            harness.enqueue(1)
            for (session, job) in harness.popAssignments() {
                sessions.append(session)
                harness.send(.results(session, [JobResult(job)]))
            }
        }
        #expect(sessions == [1, 2, 3, 1, 2, 3])
    }

    @Test
    func `what a silent worker holds goes to another after three beats, uncharged, and its late results do not count`()
    {
        var harness = LedgerHarness(workers: 1, jobs: 4)
        let jobs = harness.popAssignments().map(\.job)
        harness.send(.started(1, jobs.prefix(2).map(\.lease)))
        harness.join(2)
        harness.wait(3500) { $0.send(.heartbeat(2, [], assigned: 0)) }
        let again = harness.popAssignments()
        #expect(again.map(\.session) == [2, 2, 2, 2])
        #expect(harness.news.contains(.silent(jobs: 4)))
        #expect(harness.ledger.suspectedJobs == 0)

        harness.send(.results(1, [JobResult(jobs[0])]))
        #expect(harness.popAcknowledgements().map(\.status) == [.stale])
        #expect(harness.news.contains(.heard))
        harness.send(.results(2, again.map { JobResult($0.job) }))
        #expect(harness.popAcknowledgements().map(\.status) == [.committed, .committed, .committed, .committed])
        #expect(harness.table.rows.allSatisfy { $0.job.errors == 0 && $0.job.crashes == 0 })
    }

    @Test func `a job over which a second worker falls silent is tried alone`() {
        var harness = LedgerHarness(workers: 1, jobs: 1)
        for session in 1...2 as ClosedRange<SessionID> {
            let job = harness.popAssignments()[0].job
            harness.send(.started(session, [job.lease]))
            harness.join(session.advanced(by: 1))
            harness.wait(3500) { $0.send(.heartbeat(session.advanced(by: 1), [], assigned: 0)) }
        }
        #expect(harness.ledger.suspectedJobs == 1)
    }

    @Test func `a job that does not move at a worker that beats is taken from it and charged, one that moves is not`() {
        var harness = LedgerHarness(workers: 1, jobs: 2)
        let jobs = harness.popAssignments().map(\.job)
        harness.send(.started(1, jobs.map(\.lease)))
        var step: UInt64 = 0
        harness.wait(41_000) {
            step += 1
            $0.send(.heartbeat(1, jobs.map(\.lease), assigned: 1, progress: [7, step]))
        }
        #expect(harness.table[jobs[0].lease.job]?.job.errors == 1)
        #expect(harness.table[jobs[1].lease.job]?.job.errors == 0)
        #expect(harness.news.contains(.stalled(jobs: 1, pauseMs: 1000)))
        let cancelled = harness.actions.flatMap {
            if case .send(_, .cancel(let leases)) = $0 { leases } else { [JobLease]() }
        }
        #expect(cancelled.contains(jobs[0].lease) && !cancelled.contains(jobs[1].lease))
        #expect(harness.ledger.leasedJobs == 1)
    }

    @Test func `jobs that a worker never begins are taken from it, uncharged`() {
        var harness = LedgerHarness(workers: 1, jobs: 3)
        let leases = harness.popAssignments().map(\.job.lease)
        harness.wait(41_000) { $0.send(.heartbeat(1, leases, assigned: 1, progress: [0, 0, 0])) }
        #expect(harness.ledger.leasedJobs == 0 || harness.news.contains(.stalled(jobs: 3, pauseMs: 1000)))
        #expect(harness.table.rows.allSatisfy { $0.job.errors == 0 && $0.state == .ready })
    }

    @Test func `a job that a worker begins again and again does not move`() {
        var harness = LedgerHarness(workers: 1, jobs: 1)
        let job = harness.popAssignments()[0].job
        harness.wait(60_000) {
            $0.send(.started(1, [job.lease]))
            $0.send(.heartbeat(1, [job.lease], assigned: 1))
        }
        #expect(harness.table[1]?.job.errors == 1)
    }

    @Test func `a stop with work left dismisses local workers and has the others wait for the next coordinator`() {
        var harness = LedgerHarness()
        harness.join(1, fetch: 1)
        harness.join(2, fetch: 1, isLocal: false)
        harness.enqueue(10)
        let held = harness.popAssignments()
        harness.actions.removeAll()
        harness.send(.drain)
        #expect(harness.sessions { if case .send(let session, .drain) = $0 { session } else { nil } } == [1])
        #expect(harness.sessions { if case .send(let session, .suspend) = $0 { session } else { nil } } == [2])
        for (session, job) in held { harness.send(.results(session, [JobResult(job)])) }
        #expect(harness.isDrained)
        #expect(harness.sessions { if case .send(let session, .bye) = $0 { session } else { nil } } == [1])
        #expect(harness.ledger.dismissedSessions == [1])
        harness.join(3, isLocal: false)
        #expect(harness.sessions { if case .send(let session, .suspend) = $0 { session } else { nil } } == [2, 3])
    }

    @Test func `a stop when everything is done dismisses everybody`() {
        var harness = LedgerHarness()
        harness.join(1, fetch: 1, isLocal: false)
        harness.enqueue(1)
        let held = harness.popAssignments()
        harness.actions.removeAll()
        harness.send(.drain)
        for (session, job) in held { harness.send(.results(session, [JobResult(job)])) }
        #expect(harness.isFinished)
        #expect(harness.sessions { if case .send(let session, .bye) = $0 { session } else { nil } } == [1])
    }

    @Test func `two workers of one name are told apart, with a warning`() {
        var harness = LedgerHarness()
        harness.join(1, incarnation: 1, name: "twin", isLocal: false)
        harness.join(2, incarnation: 2, name: "twin", isLocal: false)
        #expect(!harness.news.contains(.sharesName), "the first one may have been started again")
        harness.send(.heartbeat(1, [], assigned: 0))
        #expect(harness.news.contains(.sharesName))
        harness.send(.sessionEnded(1, .bye))
        let names = harness.actions.compactMap { if case .report(_, let report) = $0 { report.name } else { nil } }
        #expect(names.last == "twin (2)")
    }

    @Test func `a worker that knows some kinds gets those, and the others wait for one that knows them`() {
        var harness = LedgerHarness()
        harness.join(1, isLocal: false, kinds: [.detail])
        #expect(harness.refusals.isEmpty)
        harness.enqueue(3, kind: .search)
        harness.enqueue(3, kind: .detail)
        #expect(harness.popAssignments().map(\.job.kind) == [.detail, .detail, .detail])
        harness.join(2)
        #expect(harness.popAssignments().map(\.job.kind) == [.search, .search, .search])
    }
}

extension LedgerHarness {
    func sessions(_ pick: (LedgerAction) -> SessionID?) -> [SessionID] { actions.compactMap(pick) }
}
