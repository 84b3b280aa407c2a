internal import LarderModel

/// Repairs texts that were encoded once too often.
enum TextRepair {
    /// Reads UTF-8 that was read as Windows-1252 ("1Â¼ cups", "crÃ¨me", "itâ€™s") as UTF-8, and writes out escapes that
    /// have lost their backslash (`u0026amp;`, `u003cbr>`).
    static func repaired(_ text: String) -> String {
        var hasLatin = false
        var hasEscape = false
        var previous: UInt8 = 0
        text.withUTF8Span { bytes in
            for index in bytes.indices {
                let byte = bytes[index]
                // U+00C2 to U+00F4 are C3 82 to C3 B4 in UTF-8.
                if previous == 0xC3, (0x82...0xB4).contains(byte) { hasLatin = true }
                if previous == UInt8(ascii: "u"), byte == UInt8(ascii: "0") { hasEscape = true }
                previous = byte
            }
        }
        let plain = hasEscape ? escapesWritten(text) : text
        return hasLatin ? decodedAgain(plain) : plain
    }

    private static func decodedAgain(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        var index = 0
        while index < scalars.count {
            let count = sequence(scalars, at: index)
            if count > 0 {
                out += scalars[index..<(index + count)].compactMap(byte)
                index += count
            } else {
                out += UTF8.encode(scalars[index]) ?? UTF8.encodedReplacementCharacter
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// How many characters at an index are the bytes of one character of UTF-8; 0 where they are not.
    private static func sequence(_ scalars: [Unicode.Scalar], at start: Int) -> Int {
        let count: Int
        switch scalars[start].value {
        case 0xC2...0xDF: count = 2
        case 0xE0...0xEF: count = 3
        case 0xF0...0xF4: count = 4
        default: return 0
        }
        guard start + count <= scalars.count else { return 0 }
        let bytes = scalars[start..<(start + count)].compactMap(byte)
        guard bytes.count == count, bytes.dropFirst().allSatisfy({ (0x80...0xBF).contains($0) }) else { return 0 }
        let decoded = String(decoding: bytes, as: UTF8.self).unicodeScalars
        return decoded.count == 1 && decoded.first != "\u{FFFD}" ? count : 0
    }

    /// The byte that a character is in Windows-1252; nil where it is in no such byte.
    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        if scalar.value < 0x100 { return UInt8(truncatingIfNeeded: scalar.value) }
        return specials[scalar]
    }

    /// The characters of Windows-1252 from 0x80 to 0x9F that are not those of Latin-1.
    private static let specials: [Unicode.Scalar: UInt8] = {
        let characters = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ"
        return Dictionary(uniqueKeysWithValues: zip(characters.unicodeScalars, UInt8(0x80)...0x9F))
    }()

    private static let escapes: [(text: [UInt8], value: UInt8)] =
        Array(zip(["u0026", "u003c", "u003e", "u0027", "u0022"].map { Array($0.utf8) }, "&<>'\"".utf8))

    private static func escapesWritten(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "u"), index + 5 <= bytes.count,
                let escape = escapes.first(where: { escape in
                    zip(escape.text, bytes[index..<(index + 5)]).allSatisfy { $0 == $1 | 0x20 || $0 == $1 }
                })
            {
                out.append(escape.value)
                index += 5
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
