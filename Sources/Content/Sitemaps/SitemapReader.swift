internal import LarderModel
internal import LarderXML

/// Reads one sitemap file, of any form and in any state: XML, packed XML, text, RSS and Atom.
///
/// Never fails, opens nothing that the file names and takes time linear in its size. Entries are handed out one by one,
/// so that beside the file itself (unpacked, and decoded where it is no UTF-8) memory holds one of them.
package enum SitemapReader {
    /// The most bytes of an unpacked file that are read: 50 MiB, the most that a sitemap may have.
    package static let maxBytes = 50 << 20
    /// The most entries of a file, as sitemaps.org has it.
    package static let maxEntries = 50_000
    /// The most pictures of one page, as Google has it.
    package static let maxImages = 1_000

    /// Hands out the entries of a file in their order.
    ///
    /// - Parameters:
    ///   - bytes: The file as it came, packed or not.
    ///   - contentType: The `Content-Type` field, for its charset; empty: there was none.
    ///   - url: Where the file is, which relative addresses are relative to.
    ///   - nowMs: The time of asking, in milliseconds since 1970: a date after it counts as none.
    ///   - body: Takes an entry; `false` ends the reading.
    @discardableResult
    package static func read(
        _ bytes: [UInt8],
        contentType: String = "",
        url: String,
        nowMs: Int64,
        _ body: (SitemapItem) -> Bool
    ) -> SitemapSummary {
        let (file, isBroken) = SitemapFile.unpacked(bytes, limit: maxBytes)
        let text = XMLEncoding.utf8(file, contentType: contentType, prefersUTF8: true)
        var summary = SitemapSummary(form: .unknown, isCut: isBroken, entries: 0)
        func take(_ item: SitemapItem) -> Bool {
            guard summary.entries < maxEntries else {
                summary.isCut = true
                return false
            }
            summary.entries += 1
            return body(item)
        }
        let base = WebURL(url)
        if SitemapFile.isMarkup(text) {
            var entries = SitemapEntries(text, base: base, nowMs: nowMs)
            summary.form = entries.read(take)
        } else if SitemapLineList.read(text, take) {
            summary.form = .text
        }
        return summary
    }
}

/// A list of addresses, one on a line.
enum SitemapLineList {
    /// - Returns: Whether there was an address.
    static func read(_ text: [UInt8], _ take: (SitemapItem) -> Bool) -> Bool {
        var isFound = false
        for line in text.lazy.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard line.count <= WebURL.maxBytes, line.contains(UInt8(ascii: ":")),
                let address = SitemapAddress.absolute(String(decoding: line, as: UTF8.self).trimmedSpace)
            else { continue }
            isFound = true
            guard take(.page(SitemapPage(address: address))) else { break }
        }
        return isFound
    }
}

/// Addresses as sitemaps write them.
enum SitemapAddress {
    /// The address that `text` means, seen from `base`; nil where it is none of http or https.
    static func resolved(_ text: String, _ base: WebURL?) -> String? {
        guard !text.isEmpty, let url = WebURL(text, relativeTo: base), url.isFetchable else { return nil }
        return url.description
    }

    /// The same of a text that has to be an address of its own.
    static func absolute(_ text: String) -> String? {
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return nil }
        return resolved(text, nil)
    }
}
