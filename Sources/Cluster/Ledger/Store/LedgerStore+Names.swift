internal import Foundation
internal import GRDB
internal import LarderCatalog
package import LarderModel

extension LedgerStore {
    package func contains(_ urn: JobURN) throws -> Bool {
        try count(where: "kind = ? AND key = ?", urn.kind.rawValue, urn.key) > 0
    }

    /// Whether a job has ended well.
    package func isDone(_ urn: JobURN) throws -> Bool {
        try count(where: "kind = ? AND key = ? AND \(Self.done)", urn.kind.rawValue, urn.key) > 0
    }

    package func spec(of job: JobID) throws -> [UInt8] {
        try Data.fetchOne(db.bound("SELECT spec FROM job WHERE id = ?", job.databaseValue)).map(Array.init) ?? []
    }

    /// The description of a named job; nil: there is none.
    package func spec(of urn: JobURN) throws -> [UInt8]? {
        try specs(where: "kind = ? AND key = ?", [urn.kind.rawValue, urn.key]).first
    }

    /// The unfinished render jobs of a source, with their descriptions.
    package func openRenderJobs(of source: SourceID) throws -> [(job: JobID, spec: [UInt8])] {
        let kinds = Self.list(JobKind.allCases.filter { $0.jobClass == .render }.map(\.rawValue))
        let sql = "SELECT id, spec FROM job WHERE sourceID = ? AND \(Self.ready) AND kind IN (\(kinds))"
        return try rows(sql, source).map { try ($0.value(0), Array($0.value(1) as Data)) }
    }

    /// The descriptions of jobs for further pages of articles that have not ended well, and perhaps of a few others.
    package func openFurtherPages() throws -> [[UInt8]] {
        // As `JobSpec` makes their keys: how many pages come before, and a hash of those.
        let form = "*:page:*:[0-9]*:" + String(repeating: "[0-9a-f]", count: 16)
        return try specs(where: "kind = ? AND NOT \(Self.done) AND key GLOB ?", [JobKind.detail.rawValue, form])
    }

    /// The descriptions of unfinished and dead fetches that hold this address, as bytes; of all others the catalog
    /// knows more.
    package func specs(holding address: String, limit: Int) throws -> [[UInt8]] {
        let kinds = Self.list([JobKind.detail, .imageDownload].map(\.rawValue))
        let condition = "kind IN (\(kinds)) AND instr(spec, CAST(? AS BLOB)) > 0 ORDER BY id LIMIT ?"
        return try specs(where: condition, [address, limit])
    }

    /// How many jobs of a kind have ended since a moment (milliseconds since 1970), and the descriptions of some.
    ///
    /// - Parameter limit: About the most descriptions; of more jobs, some spread evenly.
    package func endedJobs(
        of source: SourceID,
        _ kind: JobKind,
        since moment: Int64,
        limit: Int
    ) throws -> (count: Int, specs: [[UInt8]]) {
        let condition = "sourceID = ? AND kind = ? AND endedAt >= ?"
        let count = try count(where: condition, source, kind.rawValue, moment)
        let sql = """
            SELECT spec FROM (SELECT spec, row_number() OVER (ORDER BY id) AS number FROM job WHERE \(condition))
            WHERE (number - 1) % ? = 0
            """
        let step = count / max(1, limit) + 1
        let some = try rows(sql, source, kind.rawValue, moment, step).map { try [UInt8]($0.value(0) as Data) }
        return (count, some)
    }

    private func specs(where condition: String, _ arguments: StatementArguments) throws -> [[UInt8]] {
        try Data.fetchAll(db, sql: "SELECT spec FROM job WHERE \(condition)", arguments: arguments).map { [UInt8]($0) }
    }

    /// The job of this key, and those whose keys go on after it with a colon, in order of the keys.
    package func jobs(of kind: JobKind, under key: String, limit: Int) throws -> [JobURN] {
        // A semicolon is the byte after the colon. Both at once would have SQLite read all keys of the kind.
        let exact = try jobs(of: kind, "AND key = ?", [key], limit)
        let rest = max(0, limit - exact.count)
        return try exact + jobs(of: kind, "AND key > ? AND key < ? ORDER BY key", [key + ":", key + ";"], rest)
    }

    /// Jobs whose keys stand next to this one, at most `limit` before it and `limit` after it, the nearest first.
    package func jobs(of kind: JobKind, around key: String, limit: Int) throws -> [JobURN] {
        try jobs(of: kind, "AND key < ? ORDER BY key DESC", [key], limit)
            + jobs(of: kind, "AND key > ? ORDER BY key", [key], limit)
    }

    private func jobs(of kind: JobKind, _ clause: String, _ keys: [String], _ limit: Int) throws -> [JobURN] {
        try String.fetchAll(
            db,
            sql: "SELECT key FROM job WHERE kind = ? \(clause) LIMIT ?",
            arguments: [kind.rawValue] + StatementArguments(keys) + [limit]
        ).map { JobURN(kind: kind, key: $0) }
    }
}
