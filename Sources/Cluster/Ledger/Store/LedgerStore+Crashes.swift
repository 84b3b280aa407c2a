internal import GRDB
package import LarderModel
internal import LarderProtocol

/// One death of a worker over a job.
package struct CrashReport: Sendable, Hashable {
    /// Unix milliseconds.
    package var at: Int64
    /// One sentence: signal or exit code, memory, last phase.
    package var evidence: String
}

/// Deaths of workers over jobs.
extension LedgerStore {
    /// Deaths older than this are forgiven: 72 hours, in milliseconds.
    package static let crashWindowMs: Int64 = 259_200_000
    /// Deaths of one job that are kept.
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
        try db.cachedStatement(sql: "INSERT INTO crash (jobID, at, evidence) VALUES (?, ?, ?)")
            .execute(arguments: [job, now, evidence])
        try db.cachedStatement(
            sql: """
                DELETE FROM crash WHERE jobID = ?1
                AND id NOT IN (SELECT id FROM crash WHERE jobID = ?1 ORDER BY id DESC LIMIT \(Self.keptCrashes))
                """
        ).execute(arguments: [job])
    }

    /// The deaths of workers over a job, the last one first; none in a larder that no newer coordinator has written.
    package func crashes(of urn: JobURN) throws -> [CrashReport] {
        guard try db.tableExists("crash") else { return [] }
        return try Row.fetchAll(
            db,
            sql: """
                SELECT at, evidence FROM crash JOIN job ON job.id = jobID WHERE kind = ? AND key = ? ORDER BY crash.id DESC
                """,
            arguments: [urn.kind.databaseValue, urn.key]
        ).map { CrashReport(at: $0[0], evidence: $0[1]) }
    }
}
