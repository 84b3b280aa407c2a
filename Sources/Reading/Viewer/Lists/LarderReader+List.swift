package import Foundation
internal import GRDB
package import Larder
internal import LarderCatalog
internal import LarderModel

/// An item of a list, with what its card shows.
package struct ListedItem: Sendable {
    package var urn: String
    package var kind: ItemKind
    package var source: String
    package var title: String
    package var publisher: String?
    package var language: String?
    package var minutes: Int?
    package var servings: Int?
    /// When it was published; nil for recipes.
    package var published: Date?
    package var isGone: Bool
    /// Of an article: the length of its text, in Unicode scalars; nil: it has none.
    package var textLength: Int?
    /// Of an article: the beginning of its summary or text.
    package var beginning: String?
    /// The URN of its picture.
    package var imageURN: String?
}

extension LarderReader {
    /// The identifiers of all items in an order, of those that have a place in it; one statement.
    ///
    /// All recipes that one sync found have its time. They come mixed, not list by list and source by source.
    func ordered(by order: ListAddress.Order) throws -> [Int64] {
        let keys =
            switch order {
            case .newest, .best: "time DESC, id * 2654435761 % 4294967296, id DESC"
            // Articles have no rank. They follow all recipes, including recipes without a rating.
            case .rank: "iif(articleID IS NULL, rank, -2) DESC, id DESC"
            case .title: "titleKey, id"
            case .minutes: "minutes, id"
            }
        let needs = order == .minutes ? "minutes NOT NULL" : "TRUE"
        return try Int64.fetchAll(database.bound("SELECT id FROM item WHERE \(needs) ORDER BY \(keys)"))
    }

    /// The best titles for a query that is being typed, of a list that has no filters but a kind and a source; two
    /// statements.
    package func titles(
        matching query: String,
        in list: ListAddress,
        limit: Int,
        pixelWidth: Int
    ) throws -> [SearchHit] {
        let filter = SearchFilter(kind: list.kind.flatMap { ItemKind(rawValue: $0) }, source: list.source)
        return try titles(matching: query, filter: filter, limit: limit, pixelWidth: pixelWidth)
    }

    /// The identifiers of those of these items that lists have, in their order; one statement.
    package func listed(_ urns: [String]) throws -> [Int64] {
        let sql = """
            SELECT item.id FROM json_each(?) AS wanted CROSS JOIN item ON item.urn = wanted.value
            WHERE \(ListConditions.isNoTwin) ORDER BY wanted.key
            """
        return try Int64.fetchAll(database.bound(sql, JSONWriter.text { $0.value(urns) }))
    }

    /// How many items the list of all items has; one statement.
    func listedCount() throws -> Int {
        try Int.fetchOne(database.bound("SELECT count(*) FROM item WHERE \(ListConditions.isListed)")) ?? 0
    }

    /// What the cards of these items show, in their order; one statement.
    package func listedItems(_ ids: [Int64]) throws -> [ListedItem] {
        let sql = """
            SELECT item.urn, source.name, coalesce(recipe.title, article.title),
                coalesce(recipe.publisher, article.outletName), coalesce(recipe.language, article.language),
                item.minutes, recipe.servings, article.publishedAt, item.isGone, length(text.plain),
                CASE WHEN article.id NOT NULL AND article.imageURN IS NULL
                    THEN coalesce(article.summary, substr(text.plain, 1, 400)) END,
                coalesce(recipe.imageURN, article.imageURN)
            FROM json_each(?) AS wanted CROSS JOIN item ON item.id = wanted.value
            CROSS JOIN source ON source.id = item.sourceID
            LEFT JOIN recipe ON recipe.id = item.recipeID LEFT JOIN article ON article.id = item.articleID
            LEFT JOIN text ON text.itemURN = article.urn AND text.role = 'body' ORDER BY wanted.key
            """
        return try database.bound(sql, JSONColumn.array(ids.map(Int.init))).rows { row -> ListedItem? in
            let urn: String = try row.value(0)
            guard let kind = ItemKind(urn: urn) else { return nil }
            return try ListedItem(
                urn: urn,
                kind: kind,
                source: row.value(1),
                title: row.value(2),
                publisher: row.value(3),
                language: row.value(4),
                minutes: row.value(5),
                servings: row.value(6),
                published: (row.value(7) as Int64?).map { Date(timeIntervalSince1970: Double($0) / 1_000) },
                isGone: row.value(8),
                textLength: row.value(9),
                beginning: row.value(10),
                imageURN: row.value(11)
            )
        }
    }

    /// A number that changes with each change of what lists and pages show; one statement.
    package func revision() throws -> Int64 {
        try Int64.fetchOne(database.bound("SELECT coalesce(sum(count), 0) FROM revision")) ?? 0
    }
}
