import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

@Suite("What the ledger believes of workers") struct TrustTests {
    @Test func `an assignment that a worker passed over is handed out again at once, one under way is not`() {
        var harness = LedgerHarness()
        harness.join(1)
        harness.enqueue(1)
        let job = harness.takeAssignments()[0].job
        harness.send(.heartbeat(1, [], assigned: 0))
        harness.send(.heartbeat(1, [], assigned: 0))
        #expect(harness.takeAssignments().isEmpty, "the beats are older than the assignment")
        harness.send(.heartbeat(1, [], assigned: 1))
        #expect(harness.takeAssignments().map(\.job.lease.job) == [job.lease.job])
    }

    @Test func `version 1 does not count, so two beats must do`() {
        var harness = LedgerHarness()
        harness.join(1, version: 1)
        harness.enqueue(1)
        _ = harness.takeAssignments()
        harness.send(.heartbeat(1, [], assigned: 0))
        #expect(harness.takeAssignments().isEmpty)
        harness.send(.heartbeat(1, [], assigned: 0))
        #expect(harness.takeAssignments().count == 1)
    }

    @Test func `a failure that was charged before the coordinator started again is not charged twice`() {
        var harness = LedgerHarness(epoch: 2)
        harness.enqueue(1)
        let old = JobLease(job: 1, attempt: 1 << 40 | 5)
        _ = harness.table.postpone(old, errors: 1, crashes: 0, until: 0)
        harness.join(1, fetch: 0, held: [old])
        let dropped = harness.said.flatMap { if case .welcome(_, let terms) = $0 { terms.drop } else { [JobLease]() } }
        #expect(dropped == [old])
        let reason = FailureReason(.retryable, code: "server-error", message: "HTTP 500")
        harness.send(.failures(1, [ReportedFailure(lease: old, reason: reason)]))
        #expect(harness.takeAcknowledgements().map(\.status) == [.stale])
    }

    @Test func `a look-up that is older than a commit does not bring a job back`() {
        var harness = LedgerHarness(epoch: 2)
        harness.join(1)
        harness.enqueue(1)
        let job = harness.takeAssignments()[0].job
        harness.looksUpAtOnce = false
        harness.join(2, held: [JobLease(job: 1, attempt: 1 << 40 | 5)])
        harness.send(.results(1, [JobResult(job)]))
        #expect(harness.table[1]?.state == .done)
        for answer in harness.heldLookUps { harness.send(answer) }
        #expect(harness.ledger.leasedJobs == 0)
        #expect(harness.saidFinished)
    }

    @Test func `a beat that names a failure on its way to the disk is not answered with CANCEL`() {
        var harness = LedgerHarness()
        harness.commitsAtOnce = false
        harness.join(1)
        harness.enqueue(1)
        let lease = harness.takeAssignments()[0].job.lease
        let reason = FailureReason(.retryable, code: "server-error", message: "HTTP 500")
        harness.send(.failures(1, [ReportedFailure(lease: lease, reason: reason)]))
        harness.send(.heartbeat(1, [lease], assigned: 1))
        #expect(!harness.said.contains { if case .cancel = $0 { true } else { false } })
        harness.releaseCommits()
        #expect(harness.takeAcknowledgements().map(\.status) == [.committed])
    }

    @Test func `of many workers that come back at once some are asked to come later`() {
        var harness = LedgerHarness(epoch: 2) { $0.maxIntroductions = 3 }
        harness.looksUpAtOnce = false
        harness.enqueue(1)
        for session: SessionID in 1...5 { harness.join(session, held: [JobLease(job: 1, attempt: session)]) }
        #expect(harness.refusals == ["busy", "busy"])
        for action in harness.said {
            guard case .reject(_, _, _, let wait) = action else { continue }
            #expect((1...2000).contains(wait))
        }
        for answer in harness.heldLookUps { harness.send(answer) }
        #expect(harness.ledger.joinedWorkers == 3)
    }

    @Test func `many workers beat more rarely`() {
        var harness = LedgerHarness { $0.manyWorkers = 10 }
        for session: SessionID in 1...30 { harness.join(session) }
        let beats = harness.said.compactMap {
            if case .welcome(_, let terms) = $0 { terms.heartbeatMs } else { nil }
        }
        #expect(beats.first == 1000 && beats.last == 1095)
    }

    @Test func `a job over which remote workers get lost is set aside, bystanders are not`() {
        var harness = LedgerHarness()
        harness.enqueue(3)
        for session: SessionID in 1...3 {
            harness.join(session, name: "pod-\(session)", isLocal: false)
            let leases = harness.takeAssignments().map(\.job.lease)
            #expect(leases.contains { $0.job == 1 }, "try \(session)")
            harness.send(.started(session, leases.filter { $0.job == 1 }))
            harness.send(.results(session, leases.filter { $0.job != 1 }.map { JobResult(lease: $0, effect: []) }))
            harness.wait(16_000)
        }
        harness.join(9, name: "pod-9", isLocal: false)
        #expect(harness.takeAssignments().isEmpty, "what may have killed three workers is given to no fourth")
        #expect(harness.table[1]?.state == .ready, "nobody knows yet whether they are dead")
        harness.wait(60_000) { $0.send(.heartbeat(9, [], assigned: 0)) }
        #expect(harness.table[1]?.state == .dead)
        #expect(harness.table[2]?.state == .done && harness.table[3]?.state == .done)
    }

    @Test func `a worker that comes back takes the suspicion from its jobs`() {
        var harness = LedgerHarness()
        harness.enqueue(1)
        for session: SessionID in 1...3 {
            harness.join(session, incarnation: UInt8(session), isLocal: false)
            let leases = harness.takeAssignments().map(\.job.lease)
            #expect(leases.count == 1)
            harness.send(.started(session, leases))
            harness.wait(16_000)
            harness.join(session + 10, fetch: 0, incarnation: UInt8(session), isLocal: false)
        }
        harness.join(20)
        let job = harness.takeAssignments().map(\.job)
        #expect(job.count == 1)
        harness.send(.results(20, job.map(JobResult.init)))
        #expect(harness.table[1]?.state == .done)
    }

    @Test func `when a worker dies before it said what it began, each of its jobs is tried alone and none is charged`()
    {
        var harness = LedgerHarness()
        harness.join(1)
        harness.enqueue(4)
        #expect(harness.takeAssignments().count == 4)
        harness.send(.processEnded(processID: 1, .crashed("signal 11")))
        harness.join(2)
        for _ in 0..<4 {
            let next = harness.takeAssignments().map(\.job)
            #expect(next.count == 1)
            harness.send(.results(2, next.map(JobResult.init)))
        }
        #expect(harness.count(.done) == 4)
    }

    @Test func `the job that was seen to run is charged, not one whose result died with the worker`() {
        var harness = LedgerHarness()
        harness.join(1)
        harness.enqueue(3)
        let given = harness.takeAssignments().map(\.job.lease)
        harness.send(.started(1, [given[0]]))
        harness.send(.processEnded(processID: 1, .crashed("signal 11", running: [given[1]])))
        #expect(harness.table[given[0].job]?.charged == 0)
        #expect(harness.table[given[1].job]?.charged == given[1].attempt)
        harness.join(2)
        let next = harness.takeAssignments().map(\.job.lease)
        #expect(next.map(\.job) == [given[1].job], "the only worker tries the one to blame alone")
        harness.send(.processEnded(processID: 2, .crashed("signal 11", running: next)))
        harness.join(3)
        let last = harness.takeAssignments().map(\.job.lease)
        harness.send(.processEnded(processID: 3, .crashed("signal 11", running: last)))
        #expect(harness.table[given[1].job]?.state == .dead)
        harness.join(4)
        #expect(harness.takeAssignments().count == 2)
    }

    @Test func `a worker that dies while nothing runs leaves nobody suspected`() {
        var harness = LedgerHarness()
        harness.join(1)
        harness.enqueue(4)
        harness.send(.started(1, harness.takeAssignments().map(\.job.lease)))
        harness.send(.processEnded(processID: 1, .crashed("signal 9", running: [])))
        harness.join(2)
        #expect(harness.takeAssignments().count == 4)
    }

    @Test func `where nobody saw what ran, a job is charged only when its worker held no other`() {
        var harness = LedgerHarness()
        harness.join(1)
        harness.enqueue(2)
        let given = harness.takeAssignments().map(\.job.lease)
        harness.send(.started(1, [given[0]]))
        harness.send(.processEnded(processID: 1, .crashed("signal 11")))
        #expect(harness.table.rows.allSatisfy { $0.charged == 0 })
    }

    @Test func `two workers that bear one name are not taken for one that was started again`() {
        var harness = LedgerHarness()
        harness.join(1, incarnation: 1, name: "twin", isLocal: false)
        harness.enqueue(1)
        let lease = harness.takeAssignments().map(\.job.lease)
        harness.send(.started(1, lease))
        harness.join(2, incarnation: 2, name: "twin", isLocal: false)
        harness.send(.heartbeat(1, lease, assigned: 1))
        harness.advance(2500)
        harness.send(.results(1, lease.map { JobResult(lease: $0, effect: []) }))
        #expect(harness.table[1]?.state == .done, "its lease went on")
    }

    @Test func `of several jobs that ran when their worker died none is charged, and each is tried alone`() {
        var harness = LedgerHarness()
        harness.join(1)
        harness.enqueue(3)
        harness.send(.started(1, harness.takeAssignments().map(\.job.lease)))
        harness.send(.processEnded(processID: 1, .crashed("signal 11")))
        #expect(harness.table.rows.allSatisfy { $0.charged == 0 })
        for session: SessionID in 2...5 {
            harness.join(session)
            while let next = harness.takeAssignments().first {
                harness.send(.started(session, [next.job.lease]))
                guard next.job.lease.job == 2 else {
                    harness.send(.results(session, [JobResult(next.job)]))
                    continue
                }
                harness.send(.processEnded(processID: UInt32(session), .crashed("signal 11")))
            }
        }
        #expect(harness.table[2]?.state == .dead, "the third death sets it aside")
        #expect(harness.count(.done) == 2)
    }

    @Test func `a worker that is started again under its name does not keep its jobs waiting for the lease`() {
        var harness = LedgerHarness()
        harness.join(1, name: "host-1", isLocal: false)
        harness.enqueue(2)
        harness.send(.started(1, harness.takeAssignments().map(\.job.lease)))
        harness.join(2, incarnation: 9, name: "host-1", isLocal: false)
        harness.wait(3000) { $0.send(.heartbeat(2, [], assigned: 0)) }
        #expect(!harness.takeAssignments().isEmpty)
    }

    @Test func `a result that can never be used is an error each time, and its job ends`() {
        var harness = LedgerHarness { $0.defaultPolicy = RetryPolicy(attempts: 3, baseMs: 1, capMs: 2) }
        harness.spoils = true
        harness.join(1)
        harness.enqueue(1)
        var tries = 0
        while let next = harness.takeAssignments().first, tries < 10 {
            tries += 1
            harness.send(.results(1, [JobResult(next.job)]))
        }
        #expect(tries == 3 && harness.count(.dead) == 1)
    }

    @Test func `a coordinator that was stopped itself takes no lease back`() {
        var harness = LedgerHarness()
        harness.join(1)
        harness.advance(250)
        harness.enqueue(2)
        let leases = harness.takeAssignments().map(\.job.lease)
        harness.send(.started(1, leases))
        harness.advance(20_000)
        #expect(harness.ledger.leasedJobs == 2)
        harness.send(.results(1, leases.map { JobResult(lease: $0, effect: []) }))
        #expect(harness.takeAcknowledgements().map(\.status) == [.committed, .committed])
    }

    @Test func `an idle worker gets what waits at another one, and nothing that has begun`() {
        var harness = LedgerHarness()
        harness.join(1, fetch: 5)
        harness.enqueue(5)
        let leases = harness.takeAssignments().map(\.job.lease)
        harness.send(.started(1, Array(leases.prefix(2))))
        harness.join(2)
        harness.wait(1500) { $0.send(.heartbeat(1, leases, assigned: 1)) }
        let recalled = harness.takeRecalls()
        #expect(recalled.map(\.session) == [1])
        #expect(Set(recalled.flatMap(\.leases)).isDisjoint(with: leases.prefix(2)))
        #expect(recalled.first?.leases.count == 2, "half of the three that wait")
        harness.send(.released(1, recalled.flatMap(\.leases)))
        #expect(harness.takeAssignments().map(\.session) == [2, 2])
    }
}

extension LedgerHarness {
    /// Lets time pass in ticks, as the coordinator does.
    mutating func wait(_ milliseconds: Milliseconds, _ meanwhile: (inout LedgerHarness) -> Void = { _ in }) {
        for _ in 0..<(milliseconds / 250) {
            meanwhile(&self)
            advance(250)
        }
    }
}
