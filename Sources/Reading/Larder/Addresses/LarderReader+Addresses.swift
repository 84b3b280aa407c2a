public import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderModel

/// Where a link leads.
public enum LinkTarget: Sendable, Hashable {
    /// To an item of the larder, by its URN: it can be shown without a network. ``ItemKind/init(urn:)`` tells its kind.
    case inside(String)
    /// To another page of the web.
    case outside(URL)
    /// To nothing that a browser would open.
    case unknown
}

extension LarderReader {
    /// The item whose page has an address, in one statement; nil: there is none.
    ///
    /// Without regard to scheme, `www.`, fragment, a slash at the end and parameters that say who asks; where no item
    /// has the query, one without it counts. Addresses count that pages call their own, and ones that they had before.
    /// Of an article and the recipe on its page, the recipe counts. If more than four items share an
    /// address, no item is found. A site's home page is such an address.
    public func item(at url: URL) throws -> String? { try items(at: [url])[url] }

    /// The items whose pages have these addresses, as ``item(at:)``; one statement.
    public func items(at urls: [URL]) throws -> [URL: String] {
        let keys = urls.map { AddressKey($0.absoluteString) }
        let wanted = keys.compactMap(\.self).flatMap { [$0.text, $0.withoutQuery].compactMap(\.self) }
        guard !wanted.isEmpty else { return [:] }
        let sql = """
            SELECT wanted.value, urn, EXISTS (
                SELECT 1 FROM address AS other WHERE other.key > wanted.value || '?' AND other.key < wanted.value || '@'
            )
            FROM json_each(?) AS wanted CROSS JOIN item ON item.id IN (
                SELECT itemID FROM address WHERE key = wanted.value LIMIT \(Self.mostAtAddress + 1)
            ) ORDER BY isGone, articleID NOT NULL, item.id
            """
        let rows = try Row.fetchAll(db.bound(sql, JSONWriter.text { $0.value(wanted.distinct) })).map { row in
            try (key: row.value(0) as String, urn: row.value(1) as String, isPathShared: row.value(2) as Bool)
        }
        let items = Dictionary(grouping: rows, by: \.key).compactMapValues { rows in
            rows.count > Self.mostAtAddress ? nil : rows.first
        }
        let found = zip(urls, keys).compactMap { url, key -> (URL, String)? in
            guard let key else { return nil }
            if let item = items[key.text] { return (url, item.urn) }
            // Where queries tell the pages at a path apart, another query is another page.
            guard let item = key.withoutQuery.flatMap({ items[$0] }), !item.isPathShared else { return nil }
            return (url, item.urn)
        }
        return Dictionary(found) { first, _ in first }
    }

    private static let mostAtAddress = 4

    /// Where a link of a text, or a deep link (``RecordURN/deepLink``), leads; one statement.
    public func resolve(_ url: URL) throws -> LinkTarget {
        if let urn = RecordURN(deepLink: url.absoluteString)?.description {
            return try Row.fetchCursor(db.bound("SELECT 1 FROM item WHERE urn = ?", urn)).next() == nil
                ? .unknown : .inside(urn)
        }
        if let urn = try item(at: url) { return .inside(urn) }
        return ["http", "https", "mailto", "tel"].contains(url.scheme?.lowercased()) ? .outside(url) : .unknown
    }
}
