import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

@Suite("Suspects") struct SuspectTests {
    @Test func `only jobs that had started are charged when a worker dies`() {
        var harness = LedgerHarness()
        harness.enqueue(3)
        for process: UInt32 in 1...3 {
            harness.join(SessionID(process))
            let first = harness.popAssignments().map(\.job.lease).first { $0.job == 1 }
            #expect(first != nil, "the job is tried again after crash \(process - 1)")
            harness.send(.started(SessionID(process), first.map { [$0] } ?? []))
            harness.send(.processEnded(processID: process, .crashed("signal 9")))
        }
        #expect(harness.table[1]?.state == .dead)
        harness.join(9)
        #expect(Set(harness.popAssignments().map(\.job.lease.job)) == [2, 3], "the bystanders were never charged")
    }

    @Test func `a job over which a worker died is tried alone, and others go on meanwhile`() {
        var harness = LedgerHarness(workers: 2, jobs: 4)
        let held = harness.popAssignments()
        let poison = held.first { $0.session == 1 }?.job.lease
        harness.send(.started(1, poison.map { [$0] } ?? []))
        harness.send(.processEnded(processID: 1, .crashed("signal 11")))
        harness.join(3)
        harness.enqueue(6)
        let next = harness.popAssignments()
        let alone = next.filter { $0.job.lease.job == poison?.job }
        #expect(alone.count == 1)
        let session = alone.first?.session
        #expect(next.count { $0.session == session } == 1, "nothing else on the same worker")
        #expect(next.count { $0.session != session } >= 5)
    }

    @Test func `a job over which remote workers get lost is set aside, bystanders are not`() {
        var harness = LedgerHarness()
        harness.enqueue(3)
        for session: SessionID in 1...3 {
            harness.join(session, name: "pod-\(session)", isLocal: false)
            let leases = harness.popAssignments().map(\.job.lease)
            #expect(leases.contains { $0.job == 1 }, "try \(session)")
            harness.send(.started(session, leases.filter { $0.job == 1 }))
            harness.send(.results(session, leases.filter { $0.job != 1 }.map { JobResult(lease: $0, effect: []) }))
            harness.wait(16_000)
        }
        harness.join(9, name: "pod-9", isLocal: false)
        #expect(harness.popAssignments().isEmpty, "what may have killed three workers is given to no fourth")
        #expect(harness.table[1]?.state == .ready, "nobody knows yet whether they are dead")
        harness.wait(60_000) { $0.send(.heartbeat(9, [], assigned: 0)) }
        #expect(harness.table[1]?.state == .dead)
        #expect(harness.table[2]?.state == .done && harness.table[3]?.state == .done)
    }

    @Test func `a worker that comes back takes the suspicion from its jobs`() {
        var harness = LedgerHarness()
        harness.enqueue(1)
        for session: SessionID in 1...3 {
            harness.join(session, incarnation: UInt8(session.rawValue), isLocal: false)
            let leases = harness.popAssignments().map(\.job.lease)
            #expect(leases.count == 1)
            harness.send(.started(session, leases))
            harness.wait(16_000)
            harness.join(session.advanced(by: 10), fetch: 0, incarnation: UInt8(session.rawValue), isLocal: false)
        }
        harness.join(20)
        let job = harness.popAssignments().map(\.job)
        #expect(job.count == 1)
        harness.send(.results(20, job.map(JobResult.init)))
        #expect(harness.table[1]?.state == .done)
    }

    @Test func `when a worker dies before it said what it began, each of its jobs is tried alone and none is charged`()
    {
        var harness = LedgerHarness(workers: 1, jobs: 4)
        #expect(harness.popAssignments().count == 4)
        harness.send(.processEnded(processID: 1, .crashed("signal 11")))
        harness.join(2)
        for _ in 0..<4 {
            let next = harness.popAssignments().map(\.job)
            #expect(next.count == 1)
            harness.send(.results(2, next.map(JobResult.init)))
        }
        #expect(harness.count(.done) == 4)
    }

    @Test func `the job that was seen to run is charged, not one whose result died with the worker`() {
        var harness = LedgerHarness(workers: 1, jobs: 3)
        let given = harness.popAssignments().map(\.job.lease)
        harness.send(.started(1, [given[0]]))
        harness.send(.processEnded(processID: 1, .crashed("signal 11", running: [given[1]])))
        #expect(harness.table[given[0].job]?.charged == 0)
        #expect(harness.table[given[1].job]?.charged == given[1].attempt)
        harness.join(2)
        let next = harness.popAssignments().map(\.job.lease)
        #expect(next.map(\.job) == [given[1].job], "the only worker tries the one to blame alone")
        harness.send(.processEnded(processID: 2, .crashed("signal 11", running: next)))
        harness.join(3)
        let last = harness.popAssignments().map(\.job.lease)
        harness.send(.processEnded(processID: 3, .crashed("signal 11", running: last)))
        #expect(harness.table[given[1].job]?.state == .dead)
        harness.join(4)
        #expect(harness.popAssignments().count == 2)
    }

    @Test func `a worker that dies while nothing runs leaves nobody suspected`() {
        var harness = LedgerHarness(workers: 1, jobs: 4)
        harness.send(.started(1, harness.popAssignments().map(\.job.lease)))
        harness.send(.processEnded(processID: 1, .crashed("signal 9", running: [])))
        harness.join(2)
        #expect(harness.popAssignments().count == 4)
    }

    @Test func `where nobody saw what ran, a job is charged only when its worker held no other`() {
        var harness = LedgerHarness(workers: 1, jobs: 2)
        let given = harness.popAssignments().map(\.job.lease)
        harness.send(.started(1, [given[0]]))
        harness.send(.processEnded(processID: 1, .crashed("signal 11")))
        #expect(harness.table.rows.allSatisfy { $0.charged == 0 })
    }

    @Test func `of several jobs that ran when their worker died none is charged, and each is tried alone`() {
        var harness = LedgerHarness(workers: 1, jobs: 3)
        harness.send(.started(1, harness.popAssignments().map(\.job.lease)))
        harness.send(.processEnded(processID: 1, .crashed("signal 11")))
        #expect(harness.table.rows.allSatisfy { $0.charged == 0 })
        for session: SessionID in 2...5 {
            harness.join(session)
            while let next = harness.popAssignments().first {
                harness.send(.started(session, [next.job.lease]))
                guard next.job.lease.job == 2 else {
                    harness.send(.results(session, [JobResult(next.job)]))
                    continue
                }
                harness.send(.processEnded(processID: UInt32(session.rawValue), .crashed("signal 11")))
            }
        }
        #expect(harness.table[2]?.state == .dead, "the third death sets it aside")
        #expect(harness.count(.done) == 2)
    }
}
