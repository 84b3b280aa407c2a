internal import LarderModel

/// The spellings of robots.txt: lines, names, numbers and paths.
enum RobotsText {
    /// The lines of a file without their comments, in UTF-8.
    static func lines(of body: [UInt8], limit: Int) -> [ArraySlice<UInt8>] {
        let text = utf8(body.count > limit ? cut(body, limit) : body)
        return text.split { $0 == 0x0A || $0 == 0x0D }.map { line in
            line.firstIndex(of: UInt8(ascii: "#")).map { line[..<$0] } ?? line
        }
    }

    /// The whole lines of the first `limit` bytes.
    private static func cut(_ body: [UInt8], _ limit: Int) -> [UInt8] {
        let part = body[..<limit]
        let end = part.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? limit
        return Array(part[..<end])
    }

    /// UTF-16 with a byte order mark, or recognised by the zeros of its ASCII, becomes UTF-8; everything else is left.
    private static func utf8(_ body: [UInt8]) -> [UInt8] {
        let zeros = body.prefix(4).map { $0 == 0 }
        let isBigEndian = body.starts(with: [0xFE, 0xFF]) || zeros == [true, false, true, false]
        guard isBigEndian || body.starts(with: [0xFF, 0xFE]) || zeros == [false, true, false, true] else { return body }
        let units = stride(from: 0, to: body.count - 1, by: 2).map { place -> UInt16 in
            let (high, low) = isBigEndian ? (body[place], body[place + 1]) : (body[place + 1], body[place])
            return UInt16(high) << 8 | UInt16(low)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Without white space, control characters, byte order marks and unbreakable spaces at both ends.
    static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let first = text.first {
            let wide = first < 0x80 ? nil : wideBlanks.first { text.starts(with: $0) }
            guard wide != nil || first <= 0x20 || first == 0x7F else { break }
            text.removeFirst(wide?.count ?? 1)
        }
        while let last = text.last {
            let wide = last < 0x80 ? nil : wideBlanks.first { text.suffix($0.count).elementsEqual($0) }
            guard wide != nil || last <= 0x20 || last == 0x7F else { break }
            text.removeLast(wide?.count ?? 1)
        }
        return text
    }

    private static let wideBlanks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xC2, 0xA0]]

    static func lowercased(_ text: some Sequence<UInt8>) -> String {
        String(decoding: text.map(\.asciiLowercased), as: UTF8.self)
    }

    /// A crawler's name without version, in lower case.
    static func productToken(_ value: ArraySlice<UInt8>) -> String {
        lowercased(value.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") })
    }

    /// Seconds: digits, with a point and more of them as one likes.
    static func delay(_ value: ArraySlice<UInt8>) -> Double? {
        let isPlain = value.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
        guard isPlain, value.count <= 64 else { return nil }
        return Double(String(decoding: value, as: UTF8.self))
    }

    /// The path of an address with its query: `/` where it has none.
    static func path(of url: String) -> [UInt8] {
        var rest = Array(url.utf8)[...]
        rest = rest.prefix { $0 != UInt8(ascii: "#") }
        if rest.first != UInt8(ascii: "/"), let host = afterScheme(rest) {
            rest = host.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        }
        return rest.first == UInt8(ascii: "/") ? Array(rest) : [UInt8(ascii: "/")] + rest
    }

    private static func afterScheme(_ url: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let colon = url.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let rest = url[(colon + 1)...]
        return rest.starts(with: "//".utf8) ? rest.dropFirst(2) : nil
    }

    /// Percent-encoding: none for letters, digits and `-._~`; reserved octets stay as written; all others get it.
    ///
    /// - Parameter isPattern: Whether `*` and a `$` at the end keep their meaning.
    static func normalized(_ text: ArraySlice<UInt8>, isPattern: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 16)
        var place = text.startIndex
        while place < text.endIndex {
            let octet = text[place]
            place += 1
            if octet == UInt8(ascii: "%"), let value = encoded(text[place...]) {
                place += 2
                if value.isUnreserved { result.append(value) } else { append(value, encodedTo: &result) }
            } else if octet == UInt8(ascii: "*") || octet == UInt8(ascii: "$") {
                let isSign = isPattern && (octet == UInt8(ascii: "*") || place == text.endIndex)
                if isSign { result.append(octet) } else { append(octet, encodedTo: &result) }
            } else if octet.isUnreserved || isReserved(octet) {
                result.append(octet)
            } else {
                append(octet, encodedTo: &result)
            }
        }
        return result
    }

    /// A line that is not UTF-8, read as ISO 8859-1; nil where it is.
    static func recodedFromLatin1(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard text.contains(where: { $0 >= 0x80 }), String(validating: text, as: UTF8.self) == nil else { return nil }
        return Array(String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) })).utf8)[...]
    }

    private static func encoded(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard let high = digits.first?.hexDigit, let low = digits.dropFirst().first?.hexDigit else { return nil }
        return high << 4 | low
    }

    private static func append(_ octet: UInt8, encodedTo result: inout [UInt8]) {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(octet >> 4)], digits[Int(octet & 15)]]
    }

    /// `:/?#[]@!&'()*+,;=$` of RFC 3986, and a `%` that encodes nothing.
    private static func isReserved(_ octet: UInt8) -> Bool {
        ":/?#[]@!&'()*+,;=$%".utf8.contains(octet)
    }
}
