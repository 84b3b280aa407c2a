package import GRDB

/// The rows of a catalog that one check reads: all, or a range of each table's identifiers.
///
/// Checks of a large catalog read one part each, so the time of a check stays bounded as the catalog grows.
package struct CatalogPart: Sendable, Hashable {
    /// From 0.
    package var index: Int
    package var count: Int

    package static let whole = CatalogPart(index: 0, count: 1)

    /// The part whose turn it is.
    ///
    /// - Parameters:
    ///   - checks: How many parts were checked before.
    ///   - maxRows: The most rows of `provenance` in a part.
    package init(after checks: Int, maxRows: Int, in db: Database) throws {
        let rows = try Int.fetchOne(db, sql: "SELECT count(*) FROM provenance") ?? 0
        count = max(1, rows / maxRows + (rows % maxRows == 0 ? 0 : 1))
        index = checks % count
    }

    private init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    /// SQL: whether the row of a table with the identifier `id` is in the part.
    package func holds(_ id: String, of table: String) -> String {
        guard count > 1 else { return "TRUE" }
        func end(_ part: Int) -> String {
            let last = "(SELECT max(id) FROM \(table))"
            // Divided first: an identifier may be as large as SQLite's numbers.
            return "\(last) / \(count) * \(part) + \(last) % \(count) * \(part) / \(count)"
        }
        return "\(id) BETWEEN \(end(index)) + 1 AND \(end(index + 1))"
    }
}
