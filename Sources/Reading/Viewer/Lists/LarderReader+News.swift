internal import GRDB
internal import Larder
internal import LarderCatalog

extension LarderReader {
    /// How many items came, changed and went after a change, by source; one statement.
    func changeCounts(after change: Int64) throws -> [(source: String, counts: [String: Int])] {
        let sql = """
            SELECT source.name, change.kind, count(DISTINCT itemURN) FROM change
            JOIN source ON source.id = change.sourceID
            WHERE change.id > ? AND change.kind IN ('added', 'changed', 'gone')
            GROUP BY source.id, change.kind ORDER BY source.name
            """
        var found: [(source: String, counts: [String: Int])] = []
        for row in try Row.fetchAll(database.bound(sql, change)) {
            let source: String = try row.value(0)
            if found.last?.source != source { found.append((source, [:])) }
            found[found.count - 1].counts[try row.value(1) as String] = try row.value(2)
        }
        return found
    }

    /// The words of all titles, in lower case, each once; one statement that reads every title.
    func titleWords() throws -> [String] {
        // Titles share most of their parts, and parting bytes is quick.
        var parts: Set<Substring> = []
        let titles = try String.fetchCursor(
            database.bound("SELECT title FROM recipe UNION ALL SELECT title FROM article LIMIT \(Self.mostTitles)")
        )
        while let title = try titles.next() {
            for part in title.utf8.split(separator: UInt8(ascii: " ")) { parts.insert(Substring(part)) }
        }
        let words = parts.lazy.flatMap { $0.split(whereSeparator: { !$0.isLetter }) }.filter { $0.count > 3 }
        return Set(words.map { $0.lowercased() }).sorted()
    }

    private static let mostTitles = 100_000
}
