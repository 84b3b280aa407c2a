package import GRDB
package import LarderCatalog
internal import LarderHashing
package import LarderModel

/// Compares rows with their stored fingerprints: SQLite itself does not notice a changed byte inside a value.
package struct RowCheck {
    /// A row that is not what was stored.
    package struct Damage: Sendable, Hashable {
        package var urn: String
        package var kind: RecordKind
        /// The decoding of a picture is damaged, not what was downloaded.
        package var isDecoding = false
        /// What this origin said of an item is damaged, in its own record or in the item's row; nil: the row alone.
        package var origin: RecordOrigin?

        /// The URN and kind of the record, as messages show them.
        ///
        /// Damages of several origins of an item have one name.
        package var name: String { "\(urn) (\(kind.rawValue))" }
    }

    private let db: Database
    private let part: CatalogPart
    /// The first version of the renderer whose fingerprints cover every column of a text.
    private static let firstTextVersion = 7
    /// The same of the decoder, for pictures.
    private static let firstDecodingVersion = 3

    /// Works in `db`'s current transaction.
    package init(_ db: Database, part: CatalogPart = .whole) {
        self.db = db
        self.part = part
    }

    /// The rows that differ, of some sources or of all.
    ///
    /// Reads every row of the part once; memory is bounded by the longest one.
    package func damages(of sources: [SourceID]? = nil) throws -> [Damage] {
        // The plus keeps the index of the sources out of it: for each row all of the source's provenance would be read.
        let condition = sources.map { "AND +p.sourceID IN (\($0.map(\.description).joined(separator: ", ")))" } ?? ""
        return try damages(items: Recipe.table, condition) + damages(items: Article.table, condition)
            + damages(Outlet.table, condition) + damages(ImageOriginal.table, condition)
            + damages(RenderedText.table, condition + " AND p.readerVersion >= \(Self.firstTextVersion)")
            + decodings(condition)
    }

    private func damages<Record>(_ table: RecordTable<Record>, _ condition: String) throws -> [Damage] {
        let sql = """
            SELECT r.id, p.fingerprint, r.urn, \(names(of: table.columns)) FROM provenance AS p
            CROSS JOIN \(table.name) AS r ON r.urn = p.recordURN
            WHERE p.recordKind = ? AND \(part.holds("p.id", of: "provenance")) \(condition) ORDER BY p.id
            """
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [table.kind.rawValue])
        return try differing(rows, table.children) { Damage(urn: $0, kind: table.kind) }
    }

    /// Items whose row is not what their origins make, and origins whose record is not what was stored.
    private func damages<Item: CatalogItem>(items table: RecordTable<Item>, _ condition: String) throws -> [Damage] {
        let sql = """
            SELECT r.id, r.urn, \(names(of: table.columns)) FROM \(table.name) AS r
            WHERE EXISTS (SELECT 1 FROM provenance AS p WHERE p.recordURN = r.urn AND p.recordKind = ? \(condition))
            AND \(part.holds("r.id", of: table.name)) ORDER BY r.id
            """
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [table.kind.rawValue])
        let ofItem = "SELECT origin, record, url, fingerprint FROM provenance WHERE recordURN = ? AND recordKind = ?"
        var found: [Damage] = []
        while let row = try rows.next() {
            let urn: String = try row.value(1)
            let stored = try (
                values: Array(row.databaseValues.dropFirst(2)), lists: lists(of: row.value(0), table.children)
            )
            var (statements, damaged): ([OriginStatement], [RecordOrigin]) = ([], [])
            let origins = try Row.fetchAll(db.bound(ofItem, urn, table.kind.rawValue))
            for row in origins {
                let origin = try RecordOrigin(rawValue: row.value(0)) ?? .record
                let json = try row.value(1) as String?
                let record = json.flatMap { table.record(urn: urn, json: $0, row: stored) }
                guard let json, let record else {
                    damaged.append(origin)
                    continue
                }
                let statement = try table.statement(origin, record, url: row.value(2))
                var encoder = ContentEncoder()
                let whole = table.needsRow(json) ? table.json(of: statement) : json
                encoder.add([urn.databaseValue, whole.databaseValue], [])
                let isSame = try Digest(of: encoder.bytes) == Digest(databaseValue: row.value(3))
                if isSame { statements.append(statement) } else { damaged.append(origin) }
            }
            found += damaged.map { Damage(urn: urn, kind: table.kind, origin: $0) }
            guard damaged.isEmpty else { continue }
            let made = table.combined(statements)
            let isWhole =
                [stored.values].isIdentical(to: [made.values])
                && zip(stored.lists, made.lists).allSatisfy { $0.isIdentical(to: $1) }
            if !isWhole { found.append(Damage(urn: urn, kind: table.kind)) }
        }
        return found
    }

    private func names<Record>(of columns: [RecordField<Record>]) -> String {
        columns.map { "r.\($0.name)" }.joined(separator: ", ")
    }

    private func lists<Record>(of id: Int64, _ children: [ChildTable<Record>]) throws -> [[[DatabaseValue]]] {
        try children.map { try $0.values(of: id, in: db) }
    }

    private func decodings(_ condition: String) throws -> [Damage] {
        let sql = """
            SELECT r.id, r.decodeFingerprint, r.urn, r.digest, \(names(of: ImageDecoding.columns)) FROM image AS r
            CROSS JOIN provenance AS p ON p.recordURN = r.urn
            WHERE p.recordKind = ? AND r.decodeFingerprint IS NOT NULL
            AND r.readerVersion >= \(Self.firstDecodingVersion) AND \(part.holds("r.id", of: "image")) \(condition)
            ORDER BY r.id
            """
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [RecordKind.image.rawValue])
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
            encoder.add(
                Array(row.databaseValues.dropFirst(isURNCovered ? 2 : 3)),
                try lists(of: row.value(0), children)
            )
            guard try Digest(of: encoder.bytes) != Digest(databaseValue: row.value(1)) else { continue }
            found.append(try damage(String.fromDatabaseValue(row.value(2)) ?? ""))
        }
        return found
    }
}

extension CatalogWriter {
    /// Lets the next result for a damaged row replace it, and marks its rendering or decoding as outdated.
    package func forget(_ damage: RowCheck.Damage) throws {
        guard !damage.isDecoding else {
            try db.run("UPDATE image SET \(Self.undecoded) WHERE urn = ?", [damage.urn])
            return
        }
        guard damage.origin != nil || ![.recipe, .article].contains(damage.kind) else {
            return try combine(itemOf: damage)
        }
        let sql = """
            UPDATE provenance SET fingerprint = zeroblob(32), completeness = 0, readerVersion = 0
            WHERE recordURN = ? AND recordKind = ? AND origin = ?
            """
        try db.run(sql, [damage.urn, damage.kind.rawValue, (damage.origin ?? .record).rawValue])
        if damage.origin == .page {
            // The page is read again for it, and its text is stored even if it is the same.
            let body = RecordURN.text(item: damage.urn, role: .body)
            return try forget(RowCheck.Damage(urn: body, kind: .text))
        }
        if damage.kind == .text { try db.run("UPDATE text SET readerVersion = 0 WHERE urn = ?", [damage.urn]) }
    }

    /// Makes a damaged row of an item again from what its origins said.
    private func combine(itemOf damage: RowCheck.Damage) throws {
        let sql = "SELECT sourceID FROM provenance WHERE recordURN = ? AND recordKind = ?"
        guard let source = try SourceID.fetchOne(db.bound(sql, damage.urn, damage.kind.rawValue)) else { return }
        switch damage.kind {
        case .recipe: try combine(Recipe.table, damage.urn, source: source)
        case .article: try combine(Article.table, damage.urn, source: source)
        default: break
        }
    }
}
