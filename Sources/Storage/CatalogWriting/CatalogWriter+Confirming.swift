internal import Foundation
internal import GRDB
internal import LarderCatalog
package import LarderModel

/// Collects the rows of `provenance` that merges have written or found.
package final class MergedRows {
    package private(set) var rows: [MergedRow] = []
    /// Whether every record was kept.
    package internal(set) var areAll = true

    /// Forgets what was merged before.
    package func begin() { (rows, areAll) = ([], true) }

    func add(_ id: Int64, _ fingerprint: Digest) {
        rows.append(MergedRow(id: id, fingerprint: Self.beginning(of: fingerprint)))
    }

    /// The first eight bytes, the highest first.
    static func beginning(of fingerprint: Digest) -> UInt64 {
        fingerprint.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension CatalogWriter {
    /// Merges records once more that have not changed since they were merged.
    ///
    /// - Parameters:
    ///   - rows: As ``MergedRows/rows``.
    ///   - fetchedAt: When their answer was confirmed, in Unix milliseconds; nil: their times stay.
    /// - Returns: Whether the catalog still holds these very records; else they have to be merged as a whole.
    package func confirm(
        _ rows: [MergedRow],
        sync: CatalogSync,
        fetchedAt: Int64?
    ) throws -> Bool {
        func values(_ row: MergedRow) -> [(any DatabaseValueConvertible)?] {
            let beginning = Data((0..<8).map { UInt8(truncatingIfNeeded: row.fingerprint >> (56 - 8 * $0)) })
            return [row.id, beginning, sync.id, sync.sourceID]
        }
        // A row with this sync's number is not replaced by a record of the same sync that says less. So no row gets the
        // number unless all rows match.
        if rows.count > 1 {
            for row in rows where try !db.exists(Self.findRow, values(row)) { return false }
        }
        for row in rows { guard try db.run(Self.confirmRow, values(row) + [fetchedAt]) == 1 else { return false } }
        return true
    }

    private static let isRow = "WHERE id = ?1 AND substr(fingerprint, 1, 8) = ?2 AND sourceID = ?4 AND syncID <= ?3"
    private static let findRow = "SELECT 1 FROM provenance \(isRow)"
    private static let confirmRow =
        "UPDATE provenance SET syncID = ?3, fetchedAt = coalesce(?5, fetchedAt) \(isRow)"

    /// The row of `provenance` of a text that `sync` confirmed; nil: it has not.
    package func confirmedText(_ urn: String, in sync: CatalogSync) throws -> MergedRow? {
        let sql = "SELECT id, fingerprint FROM provenance WHERE recordURN = ? AND recordKind = 'text' AND syncID = ?"
        guard let row = try Row.fetchOne(db.bound(sql, urn.storable, sync.id)),
            let fingerprint = try Digest(databaseValue: row.value(1))
        else { return nil }
        return try MergedRow(id: row.value(0), fingerprint: MergedRows.beginning(of: fingerprint))
    }
}
