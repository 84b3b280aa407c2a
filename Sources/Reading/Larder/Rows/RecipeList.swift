public import Foundation
internal import GRDB
internal import LarderCatalog

/// How recipes are ordered.
public enum RecipeOrder: Sendable, Hashable {
    /// The source's own rank, or else the rating; the best first.
    case rank
    /// The title, by the rules of a language.
    ///
    /// The catalog keeps the orders of languages that many of its recipes are written in. Other languages with an order
    /// of their own, such as Swedish in a larder of English recipes, are sorted when they are asked for.
    case title(Locale)
    /// What a sync found last, first.
    case newest
    /// The shortest first; recipes that do not tell their time are left out.
    case minutes
}

/// Which recipes a list has; all conditions hold together.
public struct RecipeFilter: Sendable, Hashable {
    /// The name of a source.
    public var source: String?
    /// One of the recipe's categories, in the source's words; ASCII case does not count.
    public var category: String?
    /// One of its cuisines, in the source's words.
    public var cuisine: String?
    /// One of its keywords, in the source's words.
    public var keyword: String?
    /// A BCP 47 tag as in the catalog, such as `en`.
    public var language: String?
    /// The longest time in all, in minutes.
    public var maxMinutes: Int?
    /// Only those with a picture that can be shown.
    public var needsPicture: Bool
    /// Also recipes that their source no longer lists.
    public var includesGone: Bool

    /// Makes a filter.
    ///
    /// Without arguments it has all recipes that their source still lists.
    public init(
        source: String? = nil,
        category: String? = nil,
        cuisine: String? = nil,
        keyword: String? = nil,
        language: String? = nil,
        maxMinutes: Int? = nil,
        needsPicture: Bool = false,
        includesGone: Bool = false
    ) {
        (self.source, self.category, self.cuisine) = (source, category, cuisine)
        (self.keyword, self.language, self.maxMinutes) = (keyword, language, maxMinutes)
        (self.needsPicture, self.includesGone) = (needsPicture, includesGone)
    }

    var tags: [(field: String, name: String)] {
        [
            ("keyword", keyword), ("cuisine", cuisine), ("category", category), ("language", language),
            ("source", source),
        ]
        .compactMap { field, name in name.map { (field, $0) } }
    }
}

extension LarderReader {
    /// A page of recipes; one statement, and one more each for a tag in another order than by rank and for titles of a
    /// language with an order of its own.
    ///
    /// Rows are read in the order of the list until the page is full: where few have a picture or are short enough,
    /// that are many.
    ///
    /// - Parameters:
    ///   - cursor: ``RowPage/next`` of the page before, of the same order and filter.
    ///   - pixelWidth: The width in which cards show their pictures, in pixels.
    /// - Throws: ``LarderError`` where the cursor is of another order.
    public func recipeCards(
        order: RecipeOrder = .rank,
        filter: RecipeFilter = RecipeFilter(),
        after cursor: PageCursor? = nil,
        limit: Int = 30,
        pixelWidth: Int = 640
    ) throws -> RowPage<RecipeCard> {
        try query(filter, rowOrder(order))
            .page(of: RecipeCard.self, after: cursor, limit: limit, pixelWidth: pixelWidth, in: self)
    }

    /// The recipes with these URNs in their order, without those that are not there; one statement.
    public func recipeCards(_ urns: [String], pixelWidth: Int = 640) throws -> [RecipeCard] {
        try rows(urns, pixelWidth: pixelWidth)
    }

    /// How many recipes the filter has; one statement that reads each of them.
    public func recipeCount(filter: RecipeFilter = RecipeFilter()) throws -> Int {
        try query(filter, rowOrder(.rank)).count(in: db)
    }

    private func query(_ filter: RecipeFilter, _ order: RowOrder) -> RowQuery {
        RowQuery(
            kind: RecipeCard.table,
            order: order,
            tags: filter.tags,
            conditions: [
                filter.maxMinutes.map { "item.minutes <= \($0)" },
                filter.needsPicture ? RowQuery.hasPicture("recipe") : nil,
            ].compactMap(\.self),
            includesGone: filter.includesGone
        )
    }

    private func rowOrder(_ order: RecipeOrder) throws -> RowOrder {
        switch order {
        case .rank:
            RowOrder(name: "rank", value: "item.rank", isDescending: true, index: "item_on_rank", isOfTags: true)
        case .newest: RowOrder(name: "newest", value: "item.time", isDescending: true, index: "item_on_recipeTime")
        case .minutes:
            RowOrder(name: "minutes", value: "item.minutes", index: "item_on_minutes", needs: "item.minutes NOT NULL")
        case .title(let locale): try TitleOrder.order(locale, in: db)
        }
    }
}
