package import LarderModel

/// A feed: RSS 0.9x, 1.0 or 2.0, Atom 0.3 or 1.0, or JSON Feed.
package struct Feed: Sendable, Hashable {
    package enum Format: String, Sendable {
        /// RSS 0.9x and 2.0, and what looks like them.
        case rss
        /// RSS 1.0 and 0.90.
        case rdf
        /// Atom 0.3 and 1.0.
        case atom
        case json
    }

    package var format: Format
    package var title: FeedText?
    /// The feed's web page, absolute.
    package var link: String?
    /// A language tag such as `en-GB`.
    package var language: String?
    /// For entries without authors.
    package var authors: [FeedPerson] = []
    /// The page of older entries, absolute: Atom's `rel="next"` (RFC 5005), JSON Feed's `next_url`.
    package var nextPage: String?
    package var entries: [FeedEntry] = []

    package init(format: Format) { self.format = format }
}

/// One entry of a feed.
package struct FeedEntry: Sendable, Hashable {
    package var id: String?
    package var title: FeedText?
    /// The entry's page, absolute; where there is none, the identifier if it is an address.
    package var link: String?
    /// The page behind a counting redirect of FeedBurner, absolute.
    package var originalLink: String?
    package var authors: [FeedPerson] = []
    package var published: FeedDate?
    /// The last change, or a date without a meaning.
    package var updated: FeedDate?
    /// The time of publication, else of the last change, as written.
    package var dateText: String?
    package var summary: FeedText?
    /// The whole text; several where the feed has it in several forms.
    package var content: [FeedText] = []
    package var enclosures: [FeedFile] = []
    /// Files and previews of the Media RSS extension.
    package var media: [FeedFile] = []
    /// Addresses of pictures of the whole entry, absolute.
    package var images: [String] = []
    /// Categories and keywords, each once.
    package var categories: [String] = []

    package init() {}
}

package struct FeedText: Sendable, Hashable {
    /// The text; HTML if ``isHTML``, its addresses absolute.
    package var text: String
    /// Whether the text is HTML; else every character stands for itself.
    package var isHTML: Bool

    package init(_ text: String, isHTML: Bool) {
        self.text = text
        self.isHTML = isHTML
    }

    package var html: String {
        guard !isHTML, text.utf8.contains(where: "&<>".utf8.contains) else { return text }
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            switch byte {
            case 0x26: out.append(contentsOf: "&amp;".utf8)
            case 0x3C: out.append(contentsOf: "&lt;".utf8)
            case 0x3E: out.append(contentsOf: "&gt;".utf8)
            default: out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}

/// A file that an entry names.
package struct FeedFile: Sendable, Hashable {
    package var url: String
    /// The media type.
    package var type: String?
    /// The size in bytes.
    package var length: Int?
    package var title: String?

    package init(url: String, type: String? = nil, length: String? = nil, title: String? = nil) {
        self.url = url
        self.type = type
        self.length = length.flatMap { Int($0.trimmedASCII) }.flatMap { $0 > 0 ? $0 : nil }
        self.title = title
    }
}
