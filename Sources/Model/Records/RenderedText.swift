/// Text with attributes, made of an item's HTML.
public struct RenderedText: Sendable, Hashable, Codable {
    /// Unique in the catalog.
    public var urn: String
    /// The recipe or article that it belongs to.
    public var itemURN: String
    /// The HTML that it was made of.
    public var htmlDigest: Digest
    /// The text alone.
    public var plain: String
    /// The attributes of ranges of `plain`, as JSON.
    public var runs: String
    /// In the order of the text.
    public var links: [TextAnchor]
    /// The language that the page says it is in, a BCP 47 tag such as `en-GB`; at most 35 bytes.
    public var language: String?
    /// The version of the renderer.
    public var readerVersion: Int

    /// A text; an empty language counts as absent.
    public init(
        urn: String,
        itemURN: String,
        htmlDigest: Digest,
        plain: String,
        runs: String,
        links: [TextAnchor] = [],
        language: String? = nil,
        readerVersion: Int
    ) {
        self.urn = urn
        self.itemURN = itemURN
        self.htmlDigest = htmlDigest
        self.plain = plain
        self.runs = runs
        self.links = links
        self.language = language.nonEmpty
        self.readerVersion = readerVersion
    }
}

/// A range of a text that leads elsewhere.
public struct TextAnchor: Sendable, Hashable, Codable {
    /// Where it leads.
    public var url: String
    /// In Unicode scalars from the text's beginning.
    public var start: Int
    /// In Unicode scalars.
    public var length: Int

    /// A link.
    public init(url: String, start: Int, length: Int) {
        self.url = url
        self.start = start
        self.length = length
    }
}
