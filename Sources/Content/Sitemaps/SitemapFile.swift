internal import CZlib

/// The bytes of a sitemap file.
enum SitemapFile {
    /// How many layers of gzip are unpacked.
    private static let maxPackings = 3

    /// The file behind gzip, of as many layers as it has.
    ///
    /// - Returns: At most `limit` bytes, whether there would be more, and what is wrong with the packing; nil: nothing.
    static func unpacked(_ bytes: [UInt8], limit: Int) -> (bytes: [UInt8], isCut: Bool, fault: SitemapSummary.Fault?) {
        var bytes = bytes
        var isCut = false
        var fault: SitemapSummary.Fault?
        for _ in 0..<maxPackings {
            guard bytes.starts(with: [0x1F, 0x8B]) else { break }
            let (file, status) = gunzip(bytes, limit: limit)
            isCut = isCut || status == LARDER_ZLIB_FULL
            switch status {
            case LARDER_ZLIB_FULL, LARDER_ZLIB_WHOLE: break
            case LARDER_ZLIB_GOES_ON: fault = fault ?? .goesOn
            default: fault = .brokenOff
            }
            bytes = file
        }
        guard bytes.count > limit else { return (bytes, isCut, fault) }
        return (Array(bytes.prefix(limit)), true, fault)
    }

    /// As much as the file gives, at most `limit` bytes.
    private static func gunzip(_ bytes: [UInt8], limit: Int) -> (bytes: [UInt8], status: Int32) {
        // The last four bytes are the length, if the file is whole and has one part; some more room shows the end.
        let stated = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        var room = min(limit, max(64 << 10, min(stated, bytes.count * 1_032) + 64))
        while true {
            var status: Int32 = 0
            let file = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
                count = unsafe larder_zlib_gunzip(bytes, bytes.count, output.baseAddress, room, &status)
            }
            guard status == LARDER_ZLIB_FULL, room < limit else { return (file, status) }
            room = min(limit, room * 2)
        }
    }

    /// Whether the file is markup, not a list of addresses: by its first character, or by a root behind other output.
    static func isMarkup(_ text: [UInt8]) -> Bool {
        guard text.first(where: { $0 > 0x20 }) != UInt8(ascii: "<") else { return true }
        let head = String(decoding: text.prefix(16 << 10), as: UTF8.self).lowercased()
        return ["<?xml", "<urlset", "<sitemapindex", "<rss", "<feed", "<rdf:rdf", "<url>", "<sitemap>", "<html"]
            .contains { head.contains($0) }
    }
}
