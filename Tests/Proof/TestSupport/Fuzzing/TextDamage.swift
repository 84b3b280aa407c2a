internal import LarderModel

/// What can be done to a text of words, numbers, marks and lines, such as JSON, YAML and HTML.
enum TextDamage {
    static func apply(to bytes: inout [UInt8], from mutator: Mutator, _ numbers: inout SeededGenerator) {
        switch numbers.below(10) {
        case 0:
            replace(&bytes, tokens(of: bytes).filter { digits.contains(bytes[$0.lowerBound]) }, &numbers) {
                $0.pick(hugeNumbers)
            }
        case 1:
            replace(&bytes, tokens(of: bytes), &numbers) { mutator.words.randomElement(using: &$0) ?? [] }
        case 2:
            replace(&bytes, tokens(of: bytes), &numbers) { $0.pick(oddTexts) }
        case 3:
            let tokens = tokens(of: bytes)
            guard !tokens.isEmpty else { return }
            let (from, to) = (numbers.pick(tokens), numbers.pick(tokens))
            bytes.replaceSubrange(to, with: Array(bytes[from]))
        case 4:
            replace(&bytes, tokens(of: bytes), &numbers) { _ in [] }
        case 5:
            let lines = lines(of: bytes)
            guard !lines.isEmpty else { return }
            let (line, to) = (Array(bytes[numbers.pick(lines)]), numbers.pick(lines))
            let times = numbers.oneIn(6) ? 500 : 1
            bytes.insert(contentsOf: repeatElement(line, count: times).joined(), at: to.lowerBound)
        case 6:
            replace(&bytes, lines(of: bytes), &numbers) { _ in [] }
        case 7:
            guard let line = lines(of: bytes).randomElement(using: &numbers) else { return }
            bytes.insert(contentsOf: [UInt8](repeating: 0x20, count: 1 + numbers.below(4)), at: line.lowerBound)
        case 8:
            guard let token = tokens(of: bytes).randomElement(using: &numbers) else { return }
            let (open, close) = numbers.pick(brackets)
            let depth = numbers.oneIn(4) ? 3_000 : 1 + numbers.below(80)
            let inner = bytes[token]
            let closing = Bool.random(using: &numbers) ? depth : 0
            let wrapped =
                Array(repeatElement(open.utf8, count: depth).joined()) + inner
                + Array(repeatElement(close.utf8, count: closing).joined())
            bytes.replaceSubrange(token, with: wrapped)
        default:
            replace(&bytes, tokens(of: bytes), &numbers) { numbers in
                let unit = numbers.pick(["x", "é", " ", "&amp;", "a,", "\u{301}", "\\u0041", "-", "\n"])
                return Array(String(repeating: unit, count: numbers.oneIn(6) ? 70_000 : 300).utf8)
            }
        }
    }

    private static func replace(
        _ bytes: inout [UInt8],
        _ places: [Range<Int>],
        _ numbers: inout SeededGenerator,
        _ with: (inout SeededGenerator) -> [UInt8]
    ) {
        guard let place = places.randomElement(using: &numbers) else { return }
        bytes.replaceSubrange(place, with: with(&numbers))
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    private static func isWord(_ byte: UInt8) -> Bool {
        digits.contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
            || byte == UInt8(ascii: "_")
    }

    /// Words and numbers whole, every other byte on its own; at most 20,000 of them.
    private static func tokens(of bytes: [UInt8]) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var index = 0
        while index < bytes.count, tokens.count < 20_000 {
            var end = index + 1
            if isWord(bytes[index]) {
                while end < bytes.count, isWord(bytes[end]) { end += 1 }
            }
            tokens.append(index..<end)
            index = end
        }
        return tokens
    }

    /// Each with its line end.
    private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == 0x0A {
            lines.append(start..<(index + 1))
            start = index + 1
        }
        if start < bytes.count { lines.append(start..<bytes.count) }
        return lines
    }

    private static let brackets = [
        ("[", "]"), ("{\"a\":", "}"), ("{a: ", "}"), ("\"", "\""), ("- ", ""), ("? ", ""), ("<div>", "</div>"),
        ("(", ")"),
        ("&x [", "]"), ("!!map {", "}"), ("'", "'"),
    ]

    private static let hugeNumbers: [[UInt8]] = [
        "0", "-1", "-0", "1e999", "-1e999", "1e-999", "9223372036854775807", "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616", "4294967296", "2147483648", "0.1e1", "1.", ".5", "0x1F", "00", "1_000", "NaN",
        "Infinity",
        "99999999999999999999999999999999999999999999", "1e18", "1e19", "2.5e15",
    ].map { Array($0.utf8) }

    private static let oddTexts: [[UInt8]] = [
        "", "null", "true", "[]", "{}", "\"\"", "\u{0}", "\u{202E}", "\u{FEFF}", "\u{2028}", "\u{85}", "\\ud800",
        "\\u0000",
        "\u{1F468}\u{200D}\u{1F469}", "e\u{301}\u{301}", "\u{10FFFF}", "http://169.254.169.254/", "file:///etc/passwd",
        "../../x", "javascript:0", "\r\n", "\t", "%00", "\u{1B}[2J",
    ].map { Array($0.utf8) }
}
