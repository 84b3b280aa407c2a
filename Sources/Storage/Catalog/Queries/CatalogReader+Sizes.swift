internal import GRDB

/// What a table and its indexes take in the file.
package struct TableSize: Sendable, Hashable {
    package let name: String
    package let bytes: Int
}

extension CatalogReader {
    /// The tables by what they take, the largest first.
    ///
    /// Reads every page of the file.
    ///
    /// - Throws: GRDB's `DatabaseError` also where SQLite was built without its table `dbstat`.
    package func tableSizes() throws -> [TableSize] {
        let sql = """
            SELECT coalesce(tbl_name, dbstat.name) AS owner, sum(pgsize) AS bytes
            FROM dbstat LEFT JOIN sqlite_master ON sqlite_master.name = dbstat.name
            WHERE aggregate = TRUE GROUP BY owner ORDER BY bytes DESC, owner
            """
        return try db.rows(sql).map { try TableSize(name: $0.value(0), bytes: $0.value(1)) }
    }
}
