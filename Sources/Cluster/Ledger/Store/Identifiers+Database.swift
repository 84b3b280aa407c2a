package import GRDB
package import LarderModel

/// Numbers as SQLite stores them, signed: the bits stay the same, so a number that a peer made up finds no row and is no crash.
extension DatabaseValueConvertible where Self: Identifier, RawValue == UInt64 {
    /// A signed integer with the same bits.
    package var databaseValue: DatabaseValue { Int64(truncatingIfNeeded: rawValue).databaseValue }

    /// Reads what ``databaseValue`` wrote.
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
    /// The number of the kind.
    var databaseValue: DatabaseValue { Int64(rawValue).databaseValue }

    /// The kind of this number; nil: a later release knows it.
    init?(_ value: DatabaseValue) {
        guard let kind = UInt32.fromDatabaseValue(value).flatMap(Self.init) else { return nil }
        self = kind
    }
}
