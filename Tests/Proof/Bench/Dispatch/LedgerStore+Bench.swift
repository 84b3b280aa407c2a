internal import Foundation
internal import GRDB
internal import LarderLedger
internal import LarderModel

/// What measurements do with the whole table.
extension LedgerStore {
    /// Whether there is no job of another kind.
    func holdsOnly(_ kind: JobKind) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM job WHERE kind <> ?", arguments: [kind.rawValue]) == 0
    }

    /// The unfinished jobs, with their descriptions, in order of their numbers.
    func open() throws -> [(id: JobID, spec: [UInt8])] {
        try Row.fetchAll(db, sql: "SELECT id, spec FROM job WHERE \(JobState.ready.sql) ORDER BY id").map {
            ($0[0], Array($0[1] as Data))
        }
    }

    /// Clears every job away.
    func forgetAll() throws { try db.execute(sql: "DELETE FROM job") }

    /// Makes all jobs due one after the other.
    ///
    /// - Parameters:
    ///   - first: When the first is due, in Unix milliseconds.
    ///   - jobsPerSecond: The rate, in order of their numbers.
    func spread(from first: Int64, jobsPerSecond: Double) throws {
        try db.execute(
            sql: "UPDATE job SET notBefore = ? + CAST((id - (SELECT min(id) FROM job)) * 1000 / ? AS INTEGER)",
            arguments: [first, jobsPerSecond]
        )
    }
}
