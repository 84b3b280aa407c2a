package import GRDB
internal import LarderCatalog
internal import LarderHashing
package import LarderModel

/// Compares rows with their stored fingerprints: SQLite itself does not notice a changed byte inside a value.
package struct RowCheck {
    /// A row that is not what was stored.
    package struct Damage: Sendable, Hashable {
        /// The record's.
        package var urn: String
        /// The table's kind.
        package var kind: RecordKind
        /// What was found out about a picture by decoding it is damaged, not what was downloaded.
        package var isDecoding = false
        /// What this origin said of an item is damaged; nil: the row itself.
        package var origin: RecordOrigin?

        package init(urn: String, kind: RecordKind, isDecoding: Bool = false, origin: RecordOrigin? = nil) {
            self.urn = urn
            self.kind = kind
            self.isDecoding = isDecoding
            self.origin = origin
        }
    }

    private let db: Database
    /// The first version of the renderer whose fingerprints cover every column of a text.
    private static let firstTextVersion = 7
    /// The same of the decoder, for pictures.
    private static let firstDecodingVersion = 3

    /// Works in `db`'s current transaction.
    package init(_ db: Database) { self.db = db }

    /// The rows that differ, of some sources or of all.
    ///
    /// Reads every row once; memory is bounded by the longest one.
    package func damages(of sources: [SourceID]? = nil) throws -> [Damage] {
        // The plus keeps the index of the sources out of it: for each row all of the source's provenance would be read.
        let condition = sources.map { "AND +p.sourceID IN (\($0.map(\.description).joined(separator: ", ")))" } ?? ""
        return try damages(items: Recipe.table, condition) + damages(items: Article.table, condition)
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

    /// Items whose row is not what their origins make, and origins whose record is not what was stored.
    private func damages<Item: CatalogItem>(items table: RecordTable<Item>, _ condition: String) throws -> [Damage] {
        let names = table.columns.map { "r.\($0.name)" }.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT r.id, r.urn, \(names) FROM \(table.name) AS r
                WHERE EXISTS (SELECT 1 FROM provenance AS p WHERE p.recordURN = r.urn AND p.recordKind = ? \(condition))
                ORDER BY r.id
                """,
            arguments: [table.kind.rawValue]
        )
        var found: [Damage] = []
        while let row = try rows.next() {
            let urn: String = row[1]
            let origins = try Row.fetchAll(
                db.bound(
                    "SELECT origin, record, url, fingerprint FROM provenance WHERE recordURN = ? AND recordKind = ?",
                    urn.databaseValue,
                    table.kind.rawValue.databaseValue
                )
            )
            let damaged = origins.filter { origin in
                guard let json = origin[1] as String? else { return true }
                var encoder = ContentEncoder()
                encoder.add(urn.databaseValue)
                encoder.add(json.databaseValue)
                return Digest(of: encoder.bytes) != Digest(databaseValue: origin[3])
            }
            found += damaged.map {
                Damage(urn: urn, kind: table.kind, origin: RecordOrigin(rawValue: $0[0]) ?? .record)
            }
            guard damaged.isEmpty else { continue }
            let statements = origins.compactMap { origin in
                table.record(urn: urn, json: origin[1]).map {
                    table.statement(RecordOrigin(rawValue: origin[0]) ?? .record, $0, url: origin[2])
                }
            }
            let made = table.combined(statements)
            let isWhole =
                try row.databaseValues.dropFirst(2).elementsEqual(made.values)
                && lists(of: row[0], table) == made.lists
            if !isWhole { found.append(Damage(urn: urn, kind: table.kind)) }
        }
        return found
    }

    private func lists<Record>(of id: Int64, _ table: RecordTable<Record>) throws -> [[[DatabaseValue]]] {
        try table.children.map { try elements(of: id, $0).map { Array($0.databaseValues) } }
    }

    private func elements<Record>(of id: Int64, _ child: ChildTable<Record>) throws -> [Row] {
        try Row.fetchAll(db.bound(child.selectSQL, id.databaseValue))
    }

    private func decodings(_ condition: String) throws -> [Damage] {
        let names = ImageDecoding.columns.map { "r.\($0.name)" }.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT r.id, r.decodeFingerprint, r.urn, r.digest, \(names) FROM image AS r
                CROSS JOIN provenance AS p ON p.recordURN = r.urn
                WHERE p.recordKind = ? AND r.decodeFingerprint IS NOT NULL AND r.readerVersion >=
                  \(Self.firstDecodingVersion)
                \(condition) ORDER BY r.id
                """,
            arguments: [RecordKind.image.rawValue]
        )
        return try differing(rows, [ImageDecoding.variantTable], isURNCovered: false) {
            Damage(urn: $0, kind: .image, isDecoding: true)
        }
    }

    /// - Parameters:
    ///   - rows: The row's identifier, the fingerprint, the URN, then the columns.
    ///   - isURNCovered: Whether the fingerprint is of the URN too.
    private func differing<Record>(
        _ rows: RowCursor,
        _ children: [ChildTable<Record>],
        isURNCovered: Bool = true,
        _ damage: (String) -> Damage
    ) throws -> [Damage] {
        var found: [Damage] = []
        var encoder = ContentEncoder()
        while let row = try rows.next() {
            encoder.removeAll()
            for index in (isURNCovered ? 2 : 3)..<row.count { encoder.add(row[index] as DatabaseValue) }
            for child in children {
                let elements = try elements(of: row[0], child)
                encoder.beginList(elements.count)
                for element in elements { for value in element.databaseValues { encoder.add(value) } }
            }
            let stored: DatabaseValue = row[1]
            guard Digest(of: encoder.bytes) != Digest(databaseValue: stored) else { continue }
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
        guard damage.origin != nil || ![.recipe, .article].contains(damage.kind) else {
            return try combine(itemOf: damage)
        }
        try run(
            """
            UPDATE provenance SET fingerprint = zeroblob(32), completeness = 0, readerVersion = 0
            WHERE recordURN = ? AND recordKind = ? AND origin = ?
            """,
            [damage.urn, damage.kind.rawValue, (damage.origin ?? .record).rawValue]
        )
        if damage.origin == .page {
            // The page is read anew for it, and its text is stored even if it is the same.
            let body = RecordURN.text(item: damage.urn, role: .body)
            return try forget(RowCheck.Damage(urn: body, kind: .text))
        }
        if damage.kind == .text { try run("UPDATE text SET readerVersion = 0 WHERE urn = ?", [damage.urn]) }
    }

    /// A damaged row of an item is made again at once, of what its origins said.
    private func combine(itemOf damage: RowCheck.Damage) throws {
        guard
            let source = try SourceID.fetchOne(
                db,
                sql: "SELECT sourceID FROM provenance WHERE recordURN = ? AND recordKind = ?",
                arguments: [damage.urn, damage.kind.rawValue]
            )
        else { return }
        switch damage.kind {
        case .recipe: try combine(Recipe.table, damage.urn, source: source)
        case .article: try combine(Article.table, damage.urn, source: source)
        default: break
        }
    }
}
