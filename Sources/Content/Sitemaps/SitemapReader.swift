internal import LarderModel
internal import LarderXML

/// Reads one sitemap file, of any form and in any state: XML, packed XML, text, RSS and Atom.
///
/// Never fails, opens nothing that the file names and takes time linear in its size; memory holds file and one entry.
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
    ///   - bytes: The file, packed or not.
    ///   - contentType: The `Content-Type` field, for its charset; may be empty.
    ///   - url: The base of relative addresses.
    ///   - nowMs: Later dates count as none, in milliseconds since 1970.
    ///   - body: Returns `false` to end the reading.
    @discardableResult
    package static func read(
        _ bytes: [UInt8],
        contentType: String = "",
        url: String,
        nowMs: Int64,
        _ body: (SitemapItem) -> Bool
    ) -> SitemapSummary {
        let file = SitemapFile.unpacked(bytes, limit: maxBytes)
        let (text, isDamaged) = XMLEncoding.text(file.bytes, contentType: contentType, prefersUTF8: true)
        var summary = SitemapSummary(form: .unknown, isCut: file.isCut, entries: 0)
        func take(_ item: SitemapItem) -> Bool {
            summary.isCut = summary.isCut || summary.entries == maxEntries
            guard summary.entries < maxEntries else { return false }
            summary.entries += 1
            return body(item)
        }
        let base = WebURL(url)
        if SitemapFile.isMarkup(text) {
            var entries = SitemapEntries(text, base: base, nowMs: nowMs)
            summary.form = entries.read(take)
            summary.fault = summary.isCut ? nil : entries.fault
            summary.unread = entries.unread
        } else {
            summary.unread = readLines(text, take)
            summary.form = summary.entries > 0 ? .text : .unknown
        }
        summary.fault = file.fault ?? summary.fault ?? (isDamaged ? .damaged : nil)
        return summary
    }

    /// Reads a list of addresses, one on a line; how many other lines there are, blank ones and comments left out.
    private static func readLines(_ text: [UInt8], _ take: (SitemapItem) -> Bool) -> Int {
        var unread = 0
        for line in text.lazy.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard let first = line.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { continue }
            guard line.count <= WebURL.maxBytes, line.contains(UInt8(ascii: ":")),
                let address = SitemapAddress.absolute(String(decoding: line, as: UTF8.self).trimmedSpace)
            else {
                unread += 1
                continue
            }
            guard take(.page(SitemapPage(address: address))) else { break }
        }
        return unread
    }
}

/// Addresses as sitemaps write them.
enum SitemapAddress {
    /// Nil for what is no http or https address.
    static func resolved(_ text: String, _ base: WebURL?) -> String? {
        guard !text.isEmpty, !hasDamagedScheme(text), let url = WebURL(text, relativeTo: base), url.isFetchable else {
            return nil
        }
        return url.description
    }

    /// Whether something else than a scheme stands before a colon, where a relative address has none (RFC 3986 §4.2).
    private static func hasDamagedScheme(_ text: String) -> Bool {
        let first = text.utf8.prefix { !"/?#".utf8.contains($0) }
        guard let colon = first.firstIndex(of: UInt8(ascii: ":")) else { return false }
        return !first[..<colon].allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    }

    static func absolute(_ text: String) -> String? {
        let start = text.prefix(8).lowercased()
        guard start.hasPrefix("http://") || start.hasPrefix("https://") else { return nil }
        return resolved(text, nil)
    }
}
