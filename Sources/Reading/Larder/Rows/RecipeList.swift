public import Foundation
internal import GRDB
internal import LarderCatalog

/// How recipes are ordered.
public enum RecipeOrder: Sendable, Hashable {
    /// The source's own rank, or else the rating; the best first.
    case rank
    /// The title, by the rules of a language.
    ///
    /// Languages with an alphabet of their own order, such as Swedish, are sorted when they are asked for.
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

    /// All recipes that their source still lists.
    public init() {}

    var tags: [(field: String, name: String)] {
        [
            ("keyword", keyword), ("cuisine", cuisine), ("category", category), ("language", language),
            ("source", source),
        ]
        .compactMap { field, name in name.map { (field, $0) } }
    }
}

extension LarderReader {
    /// A page of recipes; one statement, or two for a tag in another order than by rank.
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
        var query = RowQuery(order: rowOrder(order), tags: filter.tags, includesGone: filter.includesGone)
        if let minutes = filter.maxMinutes { query.conditions.append(("item.minutes <= ?", minutes)) }
        if filter.needsPicture { query.conditions.append((RowQuery.hasPicture("recipe"), nil)) }
        return try query.page(of: RecipeCard.self, after: cursor, limit: limit, pixelWidth: pixelWidth, in: self)
    }

    private func rowOrder(_ order: RecipeOrder) -> RowOrder {
        switch order {
        case .rank: RowOrder(value: "item.rank", isDescending: true, index: "item_on_rank", isOfTags: true)
        case .newest: RowOrder(value: "item.time", isDescending: true, index: "item_on_recipeTime")
        case .minutes:
            RowOrder(
                value: "item.minutes",
                isDescending: false,
                index: "item_on_minutes",
                needs: "item.minutes NOT NULL"
            )
        case .title(let locale):
            if TitleOrder.isRoot(locale) {
                RowOrder(value: "item.titleKey", isDescending: false, index: "item_on_titleKey")
            } else {
                RowOrder(
                    value: "(SELECT title FROM recipe WHERE recipe.id = item.recipeID) COLLATE "
                        + TitleOrder.collation(of: locale, in: db),
                    isDescending: false
                )
            }
        }
    }
}
