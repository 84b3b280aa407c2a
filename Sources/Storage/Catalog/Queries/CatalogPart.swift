package import GRDB
package import LarderModel

/// The rows of a catalog that one check reads: all, or a range of each table's identifiers.
///
/// Checks of a large catalog read one part each, so that none takes longer the more is stored.
package struct CatalogPart: Sendable, Hashable {
    /// From 0.
    package var index: Int
    package var count: Int

    package static let whole = CatalogPart(index: 0, count: 1)

    /// The part after those of the sources' earlier syncs.
    ///
    /// - Parameter maxRows: The most rows of `provenance` in a part.
    package init(after sources: [SourceID], maxRows: Int, in db: Database) throws {
        let rows = try Int.fetchOne(db, sql: "SELECT max(id) FROM provenance") ?? 0
        let syncs = try Int.fetchOne(db.bound("SELECT count(*) FROM sync WHERE sourceID = ?", [sources.min()])) ?? 0
        count = max(1, (rows + maxRows - 1) / maxRows)
        index = syncs % count
    }

    private init(index: Int, count: Int) { (self.index, self.count) = (index, count) }

    /// SQL: whether the row of a table with the identifier `id` is in the part.
    package func holds(_ id: String, of table: String) -> String {
        guard count > 1 else { return "TRUE" }
        let last = "(SELECT max(id) FROM \(table))"
        return "\(id) BETWEEN \(last) * \(index) / \(count) + 1 AND \(last) * \(index + 1) / \(count)"
    }
}
