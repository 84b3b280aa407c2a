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
    public var needsPicture = false
    /// Those too that their source lists no more.
    public var includesGone = false

    /// Recipes that their source still lists: all, or those with the values that are named.
    public init(
        source: String? = nil,
        category: String? = nil,
        cuisine: String? = nil,
        keyword: String? = nil,
        language: String? = nil,
        maxMinutes: Int? = nil
    ) {
        (self.source, self.category, self.cuisine) = (source, category, cuisine)
        (self.keyword, self.language, self.maxMinutes) = (keyword, language, maxMinutes)
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
    /// - Parameters:
    ///   - cursor: ``RowPage/next`` of the page before, of the same order and filter.
    ///   - pixelWidth: The width in which cards show their pictures, in pixels.
    public func recipeCards(
        order: RecipeOrder = .rank,
        filter: RecipeFilter = RecipeFilter(),
        after cursor: PageCursor? = nil,
        limit: Int = 30,
        pixelWidth: Int = 640
    ) throws -> RowPage<RecipeCard> {
        var query = try RowQuery(order: rowOrder(order), tags: filter.tags, includesGone: filter.includesGone)
        if let minutes = filter.maxMinutes { query.conditions.append("item.minutes <= \(minutes)") }
        if filter.needsPicture { query.conditions.append(RowQuery.hasPicture("recipe")) }
        return try query.page(of: RecipeCard.self, after: cursor, limit: limit, pixelWidth: pixelWidth, in: self)
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
