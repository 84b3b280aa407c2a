internal import LarderHTML

/// Texts of fields.
enum FieldText {
    /// One line: character references decoded, tags left out, white space made single.
    ///
    /// - Parameter maxBytes: A longer text becomes an empty one.
    static func clean(_ text: String, maxBytes: Int = 100_000) -> String {
        guard text.utf8.count <= maxBytes else { return "" }
        var text = text
        if text.utf8.contains(0x26) { text = CharacterReferences.decoding(text) }
        if text.utf8.contains(0x3C) { text = withoutTags(text) }
        var bytes: [UInt8] = []
        var isPending = false
        let source = Array(text.utf8)
        var index = 0
        while index < source.count {
            let byte = source[index]
            let isNoBreak = byte == 0xC2 && index + 1 < source.count && source[index + 1] == 0xA0
            if byte <= 0x20 || isNoBreak {
                isPending = true
                index += isNoBreak ? 2 : 1
                continue
            }
            if isPending, !bytes.isEmpty { bytes.append(0x20) }
            isPending = false
            bytes.append(byte)
            index += 1
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a text is a URL: its `&` separates parameters and begins no character reference.
    static func isAddress(_ text: String) -> Bool {
        let bytes = text.utf8
        return (bytes.starts(with: "http".utf8) || bytes.first == 0x2F) && !bytes.contains { $0 <= 0x20 }
    }

    private static func withoutTags(_ text: String) -> String {
        let document = HTMLDocument.fragment(parsing: Array(text.utf8))
        return document.textContent(of: document.root)
    }
}
