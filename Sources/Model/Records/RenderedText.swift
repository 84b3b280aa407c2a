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
    /// The encoding of the HTML by its name in the Encoding Standard; nil for texts of earlier versions.
    public var encoding: String?
    /// The version of the renderer.
    public var readerVersion: Int
    /// The hash of the source's options and of the redirects; nil for the defaults without redirects.
    public var optionsHash: String?
    /// What of the item it is.
    public var role: ItemTextRole
    /// How a body was found in its page: the raw value of a `ReaderMethod`, or `template`; nil for other texts.
    public var method: String?
    /// How sure the choice of the body is, 0 to 1; nil for other texts.
    public var confidence: Double?
    /// Whether the page looks like one article or recipe rather than a list of links; nil for other texts.
    public var isReadable: Bool?
    /// The place of a body in its page, as a JSON array of whole numbers; nil for other texts.
    ///
    /// They are read over the nodes, in document order, of the tree that LarderHTML builds of ``htmlDigest``: n passes
    /// over n nodes and takes the next one, -n takes the n nodes that follow. Texts of earlier versions have a
    /// `[first, count]` for each stretch of nodes.
    public var place: String?
    /// The pictures in it, in order.
    public var pictures: [TextPicture] = []
    /// The pages of a body, in order, if there are several; the first is the page of ``htmlDigest`` and ``place``.
    public var pages: [TextPage] = []
    /// The next page of the article, which the body lacks; nil: it is whole.
    public var nextPage: String?

    /// A text; an empty language counts as absent.
    public init(
        urn: String,
        itemURN: String,
        role: ItemTextRole = .page,
        htmlDigest: Digest,
        plain: String,
        runs: String,
        language: String? = nil,
        readerVersion: Int
    ) {
        self.urn = urn
        self.itemURN = itemURN
        self.role = role
        self.htmlDigest = htmlDigest
        self.plain = plain
        self.runs = runs
        self.language = language.nonEmpty
        self.readerVersion = readerVersion
    }

    /// The links in ``runs``, which each call parses, except links that would run code.
    public var links: [TextAnchor] {
        (StoredRuns(runs)?.links ?? []).filter { !$0.isUnsafe }
            .map { TextAnchor(url: $0.url, start: $0.start, length: $0.length) }
    }
}

/// What of an item a text is; the raw value ends the text's URN.
public enum ItemTextRole: String, Sendable, CaseIterable, Codable {
    /// The main part of the item's page: the article or recipe without the page's menus, comments and teasers.
    case body
    /// All that the item's page shows.
    case page
    /// The summary that the source gives, where it is HTML.
    case summary
    /// The content that the source gives, where it is HTML.
    case content
}

/// A picture in a text.
public struct TextPicture: Sendable, Hashable, Codable {
    /// Its address, absolute.
    public var url: String
    /// The URN of the row in `image`, which may come later or never; nil where pictures are not fetched.
    public var imageURN: String?
    /// The U+FFFC that stands for it, in Unicode scalars from the text's beginning.
    public var start: Int
    /// Its text for those who do not see it.
    public var alternative: String?
    /// The caption that the page shows with it.
    public var caption: String?

    /// A picture; empty texts count as absent.
    public init(
        url: String,
        imageURN: String? = nil,
        start: Int,
        alternative: String? = nil,
        caption: String? = nil
    ) {
        self.url = url
        self.imageURN = imageURN.nonEmpty
        self.start = start
        self.alternative = alternative.nonEmpty
        self.caption = caption.nonEmpty
    }
}

/// One of several pages that a text was made of.
public struct TextPage: Sendable, Hashable, Codable {
    /// Its address, absolute.
    public var url: String
    /// Its HTML.
    public var digest: Digest
    /// Where its part begins, in Unicode scalars from the text's beginning; nil: it adds nothing, was cut, or a
    /// template arranged the text.
    public var start: Int?

    /// A page.
    public init(url: String, digest: Digest, start: Int? = nil) {
        self.url = url
        self.digest = digest
        self.start = start
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

extension RenderedText: NamedRecord {
    package static let blank = RenderedText(
        urn: "",
        itemURN: "",
        htmlDigest: .zero,
        plain: "",
        runs: "",
        readerVersion: 0
    )

    package static let fields: [RecordField<RenderedText>] = [
        .text(2, "itemURN", \.itemURN, .cut(.nameBytes)),
        .digest(3, "htmlDigest", \.htmlDigest).ofMaking,
        .count(7, "readerVersion", \.readerVersion).ofMaking,
        .text(4, "plain", \.plain, .cut(.textBytes)),
        .text(5, "runs", \.runs, .cut(.runsBytes)),
        .text(8, "language", \.language, .language),
        .word(9, "role", \.role),
        .text(10, "method", \.method, .line).ofMaking,
        .number(11, "confidence", \.confidence).ofMaking,
        .flag(12, "isReadable", \.isReadable),
        .text(13, "place", \.place, .leaveOut(.fieldBytes)).ofMaking,
        .text(15, "encoding", \.encoding, .line).ofMaking,
        .text(16, "optionsHash", \.optionsHash, .line).ofMaking,
        .text(18, "nextPage", \.nextPage, .url).uncounted,
        .list(14, "pictures", table: "textPicture", \.pictures, max: .textPictures),
        .list(17, "pages", table: "textPage", \.pages, max: .textPages),
    ]
}

extension TextPicture: FieldedRecord {
    package static let blank = TextPicture(url: "", start: 0)

    package static let fields: [RecordField<TextPicture>] = [
        .text(1, "url", \.url, .url),
        .text(2, "imageURN", \.imageURN, .name),
        .count(3, "start", \.start),
        .text(4, "alternative", \.alternative, .line),
        .text(5, "caption", \.caption, .line),
    ]
}

extension TextPage: FieldedRecord {
    package static let blank = TextPage(url: "", digest: .zero)

    package static let fields: [RecordField<TextPage>] = [
        .text(1, "url", \.url, .url),
        .digest(2, "digest", \.digest).ofMaking,
        .count(3, "start", \.start),
    ]
}
