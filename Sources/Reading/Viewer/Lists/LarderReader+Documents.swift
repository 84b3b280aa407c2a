internal import GRDB
internal import Larder
internal import LarderCatalog

/// What a list searches for, as queries for FTS5.
struct ListQuery: Hashable, Sendable {
    /// Nil: nothing.
    fileprivate let expression: String?
    /// For titles, wherever the search looks; nil: nothing.
    fileprivate let titles: String?
    fileprivate let searchesTitles: Bool

    /// Nil: the list has no search.
    init?(_ list: ListAddress) {
        guard let query = list.query else { return nil }
        let titles = LarderReader.searchExpression(of: query, opensFrom: list.opensWordsFrom)
        self.titles = titles
        // https://www.sqlite.org/fts5.html, section 3.4: a filter of columns.
        expression = list.place.flatMap { place in titles.map { "{\(place.rawValue)} : (\($0))" } } ?? titles
        searchesTitles = list.searchesTitles
    }
}

/// What searches find, as numbers of the search's documents.
extension LarderReader {
    /// All that a search finds, the oldest first; one statement.
    func documents(_ search: ListQuery) throws -> [Int] {
        let table = search.searchesTitles ? "titleSearch" : "search"
        return try numbers("SELECT rowid FROM \(table) WHERE \(table) MATCH ? ORDER BY rowid", search.expression)
    }

    /// What a search finds, the best first; one statement.
    func ranked(_ search: ListQuery) throws -> [Int] {
        try numbers(
            """
            WITH title AS MATERIALIZED (\(Self.rankedTitles("?2")))
            SELECT search.rowid FROM \(Self.searchWithTitles) WHERE search MATCH ?1 ORDER BY \(Self.searchOrder)
            """,
            search.expression,
            search.titles
        )
    }

    /// What has all words of a search in its title, the best first; one statement.
    func rankedTitles(_ search: ListQuery) throws -> [Int] {
        try numbers(
            "SELECT document FROM (\(Self.rankedTitles("?"))) AS title ORDER BY \(Self.titleOrder)",
            search.titles
        )
    }

    private func numbers(_ sql: String, _ expressions: String?...) throws -> [Int] {
        expressions.contains(nil) ? [] : try database.bound(sql, expressions).rows { try $0.value(0) }
    }

    /// The items that came or changed after a change, by their identifiers; one statement.
    func items(changedAfter change: Int64) throws -> [Int64] {
        let sql = """
            SELECT DISTINCT item.id FROM change JOIN item ON item.urn = change.itemURN
            WHERE change.id > ? AND change.kind IN ('added', 'changed', 'back')
            """
        return try Int64.fetchAll(database.bound(sql, change))
    }
}
