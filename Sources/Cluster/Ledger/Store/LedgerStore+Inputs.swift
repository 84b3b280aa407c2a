internal import Foundation
internal import GRDB
internal import LarderCatalog
package import LarderModel

/// What jobs are about.
extension LedgerStore {
    /// The description of a job.
    package func spec(of job: JobID) throws -> [UInt8] {
        let statement = try db.cachedStatement(sql: "SELECT spec FROM job WHERE id = ?")
        return try Data.fetchOne(statement, arguments: [job]).map(Array.init) ?? []
    }

    /// The unfinished render jobs of a source, with their descriptions.
    package func openRenderJobs(of source: SourceID) throws -> [(job: JobID, spec: [UInt8])] {
        let kinds = Self.list(JobKind.allCases.filter { $0.jobClass == .render }.map(\.rawValue))
        return try Row.fetchAll(
            db,
            sql: "SELECT id, spec FROM job WHERE sourceID = ? AND \(Self.ready) AND kind IN (\(kinds))",
            arguments: [source]
        ).map { ($0[0], Array($0[1] as Data)) }
    }

    /// The descriptions of jobs for further pages of articles that have not ended well, and perhaps of a few others.
    package func openFurtherPages() throws -> [[UInt8]] {
        // As `JobSpec` makes their keys: how many pages come before, and a hash of those.
        let form = "*:page:*:[0-9]*:" + String(repeating: "[0-9a-f]", count: 16)
        return try Data.fetchAll(
            db,
            sql: "SELECT spec FROM job WHERE kind = ? AND NOT \(Self.done) AND key GLOB ?",
            arguments: [JobKind.detail.databaseValue, form]
        ).map { [UInt8]($0) }
    }

    /// Whether there is a job of that name.
    package func contains(_ urn: JobURN) throws -> Bool {
        let statement = try db.bound(
            "SELECT 1 FROM job WHERE kind = ? AND key = ?",
            urn.kind.databaseValue,
            urn.key.databaseValue
        )
        return try Int.fetchOne(statement) != nil
    }

    /// Clears a job away, so that it can be found again.
    package func forget(_ job: JobID) throws {
        try db.cachedStatement(sql: "DELETE FROM job WHERE id = ?").execute(arguments: [job])
    }
}
