/// An item that a search found.
public struct SearchHit: Sendable, Hashable, Identifiable {
    /// Its URN.
    public let id: String
    /// The name of its source.
    public let source: String
    /// The item's title.
    public let title: MarkedText
    /// Where the words are in the item's text; nil: in its title alone, or titles alone were searched.
    public let snippet: MarkedText?
    /// The source lists it no more.
    public let isGone: Bool
    /// nil: it has none.
    public let picture: ShownPicture?
}

/// Which items a search finds.
public struct SearchFilter: Sendable, Hashable {
    /// Recipes, articles, or nil for both.
    public var kind: Kind?
    /// The name of a source.
    public var source: String?
    /// Those too that their source lists no more.
    public var includesGone = false

    /// The kinds of items.
    public enum Kind: String, Sendable, CaseIterable {
        case recipe, article
    }

    /// All items that their source still lists.
    public init(kind: Kind? = nil, source: String? = nil) {
        (self.kind, self.source) = (kind, source)
    }
}
