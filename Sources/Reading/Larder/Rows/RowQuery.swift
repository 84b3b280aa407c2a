internal import Foundation
internal import GRDB
internal import LarderCatalog

/// The statement for a page of a list.
struct RowQuery {
    /// The table of the records.
    let kind: String
    let order: RowOrder
    /// The tags that all rows have, the rarest first.
    var tags: [(field: String, name: String)]
    /// Further conditions on `item`, in SQL.
    var conditions: [String] = []
    var includesGone: Bool

    static func hasPicture(_ table: String) -> String {
        """
        EXISTS (SELECT 1 FROM \(table) AS record JOIN image ON image.urn = record.imageURN
            WHERE record.id = item.\(table)ID AND image.width > 0 AND image.rejectCode IS NULL)
        """
    }

    /// - Throws: ``LarderError`` where the cursor is of a list in another order.
    func page<Element: ListedRow>(
        of type: Element.Type,
        after cursor: PageCursor?,
        limit: Int,
        pixelWidth: Int,
        in reader: LarderReader
    ) throws -> RowPage<Element> {
        if let cursor, cursor.order != order.name { throw LarderError.otherOrder }
        let limit = min(max(0, limit), Self.maxLimit)
        var values = BoundValues([pixelWidth])
        let page = try self.page(after: cursor, limit: limit + 1, &values, reader.db)
        // Only the rows of the page are joined with their records and pictures.
        let sql = """
            SELECT page.value, page.id, \(Element.selected) FROM (\(page)) AS page
            CROSS JOIN item ON item.id = page.id \(Element.joined)
            ORDER BY page.value \(direction), page.id \(direction)
            """
        let rows = try Row.fetchAll(reader.db.bound(sql, values.all))
        let shown = try rows.prefix(limit).map { row in
            try Element(row, at: 2, pixelWidth: pixelWidth, reader.blobs)
        }
        guard rows.count > limit, let last = rows.prefix(limit).last else { return RowPage(rows: shown, next: nil) }
        let next = try PageCursor(order: order.name, value: PageCursor.Value(last.value(0)), id: last.value(1))
        return RowPage(rows: shown, next: next)
    }

    private static let maxLimit = 1 << 30

    private var direction: String { order.isDescending ? "DESC" : "ASC" }

    /// How many rows all pages have.
    func count(in db: Database) throws -> Int {
        var values = BoundValues([])
        let rows = try page(after: nil, limit: -1, &values, db)
        return try Int.fetchOne(db.bound("SELECT count(*) FROM (\(rows))", values.all)) ?? 0
    }

    /// The statement for the values and identifiers of a page.
    private func page(
        after cursor: PageCursor?,
        limit: Int,
        _ values: inout BoundValues,
        _ db: Database
    ) throws -> String {
        let isByTag = try takesTag(limit, db)
        let usesPlace = isByTag && order.isOfTags
        let (value, id) = usesPlace ? ("itemTag.place", "itemTag.itemID") : (order.value, order.id)
        var clauses = conditions + [order.needs].compactMap(\.self)
        clauses += tags.enumerated().map { number, tag in
            let (field, key) = (values.add(tag.field), values.add(TagKey.key(tag.field, tag.name)))
            let ids = "(SELECT id FROM tag WHERE kind = '\(kind)' AND field = \(field) AND key = \(key))"
            return number == 0 && isByTag
                ? "itemTag.tagID = \(ids)"
                : "EXISTS (SELECT 1 FROM itemTag WHERE itemID = item.id AND tagID = \(ids))"
        }
        if !isByTag { clauses.append("item.\(kind)ID NOT NULL") }
        if !includesGone { clauses.append("NOT " + (usesPlace ? "itemTag.isGone" : order.isGone)) }
        let byTag = "itemTag CROSS JOIN item ON item.id = itemTag.itemID \(order.join)"
        let end = "ORDER BY value \(direction), id \(direction) LIMIT \(limit)"
        func rows(_ further: String?) -> String {
            """
            SELECT \(value) AS value, \(id) AS id FROM \(isByTag ? byTag : order.tables)
            WHERE \((clauses + [further].compactMap(\.self)).joined(separator: " AND ")) \(end)
            """
        }
        guard let cursor else { return rows(nil) }
        let (lastValue, lastID) = (values.add(cursor.value.databaseValue), values.add(cursor.id))
        let behind = order.isDescending ? "<" : ">"
        // By two ranges of the index: SQLite would read all rows with the value of the last one.
        return """
            SELECT * FROM (\(rows("\(value) = \(lastValue) AND \(id) \(behind) \(lastID)")))
            UNION ALL SELECT * FROM (\(rows("\(value) \(behind) \(lastValue)"))) \(end)
            """
    }

    /// Whether the items of the first tag are read, rather than all in the order of the list.
    ///
    /// Of n items with the tag among all N, one way sorts n items, and the other looks at N / n items for each row.
    private func takesTag(_ limit: Int, _ db: Database) throws -> Bool {
        guard let tag = tags.first else { return false }
        if order.isOfTags || !order.isIndexed { return true }
        let sql =
            "SELECT count, (SELECT coalesce(max(id), 0) FROM item) FROM tag WHERE kind = ? AND field = ? AND key = ?"
        let key = TagKey.key(tag.field, tag.name)
        guard let row = try Row.fetchOne(db.bound(sql, kind, tag.field, key)) else { return true }
        let count: Double = try row.value(0)
        return try count * count <= Double(limit) * row.value(1)
    }
}

/// The values of a statement whose parameters have numbers.
private struct BoundValues {
    private(set) var all: [(any DatabaseValueConvertible)?]

    init(_ first: [(any DatabaseValueConvertible)?]) { all = first }

    /// The parameter for a value.
    mutating func add(_ value: any DatabaseValueConvertible) -> String {
        all.append(value)
        return "?\(all.count)"
    }
}

extension LarderReader {
    /// The rows with URNs.
    func rows<Element: ListedRow>(_ urns: [String], pixelWidth: Int) throws -> [Element] {
        let sql = """
            SELECT \(Element.selected) FROM json_each(?2) AS wanted CROSS JOIN item ON item.urn = wanted.value
            \(Element.joined) ORDER BY wanted.key
            """
        return try db.bound(sql, pixelWidth, JSONWriter.text { $0.value(urns) }).rows { row in
            try Element(row, at: 0, pixelWidth: pixelWidth, blobs)
        }
    }
}
