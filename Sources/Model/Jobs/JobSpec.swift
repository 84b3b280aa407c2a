/// Everything a worker needs to do one job, apart from the source's definition.
public struct JobSpec: Sendable, Hashable, Codable {
    /// The name of the source definition.
    public var source: String
    /// What is to be done.
    public var work: Work

    /// A job of a source.
    public init(source: String, work: Work) {
        self.source = source
        self.work = work
    }

    /// What a job does.
    public enum Work: Sendable, Hashable, Codable {
        /// Reads what a source offers (an index, a list of outlets) before searching it.
        case discover(DiscoverWork)
        /// Reads one page of one query.
        case search(SearchWork)
        /// Reads one item as the API gives it.
        case record(RecordWork)
        /// Reads one item's web page.
        case page(PageWork)
        /// Puts an original picture into the cache.
        case imageDownload(ImageDownloadWork)
        /// Verifies a cached picture and makes its variants.
        case imageDecode(ImageDecodeWork)
        /// Turns cached HTML into attributed text.
        case text(TextWork)
    }
}

/// Reads what a source offers before searching it.
public struct DiscoverWork: Sendable, Hashable, Codable {
    /// Which index, in the reader's own words.
    public var target: String

    /// Reads an index.
    public init(target: String) { self.target = target }
}

/// Reads one page of one query, or of one outlet.
public struct SearchWork: Sendable, Hashable, Codable {
    /// The words to search for; empty: everything of the outlet.
    public var query: String
    /// The outlet to read; empty: all.
    public var outlet: String
    /// The order, in the source's own word; empty: the source's own order.
    public var sort: String
    /// From 1.
    public var page: Int
    /// What the reader needs to know of the pages before; no part of the job's identity.
    public var cursor: String

    /// Reads a page.
    public init(query: String = "", outlet: String = "", sort: String = "", page: Int = 1, cursor: String = "") {
        self.query = query
        self.outlet = outlet
        self.sort = sort
        self.page = page
        self.cursor = cursor
    }
}

/// Reads one item as the API gives it.
public struct RecordWork: Sendable, Hashable, Codable {
    /// The source's own identifier.
    public var recordID: String
    /// The item's URN.
    public var itemURN: String

    /// Reads an item.
    public init(recordID: String, itemURN: String) {
        self.recordID = recordID
        self.itemURN = itemURN
    }
}

/// Reads one item's web page.
public struct PageWork: Sendable, Hashable, Codable {
    /// The item that the page belongs to.
    public var itemURN: String
    /// Where the page is.
    public var url: String

    /// Reads a page.
    public init(itemURN: String, url: String) {
        self.itemURN = itemURN
        self.url = url
    }
}

/// Puts an original picture into the cache.
public struct ImageDownloadWork: Sendable, Hashable, Codable {
    /// The picture's URN.
    public var imageURN: String
    /// Where the picture is.
    public var url: String

    /// Fetches a picture.
    public init(imageURN: String, url: String) {
        self.imageURN = imageURN
        self.url = url
    }
}

/// Verifies a cached picture and makes its variants.
public struct ImageDecodeWork: Sendable, Hashable, Codable {
    /// The picture's URN.
    public var imageURN: String
    /// The original in the cache.
    public var digest: Digest

    /// Decodes a picture.
    public init(imageURN: String, digest: Digest) {
        self.imageURN = imageURN
        self.digest = digest
    }
}

/// Turns cached HTML into attributed text.
public struct TextWork: Sendable, Hashable, Codable {
    /// The text's URN.
    public var textURN: String
    /// The item that the text belongs to.
    public var itemURN: String
    /// The HTML in the cache.
    public var digest: Digest
    /// The `Content-Type` field of the answer, for its charset; empty: there was none.
    public var contentType: String
    /// What relative links are relative to.
    public var baseURL: String
    /// Whether it is a piece of HTML out of a record rather than a whole page.
    public var isFragment: Bool

    /// Renders a text.
    public init(
        textURN: String,
        itemURN: String,
        digest: Digest,
        contentType: String,
        baseURL: String,
        isFragment: Bool
    ) {
        self.textURN = textURN
        self.itemURN = itemURN
        self.digest = digest
        self.contentType = contentType
        self.baseURL = baseURL
        self.isFragment = isFragment
    }
}
