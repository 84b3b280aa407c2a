internal import GRDB
internal import LarderCatalog
internal import LarderModel

/// Words of items that wait for the end of their transaction.
///
/// They are written together: FTS5 writes what it has collected whenever a statement with triggers runs between.
final class SearchDocuments {
    /// So many bytes wait in memory.
    private static let maxBytes = 8 << 20
    private var waitingBytes = 0
    private var last: Int64?
    private var waiting: [(number: Int64, columns: [String])] = []

    /// Adds an item's words; their number, which is greater than all before.
    func add(_ item: IndexedItem, _ db: Database) throws -> Int64 {
        let number = try (last ?? Int64.fetchOne(db.bound("SELECT max(id) FROM search_docsize")) ?? 0) + 1
        last = number
        let columns = [item.title, item.names, item.ingredients, item.text].map(SearchText.separated)
        waitingBytes += columns.reduce(0) { $0 + $1.utf8.count }
        waiting.append((number, columns))
        if waitingBytes > Self.maxBytes { try write(db) }
        return number
    }

    func write(_ db: Database) throws {
        let sql = "INSERT INTO search (rowid, title, names, ingredients, text) VALUES (?, ?, ?, ?, ?)"
        for (number, columns) in waiting {
            try db.run(sql, [number] + columns.map { $0 as (any DatabaseValueConvertible)? })
        }
        for (number, columns) in waiting {
            try db.run("INSERT INTO titleSearch (rowid, title) VALUES (?, ?)", [number, columns[0]])
        }
        (waiting, waitingBytes) = ([], 0)
    }
}
