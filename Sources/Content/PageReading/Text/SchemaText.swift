internal import LarderHTML
internal import LarderModel

/// Cleans the texts of schema.org markup, which are plain text by definition and HTML in practice.
enum SchemaText {
    /// Lines of plain text: references decoded until nothing changes, tags dropped, white space made single.
    ///
    /// Lines end at line ends and where elements such as `br`, `p` and `li` begin.
    static func lines(_ text: String) -> [String] {
        var decoded = TextRepair.repaired(text)
        for _ in 0..<4 where decoded.hasByte(UInt8(ascii: "&")) {
            let next = CharacterReferences.decoding(decoded)
            if next.isSame(as: decoded) { break }
            decoded = next
        }
        return SpaceText.lines(withoutTags(decoded))
    }

    static func line(_ text: String) -> String {
        let lines = lines(text)
        return lines.count == 1 ? lines[0] : lines.joined(separator: " ")
    }

    static func parts(_ line: String) -> [String] {
        line.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)).trimmedSpace }
    }

    private static let breaking: Set<String> = [
        "br", "p", "li", "div", "ul", "ol", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article",
    ]

    private static func withoutTags(_ text: String) -> String {
        guard text.hasByte(UInt8(ascii: "<")) else { return text }
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        // Beyond the last ">" no tag ends, so no "<" there needs a search.
        let lastClose = bytes.lastIndex(of: UInt8(ascii: ">")) ?? 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "<"), index < lastClose,
                case let start = index + (bytes[index + 1] == UInt8(ascii: "/") ? 2 : 1), start < bytes.count,
                bytes[start].isASCIILetter || bytes[start] == UInt8(ascii: "!"),
                let close = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
            else {
                out.append(byte)
                index += 1
                continue
            }
            let name = bytes[start..<close].prefix(while: \.isAlphanumericASCII)
            if breaking.contains(String(decoding: name, as: UTF8.self).lowercased()) { out.append(0x0A) }
            index = close + 1
        }
        return String(decoding: out, as: UTF8.self)
    }
}
