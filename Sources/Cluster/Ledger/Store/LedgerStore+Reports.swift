internal import Foundation
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
            guard let kind = JobKind(row[1]),
                let state = JobState.fromDatabaseValue(row[2])
            else { return nil }
            return JobCount(source: row[0], kind: kind, state: state, count: row[3])
        }
    }

    /// Dead jobs, the first ones first.
    ///
    /// - Parameter kinds: Only jobs of these kinds.
    package func dead(
        of sources: [SourceID]? = nil,
        _ kinds: [JobKind] = JobKind.allCases,
        limit: Int
    ) throws -> [JobReport] {
        let kinds = Self.list(kinds.map(\.rawValue))
        return try reports(
            "WHERE \(Self.dead) \(Self.filter(sources)) AND kind IN (\(kinds)) ORDER BY id LIMIT ?",
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

    /// Jobs of one state, in the order in which they were found.
    package func jobs(in state: JobState, limit: Int) throws -> [JobReport] {
        try reports("WHERE state = ? ORDER BY id LIMIT ?", [state, limit])
    }

    /// How many jobs are of one state.
    package func count(of state: JobState) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM job WHERE state = ?", arguments: [state]) ?? 0
    }

    /// How many jobs of a kind a source has, whatever became of them.
    package func count(of kind: JobKind, source: SourceID) throws -> Int {
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM job WHERE kind = ? AND sourceID = ?",
            arguments: [kind.databaseValue, source]
        ) ?? 0
    }

    /// How many jobs of a source read further pages of articles, whatever became of them; see ``JobSpec/isFurtherPage``.
    package func countFurtherPages(of source: SourceID) throws -> Int {
        // Behind the item's own key stand the number of pages before and their digest.
        try Int.fetchOne(
            db,
            sql: "SELECT count(*) FROM job WHERE kind = ? AND sourceID = ? AND key LIKE '%:page:%:%'",
            arguments: [JobKind.detail.databaseValue, source]
        ) ?? 0
    }

    /// How many unfinished jobs wait for another try.
    ///
    /// - Parameter now: Unix milliseconds.
    package func delayedCount(at now: Int64) throws -> Int {
        let sql = "SELECT count(*) FROM job WHERE \(Self.ready) AND notBefore > ?"
        return try Int.fetchOne(db, sql: sql, arguments: [now]) ?? 0
    }

    /// One job by its URN.
    package func report(_ urn: JobURN) throws -> JobReport? {
        try reports("WHERE kind = ? AND key = ?", [urn.kind.databaseValue, urn.key]).first
    }

    /// One job by its number.
    package func report(_ job: JobID) throws -> JobReport? {
        try reports("WHERE id = ?", [job]).first
    }

    /// The source of a job, and the name of its lane.
    package func lane(of urn: JobURN) throws -> (source: SourceID, name: String)? {
        try Row.fetchOne(
            db,
            sql: "SELECT sourceID, name FROM job JOIN lane ON lane.id = laneID WHERE kind = ? AND key = ?",
            arguments: [urn.kind.databaseValue, urn.key]
        ).map { ($0[0], $0[1]) }
    }

    /// The descriptions of unfinished and dead fetches that hold this address, as bytes; of all others the catalog knows more.
    package func specs(holding address: String, limit: Int) throws -> [[UInt8]] {
        let kinds = Self.list([JobKind.detail, .imageDownload].map(\.rawValue))
        return try Data.fetchAll(
            db,
            sql:
                "SELECT spec FROM job WHERE kind IN (\(kinds)) AND instr(spec, CAST(? AS BLOB)) > 0 ORDER BY id LIMIT ?",
            arguments: [address, limit]
        ).map { [UInt8]($0) }
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
    /// How its last try went; nil before the first one ended.
    package var trace: JobTrace?

    init?(row: Row) {
        guard let kind = JobKind(row[0]),
            let state = JobState.fromDatabaseValue(row[2])
        else { return nil }
        urn = JobURN(kind: kind, key: row[1])
        self.state = state
        errors = row[3]
        crashes = row[4]
        code = row[5]
        message = row[6]
        notBefore = row[7]
        trace = JobTrace(row: row, at: 8)
    }
}
