/// What the elements of feeds mean here.
enum FeedElement: UInt8 {
    // Containers.
    case rss, rdf, feed, channel, entry, image, ignored, source, person, group, mediaContent, page
    // Texts that may hold markup.
    case title, mediaTitle, description, summary, content, encoded, body
    // Plain values.
    case link, guid, id, published, updated, created, author, name, email, category, tags, enclosure, thumbnail,
        language
    case picture, originalLink, url
    /// Something else.
    case other
}

/// Whose words an element's name is.
enum FeedVocabulary: UInt8 {
    /// RSS, Atom, and what has no namespace.
    case plain = 1
    case rdf, dublinCore, terms, content, itunes, media, xhtml, feedburner
    case other

    /// By the namespace's address, in any case; nil for one that is not known.
    init?(uri: ArraySlice<UInt8>) {
        guard uri.count < 120 else { return nil }
        var text = String(decoding: uri, as: UTF8.self).lowercased()
        while text.hasSuffix("/") || text.hasSuffix("#") { text.removeLast() }
        switch text {
        case "http://www.w3.org/2005/atom", "http://purl.org/atom/ns", "http://purl.org/rss/1.0",
            "http://backend.userland.com/rss", "http://backend.userland.com/rss2",
            "http://channel.netscape.com/rdf/simple/0.9",
            "http://my.netscape.com/rdf/simple/0.9", "http://blogs.law.harvard.edu/tech/rss",
            "http://example.com/newformat", "http://example.com/necho", "http://purl.org/echo", "uri/of/echo/namespace",
            "http://purl.org/pie", "http://www.rssboard.org/rss-specification", "http://purl.org/net/rss1.1":
            self = .plain
        case "http://www.w3.org/1999/02/22-rdf-syntax-ns": self = .rdf
        case "http://purl.org/dc/elements/1.1", "http://purl.org/dc/elements/1.0": self = .dublinCore
        case "http://purl.org/dc/terms": self = .terms
        case "http://purl.org/rss/1.0/modules/content": self = .content
        case "http://www.w3.org/1999/xhtml": self = .xhtml
        case "http://rssnamespace.org/feedburner/ext/1.0": self = .feedburner
        default:
            if text.hasSuffix("podcast-1.0.dtd") || text.contains("/play-podcasts/") {
                self = .itunes
            } else if text.contains("search.yahoo.com/mrss") || text.hasSuffix("rssboard.org/media-rss") {
                self = .media
            } else {
                return nil
            }
        }
    }

    /// By the prefix that everybody gives it.
    init(prefix: ArraySlice<UInt8>) {
        guard prefix.count <= 12 else {
            self = .other
            return
        }
        switch String(decoding: prefix, as: UTF8.self).lowercased() {
        case "rss", "atom", "a10", "atom10", "atom03": self = .plain
        case "rdf": self = .rdf
        case "dc": self = .dublinCore
        case "dcterms": self = .terms
        case "content": self = .content
        case "itunes", "googleplay": self = .itunes
        case "media": self = .media
        case "xhtml", "html": self = .xhtml
        case "feedburner": self = .feedburner
        default: self = .other
        }
    }
}

/// The elements that are read, by vocabulary and local name.
enum FeedElementTable {
    private static let rows: [(FeedVocabulary, FeedElement, String)] = [
        (.plain, .rss, "rss"), (.plain, .feed, "feed"), (.plain, .channel, "channel"), (.plain, .entry, "item entry"),
        (.plain, .image, "image"), (.plain, .ignored, "textinput contributor cloud"), (.plain, .source, "source"),
        (.plain, .person, "author"), (.plain, .ignored, "managingeditor webmaster generator"), (.plain, .page, "html"),
        (.plain, .title, "title"), (.plain, .description, "description"), (.plain, .summary, "summary abstract"),
        (.plain, .content, "content"), (.plain, .body, "body fullitem"), (.plain, .link, "link"),
        (.plain, .guid, "guid"),
        (.plain, .id, "id"), (.plain, .published, "pubdate published issued"),
        (.plain, .updated, "updated modified lastbuilddate date"), (.plain, .created, "created"),
        (.plain, .name, "name"), (.plain, .email, "email"), (.plain, .category, "category keywords"),
        (.plain, .tags, "tags"), (.plain, .enclosure, "enclosure"), (.plain, .language, "language"),
        (.plain, .url, "url"),
        (.rdf, .rdf, "rdf"),
        (.dublinCore, .title, "title"), (.dublinCore, .description, "description"),
        (.dublinCore, .author, "creator author"),
        (.dublinCore, .updated, "date"), (.dublinCore, .category, "subject"), (.dublinCore, .language, "language"),
        (.dublinCore, .ignored, "contributor publisher"),
        (.terms, .published, "issued"), (.terms, .updated, "modified"), (.terms, .created, "created"),
        (.content, .encoded, "encoded"),
        (.itunes, .author, "author"), (.itunes, .summary, "summary"), (.itunes, .tags, "keywords"),
        (.itunes, .picture, "image"), (.itunes, .ignored, "owner"), (.itunes, .description, "description"),
        (.media, .mediaTitle, "title"), (.media, .description, "description"), (.media, .group, "group"),
        (.media, .mediaContent, "content"), (.media, .thumbnail, "thumbnail"), (.media, .category, "category"),
        (.media, .tags, "keywords"), (.media, .ignored, "community player comments"),
        (.xhtml, .body, "body"), (.xhtml, .page, "html"),
        (.feedburner, .originalLink, "origlink"),
    ]

    private static let sorted: [(key: FeedName, element: FeedElement)] = rows.flatMap { row in
        row.2.split(separator: " ").compactMap { word in
            FeedName(Array(word.utf8)[...], in: row.0).map { ($0, row.1) }
        }
    }.sorted { $0.key < $1.key }

    static func element(_ local: ArraySlice<UInt8>, in vocabulary: FeedVocabulary) -> FeedElement {
        guard vocabulary != .other, let name = FeedName(local, in: vocabulary) else { return .other }
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle].key < name { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low].key == name ? sorted[low].element : .other
    }
}

/// A short name in lower case and its vocabulary in two words, to be compared at once.
struct FeedName: Comparable {
    private let high: UInt64
    private let low: UInt64

    /// Nil for a name of more than 15 bytes, which none has that is looked for.
    init?(_ name: ArraySlice<UInt8>, in vocabulary: FeedVocabulary) {
        guard name.count <= 15 else { return nil }
        var (high, low) = (UInt64(0), UInt64(vocabulary.rawValue))
        for byte in name {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte &- 0x41 < 26 ? byte | 0x20 : byte)
        }
        self.high = high
        self.low = low
    }

    static func < (left: FeedName, right: FeedName) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}
