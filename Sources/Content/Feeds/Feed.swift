package import LarderModel

/// What a feed says: RSS 0.9x, 1.0 or 2.0, Atom 0.3 or 1.0, or JSON Feed.
package struct Feed: Sendable, Hashable {
    /// The format as its root says it.
    package enum Format: String, Sendable {
        /// RSS 0.9x and 2.0, and what looks like them.
        case rss
        /// RSS 1.0 and 0.90.
        case rdf
        /// Atom 0.3 and 1.0.
        case atom
        /// JSON Feed 1.0 and 1.1.
        case json
    }

    /// The format.
    package var format: Format
    /// The feed's title.
    package var title: FeedText?
    /// The page that the feed belongs to, absolute.
    package var link: String?
    /// A language tag such as `en-GB`.
    package var language: String?
    /// Who writes the feed, where an entry says nothing of its own.
    package var authors: [FeedPerson] = []
    /// Where older entries are, absolute: Atom's `rel="next"` (RFC 5005), JSON Feed's `next_url`.
    package var nextPage: String?
    /// The entries in the feed's order.
    package var entries: [FeedEntry] = []

    /// A feed without entries.
    package init(format: Format) { self.format = format }
}

/// One entry of a feed.
package struct FeedEntry: Sendable, Hashable {
    /// The feed's own identifier, as it is written.
    package var id: String?
    /// The title.
    package var title: FeedText?
    /// The entry's page, absolute; where there is none, the identifier if it is an address.
    package var link: String?
    /// The page behind a counting redirect of FeedBurner, absolute.
    package var originalLink: String?
    /// Who wrote it.
    package var authors: [FeedPerson] = []
    /// When it was published.
    package var published: FeedDate?
    /// When it was changed last, or what the feed calls its date.
    package var updated: FeedDate?
    /// The time of publication, else that of the last change, as the feed writes it.
    package var dateText: String?
    /// A few sentences.
    package var summary: FeedText?
    /// The whole text; several where the feed has it in several forms.
    package var content: [FeedText] = []
    /// Files that belong to it.
    package var enclosures: [FeedFile] = []
    /// Files and previews of the Media RSS extension.
    package var media: [FeedFile] = []
    /// Addresses of pictures of the whole entry, absolute.
    package var images: [String] = []
    /// Categories and keywords, each once.
    package var categories: [String] = []

    /// An empty entry.
    package init() {}
}

/// A text as a feed has it.
package struct FeedText: Sendable, Hashable {
    /// The text; HTML if ``isHTML``, its addresses absolute.
    package var text: String
    /// Whether the text is HTML; else every character stands for itself.
    package var isHTML: Bool

    /// A text.
    package init(_ text: String, isHTML: Bool) {
        self.text = text
        self.isHTML = isHTML
    }

    /// The text as HTML.
    package var html: String {
        guard !isHTML, text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
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
    /// Its address, absolute.
    package var url: String
    /// Its media type as the feed writes it.
    package var type: String?

    /// A file.
    package init(url: String, type: String? = nil) {
        self.url = url
        self.type = type
    }
}
