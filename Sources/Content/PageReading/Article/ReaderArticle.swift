public import LarderHTML

/// The article that ``ArticleReader`` found in a page; its nodes are the document's.
public struct ReaderArticle: Sendable {
    /// The headline, without the name of the site; nil where the page names none.
    public var title: String?
    /// Who wrote it, as the page spells it and without "By"; several names are separated by a comma and a space.
    public var byline: String?
    /// When it was published, in ISO 8601: a date, or a date with time as the page states it.
    public var published: String?
    /// The absolute URL of the picture that the page shows for the article.
    public var leadPicture: String?
    /// The absolute URLs of the pictures that the page's linked data names for the article.
    public var statedPictures: [String] = []
    /// The name of the site.
    public var siteName: String?
    /// The language as a BCP 47 tag.
    public var language: String?
    /// What the page says of itself in a sentence or two.
    public var excerpt: String?
    /// Whether the page is one article rather than a list of links, a shop or a front page.
    public var isReadable = false
    /// The text.
    public var body = ReaderBody()
    /// Paragraphs of the page's linked data, in place of an empty ``body``: pages that scripts draw have nothing else.
    public var linkedText: [String] = []
    /// The picture between the headline and the text, if there is one, and those of the body, in order.
    public var pictures: [ReaderPicture] = []
    /// Captions and credits of pictures, which are not part of ``body``.
    public var captions: [ReaderBlock] = []
    /// What stands in the article's own element and is no part of the article, in order.
    public var leftOut: [ReaderLeftOut] = []
    /// Absolute URLs of the article's further pages, in order.
    public var furtherPages: [String] = []
    /// Further pages at other hosts or with another scheme, which are not followed.
    package var pagesElsewhere: [String] = []
    /// What links a further page to its article.
    package var identity = PageIdentity()
    /// The absolute URL for relative references; nil where neither the page nor the caller names one.
    public var base: String?
    /// How the body was found.
    public var method = ReaderMethod.container
    /// The share of the page's prose that the chosen element holds, 0 to 1.
    public var confidence = 0.0

    /// Nothing found.
    public init() {}
}

/// A block inside the article's own element that is no part of the article.
public struct ReaderLeftOut: Hashable, Sendable {
    /// What says so, such as `class: comments`, `opening: related` or `card`; for people, not for programs.
    public var rule: String
    /// The block.
    public var block: ReaderBlock

    /// The rule of the headline, which is the article's title.
    package static let headline = LeftOutRule.title.name
}

/// How the body of an article was found.
public enum ReaderMethod: String, Sendable, CaseIterable {
    /// The element with the best score, without what the words of classes name as furniture.
    case container
    /// The same without regard to classes, as the first way found next to nothing.
    case withoutClasses = "without-classes"
    /// The text in the page's JSON-LD; the page itself has next to none.
    case linkedData = "linked-data"
    case nothing
}

/// A picture of an article.
public struct ReaderPicture: Hashable, Sendable {
    /// The `img` element, or the like.
    public var node: NodeID
    /// The absolute URL of the best candidate.
    public var url: String
    /// All that the page offers for it, the best first.
    public var candidates: [ReaderPictureCandidate]
    /// Its text for those who do not see it.
    public var alternative: String?
    /// The text of its `figcaption`; nil where it has none.
    public var caption: String?
}

/// One file that a page offers for a picture.
public struct ReaderPictureCandidate: Hashable, Sendable {
    /// The absolute URL.
    public var url: String
    /// The width in pixels as `srcset`, the address or, for `src`, the attribute `width` states it; 0 where none does.
    public var width: Int
    /// The density as `srcset` states it, such as 2 for `2x`; 0 where it is not stated.
    public var density: Double
    /// Whether the picture is a link to the file, which shows it larger.
    public var isLinked: Bool

    /// A file.
    public init(url: String, width: Int, density: Double = 0, isLinked: Bool = false) {
        self.url = url
        self.width = width
        self.density = density
        self.isLinked = isLinked
    }
}
