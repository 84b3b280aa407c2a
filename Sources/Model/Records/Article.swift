/// An article as a source gives it.
public struct Article: Sendable, Hashable, Codable {
    /// Unique in the catalog.
    public var urn: String
    /// The source's own identifier of the publication.
    public var outletID: String?
    /// The publication's name.
    public var outletName: String?
    /// Who wrote it.
    public var author: String?
    /// The title.
    public var title: String
    /// A sentence or two.
    public var summary: String?
    /// The article's page.
    public var url: String?
    /// The picture's address.
    public var imageURL: String?
    /// The URN of the row in `image`, which may come later or never.
    public var imageURN: String?
    /// The time of publication as the source gives it.
    public var publishedText: String?
    /// The time of publication in Unix milliseconds, where it could be read.
    public var publishedAt: Int64?
    /// The body, or its beginning, where the source gives one.
    public var content: String?
    /// What the catalog has no column for; the order does not matter.
    public var extra: ExtraFields

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
