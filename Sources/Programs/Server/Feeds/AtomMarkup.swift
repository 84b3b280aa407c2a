internal import LarderModel
internal import LarderPages
internal import LarderViewer

/// A link of an Atom feed or entry (RFC 4287, section 4.2.7).
struct AtomLink: Sendable {
    var relation: String
    var address: String
    var type: String?
    var title: String?
    var byteCount: Int?

    init(_ relation: String, _ address: String, type: String? = nil, title: String? = nil, byteCount: Int? = nil) {
        (self.relation, self.address, self.type) = (relation, address, type)
        (self.title, self.byteCount) = (title, byteCount)
    }

    init(_ relation: String, _ picture: FeedItem.Picture) {
        self.init(relation, picture.address, type: picture.mediaType, byteCount: picture.byteCount)
    }

    var html: HTML {
        let kind: HTML = type.html { " type=\"\($0)\"" }
        let name: HTML = title.html { " title=\"\($0)\"" }
        let length: HTML = byteCount.html { " length=\"\($0)\"" }
        return "<link rel=\"\(relation)\"\(kind) href=\"\(address)\"\(name)\(length)/>\n"
    }
}

/// An Atom feed (RFC 4287), in pages (RFC 5005, section 3) or whole.
struct AtomFeed {
    static let type = "application/atom+xml; charset=utf-8"

    /// The address of its first page, by which readers know it.
    var id: String
    var title: String
    /// In Unix milliseconds.
    var updated: Int64
    var links: [AtomLink]
    /// Further elements.
    var more = HTML.empty
    var entries: HTML

    var html: HTML {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/" \
        xmlns:opds="http://opds-spec.org/2010/catalog" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" \
        xmlns:thr="http://purl.org/syndication/thread/1.0">
        <id>\(id)</id>
        <title>\(title)</title>
        <updated>\(Self.time(updated))</updated>
        <author><name>Larder</name></author>
        <generator>Larder</generator>
        \(more)\(links.html(\.html))\(entries)</feed>

        """
    }

    /// A time as RFC 3339 writes it.
    ///
    /// A time before the year 1 or after 9999 becomes the first or the last second of these.
    static func time(_ milliseconds: Int64) -> String {
        let seconds = milliseconds.quotientAndRemainder(roundingDown: 1_000).quotient
        return CivilTime(unixSeconds: min(max(seconds, -62_135_596_800), 253_402_300_799)).iso8601
    }
}

/// The pages of a list that a feed shows.
struct FeedPaging {
    static let size = 50

    let page: Int
    let count: Int
    let pages: Int
    /// The address of the first page.
    let address: String

    /// Nil where the list has no such page.
    init?(page: Int, count: Int, address: String) {
        pages = max(1, (count + Self.size - 1) / Self.size)
        guard (1...pages).contains(page) else { return nil }
        (self.page, self.count, self.address) = (page, count, address)
    }

    /// The links to itself and to other pages.
    func links(type: String) -> [AtomLink] {
        func link(_ relation: String, _ number: Int) -> AtomLink {
            let sign = address.contains("?") ? "&" : "?"
            return AtomLink(relation, number == 1 ? address : "\(address)\(sign)page=\(number)", type: type)
        }
        return [link("self", page), link("first", 1), link("last", pages)]
            + (page < pages ? [link("next", page + 1)] : []) + (page > 1 ? [link("previous", page - 1)] : [])
    }
}

extension FeedItem {
    /// The elements that each entry begins with.
    var atomHead: HTML {
        """
        <id>\(permanentID)</id>
        <title type="text">\(title)</title>
        <updated>\(AtomFeed.time(updated))</updated>
        \(published.html { "<published>\(AtomFeed.time($0))</published>\n" })\
        <author><name>\(author)</name></author>
        \(categories.html { "<category term=\"\($0)\" label=\"\($0)\"/>\n" })\
        \(summary.html { "<summary type=\"text\">\($0)</summary>\n" })
        """
    }

    /// The whole entry of a feed.
    var atomEntry: HTML {
        let links = [
            AtomLink("alternate", page, type: "text/html"), original.map { AtomLink("via", $0) },
            picture.map { AtomLink("enclosure", $0) },
        ]
        let tongue: HTML = language.html { " xml:lang=\"\($0)\"" }
        return """
            <entry>
            \(atomHead)\(links.compactMap(\.self).html(\.html))\
            <content type="html"\(tongue)>\(text.text)</content>
            </entry>

            """
    }

    /// A UUID made of the URN (RFC 9562, version 8), as an Atom identifier must be an address or a registered name.
    private var permanentID: String {
        var digits = Array(StableHash.hex(urn))
        digits[12] = "8"
        digits[16] = "a"
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
        return "urn:uuid:" + parts.joined(separator: "-")
    }
}
