/// Finds the encoding of a page by its first bytes and what the transport says (HTML standard, 13.2.3.2).
enum PageCharset {
    /// How many bytes of a page are searched for a declaration before it is parsed.
    static let searchedBytes = 1_024

    /// The encoding, and whether a `meta` element behind the searched bytes may still change it.
    ///
    /// In order: a byte order mark, the transport, a `meta` or an XML declaration among the first bytes; UTF-8 if the
    /// bytes are UTF-8, else windows-1252.
    static func encoding(of bytes: [UInt8], contentType: String) -> (encoding: CharacterEncoding, isTentative: Bool) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BE, false) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LE, false) }
        if let encoding = ContentTypeCharset.encoding(contentType) { return (encoding, false) }
        if let encoding = MetaPrescan.encoding(bytes.prefix(searchedBytes)) { return (encoding, false) }
        return (isUTF8(bytes) ? .utf8 : .windows1252, true)
    }

    /// Whether the bytes are UTF-8 and say so by at least one character beyond ASCII; the last one may be cut off.
    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var end = bytes.count
        if let last = bytes.indices.suffix(3).last(where: { bytes[$0] & 0xC0 == 0xC0 }) {
            let length = bytes[last] < 0xE0 ? 2 : bytes[last] < 0xF0 ? 3 : 4
            if bytes.count - last < length { end = last }
        }
        let whole = bytes[..<end]
        return whole.contains { $0 >= 0x80 } && String(validating: whole, as: UTF8.self) != nil
    }
}
