/// A publication that a source lists.
public struct Outlet: Sendable, Hashable, Codable {
    /// Unique in the catalog: ``RecordURN/outlet(source:id:)``.
    public var urn: String
    /// The source's own identifier.
    public var outletID: String
    /// Its name for people, plain text; the identifier where the source gives none.
    public var name: String
    /// A sentence or two as the source writes them, plain text or HTML.
    public var summary: String?
    /// The publication's site as the source writes it, an absolute URL as a rule.
    public var url: String?
    /// The source's word for its subject.
    public var category: String?
    /// The source's word for its language.
    public var language: String?
    /// The source's word for its country.
    public var country: String?
    /// In which orders the source can list its articles.
    public var sortOrders: [String]
    /// Its logo as the source writes it.
    public var imageURL: String?
    /// The logo's picture; nil: there is none, or pictures are not wanted.
    public var imageURN: String?
    /// What the catalog has no column for; the order does not matter.
    public var extra: ExtraFields

    /// A publication.
    public init(
        urn: String,
        outletID: String,
        name: String,
        summary: String? = nil,
        url: String? = nil,
        category: String? = nil,
        language: String? = nil,
        country: String? = nil,
        sortOrders: [String] = [],
        imageURL: String? = nil,
        imageURN: String? = nil,
        extra: ExtraFields = []
    ) {
        self.urn = urn
        self.outletID = outletID
        self.name = name
        self.summary = summary
        self.url = url
        self.category = category
        self.language = language
        self.country = country
        self.sortOrders = sortOrders
        (self.imageURL, self.imageURN) = (imageURL, imageURN)
        self.extra = extra
    }
}

extension Outlet: NamedRecord {
    package static let blank = Outlet(urn: "", outletID: "", name: "")

    package static let fields: [RecordField<Outlet>] = [
        .text(2, "outletID", \.outletID, .cut(.nameBytes)),
        .text(3, "name", \.name, .line),
        .text(4, "summary", \.summary, .paragraph),
        .text(5, "url", \.url, .url),
        .text(6, "category", \.category, .line),
        .text(7, "language", \.language, .line),
        .text(8, "country", \.country, .line),
        .texts(9, "sortOrders", \.sortOrders, .line, max: .sortOrders),
        .extra(10, "extra", \.extra),
        .text(11, "imageURL", \.imageURL, .url),
        .text(12, "imageURN", \.imageURN, .name).uncounted.following("imageURL"),
    ]
}
