internal import Foundation
internal import GRDB
internal import LarderCatalog

/// The statement for a page of a list.
struct RowQuery {
    let order: RowOrder
    /// The tags that all rows have, the rarest first.
    var tags: [(field: String, name: String)]
    /// Conditions on `item` in SQL, with their values.
    var conditions: [(sql: String, value: (any DatabaseValueConvertible)?)] = []
    var includesGone: Bool

    static func hasPicture(_ table: String) -> String {
        """
        EXISTS (SELECT 1 FROM \(table) AS record JOIN image ON image.urn = record.imageURN
            WHERE record.id = item.\(table)ID AND image.width > 0)
        """
    }

    func page<Element: ListedRow>(
        of type: Element.Type,
        after cursor: PageCursor?,
        limit: Int,
        pixelWidth: Int,
        in reader: LarderReader
    ) throws -> RowPage<Element> {
        let isByTag = try takesTag(Element.table, limit, reader.db)
        let usesPlace = isByTag && order.isOfTags
        let (value, id) = usesPlace ? ("itemTag.place", "itemTag.itemID") : (order.value, "item.id")
        var values: [(any DatabaseValueConvertible)?] = [pixelWidth]
        var clauses: [String] = []
        var known = values.count
        // Numbered, as `?1` stands behind the others.
        func add(_ clause: String, _ more: [(any DatabaseValueConvertible)?]) {
            let parts = clause.split(separator: "?", omittingEmptySubsequences: false)
            clauses.append(
                parts.dropFirst().reduce(into: String(parts[0])) { text, part in
                    text += "?\(values.count + 1)" + part
                    values.append(more[values.count - known])
                }
            )
            known = values.count
        }
        for (number, tag) in tags.enumerated() {
            let ids = "(SELECT id FROM tag WHERE kind = '\(Element.table)' AND field = ? AND name = ?)"
            let isFirst = number == 0 && isByTag
            let other = "EXISTS (SELECT 1 FROM itemTag WHERE itemID = item.id AND tagID = \(ids))"
            add(isFirst ? "itemTag.tagID = \(ids)" : other, [tag.field, tag.name])
        }
        if !isByTag { add("item.\(Element.table)ID NOT NULL", []) }
        if let needs = order.needs { add(needs, []) }
        if !includesGone { add(usesPlace ? "NOT itemTag.isGone" : "NOT item.isGone", []) }
        for condition in conditions { add(condition.sql, condition.value.map { [$0] } ?? []) }
        let direction = order.isDescending ? "DESC" : "ASC"
        let behind = order.isDescending ? "<" : ">"
        if let cursor { values += [cursor.value.databaseValue, cursor.id] }
        let (last, lastID) = ("?\(values.count - 1)", "?\(values.count)")
        let index = order.index.map { "INDEXED BY \($0)" } ?? ""
        func rows(_ further: String?) -> String {
            """
            SELECT \(value) AS value, \(id) AS id
            FROM \(isByTag ? "itemTag CROSS JOIN item ON item.id = itemTag.itemID" : "item \(index)")
            WHERE \((clauses + [further].compactMap(\.self)).joined(separator: " AND "))
            ORDER BY \(value) \(direction), \(id) \(direction) LIMIT \(max(0, limit) + 1)
            """
        }
        // By two ranges of the index: SQLite would read all rows with the value of the last one.
        let page =
            cursor == nil
            ? rows(nil)
            : """
            SELECT * FROM (\(rows("\(value) = \(last) AND \(id) \(behind) \(lastID)")))
            UNION ALL SELECT * FROM (\(rows("\(value) \(behind) \(last)")))
            ORDER BY value \(direction), id \(direction) LIMIT \(max(0, limit) + 1)
            """
        // Only the rows of the page are joined with their records and pictures.
        let sql = """
            SELECT page.value, page.id, \(Element.columns), \(ShownPicture.columns)
            FROM (
                \(page)
            ) AS page
            CROSS JOIN item ON item.id = page.id
            CROSS JOIN \(Element.table) AS shown ON shown.id = item.\(Element.table)ID
            CROSS JOIN source ON source.id = item.sourceID \(Element.join) \(ShownPicture.join("shown.imageURN"))
            ORDER BY page.value \(direction), page.id \(direction)
            """
        let rows = try Row.fetchAll(reader.db.bound(sql, values))
        let shown = try rows.prefix(limit).map { row in
            try Element(row, at: 2, pixelWidth: pixelWidth, reader.blobs)
        }
        guard rows.count > limit, let last = rows.prefix(limit).last else { return RowPage(rows: shown, next: nil) }
        let next = try PageCursor(value: PageCursor.Value(last.value(0)), id: last.value(1))
        return RowPage(rows: shown, next: next)
    }

    /// Whether the items of the first tag are read, rather than all in the order of the list.
    ///
    /// Of n items with the tag among all N, one way sorts n items, and the other looks at N / n items for each row.
    private func takesTag(_ kind: String, _ limit: Int, _ db: Database) throws -> Bool {
        guard let tag = tags.first else { return false }
        if order.isOfTags || order.index == nil { return true }
        let sql =
            "SELECT count, (SELECT coalesce(max(id), 0) FROM item) FROM tag WHERE kind = ? AND field = ? AND name = ?"
        guard let row = try Row.fetchOne(db.bound(sql, kind, tag.field, tag.name)) else { return true }
        let count: Double = try row.value(0)
        return try count * count <= Double(limit) * row.value(1)
    }
}
