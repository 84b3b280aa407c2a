/// An item that a search found.
public struct SearchHit: Sendable, Hashable, Identifiable {
    /// Its URN.
    public let id: String
    /// Whether it is a recipe or an article.
    public let kind: ItemKind
    /// The name of its source.
    public let source: String
    /// The item's title.
    public let title: MarkedText
    /// Where the words are in the item's text; nil: in its title alone, or titles alone were searched.
    public let snippet: MarkedText?
    /// What ``snippet`` is a part of.
    public let place: SearchPlace?
    /// The source lists it no more.
    public let isGone: Bool
    /// nil: it has none.
    public let picture: ShownPicture?
}

/// A part of an item that a search looks in, besides its title.
public enum SearchPlace: Sendable, Hashable {
    /// The summary.
    case summary
    /// A line of the ingredients.
    case ingredient
    /// A step of the method, from 1.
    case step(Int)
    /// The text of the item's page.
    case text
}

/// Which items a search finds.
public struct SearchFilter: Sendable, Hashable {
    /// Recipes, articles, or nil for both.
    public var kind: ItemKind?
    /// The name of a source.
    public var source: String?
    /// Also items that their source no longer lists.
    public var includesGone: Bool

    /// Makes a filter.
    ///
    /// Without arguments it has all items that their source still lists.
    public init(kind: ItemKind? = nil, source: String? = nil, includesGone: Bool = false) {
        (self.kind, self.source, self.includesGone) = (kind, source, includesGone)
    }
}
