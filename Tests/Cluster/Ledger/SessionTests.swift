import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

@Suite("Sessions and leases") struct SessionTests {
    @Test func `heartbeats that name a lease keep it, others do not`() {
        var harness = LedgerHarness(workers: 1, jobs: 2)
        let jobs = harness.popAssignments().map(\.job)
        for _ in 0..<20 {
            harness.advance(1000)
            harness.send(.heartbeat(1, [jobs[0].lease], assigned: 0))
        }
        let again = harness.popAssignments()
        #expect(
            Set(again.map(\.job.lease.job)) == [jobs[1].lease.job],
            "the unnamed job was lost and is handed out again"
        )
    }

    @Test func `a worker that reconnects keeps the jobs it holds`() {
        var harness = LedgerHarness()
        harness.join(1, incarnation: 7)
        harness.enqueue(2)
        let jobs = harness.popAssignments().map(\.job)
        harness.join(2, incarnation: 7, held: [jobs[0].lease])
        harness.send(.results(2, [JobResult(jobs[0])]))
        #expect(harness.popAcknowledgements().map(\.status) == [.committed])
        #expect(
            harness.popAssignments().map(\.job.lease.job) == [jobs[1].lease.job],
            "what it lost is handed out again"
        )
    }

    @Test func `a worker with another cache is refused`() {
        var harness = LedgerHarness()
        harness.join(1, cacheID: "elsewhere")
        #expect(harness.refusals == ["other-cache"] && harness.ledger.joinedWorkers == 0)
    }

    @Test func `a coordinator that starts again takes over what a worker still holds`() {
        var harness = LedgerHarness(epoch: 2)
        harness.enqueue(3)
        let old = JobLease(job: 2, attempt: Attempt(1 << 40 | 5))
        let ended = JobLease(job: 99, attempt: Attempt(1 << 40 | 6))
        harness.join(1, held: [old, ended])
        #expect(harness.dropped == [ended])
        #expect(Set(harness.popAssignments().map(\.job.lease.job)) == [1, 3])
        harness.send(.results(1, [JobResult(lease: old, effect: [])]))
        #expect(harness.popAcknowledgements().map(\.status) == [.committed])
        #expect(harness.table[2]?.state == .done)
    }

    @Test func `an assignment that a worker passed over is handed out again at once, one under way is not`() {
        var harness = LedgerHarness(workers: 1, jobs: 1)
        let job = harness.popAssignments()[0].job
        harness.send(.heartbeat(1, [], assigned: 0))
        harness.send(.heartbeat(1, [], assigned: 0))
        #expect(harness.popAssignments().isEmpty, "the beats are older than the assignment")
        harness.send(.heartbeat(1, [], assigned: 1))
        #expect(harness.popAssignments().map(\.job.lease.job) == [job.lease.job])
    }

    @Test func `a look-up that is older than a commit does not bring a job back`() {
        var harness = LedgerHarness(epoch: 2, workers: 1, jobs: 1)
        let job = harness.popAssignments()[0].job
        harness.looksUpAtOnce = false
        harness.join(2, held: [JobLease(job: 1, attempt: Attempt(1 << 40 | 5))])
        harness.send(.results(1, [JobResult(job)]))
        #expect(harness.table[1]?.state == .done)
        for answer in harness.heldLookUps { harness.send(answer) }
        #expect(harness.ledger.leasedJobs == 0)
        #expect(harness.isFinished)
    }

    @Test func `a beat that names a failure on its way to the disk is not answered with CANCEL`() {
        var harness = LedgerHarness()
        harness.commitsAtOnce = false
        harness.join(1)
        harness.enqueue(1)
        let lease = harness.popAssignments()[0].job.lease
        let reason = FailureReason(.retryable, code: "server-error", message: "HTTP 500")
        harness.send(.failures(1, [ReportedFailure(lease: lease, reason: reason)]))
        harness.send(.heartbeat(1, [lease], assigned: 1))
        #expect(!harness.actions.contains { if case .send(_, .cancel) = $0 { true } else { false } })
        harness.releaseCommits()
        #expect(harness.popAcknowledgements().map(\.status) == [.committed])
    }

    @Test func `of many workers that come back at once some are asked to come later`() {
        var harness = LedgerHarness(epoch: 2) { $0.maxIntroductions = 3 }
        harness.looksUpAtOnce = false
        harness.enqueue(1)
        for session: SessionID in 1...5 {
            harness.join(session, held: [JobLease(job: 1, attempt: Attempt(session.rawValue))])
        }
        #expect(harness.refusals == ["busy", "busy"])
        for action in harness.actions {
            guard case .send(_, .reject(let why)) = action else { continue }
            #expect((1...2000).contains(why.retryAfterMs))
        }
        for answer in harness.heldLookUps { harness.send(answer) }
        #expect(harness.ledger.joinedWorkers == 3)
    }

    @Test func `many workers beat more rarely`() {
        let harness = LedgerHarness(workers: 30) { $0.manyWorkers = 10 }
        let beats = harness.actions.compactMap {
            if case .send(_, .welcome(let terms)) = $0 { terms.heartbeatMs } else { nil }
        }
        #expect(beats.first == 1000 && beats.last == 1095)
    }

    @Test func `two workers that bear one name are not taken for one that was started again`() {
        var harness = LedgerHarness()
        harness.join(1, incarnation: 1, name: "twin", isLocal: false)
        harness.enqueue(1)
        let lease = harness.popAssignments().map(\.job.lease)
        harness.send(.started(1, lease))
        harness.join(2, incarnation: 2, name: "twin", isLocal: false)
        harness.send(.heartbeat(1, lease, assigned: 1))
        harness.advance(2500)
        harness.send(.results(1, lease.map { JobResult(lease: $0, effect: []) }))
        #expect(harness.table[1]?.state == .done, "its lease went on")
    }

    @Test func `a worker that is started again under its name does not keep its jobs waiting for the lease`() {
        var harness = LedgerHarness()
        harness.join(1, name: "host-1", isLocal: false)
        harness.enqueue(2)
        harness.send(.started(1, harness.popAssignments().map(\.job.lease)))
        harness.join(2, incarnation: 9, name: "host-1", isLocal: false)
        harness.wait(3000) { $0.send(.heartbeat(2, [], assigned: 0)) }
        #expect(!harness.popAssignments().isEmpty)
    }

    @Test func `a coordinator that was stopped itself takes no lease back`() {
        var harness = LedgerHarness(workers: 1)
        harness.advance(250)
        harness.enqueue(2)
        let leases = harness.popAssignments().map(\.job.lease)
        harness.send(.started(1, leases))
        harness.advance(20_000)
        #expect(harness.ledger.leasedJobs == 2)
        harness.send(.results(1, leases.map { JobResult(lease: $0, effect: []) }))
        #expect(harness.popAcknowledgements().map(\.status) == [.committed, .committed])
    }

    @Test func `an idle worker gets what waits at another one, and nothing that has begun`() {
        var harness = LedgerHarness()
        harness.join(1, fetch: 5)
        harness.enqueue(5)
        let leases = harness.popAssignments().map(\.job.lease)
        harness.send(.started(1, Array(leases.prefix(2))))
        harness.join(2)
        harness.wait(1500) { $0.send(.heartbeat(1, leases, assigned: 1)) }
        let recalled = harness.popRecalls()
        #expect(recalled.map(\.session) == [1])
        #expect(Set(recalled.flatMap(\.leases)).isDisjoint(with: leases.prefix(2)))
        #expect(recalled.first?.leases.count == 2, "half of the three that wait")
        harness.send(.released(1, recalled.flatMap(\.leases)))
        #expect(harness.popAssignments().map(\.session) == [2, 2])
    }
}
