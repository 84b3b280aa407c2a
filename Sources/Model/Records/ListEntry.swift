/// An item's place in a list of its source.
///
/// The order of a list is content; an item may be in many lists.
public struct ListEntry: Sendable, Hashable, Codable {
    /// The item.
    public var itemURN: String
    /// From 0, over all pages of the list.
    public var position: Int
    /// Which list of the source it is.
    public var list: ItemList

    /// A place in a list.
    public init(itemURN: String, position: Int, list: ItemList) {
        self.itemURN = itemURN
        self.position = position
        self.list = list
    }
}

/// What a list of a source was asked for; empty: not asked for.
public struct ItemList: Sendable, Hashable, Codable {
    /// The words that were searched for.
    public var query: String
    /// The outlet whose articles these are, by the source's own identifier.
    public var outlet: String
    /// The order, in the source's own word.
    public var sort: String
    /// The category, in the source's own word.
    public var category: String

    /// A list.
    public init(query: String = "", outlet: String = "", sort: String = "", category: String = "") {
        self.query = query
        self.outlet = outlet
        self.sort = sort
        self.category = category
    }
}
