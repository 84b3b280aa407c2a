internal import Foundation
internal import GRDB
package import LarderModel

/// Workers that were lost over jobs.
extension LedgerStore {
    /// Writes down what a job is suspected of, instead of what was written before; a job that has ended is suspected of nothing.
    ///
    /// - Parameter now: Unix milliseconds.
    package func suspect(_ job: JobID, _ suspicions: [Suspicion], at now: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM suspicion WHERE jobID = ?").execute(arguments: [job]
        )
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO suspicion (jobID, attempt, incarnation, name, isConfirmed, hadStarted, evidence, at)
                SELECT id, ?, ?, ?, ?, ?, ?, ? FROM job WHERE id = ? AND \(Self.ready)
                """
        )
        for suspicion in suspicions {
            try statement.execute(
                arguments: [
                    suspicion.attempt, Data(suspicion.incarnation), suspicion.name,
                    suspicion.isConfirmed, suspicion.hadStarted, suspicion.evidence, now, job,
                ]
            )
        }
    }

    /// The job with what it is suspected of since ``crashWindowMs``.
    func withSuspicions(_ job: QueuedJob) throws -> QueuedJob {
        let statement = try db.cachedStatement(
            sql: """
                SELECT incarnation, attempt, name, isConfirmed, hadStarted, evidence FROM suspicion
                WHERE jobID = ? AND at > \(Self.now) - \(Self.crashWindowMs) ORDER BY attempt
                """
        )
        var job = job
        job.suspicions = try Row.fetchAll(statement, arguments: [job.id]).map { row in
            Suspicion(
                incarnation: [UInt8](row[0] as Data),
                attempt: row[1],
                name: row[2],
                isConfirmed: row[3],
                hadStarted: row[4],
                evidence: row[5]
            )
        }
        return job
    }

    /// Whether any job is suspected of anything: nearly always none is.
    func hasSuspicions() throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM suspicion)") ?? false
    }
}
