package import GRDB
package import LarderModel

/// What became of a job.
package enum JobState: Int, Sendable, CaseIterable {
    /// Unfinished: waiting, or under a lease that only the coordinator's memory knows.
    case ready = 0
    /// Its effect is in the catalog.
    case done = 1
    /// Set aside with a code and a message.
    case dead = 2

    /// The name that users see.
    package var name: String {
        switch self {
        case .ready: "open"
        case .done: "done"
        case .dead: "dead"
        }
    }

    /// The state in SQL, as a condition or as an assignment.
    ///
    /// The index `jobQueue` needs the number as a literal.
    package var sql: String { "state = \(rawValue)" }
}

/// Numbers as SQLite stores them, signed, with the same bits: a number that a peer made up finds no row and is no
/// crash.
extension DatabaseValueConvertible where Self: Identifier, RawValue == UInt64 {
    package var databaseValue: DatabaseValue { Int64(truncatingIfNeeded: rawValue).databaseValue }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        Int64.fromDatabaseValue(value).map { Self($0) }
    }
}

extension JobID: DatabaseValueConvertible {}
extension Attempt: DatabaseValueConvertible {}
extension LaneID: DatabaseValueConvertible {}
extension JobState: DatabaseValueConvertible {}
extension JobClass: DatabaseValueConvertible {}

extension JobKind {
    /// The kind of this number; nil: a later release knows it.
    static func fromDatabaseValue(_ value: DatabaseValue) -> JobKind? {
        UInt32.fromDatabaseValue(value).flatMap(Self.init)
    }
}
