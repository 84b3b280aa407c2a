internal import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderModel

extension LarderReader {
    /// Finds items by their titles while a person types; two statements.
    ///
    /// A title must have all words. The last word may be incomplete. Titles that begin with the words come first, then
    /// short titles. Case and accents of Latin letters do not count. If very many titles match, the search ranks the
    /// newest matches and the newest titles that begin with the words, 200 in all.
    public func titles(
        matching text: String,
        filter: SearchFilter = SearchFilter(),
        limit: Int = 20,
        pixelWidth: Int = 320
    ) throws -> [SearchHit] {
        let words = SearchWords(text, opensFrom: 1)
        guard !words.isEmpty, limit > 0 else { return [] }
        func newest(_ parameter: String) -> String {
            """
            SELECT item.id FROM titleSearch CROSS JOIN item ON item.document = titleSearch.rowid
            WHERE titleSearch MATCH \(parameter) \(conditions(filter))
            ORDER BY titleSearch.rowid DESC LIMIT \(Self.candidates)
            """
        }
        let sql = """
            SELECT item.id, \(Self.title) FROM (
                SELECT * FROM (\(newest("?1"))) UNION SELECT * FROM (\(newest("?2")))
            ) AS found JOIN item ON item.id = found.id \(Self.records)
            """
        let found = try Row.fetchAll(db.bound(sql, words.initialExpression, words.expression, filter.source))
        let ranked = try found.map { row in
            let (id, title): (Int64, String) = try (row.value(0), row.value(1))
            return (id: id, place: TitlePlace(title, words))
        }.sorted { ($0.place, $1.id) < ($1.place, $0.id) }
        return try hits(ranked.prefix(limit).map(\.id), words, hasSnippets: false, pixelWidth)
    }

    /// Items that have all the words in their title, ingredients, steps or text, the best first; at most three
    /// statements.
    ///
    /// Items with all the words in their title come first, by BM25 of their titles, which favours short ones. BM25 of
    /// all texts ranks the others, where a word in the title counts ten times and one among ingredients and names
    /// four times as much. Text in double quotes is found as a phrase, and `onion*` finds all words that begin with
    /// `onion`. At most 16 words and phrases within 1,000 characters count.
    public func items(
        matching text: String,
        filter: SearchFilter = SearchFilter(),
        limit: Int = 20,
        offset: Int = 0,
        pixelWidth: Int = 320
    ) throws -> [SearchHit] {
        let words = SearchWords(text)
        guard !words.isEmpty, limit > 0 else { return [] }
        func page(_ documents: String, _ document: String, _ condition: String, _ order: String) throws -> [Int64] {
            let sql = """
                WITH title AS MATERIALIZED (\(Self.rankedTitles("?1")))
                SELECT item.id FROM \(documents) CROSS JOIN item ON item.document = \(document)
                WHERE \(condition) \(conditions(filter, "?2")) ORDER BY \(order) LIMIT \(limit) OFFSET \(max(0, offset))
                """
            return try Int64.fetchAll(db.bound(sql, words.expression, filter.source))
        }
        var ids = try page("title", "title.document", "TRUE", Self.titleOrder)
        if ids.count < limit {
            ids = try page(Self.searchWithTitles, "search.rowid", "search MATCH ?1", Self.searchOrder)
        }
        return try hits(ids, words, hasSnippets: true, pixelWidth)
    }

    /// How many items have all the words; one statement.
    public func count(matching text: String, filter: SearchFilter = SearchFilter()) throws -> Int {
        let words = SearchWords(text)
        guard !words.isEmpty else { return 0 }
        let sql = """
            SELECT count(*) FROM search CROSS JOIN item ON item.document = search.rowid
            WHERE search MATCH ?1 \(conditions(filter, "?2"))
            """
        return try Int.fetchOne(db.bound(sql, words.expression, filter.source)) ?? 0
    }

    /// What of a text is searched for; for programs that tell people.
    package static func searches(_ text: String) -> (any: Bool, all: Bool) {
        let words = SearchWords(text)
        return (!words.isEmpty, !words.isCut)
    }

    /// The query for FTS5; nil: there is none.
    ///
    /// - Parameter opensFrom: The last word may go on if it has at least so many letters.
    package static func searchExpression(of text: String, opensFrom: Int) -> String? {
        let words = SearchWords(text, opensFrom: opensFrom)
        return words.isEmpty ? nil : words.expression
    }

    /// A query for the documents that have all words in their title.
    ///
    /// - Parameter words: The parameter with the query for FTS5.
    package static func rankedTitles(_ words: String) -> String {
        """
        SELECT rowid AS document, bm25(titleSearch) AS place FROM titleSearch WHERE titleSearch MATCH \(words)
        """
    }

    /// The order of ``rankedTitles(_:)`` under the name `title`.
    package static let titleOrder = "title.place, title.document"

    /// The documents that a search finds, with what ``rankedTitles(_:)`` says of them under the name `title`.
    package static let searchWithTitles = "search LEFT JOIN title ON title.document = search.rowid"

    /// The order of ``searchWithTitles``.
    ///
    /// BM25 takes most of the time of a search, as it reads all places of the words in each document that it ranks.
    package static let searchOrder = """
        title.place IS NULL, iif(title.place IS NULL, bm25(search, 10.0, 4.0, 4.0, 1.0), title.place), search.rowid
        """

    /// Marks what a search found in the items with these identifiers, in their order; one statement.
    ///
    /// - Parameter opensFrom: As of ``searchExpression(of:opensFrom:)``.
    package func hits(_ ids: [Int64], matching text: String, opensFrom: Int, pixelWidth: Int) throws -> [SearchHit] {
        try hits(ids, SearchWords(text, opensFrom: opensFrom), hasSnippets: true, pixelWidth)
    }

    private static let candidates = 100
    private static let title = "coalesce(recipe.title, article.title)"
    private static let records = """
        LEFT JOIN recipe ON recipe.id = item.recipeID LEFT JOIN article ON article.id = item.articleID
        """

    private func conditions(_ filter: SearchFilter, _ source: String = "?3") -> String {
        (filter.includesGone ? "" : "AND NOT item.isGone ")
            + (filter.kind.map { "AND item.\($0.rawValue)ID NOT NULL " } ?? "")
            + (filter.source == nil ? "" : "AND item.sourceID = (SELECT id FROM source WHERE name = \(source))")
    }

    /// The items with these identifiers, in their order.
    private func hits(_ ids: [Int64], _ words: SearchWords, hasSnippets: Bool, _ pixelWidth: Int) throws -> [SearchHit]
    {
        let texts =
            hasSnippets
            ? """
            coalesce(recipe.summary, article.summary),
            (SELECT json_group_array(text) FROM
                (SELECT text FROM ingredient WHERE recipeID = recipe.id ORDER BY position)),
            (SELECT json_group_array(text) FROM (SELECT text FROM step WHERE recipeID = recipe.id ORDER BY position)),
            coalesce((SELECT plain FROM text WHERE itemURN = item.urn AND role = 'body'), article.content)
            """ : "NULL, NULL, NULL, NULL"
        let sql = """
            SELECT item.urn, source.name, \(Self.title), item.isGone, \(texts), recipeID NOT NULL,
                coalesce(recipe.imageURN, article.imageURN), \(ShownPicture.columns)
            FROM json_each(?2) AS found CROSS JOIN item ON item.id = found.value
            CROSS JOIN source ON source.id = item.sourceID \(Self.records)
            \(ShownPicture.join("coalesce(recipe.imageURN, article.imageURN)")) ORDER BY found.key
            """
        let list = JSONColumn.array(ids.map(Int.init))
        return try db.bound(sql, pixelWidth, list).rows { row in
            let found = hasSnippets ? try Self.snippet(row, words) : nil
            return try SearchHit(
                id: row.value(0),
                kind: row.value(8) ? .recipe : .article,
                source: row.value(1),
                title: MarkedText(row.value(2), words),
                snippet: found?.snippet,
                place: found?.place,
                isGone: row.value(3),
                picture: ShownPicture(row.value(9), row, at: 10, pixelWidth: pixelWidth, blobs)
            )
        }
    }

    /// The first place that has words of the search, of the columns 4 to 7 of ``hits(_:_:hasSnippets:_:)``.
    private static func snippet(_ row: Row, _ words: SearchWords) throws -> (place: SearchPlace, snippet: MarkedText)? {
        func first(_ column: Int, _ place: (Int) -> SearchPlace) throws -> (SearchPlace, MarkedText)? {
            let lines = try JSONDecoder().decode([String].self, from: Data((row.value(column) as String).utf8))
            for (number, line) in lines.enumerated() {
                if let snippet = MarkedText.snippet(of: line, words) { return (place(number), snippet) }
            }
            return nil
        }
        func whole(_ column: Int, _ place: SearchPlace) throws -> (SearchPlace, MarkedText)? {
            try (row.value(column) as String?).flatMap { MarkedText.snippet(of: $0, words) }.map { (place, $0) }
        }
        return try whole(4, .summary) ?? first(5) { _ in .ingredient } ?? first(6) { .step($0 + 1) } ?? whole(7, .text)
    }
}

/// How well a title fits; the less, the better.
private struct TitlePlace: Comparable {
    /// 0: the title begins with a word of the search.
    let start: Int
    let length: Int

    init(_ title: String, _ words: SearchWords) {
        var (tokens, first) = (SearchTokens(title), SearchTokens(title))
        start = words.nextRange(&tokens)?.lowerBound == first.next()?.text.startIndex ? 0 : 1
        length = title.utf8.count
    }

    static func < (left: TitlePlace, right: TitlePlace) -> Bool {
        (left.start, left.length) < (right.start, right.length)
    }
}
