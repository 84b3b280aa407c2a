internal import Foundation
internal import GRDB
internal import LarderCatalog
package import LarderModel

package struct CrashReport: Sendable, Hashable {
    /// Unix milliseconds.
    package var at: Int64
    /// One sentence: signal or exit code, memory, last phase.
    package var evidence: String
}

/// Deaths of workers over jobs, and workers that were lost over them.
extension LedgerStore {
    /// Deaths older than this are forgiven: 72 hours, in milliseconds.
    package static let crashWindowMs: Int64 = 259_200_000
    package static let keptCrashes = 10

    /// Unix milliseconds, as an expression; `unixepoch()` needs SQLite 3.38.
    static let now = "1000 * CAST(strftime('%s', 'now') AS INTEGER)"

    /// A job's deaths within the window, as an expression over a row of `job`.
    static let recentCrashes = """
        CASE crashes WHEN 0 THEN 0 ELSE (
            SELECT count(*) FROM crash WHERE jobID = job.id AND at > \(now) - \(crashWindowMs)
        ) END
        """

    /// Writes down that a worker died over a job.
    ///
    /// - Parameter now: Unix milliseconds.
    package func noteCrash(of job: JobID, evidence: String, at now: Int64) throws {
        try run("INSERT INTO crash (jobID, at, evidence) VALUES (?, ?, ?)", job, now, evidence)
        try run(
            """
            DELETE FROM crash WHERE jobID = ?1
            AND id NOT IN (SELECT id FROM crash WHERE jobID = ?1 ORDER BY id DESC LIMIT \(Self.keptCrashes))
            """,
            job
        )
    }

    /// The deaths of workers over a job, the last one first; none in a larder that no newer coordinator has written.
    package func crashes(of urn: JobURN) throws -> [CrashReport] {
        guard try db.tableExists("crash") else { return [] }
        return try rows(
            "SELECT at, evidence FROM crash JOIN job ON job.id = jobID WHERE kind = ? AND key = ? ORDER BY crash.id DESC",
            urn.kind.rawValue,
            urn.key
        ).map { try CrashReport(at: $0.value(0), evidence: $0.value(1)) }
    }

    /// Writes down what a job is suspected of, instead of what was written before; a job that has ended is suspected of
    /// nothing.
    ///
    /// - Parameter now: Unix milliseconds.
    package func suspect(_ job: JobID, _ suspicions: [Suspicion], at now: Int64) throws {
        try run("DELETE FROM suspicion WHERE jobID = ?", job)
        for suspicion in suspicions {
            try run(
                """
                INSERT INTO suspicion (jobID, attempt, incarnation, name, isConfirmed, hadStarted, evidence, at)
                SELECT id, ?, ?, ?, ?, ?, ?, ? FROM job WHERE id = ? AND \(Self.ready)
                """,
                suspicion.attempt,
                Data(suspicion.incarnation),
                suspicion.name,
                suspicion.isConfirmed,
                suspicion.hadStarted,
                suspicion.evidence,
                now,
                job
            )
        }
    }

    /// The job with what it is suspected of since ``crashWindowMs``.
    func withSuspicions(_ job: QueuedJob) throws -> QueuedJob {
        let sql = """
            SELECT incarnation, attempt, name, isConfirmed, hadStarted, evidence FROM suspicion
            WHERE jobID = ? AND at > \(Self.now) - \(Self.crashWindowMs) ORDER BY attempt
            """
        var job = job
        job.suspicions = try rows(sql, job.id).map { row in
            try Suspicion(
                incarnation: [UInt8](row.value(0) as Data),
                attempt: row.value(1),
                name: row.value(2),
                isConfirmed: row.value(3),
                hadStarted: row.value(4),
                evidence: row.value(5)
            )
        }
        return job
    }

    /// Whether any job is suspected of anything: nearly always none is.
    func hasSuspicions() throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM suspicion)") ?? false
    }
}
