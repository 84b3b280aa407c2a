internal import LarderHTML
internal import LarderModel

enum FieldText {
    /// One line without character references, tags and runs of white space; empty for more than `maxBytes`.
    static func clean(_ text: String, maxBytes: Int = 100_000) -> String {
        guard text.utf8.count <= maxBytes else { return "" }
        var text = text
        if text.hasByte(0x26) { text = CharacterReferences.decoding(text) }
        if text.hasByte(0x3C) { text = withoutTags(text) }
        var line = SingleSpaced(capacity: text.utf8.count)
        text.withUTF8Span { line.append($0) }
        return String(decoding: line.bytes, as: UTF8.self)
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

/// Bytes with single spaces in place of white space, control characters and no-break spaces; none at the beginning.
struct SingleSpaced {
    private(set) var bytes: [UInt8] = []
    var needsSpace = false

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func append(_ text: Span<UInt8>, maxBytes: Int = .max) {
        var position = 0
        while position < text.count, bytes.count < maxBytes {
            let byte = text[position]
            let isNoBreak = byte == 0xC2 && position + 1 < text.count && text[position + 1] == 0xA0
            position += isNoBreak ? 2 : 1
            if byte <= 0x20 || isNoBreak {
                needsSpace = true
                continue
            }
            if needsSpace, !bytes.isEmpty { bytes.append(0x20) }
            needsSpace = false
            bytes.append(byte)
        }
    }
}
