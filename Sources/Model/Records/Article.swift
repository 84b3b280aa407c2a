/// An article, as a source's API and its own page describe it.
///
/// In the catalog each field comes from the best origin that has it, and ``origins`` names that. The body is a
/// text of the role ``ItemTextRole/body``.
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
    /// A sentence or two, plain text; HTML is stored as a text of the role ``ItemTextRole/summary`` too.
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
    /// The body or its beginning, plain text; HTML is stored as a text of the role ``ItemTextRole/content`` too.
    public var content: String?
    /// What the catalog has no column for; the order does not matter.
    public var extra: ExtraFields
    /// The language it is written in, a BCP 47 tag such as `en-GB`.
    public var language: String?
    /// The address that its page calls its own, absolute.
    public var canonicalURL: String?
    /// The pictures that its page's linked data names, the best first; empty where that names one at most.
    public var pictures: [ItemPicture] = []
    /// Files that belong to it and are not downloaded, such as the sound of a podcast or a PDF.
    public var attachments: [ItemAttachment] = []
    /// Only a list has named it so far.
    public var isPartial = false
    /// The origin of each field, by the catalog's column; the API's fields are left out.
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

extension Article: NamedRecord {
    package var shown: Article {
        var record = self
        record.extra.removeAll { ExtraFields.changeSignals.contains($0.name) }
        return record
    }

    package static let blank = Article(urn: "", title: "")

    package static let fields: [RecordField<Article>] = [
        .text(2, "outletID", \.outletID, .name),
        .text(3, "outletName", \.outletName, .line).inTemplates.shown(FieldLine("outlet", place: 30)),
        .text(4, "author", \.author, .line).inTemplates.shown(FieldLine("by", place: 20)),
        .text(5, "title", \.title, .line).inTemplates,
        .text(6, "summary", \.summary, .paragraph).inTemplates.shown(FieldLine("summary", place: 50)),
        .text(7, "url", \.url, .url).shown(FieldLine("page", place: 10)),
        .text(8, "imageURL", \.imageURL, .url).inTemplates,
        .text(9, "imageURN", \.imageURN, .name).uncounted.following("imageURL"),
        .text(10, "publishedText", \.publishedText, .line).inTemplates.shown(FieldLine("published", place: 40)),
        .time(11, "publishedAt", \.publishedAt).following("publishedText"),
        .text(12, "content", \.content, .paragraph),
        .extra(13, "extra", \.extra),
        .text(14, "language", \.language, .language).inTemplates,
        .text(15, "canonicalURL", \.canonicalURL, .url).inTemplates.shown(FieldLine("page", place: 11)),
        .flag(0, "isPartial", \.isPartial).derived,
        .origins(16, "origins", \.origins),
        .list(17, "pictures", table: "articlePicture", \.pictures, max: .pictures),
        .list(18, "attachments", table: "attachment", \.attachments, max: .attachments),
    ]
}
