/// An article: what a source's API says of it, and what the article's own page says.
///
/// In the catalog each field is that of the best origin which says something, and ``origins`` names it. The body is a text of the
/// role ``ItemTextRole/body``.
public struct Article: Sendable, Hashable, Codable {
    /// Unique in the catalog: ``RecordURN/article(source:url:)``; of a mapped API that has identifiers by these.
    public var urn: String
    /// The source's own identifier of the publication; nil where the source lists none.
    public var outletID: String?
    /// The publication's name, plain text; nil where the source gives none.
    public var outletName: String?
    /// Who wrote it, as the source writes it: often several names in one text.
    public var author: String?
    /// Plain text of at most 4,096 bytes, character references decoded; never empty.
    public var title: String
    /// A sentence or two, plain text; what was HTML stands as a text of the role ``ItemTextRole/summary`` too.
    public var summary: String?
    /// The article's page as the source writes it, an absolute URL.
    public var url: String?
    /// The picture's address as the source writes it; it may be relative or no URL at all.
    public var imageURL: String?
    /// The URN of the row in `image`, which may come later or never; nil where `imageURL` is no web address.
    public var imageURN: String?
    /// The time of publication as the source writes it.
    public var publishedText: String?
    /// The time of publication in Unix milliseconds, where it could be read.
    public var publishedAt: Int64?
    /// The body or its beginning as the source gives it, plain text; what was HTML stands as a text of the role ``ItemTextRole/content``
    /// too.
    public var content: String?
    /// What the catalog has no column for; the order does not matter.
    public var extra: ExtraFields
    /// The language it is written in, a BCP 47 tag such as `en-GB`.
    public var language: String?
    /// The address that its page calls its own, absolute.
    public var canonicalURL: String?
    /// Only a list has named it so far: the rest is still to come, or could not be fetched.
    public var isPartial = false
    /// Which origin each field came from, by the name of the catalog's column; those that the API gave are left out.
    public var origins: FieldOrigins = [:]

    /// An article; an empty name, address or URN counts as absent.
    public init(
        urn: String,
        outletID: String? = nil,
        outletName: String? = nil,
        author: String? = nil,
        title: String,
        summary: String? = nil,
        url: String? = nil,
        imageURL: String? = nil,
        imageURN: String? = nil,
        publishedText: String? = nil,
        publishedAt: Int64? = nil,
        content: String? = nil,
        extra: ExtraFields = []
    ) {
        self.urn = urn
        self.outletID = outletID
        self.outletName = outletName.nonEmpty
        self.author = author
        self.title = title
        self.summary = summary
        self.url = url.nonEmpty
        self.imageURL = imageURL.nonEmpty
        self.imageURN = imageURN.nonEmpty
        self.publishedText = publishedText
        self.publishedAt = publishedAt
        self.content = content
        self.extra = extra
    }
}
