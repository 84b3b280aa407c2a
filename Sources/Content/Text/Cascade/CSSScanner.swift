/// Finds the borders of rules, blocks and declarations in bytes, before anything is turned into tokens.
struct CSSScanner {
    let bytes: ArraySlice<UInt8>
    var at: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        at = bytes.startIndex
    }

    var isAtEnd: Bool { at >= bytes.endIndex }

    /// Steps over a string, a comment, an escape or an unquoted `url(`, if one begins here; true if it did.
    @inline(__always)
    private mutating func stepOverOpaque(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x22, 0x27:
            at += 1
            while at < bytes.endIndex, bytes[at] != byte, bytes[at] != 0x0A { at += bytes[at] == 0x5C ? 2 : 1 }
        case 0x2F:
            guard at + 1 < bytes.endIndex, bytes[at + 1] == 0x2A else { return false }
            at += 2
            while at + 1 < bytes.endIndex, !(bytes[at] == 0x2A && bytes[at + 1] == 0x2F) { at += 1 }
            at += 1
        case 0x5C: at += 1
        case 0x28:
            guard at - bytes.startIndex >= 3, bytes[at - 1] | 0x20 == 0x6C, bytes[at - 2] | 0x20 == 0x72,
                bytes[at - 3] | 0x20 == 0x75
            else { return false }
            var ahead = at + 1
            while ahead < bytes.endIndex, CSSText.isSpace(bytes[ahead]) { ahead += 1 }
            if ahead < bytes.endIndex, bytes[ahead] == 0x22 || bytes[ahead] == 0x27 { return false }
            while at < bytes.endIndex, bytes[at] != 0x29 { at += bytes[at] == 0x5C ? 2 : 1 }
        default: return false
        }
        at = min(at + 1, bytes.endIndex)
        return true
    }

    /// Everything up to an opening brace or, for at-rules, a semicolon; the scanner then stands on it or at the end.
    mutating func prelude(endsAtSemicolon: Bool) -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.endIndex {
            let byte = bytes[at]
            if byte == 0x7B || (endsAtSemicolon && byte == 0x3B) { break }
            if !stepOverOpaque(byte) { at += 1 }
        }
        return bytes[start..<at]
    }

    /// What is between the braces, the scanner standing on the opening one; afterwards it stands behind the closing
    /// one.
    mutating func block() -> ArraySlice<UInt8> {
        at += 1
        let start = at
        var depth = 1
        while at < bytes.endIndex {
            let byte = bytes[at]
            if byte == 0x7B { depth += 1 }
            if byte == 0x7D {
                depth -= 1
                if depth == 0 {
                    at += 1
                    return bytes[start..<(at - 1)]
                }
            }
            if !stepOverOpaque(byte) { at += 1 }
        }
        return bytes[start..<at]
    }

    /// The next piece up to a semicolon, or up to the end of a nested block.
    mutating func nextDeclaration() -> ArraySlice<UInt8>? {
        guard !isAtEnd else { return nil }
        let start = at
        var braces = 0
        var parens = 0
        while at < bytes.endIndex {
            let byte = bytes[at]
            switch byte {
            case 0x3B where braces == 0 && parens == 0:
                at += 1
                return bytes[start..<(at - 1)]
            case 0x7B: braces += 1
            case 0x7D:
                braces -= 1
                if braces <= 0 {
                    at += 1
                    // A nested rule is no declaration.
                    return bytes[start..<start]
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
        return bytes[start..<at]
    }

    /// Steps over white space, comments, stray brackets of `<!--` and `-->`, and what else may stand between rules.
    mutating func skipBetweenRules() {
        while at < bytes.endIndex {
            let byte = bytes[at]
            if CSSText.isSpace(byte) || byte == 0x7D || byte == 0x3B {
                at += 1
            } else if byte == 0x2F, at + 1 < bytes.endIndex, bytes[at + 1] == 0x2A {
                _ = stepOverOpaque(byte)
            } else if byte == 0x3C, bytes[at...].starts(with: [0x3C, 0x21, 0x2D, 0x2D]) {
                at += 4
            } else if byte == 0x2D, bytes[at...].starts(with: [0x2D, 0x2D, 0x3E]) {
                at += 3
            } else {
                return
            }
        }
    }
}
