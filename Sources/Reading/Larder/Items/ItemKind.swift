internal import LarderModel

/// What an item is.
public enum ItemKind: String, Sendable, CaseIterable, Codable {
    case recipe, article

    /// The kind of the item with a URN; nil: the URN is of no recipe and no article.
    public init?(urn: String) {
        guard let kind = RecordURN(urn)?.kind else { return nil }
        self.init(rawValue: kind.rawValue)
    }
}
