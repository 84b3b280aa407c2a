internal import GRDB
package import LarderModel

/// What people are told of the table.
extension LedgerStore {
    /// Jobs by source, kind and state.
    package func counts() throws -> [JobCount] {
        try Row.fetchAll(
            db,
            sql: "SELECT sourceID, kind, state, count(*) FROM job GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
        ).compactMap { row in
            guard let kind = JobKind(rawValue: UInt32(truncatingIfNeeded: row[1] as Int64)),
                let state = JobState(rawValue: row[2])
            else { return nil }
            return JobCount(source: row[0], kind: kind, state: state, count: row[3])
        }
    }

    /// Dead jobs, the first ones first.
    package func dead(of sources: [SourceID]? = nil, limit: Int) throws -> [JobReport] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT kind, key, state, errors, crashes, code, message, notBefore FROM job
                WHERE state = 2 \(Self.filter(sources)) ORDER BY id LIMIT ?
                """,
            arguments: [limit]
        ).compactMap(JobReport.init(row:))
    }

    /// Unfinished jobs that wait for another try, the longest first.
    ///
    /// - Parameter now: Unix milliseconds.
    package func delayed(at now: Int64, limit: Int) throws -> [JobReport] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT kind, key, state, errors, crashes, code, message, notBefore FROM job
                WHERE state = 0 AND notBefore > ? ORDER BY notBefore DESC, id LIMIT ?
                """,
            arguments: [now, limit]
        ).compactMap(JobReport.init(row:))
    }

    /// One job by its URN.
    package func report(_ urn: JobURN) throws -> JobReport? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT kind, key, state, errors, crashes, code, message, notBefore FROM job WHERE kind = ? AND key = ?
                """,
            arguments: [Int64(urn.kind.rawValue), urn.key]
        ).flatMap(JobReport.init(row:))
    }
}

/// How many jobs of a source and kind are in one state.
package struct JobCount: Sendable, Hashable {
    /// The catalog's number of the source.
    package var source: SourceID
    /// The kind.
    package var kind: JobKind
    /// Their state.
    package var state: JobState
    /// How many.
    package var count: Int
}

/// One job as `coordinator why` and the summary show it.
package struct JobReport: Sendable, Hashable {
    /// Its name.
    package var urn: JobURN
    /// Its state.
    package var state: JobState
    /// Tries charged to it.
    package var errors: Int
    /// Workers that died over it.
    package var crashes: Int
    /// The last failure's code.
    package var code: String?
    /// The last failure's sentence.
    package var message: String?
    /// Unix milliseconds before which it is not tried.
    package var notBefore: Int64

    init?(row: Row) {
        guard let kind = JobKind(rawValue: UInt32(truncatingIfNeeded: row[0] as Int64)),
            let state = JobState(rawValue: row[2])
        else { return nil }
        urn = JobURN(kind: kind, key: row[1])
        self.state = state
        errors = row[3]
        crashes = row[4]
        code = row[5]
        message = row[6]
        notBefore = row[7]
    }
}
