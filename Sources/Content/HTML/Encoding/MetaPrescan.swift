/// Searches the first bytes of a page for its encoding (HTML standard, "prescan a byte stream").
struct MetaPrescan {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    /// The encoding that a `meta` element declares, else the one of an XML declaration; nil where there is neither.
    static func encoding(_ head: ArraySlice<UInt8>) -> CharacterEncoding? {
        if head.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
        if head.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
        var prescan = MetaPrescan(bytes: head, index: head.startIndex)
        return prescan.declared() ?? XMLDeclaration.encoding(head)
    }

    /// The encoding that the `content` of a `meta` element names, as in `text/html; charset=utf-8`.
    static func encoding(content: ArraySlice<UInt8>) -> CharacterEncoding? {
        var rest = content
        while let found = rest.firstRange(ofLowercased: "charset") {
            rest = rest[found.upperBound...].drop(while: ASCII.isWhiteSpace)
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop(while: ASCII.isWhiteSpace)
            guard let quote = rest.first else { return nil }
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                rest = rest.dropFirst()
                return rest.firstIndex(of: quote).flatMap { CharacterEncoding(label: rest[..<$0]) }
            }
            return CharacterEncoding(label: rest.prefix { !ASCII.isWhiteSpace($0) && $0 != UInt8(ascii: ";") })
        }
        return nil
    }

    private mutating func declared() -> CharacterEncoding? {
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = open + 1
            let rest = bytes[index...]
            if rest.starts(with: "!--".utf8) {
                // The two hyphens may be those that end the comment too, as in "<!-->".
                guard let end = bytes[(index + 1)...].firstRange(ofLowercased: "-->") else { return nil }
                index = end.upperBound
            } else if rest.prefix(4).elementsEqual("meta".utf8, by: { ASCII.lowercased($0) == $1 }),
                let next = rest.dropFirst(4).first, ASCII.isWhiteSpace(next) || next == UInt8(ascii: "/")
            {
                index += 4
                if let encoding = meta() { return encoding.inMarkup }
            } else if let first = rest.first {
                skipMarkup(first)
            }
        }
        return nil
    }

    private mutating func skipMarkup(_ first: UInt8) {
        let isEnd = first == UInt8(ascii: "/")
        if let letter = isEnd ? bytes[index...].dropFirst().first : first, ASCII.isLetter(letter) {
            index = bytes[index...].firstIndex { ASCII.isWhiteSpace($0) || $0 == UInt8(ascii: ">") } ?? bytes.endIndex
            while attribute() != nil {}
        } else if isEnd || first == UInt8(ascii: "!") || first == UInt8(ascii: "?") {
            index = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex
        }
    }

    /// Reads the attributes of a `meta` element.
    private mutating func meta() -> CharacterEncoding? {
        var seen: Set<[UInt8]> = []
        var isPragma = false
        var needsPragma: Bool?
        var encoding: CharacterEncoding?
        while let (name, value) = attribute() {
            guard seen.insert(name).inserted else { continue }
            switch String(decoding: name, as: UTF8.self) {
            case "http-equiv": isPragma = isPragma || value == Array("content-type".utf8)
            case "content" where encoding == nil:
                encoding = Self.encoding(content: value[...])
                if encoding != nil { needsPragma = true }
            case "charset":
                encoding = CharacterEncoding(label: value)
                needsPragma = false
            default: break
            }
        }
        // A page that ends within the element does not declare anything.
        guard index < bytes.endIndex, let needsPragma, !needsPragma || isPragma else { return nil }
        return encoding
    }

    /// Reads one attribute, in lower case; nil at the end of the tag or of the bytes.
    private mutating func attribute() -> (name: [UInt8], value: [UInt8])? {
        skip { ASCII.isWhiteSpace($0) || $0 == UInt8(ascii: "/") }
        guard let first = bytes[index...].first, first != UInt8(ascii: ">") else { return nil }
        var name: [UInt8] = []
        while let byte = bytes[index...].first {
            if byte == UInt8(ascii: "="), !name.isEmpty { break }
            if ASCII.isWhiteSpace(byte) {
                skip(while: ASCII.isWhiteSpace)
                break
            }
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { return (name, []) }
            name.append(ASCII.lowercased(byte))
            index += 1
        }
        guard bytes[index...].first == UInt8(ascii: "=") else { return index < bytes.endIndex ? (name, []) : nil }
        index += 1
        skip(while: ASCII.isWhiteSpace)
        return value().map { (name, $0) }
    }

    /// Reads an attribute's value, nil where the bytes end before it does.
    private mutating func value() -> [UInt8]? {
        guard let quote = bytes[index...].first else { return nil }
        let start = index
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            guard let end = bytes[(start + 1)...].firstIndex(of: quote) else {
                index = bytes.endIndex
                return nil
            }
            index = end + 1
            return bytes[(start + 1)..<end].map(ASCII.lowercased)
        }
        skip { !ASCII.isWhiteSpace($0) && $0 != UInt8(ascii: ">") }
        return index < bytes.endIndex ? bytes[start..<index].map(ASCII.lowercased) : nil
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        index = bytes[index...].firstIndex { !isSkipped($0) } ?? bytes.endIndex
    }
}

extension ArraySlice<UInt8> {
    /// The first place where these bytes, which are ASCII in lower case, stand in any case.
    func firstRange(ofLowercased word: StaticString) -> Range<Int>? {
        let word = Array("\(word)".utf8)
        guard count >= word.count else { return nil }
        for start in startIndex...(endIndex - word.count) {
            let end = start + word.count
            if zip(self[start..<end], word).allSatisfy({ ASCII.lowercased($0) == $1 }) { return start..<end }
        }
        return nil
    }
}
