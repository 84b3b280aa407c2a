internal import CZlib
internal import LarderHTML

/// The bytes of a sitemap file made readable: unpacked, and decoded to UTF-8.
enum SitemapFile {
    /// How often a file may be packed over.
    private static let maxPackings = 3
    private static let headBytes = 1_024

    // MARK: Unpacking

    /// The file behind gzip, of as many layers as it has.
    ///
    /// - Returns: At most `limit` bytes, and whether there would be more, or a packed file ends too early.
    static func unpacked(_ bytes: [UInt8], limit: Int) -> (bytes: [UInt8], isCut: Bool) {
        var bytes = bytes
        var isCut = false
        for _ in 0..<maxPackings {
            guard bytes.starts(with: [0x1F, 0x8B]) else { break }
            let (file, isWhole) = gunzip(bytes, limit: limit)
            isCut = isCut || !isWhole
            bytes = file
        }
        guard bytes.count > limit else { return (bytes, isCut) }
        return (Array(bytes.prefix(limit)), true)
    }

    /// As much as the file gives, at most `limit` bytes.
    private static func gunzip(_ bytes: [UInt8], limit: Int) -> (bytes: [UInt8], isWhole: Bool) {
        // The last four bytes of a file that is whole are its length; it may also have several parts, or lie.
        let stated = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        // Some more than that, so that the end is seen to be one.
        var room = min(limit, max(64 << 10, min(stated, bytes.count * 1_032) + 64))
        while true {
            var status: Int32 = 0
            let file = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
                count = unsafe larder_zlib_gunzip(bytes, bytes.count, output.baseAddress, room, &status)
            }
            guard status == LARDER_ZLIB_FULL, room < limit else { return (file, status == LARDER_ZLIB_WHOLE) }
            room = min(limit, room * 2)
        }
    }

    // MARK: Decoding

    /// The file as UTF-8 without its byte order mark; bytes that are none stand as they are.
    static func text(of bytes: [UInt8], contentType: String) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        if bytes.starts(with: [0xFE, 0xFF]) {
            return CharacterEncoding.utf16BE.utf8(decoding: Array(bytes.dropFirst(2)))
        }
        if bytes.starts(with: [0xFF, 0xFE]) {
            return CharacterEncoding.utf16LE.utf8(decoding: Array(bytes.dropFirst(2)))
        }
        // Without a mark the zero bytes of the first characters tell.
        if bytes.count > 3, bytes[0] == 0, bytes[1] != 0, bytes[2] == 0 {
            return CharacterEncoding.utf16BE.utf8(decoding: bytes)
        }
        if bytes.count > 3, bytes[0] != 0, bytes[1] == 0, bytes[3] == 0 {
            return CharacterEncoding.utf16LE.utf8(decoding: bytes)
        }
        let named = [declared(bytes.prefix(headBytes)), charset(contentType)].compactMap { $0?.inMarkup }
        // What is UTF-8 is no other encoding by chance, and what claims to be and is not is mostly the old default.
        guard bytes.contains(where: { $0 >= 0x80 }) else {
            return named.first { $0 == .iso2022JP }?.utf8(decoding: bytes) ?? bytes
        }
        guard !SitemapUTF8.isValid(bytes) else { return bytes }
        return (named.first { $0 != .utf8 && $0 != .replacement } ?? .windows1252).utf8(decoding: bytes)
    }

    /// The encoding that an XML declaration names.
    private static func declared(_ head: ArraySlice<UInt8>) -> CharacterEncoding? {
        let text = String(decoding: head, as: UTF8.self)
        guard let start = text.firstRange(of: "<?xml"), let end = text[start.upperBound...].firstRange(of: "?>") else {
            return nil
        }
        return value(of: "encoding", in: text[start.upperBound..<end.lowerBound])
    }

    private static func charset(_ contentType: String) -> CharacterEncoding? {
        value(of: "charset", in: contentType.prefix(200).lowercased()[...])
    }

    /// The encoding behind `name=`, quoted or not.
    private static func value(of name: String, in text: Substring) -> CharacterEncoding? {
        guard let found = text.firstRange(of: name) else { return nil }
        let rest = text[found.upperBound...].drop { $0 == " " }
        guard rest.first == "=" else { return nil }
        let label = rest.dropFirst().drop { $0 == " " || $0 == "\"" || $0 == "'" }
            .prefix { $0 != "\"" && $0 != "'" && $0 != ";" && $0 != " " }
        return CharacterEncoding(label: label.utf8)
    }

    // MARK: Form

    /// Whether the file is markup rather than a list of addresses: by its first character, or by a root behind other output.
    static func isMarkup(_ text: [UInt8]) -> Bool {
        guard text.first(where: { $0 > 0x20 }) != UInt8(ascii: "<") else { return true }
        let head = String(decoding: text.prefix(16 << 10), as: UTF8.self).lowercased()
        return ["<?xml", "<urlset", "<sitemapindex", "<rss", "<feed", "<rdf:rdf", "<url>", "<sitemap>", "<html"]
            .contains { head.contains($0) }
    }
}

/// Whether bytes are UTF-8, without a copy of them.
enum SitemapUTF8 {
    /// Whether they are; the last character may be cut off.
    static func isValid(_ bytes: [UInt8]) -> Bool {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte >= 0x80 else { continue }
            let more: Int
            switch byte {
            case 0xC2...0xDF: more = 1
            case 0xE0...0xEF: more = 2
            case 0xF0...0xF4: more = 3
            default: return false
            }
            for place in 0..<more {
                guard index < bytes.count else { return true }
                let next = bytes[index]
                guard next & 0xC0 == 0x80, place > 0 || isSecond(next, after: byte) else { return false }
                index += 1
            }
        }
        return true
    }

    /// Leaves out what is too long, a surrogate, or beyond Unicode.
    private static func isSecond(_ byte: UInt8, after first: UInt8) -> Bool {
        switch first {
        case 0xE0: byte >= 0xA0
        case 0xED: byte < 0xA0
        case 0xF0: byte >= 0x90
        case 0xF4: byte < 0x90
        default: true
        }
    }
}
