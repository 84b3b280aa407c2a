internal import Crypto
package import GRDB
internal import LarderCatalog
package import LarderModel

/// Compares rows with the fingerprints that were stored beside them: SQLite itself finds no byte that changed inside a value.
package struct RowCheck {
    /// A row that is not what was stored.
    package struct Damage: Sendable, Hashable {
        /// The record's.
        package var urn: String
        /// The table's kind.
        package var kind: RecordKind
        /// What was found out about a picture by decoding it is damaged, not what was downloaded.
        package var isDecoding = false
    }

    private let db: Database
    /// The first version of the renderer whose fingerprints cover every column of a text.
    private static let firstTextVersion = 3

    /// Works in `db`'s current transaction.
    package init(_ db: Database) { self.db = db }

    /// The rows that differ, of some sources or of all.
    ///
    /// Reads every row once; memory is bounded by the longest one.
    package func damages(of sources: [Int64]? = nil) throws -> [Damage] {
        let condition = sources.map { "AND p.sourceID IN (\($0.map(String.init).joined(separator: ", ")))" } ?? ""
        return try damages(Recipe.table, condition) + damages(Article.table, condition)
            + damages(Outlet.table, condition) + damages(ImageOriginal.table, condition)
            + damages(RenderedText.table, condition + " AND p.readerVersion >= \(Self.firstTextVersion)")
            + decodings(condition)
    }

    private func damages<Record>(_ table: RecordTable<Record>, _ condition: String) throws -> [Damage] {
        let names = table.columns.map { "r.\($0.name)" }.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT r.id, p.fingerprint, r.urn, \(names) FROM provenance AS p CROSS JOIN \(table.name) AS r
                ON r.urn = p.recordURN WHERE p.recordKind = ? \(condition) ORDER BY p.id
                """,
            arguments: [table.kind.rawValue]
        )
        return try differing(rows, table.children) { Damage(urn: $0, kind: table.kind) }
    }

    private func decodings(_ condition: String) throws -> [Damage] {
        let names = ImageDecoding.columns.map { "r.\($0.name)" }.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT r.id, r.decodeFingerprint, r.urn, r.digest, \(names) FROM image AS r
                CROSS JOIN provenance AS p ON p.recordURN = r.urn
                WHERE p.recordKind = ? AND r.decodeFingerprint IS NOT NULL \(condition) ORDER BY r.id
                """,
            arguments: [RecordKind.image.rawValue]
        )
        return try differing(rows, [ImageDecoding.variantTable]) {
            Damage(urn: $0, kind: .image, isDecoding: true)
        }
    }

    /// - Parameter rows: The row's identifier, the fingerprint, the URN, then the columns.
    private func differing<Record>(
        _ rows: RowCursor,
        _ children: [ChildTable<Record>],
        _ damage: (String) -> Damage
    ) throws -> [Damage] {
        var found: [Damage] = []
        var encoder = ContentEncoder()
        while let row = try rows.next() {
            encoder.removeAll()
            for index in 2..<row.count { encoder.add(row[index] as DatabaseValue) }
            for child in children {
                let elements = try Row.fetchAll(
                    db.cachedStatement(
                        sql: """
                            SELECT \(child.columns.joined(separator: ", ")) FROM \(child.name)
                            WHERE \(child.parent) = ? ORDER BY position
                            """
                    ),
                    arguments: [row[0] as Int64]
                )
                encoder.beginList(elements.count)
                for element in elements { for value in element.databaseValues { encoder.add(value) } }
            }
            let stored: DatabaseValue = row[1]
            guard Digest(bytes: SHA256.hash(data: encoder.bytes)) != Digest(databaseValue: stored) else { continue }
            found.append(damage(String.fromDatabaseValue(row[2]) ?? ""))
        }
        return found
    }
}

extension CatalogWriter {
    /// Lets the next result for a damaged row replace it, and makes what was rendered or decoded worth making again.
    package func forget(_ damage: RowCheck.Damage) throws {
        guard !damage.isDecoding else {
            try run("UPDATE image SET \(Self.undecoded) WHERE urn = ?", [damage.urn])
            return
        }
        try run(
            """
            UPDATE provenance SET fingerprint = zeroblob(32), completeness = 0, readerVersion = 0
            WHERE recordURN = ? AND recordKind = ?
            """,
            [damage.urn, damage.kind.rawValue]
        )
        if damage.kind == .text { try run("UPDATE text SET readerVersion = 0 WHERE urn = ?", [damage.urn]) }
    }
}
