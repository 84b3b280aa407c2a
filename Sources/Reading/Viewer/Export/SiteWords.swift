internal import GRDB
internal import Larder
internal import LarderCatalog
internal import LarderModel

/// Which items have which words, in a file for each two letters that words begin with.
///
/// The words are those of the larder's own search: of SQLite's table of an index's words (FTS5, section "The fts5vocab
/// Virtual Table Module").
struct SiteWords {
    /// The rows of items in titles, in names and ingredients, and in other texts.
    private typealias Found = [[Int]]

    private let reader: LarderReader
    /// The row of each document of the search, -1 where lists have none.
    private var rows: [Int]

    init(_ reader: LarderReader, _ indexes: ListIndexes) throws {
        self.reader = reader
        let index = try indexes.index(reader)
        var places = [Int](repeating: -1, count: index.items.count)
        for (row, place) in try SitePlan.places(index, indexes, reader).enumerated() { places[place] = row }
        rows = index.documents.map { $0 < 0 ? -1 : places[Int($0)] }
    }

    /// The files, and one with their names.
    func files() throws -> [SiteFile] {
        var files: [String: [(word: String, found: Found)]] = [:]
        var titles: [String: Set<Int>] = [:]
        try eachWord { word, found in
            let scalars = word.unicodeScalars.prefix(2)
            files[Self.name(scalars), default: []].append((word, found))
            if let first = scalars.first { titles[String(first), default: []].formUnion(found[0]) }
        }
        // One letter alone would have to read all files of words that begin with it: it finds titles.
        for (letter, rows) in titles.sorted(by: { $0.key < $1.key }) {
            let name = Self.name(letter.unicodeScalars.prefix(1))
            files[name, default: []].append((letter + "*", [rows.sorted(), [], []]))
        }
        let names = files.keys.sorted()
        return [SiteScript.file("words") { $0.value(names) }]
            + names.map { name in
                SiteScript.file("words/\(name)") { writer in
                    writer.object { writer in
                        for (word, found) in files[name] ?? [] {
                            writer.member(word, strings: found.map(SiteScript.rising))
                        }
                    }
                }
            }
    }

    /// Calls `body` with each word and the rows that have it, each in its best place alone.
    private func eachWord(_ body: (String, Found) -> Void) throws {
        let db = reader.database
        try db.execute(
            sql: "CREATE VIRTUAL TABLE IF NOT EXISTS temp.siteWord USING fts5vocab('main', 'search', 'instance')"
        )
        let sql = """
            SELECT term, doc, min(CASE col WHEN 'title' THEN 0 WHEN 'text' THEN 2 ELSE 1 END)
            FROM temp.siteWord GROUP BY term, doc
            """
        let cursor = try Row.fetchCursor(db.bound(sql))
        var (word, found): (String?, Found) = (nil, [[], [], []])
        func end() {
            if let word, found.contains(where: { !$0.isEmpty }) { body(word, found.map { $0.sorted() }) }
        }
        while let row = try cursor.next() {
            let (term, document, place): (String, Int, Int) = try (row.value(0), row.value(1), row.value(2))
            if term != word {
                end()
                (word, found) = (term, [[], [], []])
            }
            if rows.indices.contains(document), rows[document] >= 0 { found[place].append(rows[document]) }
        }
        end()
    }

    /// The name of the file of words that begin with one or two letters.
    private static func name(_ letters: some Collection<Unicode.Scalar>) -> String {
        letters.map { letter in
            letter.isASCII ? String(letter) : "x" + String(letter.value >> 4, radix: 16)
        }.joined(separator: "-")
    }
}
