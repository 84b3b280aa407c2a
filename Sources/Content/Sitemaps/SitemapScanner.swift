/// Splits markup into its pieces as XML has them, whatever is wrong with it; every byte is looked at once or twice.
struct SitemapScanner {
    /// A piece of markup; ranges are of the scanned bytes.
    enum Piece {
        /// Characters between tags, with character references.
        case text(Range<Int>)
        /// Characters that stand for themselves.
        case plain(Range<Int>)
        /// A start tag; an empty element has its end at once.
        case start(name: Range<Int>, attributes: Range<Int>, isEmpty: Bool)
        case end(name: Range<Int>)
        /// The document type's own declarations.
        case declarations(Range<Int>)
    }

    let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether all was read, so that the last piece may be a part of one.
    var isAtEnd: Bool { index >= bytes.count }

    /// The next piece; nil at the end, and where the file breaks off within a tag.
    mutating func next() -> Piece? {
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "<") else { return text() }
            guard index + 1 < bytes.count else { break }
            switch bytes[index + 1] {
            case UInt8(ascii: "!"):
                if let piece = declaration() { return piece }
            case UInt8(ascii: "?"):
                guard skip(past: ">", from: index + 2) else { break }
            case UInt8(ascii: "/"): return endTag()
            case let byte where Self.isNameStart(byte): return startTag()
            default: return text()
            }
        }
        index = bytes.count
        return nil
    }

    /// Characters up to the next `<`, the first one included whatever it is.
    private mutating func text() -> Piece {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
        return .text(start..<index)
    }

    private mutating func endTag() -> Piece? {
        let start = index + 2
        var end = start
        while end < bytes.count, Self.isName(bytes[end]) { end += 1 }
        index = end
        while index < bytes.count, bytes[index] != UInt8(ascii: ">"), bytes[index] != UInt8(ascii: "<") { index += 1 }
        guard index < bytes.count else { return nil }
        if bytes[index] == UInt8(ascii: ">") { index += 1 }
        return .end(name: start..<end)
    }

    /// A start tag up to its `>`; a `<` within, which XML has not, ends it too.
    private mutating func startTag() -> Piece? {
        let start = index + 1
        var nameEnd = start
        while nameEnd < bytes.count, Self.isName(bytes[nameEnd]) { nameEnd += 1 }
        var quote: UInt8?
        index = nameEnd
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") { break }
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                break
            }
            index += 1
        }
        guard index < bytes.count else { return nil }
        let end = index
        if bytes[end] == UInt8(ascii: ">") { index += 1 }
        let isEmpty = end > nameEnd && bytes[end - 1] == UInt8(ascii: "/")
        return .start(name: start..<nameEnd, attributes: nameEnd..<(isEmpty ? end - 1 : end), isEmpty: isEmpty)
    }

    /// A comment, which is skipped, a CDATA section or the document type.
    private mutating func declaration() -> Piece? {
        if starts(with: "<!--") {
            if !skip(past: "-->", from: index + 4) { index = bytes.count }
            return nil
        }
        if starts(with: "<![CDATA[") {
            let start = index + 9
            let end = position(of: "]]>", from: start)
            index = end.map { $0 + 3 } ?? bytes.count
            return .plain(start..<(end ?? bytes.count))
        }
        let start = index + 2
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "[") { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "[") else {
            index = min(end + 1, bytes.count)
            return nil
        }
        guard let close = position(of: "]", from: end, followedBy: ">") else {
            index = bytes.count
            return nil
        }
        skip(past: ">", from: close)
        return .declarations((end + 1)..<close)
    }

    // MARK: Searching

    private func starts(with text: StaticString) -> Bool {
        bytes[index...].starts(with: text.description.utf8)
    }

    /// - Returns: Whether it is there.
    @discardableResult
    private mutating func skip(past text: String, from start: Int) -> Bool {
        guard let found = position(of: text, from: start) else { return false }
        index = found + text.utf8.count
        return true
    }

    /// Where `text` begins, at `start` or after.
    ///
    /// - Parameter after: What has to come next, white space aside.
    private func position(of text: String, from start: Int, followedBy after: Character? = nil) -> Int? {
        let wanted = Array(text.utf8)
        var place = start
        while place + wanted.count <= bytes.count {
            if bytes[place] == wanted[0], bytes[place..<(place + wanted.count)].elementsEqual(wanted) {
                guard let after else { return place }
                var next = place + wanted.count
                while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
                if next < bytes.count, bytes[next] == after.asciiValue { return place }
                place = next
            } else {
                place += 1
            }
        }
        return nil
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte | 0x20) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":") || byte >= 0x80
    }

    private static func isName(_ byte: UInt8) -> Bool {
        isNameStart(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
}
