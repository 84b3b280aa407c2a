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
        language: String? = nil,
        readerVersion: Int
    ) {
        self.urn = urn
        self.itemURN = itemURN
        self.htmlDigest = htmlDigest
        self.plain = plain
        self.runs = runs
        self.language = language.nonEmpty
        self.readerVersion = readerVersion
    }

    /// The links that ``runs`` tells of, in the order of the text, but for those that would run code.
    ///
    /// Reads all of ``runs`` each time; empty where that is no JSON.
    public var links: [TextAnchor] {
        guard let json = try? JSONParser.parse(Array(runs.utf8)) else { return [] }
        return (json["links"]?.items ?? []).compactMap { item in
            guard let parts = item.items, parts.count == 3, let url = parts[0].string, let start = parts[1].integer,
                let length = parts[2].integer
            else { return nil }
            return TextAnchor(url: url, start: start, length: length)
        }
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
