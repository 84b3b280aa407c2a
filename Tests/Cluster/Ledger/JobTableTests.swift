import Foundation
import GRDB
import LarderCatalog
import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation
import Testing

/// The table in memory that the simulator and the ledger's tests use answers as the one in SQLite does.
@Suite("Job table") struct JobTableTests {
    @Test func `after any sequence of operations both tables give the same answers`() throws {
        for seed: UInt64 in 1...16 {
            try withLedgerFile { catalog in
                var story = TableStory(numbers: SeededGenerator(seed: seed))
                try catalog.write { db in
                    for step in 0..<250 {
                        let problem = try story.step(LedgerStore(db))
                        guard let problem else { continue }
                        Issue.record("seed \(seed), step \(step): \(problem)")
                        return
                    }
                }
            }
        }
    }
}

/// Random operations on a ``JobTable`` and a `LedgerStore`, whose answers are compared after each.
private struct TableStory {
    var numbers: SeededGenerator
    var table = JobTable()
    var lastAttempt = Attempt(epoch: 1)
    /// Unix milliseconds; the store forgets crashes by the system's clock, so this begins there.
    var now = Int64(Date().timeIntervalSince1970 * 1000)

    private static let kinds: [JobKind] = [.search, .detail, .imageDecode]
    private static let hour: Int64 = 3_600_000

    init(numbers: SeededGenerator) { self.numbers = numbers }

    /// - Returns: Where the answers differ.
    mutating func step(_ store: LedgerStore) throws -> String? {
        for number in 1...3 where table.rows.isEmpty { _ = try store.lane("host-\(number)", .fetch) }
        let (mine, its) = try operate(store)
        guard mine == its else { return "the table in memory says \(mine), the store \(its)" }
        return try difference(store)
    }

    private mutating func operate(_ store: LedgerStore) throws -> (String, String) {
        lastAttempt = lastAttempt.advanced(by: 1)
        let job = anyJob()
        let lease = JobLease(job: job, attempt: lastAttempt)
        let (errors, crashes) = (UInt32(numbers.below(9)), UInt32(numbers.below(3)))
        let reason = FailureReason(.retryable, code: "server-error", message: "HTTP 500")
        switch numbers.below(9) {
        case 0, 1, 2:
            let kind = Self.kinds[numbers.below(Self.kinds.count)]
            let key = "s:\(numbers.below(60))"
            let (source, lane) = (SourceID(numbers.below(2) + 1), LaneID(numbers.below(3) + 1))
            let spec = [UInt8(numbers.below(256))]
            return (
                "\(table.add(kind: kind, key: key, source: source, lane: lane, spec: spec) as JobID?)",
                "\(try store.add(kind: kind, key: key, source: source, lane: lane, spec: spec) as JobID?)"
            )
        case 3: return ("\(table.finish(job))", "\(try store.finish(job))")
        case 4:
            return (
                "\(table.markDead(job, errors: errors, crashes: crashes))",
                "\(try store.markDead(job, errors: errors, crashes: crashes, reason: reason))"
            )
        case 5:
            let until = now + Int64(numbers.below(400)) * Self.hour - 10 * Self.hour
            return (
                "\(table.postpone(lease, errors: errors, crashes: crashes, until: until))",
                "\(try store.postpone(lease, errors: errors, crashes: crashes, until: until, reason: reason))"
            )
        case 6: return ("\(table.chargeUnusable(lease))", "\(try store.chargeUnusable(lease, reason: reason))")
        case 7:
            let suspicions = (0..<numbers.below(3)).map { number in
                Suspicion(
                    incarnation: [1],
                    attempt: lease.attempt.advanced(by: number),
                    name: "w",
                    isConfirmed: numbers.oneIn(2),
                    hadStarted: numbers.oneIn(2),
                    evidence: numbers.oneIn(2) ? "signal 9" : nil
                )
            }
            table.suspect(job, suspicions)
            try store.suspect(job, suspicions, at: now)
            return ("", "")
        default:
            guard table[job] != nil else { return ("", "") }
            // Far enough from the end of the window for both clocks to agree.
            let at = now - Int64([0, 1, 71, 73][numbers.below(4)]) * Self.hour
            table.noteCrash(of: job, at: at)
            try store.noteCrash(of: job, evidence: "signal 9", at: at)
            return ("", "")
        }
    }

    /// A job of the table, or a number near them.
    private mutating func anyJob() -> JobID { JobID(numbers.below(Int(table.rows.last?.job.id.rawValue ?? 0) + 3)) }

    private mutating func difference(_ store: LedgerStore) throws -> String? {
        let lane = { LaneInfo(id: $0, name: "host-\($0)", jobClass: .fetch, limits: .unlimited) }
        let work = try store.openWork { _, id, name, jobClass in
            (LaneInfo(id: id, name: name, jobClass: jobClass, limits: .unlimited), nil)
        }
        guard table.openWork(lane) == work else { return "open work: \(table.openWork(lane)), the store \(work)" }
        let asked = (0..<4).map { _ in anyJob() }
        let sources: [SourceID]? = numbers.oneIn(2) ? nil : [1]
        let held = (table.unfinished(asked, sources: sources, now: now), try store.unfinished(asked, sources: sources))
        guard held.0.elementsEqual(held.1, by: ==) else { return "held jobs: \(held.0), the store \(held.1)" }
        let queue = JobQueueID(
            lane: LaneID(numbers.below(3) + 1),
            source: SourceID(numbers.below(2) + 1),
            kind: Self.kinds[numbers.below(Self.kinds.count)]
        )
        let (after, limit) = (anyJob(), numbers.below(6) + 1)
        let mine = table.unfinished(queue, after: after, limit: limit, now: now)
        let its = try store.unfinished(queue, after: after, limit: limit, now: now)
        guard mine.jobs.elementsEqual(its.jobs, by: ==), mine.reachedEnd == its.reachedEnd else {
            return "unfinished jobs: \(mine), the store \(its)"
        }
        let dead = table.rows.filter { $0.state == .dead }.map { "\($0.job.errors) \($0.job.crashes)" }
        let itsDead = try store.dead(limit: .max).map { "\($0.errors) \($0.crashes)" }
        return dead == itsDead ? nil : "dead jobs: \(dead), the store \(itsDead)"
    }
}
