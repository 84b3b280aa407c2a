internal import LarderHTML

/// Finds the borders of rules, blocks and declarations in bytes, before anything is turned into tokens.
struct CSSScanner {
    let bytes: [UInt8]
    private(set) var at: Int
    private let start: Int
    private let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        at = range.lowerBound
        start = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { at >= end }

    /// The byte that the scanner stands on, which is not at its end.
    var current: UInt8 { bytes[at] }

    /// What begins a string, a comment, an escape or an unquoted `url(`.
    private static let opaque: [UInt8] = [0x22, 0x27, 0x28, 0x2F, 0x5C]
    private static let preludeMarks = ByteSet(opaque + [0x7B, 0x3B])
    private static let blockMarks = ByteSet(opaque + [0x7B, 0x7D])
    private static let declarationMarks = ByteSet(opaque + [0x7B, 0x7D, 0x3B, 0x5B, 0x5D, 0x29])

    /// Goes to the next byte that is one of `marks`, or to the end.
    @inline(__always)
    private mutating func skip(to marks: ByteSet) -> UInt8? {
        at = firstIndex(of: marks)
        return at < end ? bytes[at] : nil
    }

    @inline(__always)
    private func firstIndex(of marks: ByteSet) -> Int {
        bytes.withSpan { source in
            var index = at
            while index < end, !marks.contains(source[index]) { index &+= 1 }
            return index
        }
    }

    /// Steps over a string, a comment, an escape or an unquoted `url(`, if one begins here; true if it did.
    private mutating func stepOverOpaque(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27:
            at += 1
            while at < end, bytes[at] != byte, bytes[at] != 0x0A { at += bytes[at] == 0x5C ? 2 : 1 }
        case 0x2F:
            guard at + 1 < end, bytes[at + 1] == 0x2A else { return false }
            at += 2
            while at + 1 < end, !(bytes[at] == 0x2A && bytes[at + 1] == 0x2F) { at += 1 }
            at += 1
        case 0x5C: at += 1
        case 0x28:
            guard at - start >= 3, bytes[at - 1] | 0x20 == 0x6C, bytes[at - 2] | 0x20 == 0x72,
                bytes[at - 3] | 0x20 == 0x75
            else { return false }
            var ahead = at + 1
            while ahead < end, CSSText.isSpace(bytes[ahead]) { ahead += 1 }
            if ahead < end, bytes[ahead] == 0x22 || bytes[ahead] == 0x27 { return false }
            while at < end, bytes[at] != 0x29 { at += bytes[at] == 0x5C ? 2 : 1 }
        default: return false
        }
        at = min(at + 1, end)
        return true
    }

    /// Everything up to an opening brace or, for at-rules, a semicolon; the scanner then stands on it or at the end.
    mutating func prelude(endsAtSemicolon: Bool) -> Range<Int> {
        let first = at
        while let byte = skip(to: Self.preludeMarks) {
            if byte == 0x7B || (endsAtSemicolon && byte == 0x3B) { break }
            if !stepOverOpaque(byte) { at += 1 }
        }
        return first..<at
    }

    /// What is between the braces, the scanner standing on the opening one; afterwards it stands behind the closing
    /// one.
    mutating func block() -> Range<Int> {
        at += 1
        let first = at
        var depth = 1
        while let byte = skip(to: Self.blockMarks) {
            if byte == 0x7B { depth += 1 }
            if byte == 0x7D {
                depth -= 1
                if depth == 0 {
                    at += 1
                    return first..<(at - 1)
                }
            }
            if !stepOverOpaque(byte) { at += 1 }
        }
        return first..<at
    }

    /// The next piece up to a semicolon, or up to the end of a nested block.
    mutating func nextDeclaration() -> Range<Int>? {
        guard !isAtEnd else { return nil }
        let first = at
        var braces = 0
        var parens = 0
        while let byte = skip(to: Self.declarationMarks) {
            switch byte {
            case 0x3B where braces == 0 && parens == 0:
                at += 1
                return first..<(at - 1)
            case 0x7B: braces += 1
            case 0x7D:
                braces -= 1
                if braces <= 0 {
                    at += 1
                    // A nested rule is no declaration.
                    return first..<first
                }
            case 0x5B: parens += 1
            case 0x5D, 0x29: parens = max(0, parens - 1)
            default: break
            }
            if !stepOverOpaque(byte) {
                if byte == 0x28 { parens += 1 }
                at += 1
            }
        }
        return first..<at
    }

    /// Steps over white space, comments, stray brackets of `<!--` and `-->`, and what else may stand between rules.
    mutating func skipBetweenRules() {
        while at < end {
            let byte = bytes[at]
            if CSSText.isSpace(byte) || byte == 0x7D || byte == 0x3B {
                at += 1
            } else if byte == 0x2F, at + 1 < end, bytes[at + 1] == 0x2A {
                _ = stepOverOpaque(byte)
            } else if byte == 0x3C, bytes[at..<end].starts(with: [0x3C, 0x21, 0x2D, 0x2D]) {
                at += 4
            } else if byte == 0x2D, bytes[at..<end].starts(with: [0x2D, 0x2D, 0x3E]) {
                at += 3
            } else {
                return
            }
        }
    }
}
