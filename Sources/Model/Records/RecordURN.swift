/// How items, pictures and texts of a source are named: `<table>:<source>:<identifier>`.
public struct RecordURN: Sendable, Hashable {
    /// The table of the record.
    public let kind: RecordKind
    /// The name of its source.
    public let source: String
    /// The source's own identifier or a hash of an address, percent-encoded; of texts with the role behind a colon.
    public let identifier: String

    /// A recipe by the source's own identifier.
    public static func recipe(source: String, id: String) -> String { "recipe:\(source):\(word(id))" }

    /// An article by its URL.
    public static func article(source: String, url: String) -> String { "article:\(source):\(StableHash.hex(url))" }

    /// An article by the source's own identifier.
    package static func article(source: String, id: String) -> String { "article:\(source):\(word(id))" }

    /// A publication by the source's own identifier.
    public static func outlet(source: String, id: String) -> String { "outlet:\(source):\(word(id))" }

    /// A picture by its URL in the canonical spelling.
    public static func image(source: String, url: String) -> String { "image:\(source):\(StableHash.hex(url))" }

    /// The text of an item: `text:<source>:<id>:<role>`.
    public static func text(item urn: String, role: ItemTextRole) -> String { "text:\(tail(urn)):\(role.rawValue)" }

    /// The recipe on an article's page, which has the article's identifier; nil for other URNs.
    public static func recipe(onPageOf article: String) -> String? {
        article.hasPrefix("article:") ? "recipe:" + tail(article) : nil
    }

    /// The article whose page may have the recipe; nil for other URNs.
    public static func article(withPageOf recipe: String) -> String? {
        recipe.hasPrefix("recipe:") ? "article:" + tail(recipe) : nil
    }

    /// A word of a URN: percent-encoded, and a hash where it would be longer than 160 bytes.
    package static func word(_ text: String) -> String {
        let word = text.percentEncodedWord
        return word.utf8.count <= 160 ? word : "~" + StableHash.hex(text)
    }

    /// A URN without its first word.
    package static func tail(_ urn: String) -> Substring {
        urn.firstIndex(of: ":").map { urn[urn.index(after: $0)...] } ?? Substring(urn)
    }
}
