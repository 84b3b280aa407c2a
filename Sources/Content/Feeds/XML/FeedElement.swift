internal import LarderModel

enum FeedElement: UInt8 {
    case rss, rdf, feed, channel, entry, image, ignored, source, person, group, mediaContent, page
    // Texts that may hold markup.
    case title, mediaTitle, description, summary, content, encoded, body
    // Plain values.
    case link, guid, id, published, updated, created, author, name, email, category, tags, enclosure, thumbnail,
        language
    case picture, originalLink, url
    case other
}

/// The vocabulary of an element's name.
enum FeedVocabulary: UInt8 {
    /// RSS, Atom, and what has no namespace.
    case plain = 1
    case rdf, dublinCore, terms, content, itunes, media, xhtml, feedburner
    case other

    /// By the namespace's address; nil for an unknown address.
    init?(uri: ArraySlice<UInt8>) {
        guard uri.count < 120 else { return nil }
        var text = String(decoding: uri, as: UTF8.self).lowercased()
        while text.hasSuffix("/") || text.hasSuffix("#") { text.removeLast() }
        if let vocabulary = Self.addresses[text] {
            self = vocabulary
        } else if text.hasSuffix("podcast-1.0.dtd") || text.contains("/play-podcasts/") {
            self = .itunes
        } else if text.contains("search.yahoo.com/mrss") || text.hasSuffix("rssboard.org/media-rss") {
            self = .media
        } else {
            return nil
        }
    }

    /// By the usual prefix.
    init(prefix: ArraySlice<UInt8>) {
        self =
            prefix.count > 12 ? .other : Self.prefixes[String(decoding: prefix, as: UTF8.self).lowercased()] ?? .other
    }

    private static let addresses: [String: FeedVocabulary] = [
        "http://www.w3.org/2005/atom": .plain, "http://purl.org/atom/ns": .plain, "http://purl.org/rss/1.0": .plain,
        "http://backend.userland.com/rss": .plain, "http://backend.userland.com/rss2": .plain,
        "http://channel.netscape.com/rdf/simple/0.9": .plain, "http://my.netscape.com/rdf/simple/0.9": .plain,
        "http://blogs.law.harvard.edu/tech/rss": .plain, "http://example.com/newformat": .plain,
        "http://example.com/necho": .plain, "http://purl.org/echo": .plain, "uri/of/echo/namespace": .plain,
        "http://purl.org/pie": .plain, "http://www.rssboard.org/rss-specification": .plain,
        "http://purl.org/net/rss1.1": .plain, "http://www.w3.org/1999/02/22-rdf-syntax-ns": .rdf,
        "http://purl.org/dc/elements/1.1": .dublinCore, "http://purl.org/dc/elements/1.0": .dublinCore,
        "http://purl.org/dc/terms": .terms, "http://purl.org/rss/1.0/modules/content": .content,
        "http://www.w3.org/1999/xhtml": .xhtml, "http://rssnamespace.org/feedburner/ext/1.0": .feedburner,
    ]

    private static let prefixes: [String: FeedVocabulary] = [
        "rss": .plain, "atom": .plain, "a10": .plain, "atom10": .plain, "atom03": .plain, "rdf": .rdf,
        "dc": .dublinCore, "dcterms": .terms, "content": .content, "itunes": .itunes, "googleplay": .itunes,
        "media": .media, "xhtml": .xhtml, "html": .xhtml, "feedburner": .feedburner,
    ]
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

    private static let elements: [FeedName: FeedElement] = rows.reduce(into: [:]) { elements, row in
        for word in row.2.split(separator: " ") {
            if let name = FeedName(Array(word.utf8)[...], in: row.0) { elements[name] = row.1 }
        }
    }

    static func element(_ local: ArraySlice<UInt8>, in vocabulary: FeedVocabulary) -> FeedElement {
        guard vocabulary != .other, let name = FeedName(local, in: vocabulary) else { return .other }
        return elements[name] ?? .other
    }
}

/// A name of at most 15 bytes in lower case and its vocabulary in two words, to be compared at once.
struct FeedName: Hashable {
    private let high: UInt64
    private let low: UInt64

    init?(_ name: ArraySlice<UInt8>, in vocabulary: FeedVocabulary) {
        guard name.count <= 15 else { return nil }
        var (high, low) = (UInt64(0), UInt64(vocabulary.rawValue))
        for byte in name {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte.asciiLowercased)
        }
        self.high = high
        self.low = low
    }
}
