internal import Foundation
package import GRDB
internal import LarderCatalog
package import LarderModel

/// The ledger's statements, for use inside one transaction of the coordinator's only writer.
///
/// Only outcomes are written: handing out a job costs no write. Times on the disk are Unix milliseconds. Every method
/// throws GRDB's `DatabaseError`, after which the transaction should be rolled back. A value must not outlive its
/// transaction.
package struct LedgerStore {
    package let db: Database

    /// The states in SQL, each as a condition or as an assignment.
    static let (ready, done, dead) = (JobState.ready.sql, JobState.done.sql, JobState.dead.sql)

    package init(_ db: Database) { self.db = db }

    /// Runs a statement that changes rows.
    ///
    /// - Returns: Whether it changed any.
    @discardableResult
    func run(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> Bool {
        try db.run(sql, values) > 0
    }

    /// The rows that a query finds.
    func rows(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> [Row] {
        try Row.fetchAll(db.bound(sql, values))
    }

    /// How many jobs meet a condition.
    func count(where condition: String, _ values: (any DatabaseValueConvertible)?...) throws -> Int {
        try Int.fetchOne(db.bound("SELECT count(*) FROM job WHERE \(condition)", values)) ?? 0
    }

    /// Counts this coordinator start and returns the new epoch, from 1.
    package func beginEpoch() throws -> UInt64 {
        try run("UPDATE ledgerState SET epoch = epoch + 1")
        return UInt64(clamping: try Int64.fetchOne(db, sql: "SELECT epoch FROM ledgerState") ?? 1)
    }

    /// The number of the lane with this name, which is made when it is new.
    package func lane(_ name: String, _ jobClass: JobClass) throws -> LaneID {
        if let id = try laneID(name) { return id }
        try run("INSERT INTO lane (name, jobClass) VALUES (?, ?)", name, jobClass)
        return LaneID(db.lastInsertedRowID)
    }

    /// Adds a job unless a job of the same kind and key is there.
    ///
    /// - Returns: The new job's number, or nil when it was there.
    package func add(kind: JobKind, key: String, source: SourceID, lane: LaneID, spec: [UInt8]) throws -> JobID? {
        let sql = """
            INSERT INTO job (kind, key, sourceID, laneID, spec) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (kind, key) DO NOTHING
            """
        return try run(sql, kind.rawValue, key, source, lane, Data(spec)) ? JobID(db.lastInsertedRowID) : nil
    }

    /// Marks a job as done.
    ///
    /// - Parameters:
    ///   - key: The key that it must have; nil: any.
    ///   - trace: How its last try went.
    /// - Returns: false when it had ended before: its effect must then not be applied again; or when it has another
    ///   key.
    package func finish(_ job: JobID, key: String? = nil, _ trace: JobTrace? = nil) throws -> Bool {
        let (answer, requests, bytes) = (trace?.answer?.rawValue, trace?.requests, trace?.bytes)
        return try run(Self.finishSQL, job, key, trace?.endedAt, trace?.worker, answer, requests, bytes)
    }

    private static let finishSQL = """
        UPDATE job SET \(done), endedAt = ?3, worker = ?4, answer = ?5, requests = ?6, bytes = ?7
        WHERE id = ?1 AND \(ready) AND (?2 IS NULL OR key = ?2)
        """

    /// Sets a job aside.
    ///
    /// - Returns: false when it had ended before.
    package func markDead(_ job: JobID, errors: UInt32, crashes: UInt32, reason: FailureReason) throws -> Bool {
        let sql = """
            UPDATE job SET \(Self.dead), errors = ?, crashes = ?, code = ?, message = ? WHERE id = ? AND \(Self.ready)
            """
        return try run(sql, errors, crashes, reason.code.rawValue, reason.message, job)
    }

    /// Writes down why a job has to be tried again, and when; the lease it failed under is charged once.
    package func postpone(
        _ lease: JobLease,
        errors: UInt32,
        crashes: UInt32,
        until notBefore: Int64,
        reason: FailureReason
    ) throws -> Bool {
        let sql = """
            UPDATE job SET notBefore = ?, errors = ?, crashes = ?, code = ?, message = ?, chargedAttempt = ?
            WHERE id = ? AND \(Self.ready)
            """
        let (code, message) = (reason.code.rawValue, reason.message)
        return try run(sql, notBefore, errors, crashes, code, message, lease.attempt, lease.job)
    }

    /// Writes down that a job's result could not be used, and that it is tried again at once.
    ///
    /// - Parameter errors: How many errors that counts.
    package func chargeUnusable(_ lease: JobLease, errors: UInt32 = 1, reason: FailureReason) throws -> Bool {
        let sql = """
            UPDATE job SET errors = errors + ?, code = ?, message = ?, chargedAttempt = ?
            WHERE id = ? AND \(Self.ready)
            """
        return try run(sql, errors, reason.code.rawValue, reason.message, lease.attempt, lease.job)
    }

    /// Whether a job has not ended.
    package func isReady(_ job: JobID) throws -> Bool {
        try db.exists("SELECT 1 FROM job WHERE id = ? AND \(Self.ready)", [job])
    }

    /// Starts a job no earlier than a time, in Unix milliseconds.
    package func hold(_ job: JobID, until time: Int64) throws {
        try run("UPDATE job SET notBefore = ? WHERE id = ?", time, job)
    }

    /// Unfinished jobs of a queue after `cursor`, in order of their numbers.
    ///
    /// - Parameter now: Unix milliseconds, for the wait of postponed jobs.
    /// - Returns: At most `limit` jobs, and the table's largest number when the queue has no more.
    package func unfinished(
        _ queue: JobQueueID,
        after cursor: JobID,
        limit: Int,
        now: Int64
    ) throws -> (jobs: [LoadedJob], reachedEnd: JobID?) {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, kind, job.sourceID, notBefore, errors, \(Self.recentCrashes), spec, revalidation
                FROM job LEFT JOIN answer USING (kind, key)
                WHERE laneID = ? AND job.sourceID = ? AND kind = ? AND \(Self.ready) AND id > ? ORDER BY id LIMIT ?
                """
        )
        var jobs: [LoadedJob] = []
        var count = 0
        let hasSuspicions = try hasSuspicions()
        let rows = try Row.fetchCursor(
            statement,
            arguments: [queue.lane, queue.source, queue.kind.rawValue, cursor, limit]
        )
        while let row = try rows.next() {
            count += 1
            guard var job = try Self.job(row, lane: queue.lane) else { continue }
            job.revalidation = try (row.value(7) as Data?).map { [UInt8]($0) } ?? []
            if hasSuspicions { job = try withSuspicions(job) }
            // A clock that was set back must not make it wait longer than any source may ask for.
            let wait = try min(max(0, (row.value(3) as Int64) - now), Int64(JobLedger.maxWaitMs))
            jobs.append((job, Milliseconds(wait)))
        }
        guard count < limit else { return (jobs, nil) }
        return (jobs, try JobID.fetchOne(db, sql: "SELECT max(id) FROM job") ?? 0)
    }

    /// Those of the named jobs that are unfinished.
    package func unfinished(_ jobs: [JobID], sources: [SourceID]?) throws -> [HeldJob] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT id, kind, sourceID, notBefore, errors, \(Self.recentCrashes), spec, laneID, chargedAttempt FROM job
                WHERE id = ? AND \(Self.ready) \(Self.filter(sources))
                """
        )
        return try jobs.compactMap { job in
            guard let row = try Row.fetchOne(statement, arguments: [job]),
                let held = try Self.job(row, lane: row.value(7))
            else { return nil }
            return try (withSuspicions(held), row.value(8))
        }
    }

    /// The job of a row; nil for a kind that only a later release knows.
    private static func job(_ row: Row, lane: LaneID) throws -> QueuedJob? {
        guard let kind = try JobKind.fromDatabaseValue(row.value(1)) else { return nil }
        return try QueuedJob(
            id: row.value(0),
            kind: kind,
            source: row.value(2),
            lane: lane,
            errors: UInt32(truncatingIfNeeded: row.value(4) as Int64),
            crashes: UInt32(truncatingIfNeeded: row.value(5) as Int64),
            spec: [UInt8](row.value(6) as Data)
        )
    }

    /// What there is to do at start, by queue.
    ///
    /// - Parameters:
    ///   - sources: Only these sources' jobs are counted; nil: all.
    ///   - lane: A lane of a class as a source has it, and what its jobs there are counted against.
    package func openWork(
        of sources: [SourceID]? = nil,
        lane: (SourceID, _ id: LaneID, _ name: String, JobClass) throws -> (LaneInfo, BudgetID?)
    ) throws -> [AddedJobs] {
        try db.rows(
            """
            SELECT lane.id, name, jobClass, jobs, maxID, sourceID, kind FROM lane JOIN (
                SELECT laneID, sourceID, kind, count(*) AS jobs, max(id) AS maxID FROM job
                WHERE \(Self.ready) \(Self.filter(sources)) GROUP BY laneID, sourceID, kind
            ) ON lane.id = laneID ORDER BY maxID
            """
        ).compactMap { row in
            guard let kind = try JobKind.fromDatabaseValue(row.value(6)) else { return nil }
            let jobClass = try JobClass.fromDatabaseValue(row.value(2)) ?? .fetch
            let (lane, budget) = try lane(row.value(5), row.value(0), row.value(1), jobClass)
            return try AddedJobs(
                lane: lane,
                source: row.value(5),
                kind: kind,
                count: row.value(3),
                maxID: row.value(4),
                budget: budget
            )
        }
    }

    package func openJobs(of source: SourceID) throws -> Int { try openJobs(of: [source]) }

    /// Whether a source has unfinished jobs of some kinds.
    package func hasOpenJobs(_ kinds: Set<JobKind>, of source: SourceID) throws -> Bool {
        let kinds = Self.list(kinds.map(\.rawValue).sorted())
        let sql = "SELECT EXISTS (SELECT 1 FROM job WHERE sourceID = ? AND \(Self.ready) AND kind IN (\(kinds)))"
        return try Bool.fetchOne(db.bound(sql, source)) ?? false
    }

    /// Unfinished jobs of some sources; nil: of all.
    package func openJobs(of sources: [SourceID]?) throws -> Int {
        // Not cached: the sources stand in the text.
        try Int.fetchOne(db, sql: "SELECT count(*) FROM job WHERE \(Self.ready) \(Self.filter(sources))") ?? 0
    }

    static func filter(_ sources: [SourceID]?) -> String {
        sources.map { "AND sourceID IN (\(list($0.sorted())))" } ?? ""
    }

    static func list(_ numbers: [some CustomStringConvertible]) -> String {
        numbers.map(\.description).joined(separator: ", ")
    }

    /// Makes a source's jobs of some kinds that have ended well ready again.
    package func repeatDone(_ kinds: Set<JobKind>, of source: SourceID) throws {
        let kinds = Self.list(kinds.map(\.rawValue).sorted())
        try run(
            """
            UPDATE job SET \(Self.ready), notBefore = 0, errors = 0
            WHERE sourceID = ? AND \(Self.done) AND kind IN (\(kinds))
            """,
            source
        )
    }

    /// Makes dead jobs ready again, as if they had never been tried.
    ///
    /// - Returns: How many.
    package func revive(source: SourceID?) throws -> Int {
        try forgetUnreachableRules(ofJobsOf: source)
        let isDead = "\(Self.dead) AND (?1 IS NULL OR sourceID = ?1)"
        for table in ["suspicion", "crash"] {
            try run("DELETE FROM \(table) WHERE jobID IN (SELECT id FROM job WHERE \(isDead))", source)
        }
        try run("UPDATE job SET \(Self.ready), notBefore = 0, errors = 0, crashes = 0 WHERE \(isDead)", source)
        return db.changesCount
    }
}
