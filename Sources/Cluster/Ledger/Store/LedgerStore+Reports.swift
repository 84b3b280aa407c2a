internal import GRDB
internal import LarderCatalog
package import LarderModel

/// What people are told of the table.
extension LedgerStore {
    /// Jobs by source, kind and state.
    package func counts() throws -> [JobCount] {
        try rows("SELECT sourceID, kind, state, count(*) FROM job GROUP BY 1, 2, 3 ORDER BY 1, 2, 3").compactMap {
            row in
            guard let kind = try JobKind.fromDatabaseValue(row.value(1)),
                let state = try JobState.fromDatabaseValue(row.value(2))
            else {
                return nil
            }
            return try JobCount(source: row.value(0), kind: kind, state: state, count: row.value(3))
        }
    }

    /// How many dead jobs each source has that has any.
    package func deadCounts() throws -> [SourceID: Int] {
        try Dictionary(
            uniqueKeysWithValues: rows("SELECT sourceID, count(*) FROM job WHERE \(Self.dead) GROUP BY 1").map { row in
                try (row.value(0), row.value(1))
            }
        )
    }

    /// Dead jobs, the first ones first.
    ///
    /// - Parameters:
    ///   - kinds: Only jobs of these kinds.
    ///   - others: Jobs that are left out.
    package func dead(
        of sources: [SourceID]? = nil,
        _ kinds: [JobKind] = JobKind.allCases,
        except others: [LaneJobs] = [],
        limit: Int
    ) throws -> [JobReport] {
        let kinds = Self.list(kinds.map(\.rawValue))
        let omitted = Self.list(others.map { "(\($0.source), \($0.kind.rawValue), \($0.lane))" })
        let rest = others.isEmpty ? "" : "AND (sourceID, kind, laneID) NOT IN (VALUES \(omitted))"
        return try reports(
            // `+` disables the index of kinds, so that SQLite uses the index of dead jobs.
            "WHERE \(Self.dead) \(Self.filter(sources)) AND +kind IN (\(kinds)) \(rest) ORDER BY id LIMIT ?",
            [limit]
        )
    }

    /// Unfinished jobs that wait for another try, the longest first.
    ///
    /// - Parameters:
    ///   - sources: Only jobs of these.
    ///   - now: Unix milliseconds.
    package func delayed(of sources: [SourceID]? = nil, at now: Int64, limit: Int) throws -> [JobReport] {
        try reports(
            "WHERE \(Self.ready) AND notBefore > ? \(Self.filter(sources)) ORDER BY notBefore DESC, id LIMIT ?",
            [now, limit]
        )
    }

    /// Jobs whose last try failed, the latest first: those set aside and those that wait for another try.
    package func latestFailures(limit: Int) throws -> [JobReport] {
        let failed = try reports("WHERE \(Self.dead) ORDER BY endedAt DESC, id DESC LIMIT ?", [limit])
        let waiting = try reports(
            "WHERE \(Self.ready) AND notBefore > 0 AND code NOT NULL ORDER BY endedAt DESC, id DESC LIMIT ?",
            [limit]
        )
        return Array((failed + waiting).sorted { ($0.trace?.endedAt ?? 0) > ($1.trace?.endedAt ?? 0) }.prefix(limit))
    }

    /// Jobs of one state, in the order in which they were found.
    package func jobs(in state: JobState, limit: Int) throws -> [JobReport] {
        try reports("WHERE state = ? ORDER BY id LIMIT ?", [state, limit])
    }

    package func count(of state: JobState) throws -> Int { try count(where: state.sql) }

    /// How many jobs of a kind a source has, whatever became of them.
    package func count(of kind: JobKind, source: SourceID) throws -> Int {
        try count(where: "kind = ? AND sourceID = ?", kind.rawValue, source)
    }

    /// How many jobs of a source read further pages of articles, whatever became of them; see
    /// ``JobSpec/isFurtherPage``.
    package func countFurtherPages(of source: SourceID) throws -> Int {
        // Behind the item's own key stand the number of pages before and their digest.
        try count(where: "kind = ? AND sourceID = ? AND key LIKE '%:page:%:%'", JobKind.detail.rawValue, source)
    }

    /// How many unfinished jobs wait for another try.
    ///
    /// - Parameter now: Unix milliseconds.
    package func delayedCount(at now: Int64) throws -> Int {
        try count(where: "\(Self.ready) AND notBefore > ?", now)
    }

    package func report(_ urn: JobURN) throws -> JobReport? {
        try reports("WHERE kind = ? AND key = ?", [urn.kind.rawValue, urn.key]).first
    }

    package func report(_ job: JobID) throws -> JobReport? {
        try reports("WHERE id = ?", [job]).first
    }

    /// The source of a job, and the name of its lane.
    package func lane(of urn: JobURN) throws -> (source: SourceID, name: String)? {
        let sql = "SELECT sourceID, name FROM job JOIN lane ON lane.id = laneID WHERE kind = ? AND key = ?"
        return try rows(sql, urn.kind.rawValue, urn.key).first.map { try ($0.value(0), $0.value(1)) }
    }

    private func reports(_ clauses: String, _ arguments: StatementArguments) throws -> [JobReport] {
        // A larder that no coordinator of this release has written lacks the last five columns.
        let trace =
            try db.columns(in: "job").contains { $0.name == "endedAt" }
            ? "endedAt, worker, answer, requests, bytes" : "NULL, NULL, NULL, NULL, NULL"
        return try Row.fetchAll(
            db,
            sql: "SELECT kind, key, state, errors, crashes, code, message, notBefore, \(trace) FROM job \(clauses)",
            arguments: arguments
        ).compactMap(JobReport.init(row:))
    }
}

/// How many jobs of a source and kind are in one state.
package struct JobCount: Sendable, Hashable {
    /// The catalog's number of the source.
    package var source: SourceID
    package var kind: JobKind
    package var state: JobState
    package var count: Int
}

/// One job as `coordinator why` and the summary show it.
package struct JobReport: Sendable, Hashable {
    package var urn: JobURN
    package var state: JobState
    /// Tries charged to it.
    package var errors: Int
    /// Workers that died over it.
    package var crashes: Int
    package var code: String?
    package var message: String?
    /// Unix milliseconds before which it is not tried.
    package var notBefore: Int64
    /// How its last try went; nil before the first one ended.
    package var trace: JobTrace?

    init?(row: Row) throws {
        guard let kind = try JobKind.fromDatabaseValue(row.value(0)),
            let state = try JobState.fromDatabaseValue(row.value(2))
        else {
            return nil
        }
        urn = try JobURN(kind: kind, key: row.value(1))
        self.state = state
        errors = try row.value(3)
        crashes = try row.value(4)
        code = try row.value(5)
        message = try row.value(6)
        notBefore = try row.value(7)
        trace = try JobTrace(row: row, at: 8)
    }
}
