import Foundation
import GRDB
import LarderLedger
import LarderModel
import LarderProtocol
import Testing

/// Deaths of workers over a job count for 72 hours.
@Suite("Crashes") struct CrashTests {
    @Test(arguments: [([0, 1], 2), ([0, 71], 2), ([0, 73], 1), ([73, 100], 0)] as [([Int64], UInt32)])
    func `a job is loaded with the deaths of the last 72 hours`(hoursAgo: [Int64], expected: UInt32) throws {
        try withLedger { db in
            let (store, job) = try Self.job(in: db)
            for hours in hoursAgo { try Self.crash(job, in: store, at: Self.now - hours * 3_600_000) }
            #expect(try store.unfinished([job], sources: nil).map(\.job.crashes) == [expected])
            let lane = try store.lane("host", .fetch)
            let loaded = try store.unfinished(
                JobQueueID(lane: lane, source: 1, kind: .detail),
                after: 0,
                limit: 10,
                now: Self.now
            )
            #expect(loaded.jobs.map(\.job.crashes) == [expected])
        }
    }

    @Test func `each death is told, the last one first, and only the last ten are kept`() throws {
        try withLedger { db in
            let (store, job) = try Self.job(in: db)
            for number in 1...12 {
                try store.noteCrash(of: job, evidence: "signal \(number)", at: Int64(number))
            }
            let told = try store.crashes(of: JobURN(kind: .detail, key: "s:1"))
            #expect(told.map(\.evidence) == (3...12).reversed().map { "signal \($0)" })
        }
    }

    @Test func `a job that is made ready again, or cleared away, has no past`() throws {
        try withLedger { db in
            let (store, job) = try Self.job(in: db)
            try Self.crash(job, in: store, at: Self.now)
            _ = try store.markDead(job, errors: 0, crashes: 1, reason: Self.reason)
            #expect(try store.revive(source: nil) == 1)
            #expect(try store.crashes(of: JobURN(kind: .detail, key: "s:1")).isEmpty)
            try Self.crash(job, in: store, at: Self.now)
            try store.forgetAll(of: 1)
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM crash") == 0)
        }
    }

    private static let reason = FailureReason(.retryable, code: .workerCrashed, message: "signal 9")
    private static var now: Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    private func withLedger(_ body: (Database) throws -> Void) throws {
        try DatabaseQueue().write { db in
            for migration in LedgerSchema.migrations { try migration.body(db) }
            try body(db)
        }
    }

    private static func job(in db: Database) throws -> (LedgerStore, JobID) {
        let store = LedgerStore(db)
        let lane = try store.lane("host", .fetch)
        return (store, try #require(try store.add(kind: .detail, key: "s:1", source: 1, lane: lane, spec: [])))
    }

    private static func crash(_ job: JobID, in store: LedgerStore, at time: Int64) throws {
        let crashes = try store.unfinished([job], sources: nil).first?.job.crashes ?? 0
        _ = try store.postpone(
            JobLease(job: job, attempt: 1),
            errors: 0,
            crashes: crashes + 1,
            until: 0,
            reason: reason
        )
        try store.noteCrash(of: job, evidence: "signal 9", at: time)
    }
}
