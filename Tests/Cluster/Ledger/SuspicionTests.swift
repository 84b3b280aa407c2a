import Foundation
import GRDB
import LarderCatalog
import LarderModel
import LarderProtocol
import LarderSimulation
import LarderTestSupport
import Testing

@testable import LarderLedger

@Suite("Suspicions over restarts") struct SuspicionTests {
    private static let lost = Suspicion(
        incarnation: [1, 2],
        attempt: 7,
        name: "w",
        isConfirmed: true,
        hadStarted: true,
        evidence: "signal 9"
    )

    @Test func `the store keeps what unfinished jobs are suspected of, and forgets it with them`() throws {
        try withLedgerFile { catalog in
            try catalog.write { db in
                let store = LedgerStore(db)
                let lane = try store.lane("host", .fetch)
                let now = Int64(Date().timeIntervalSince1970 * 1000)
                let jobs = try (1...3).compactMap {
                    try store.add(kind: .detail, key: "\($0)", source: 1, lane: lane, spec: [])
                }
                for job in jobs { try store.suspect(job, [Self.lost], at: now) }
                try store.suspect(jobs[1], [], at: now)
                try store.suspect(jobs[2], [Self.lost], at: now - LedgerStore.crashWindowMs - 10_000)
                let queue = JobQueueID(lane: lane, source: 1, kind: .detail)
                let loaded = try store.unfinished(queue, after: 0, limit: 10, now: now).jobs
                #expect(loaded.map(\.job.suspicions) == [[Self.lost], [], []])
                let held = try store.unfinished(jobs, sources: nil)
                #expect(held.map(\.job.suspicions) == [[Self.lost], [], []])
                _ = try store.finish(jobs[0])
                try store.suspect(jobs[0], [Self.lost], at: now)
                let kept = try store.hasSuspicions()
                #expect(kept, "that of the third job is too old, and still there")
                try store.forgetAll(of: 1)
                let left = try store.hasSuspicions()
                #expect(!left)
            }
        }
    }

    @Test func `jobs over which a worker was lost are tried alone by the next coordinator too`() {
        var harness = LedgerHarness()
        harness.join(1, isLocal: false)
        harness.enqueue(3)
        let jobs = harness.popAssignments().map(\.job)
        harness.send(.started(1, jobs.map(\.lease)))
        harness.send(.sessionEnded(1, .crashed("signal 9", running: jobs.map(\.lease))))
        #expect(harness.ledger.suspectedJobs == 3)

        harness.startAgain()
        harness.join(2)
        #expect(harness.popAssignments().count == 1)
        #expect(harness.ledger.suspectedJobs == 3)
    }

    @Test func `deaths before a restart count with those after it`() {
        var harness = LedgerHarness()
        for death in 1...3 {
            let session = SessionID(2 * death)
            // First two jobs run, so that none is charged for the death.
            harness.join(session, name: "a\(death)", isLocal: false)
            if death == 1 { harness.enqueue(2) }
            let jobs = harness.popAssignments().map(\.job)
            harness.send(.started(session, jobs.map(\.lease)))
            harness.send(.sessionEnded(session, .crashed("signal 9", running: jobs.map(\.lease))))
            harness.startAgain()
        }
        #expect(harness.table.rows.map(\.state) == [.dead, .ready])
    }

    @Test func `a worker that comes back to the next coordinator clears its jobs`() {
        var harness = LedgerHarness()
        harness.join(1, isLocal: false)
        harness.enqueue(2)
        let jobs = harness.popAssignments().map(\.job)
        harness.send(.started(1, jobs.map(\.lease)))
        harness.wait(16_000)
        #expect(harness.table.rows.allSatisfy { $0.suspicions.count == 1 })
        harness.startAgain()
        harness.join(2, incarnation: 1, name: "w1", isLocal: false)
        #expect(harness.popAssignments().count == 2)
        #expect(harness.table.rows.allSatisfy { $0.suspicions.isEmpty })
    }
}
