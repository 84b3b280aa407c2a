internal import LarderModel

/// A token of CSS Syntax 3 §4, without the parts that no caller reads.
enum CSSToken: Equatable {
    case ident(String)
    case function(String)
    case atKeyword(String)
    case hash(String)
    case string(String)
    case number(Double)
    case percentage(Double)
    case dimension(Double, String)
    case delim(UInt8)
    case whiteSpace
    case colon, semicolon, comma
    case openBrace, closeBrace, openParen, closeParen, openBracket, closeBracket
    case bad
}

/// Reads tokens from UTF-8, each byte once.
struct CSSTokenizer {
    private let bytes: [UInt8]
    private var at: Int
    private let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        at = range.lowerBound
        end = range.upperBound
    }

    static func tokens(_ bytes: [UInt8]) -> [CSSToken] { tokens(bytes, 0..<bytes.count) }

    static func tokens(_ bytes: [UInt8], _ range: Range<Int>) -> [CSSToken] {
        var tokens: [CSSToken] = []
        append(bytes, range, to: &tokens)
        return tokens
    }

    /// - Parameter most: The count of `tokens` at which reading ends.
    static func append(_ bytes: [UInt8], _ range: Range<Int>, to tokens: inout [CSSToken], most: Int = .max) {
        var tokenizer = CSSTokenizer(bytes, range)
        while tokens.count < most, let token = tokenizer.next() { tokens.append(token) }
    }

    private func peek(_ offset: Int = 0) -> UInt8 {
        at + offset < end ? bytes[at + offset] : 0
    }

    mutating func next() -> CSSToken? {
        while skipComment() {}
        guard at < end else { return nil }
        let byte = bytes[at]
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0C, 0x0D:
            while at < end, CSSText.isSpace(bytes[at]) { at += 1 }
            return .whiteSpace
        case 0x22, 0x27: return string(quote: byte)
        case 0x23:
            at += 1
            if CSSText.isName(peek()) || isEscape() { return .hash(name()) }
            return .delim(byte)
        case 0x40:
            at += 1
            return startsIdent() ? .atKeyword(name().lowercased()) : .delim(byte)
        default:
            if startsNumber() { return number() }
            if startsIdent() { return identLike() }
            at += 1
            return Self.punctuation(byte)
        }
    }

    /// Steps over a comment, or over `<!--` and `-->`, which style elements of old pages have.
    private mutating func skipComment() -> Bool {
        switch peek() {
        case 0x2F where peek(1) == 0x2A:
            at += 2
            while at < end, !(bytes[at] == 0x2A && peek(1) == 0x2F) { at += 1 }
            at = min(at + 2, end)
        case 0x3C where peek(1) == 0x21 && peek(2) == 0x2D && peek(3) == 0x2D: at += 4
        case 0x2D where peek(1) == 0x2D && peek(2) == 0x3E: at += 3
        default: return false
        }
        return true
    }

    private static func punctuation(_ byte: UInt8) -> CSSToken {
        switch byte {
        case 0x3A: .colon
        case 0x3B: .semicolon
        case 0x2C: .comma
        case 0x7B: .openBrace
        case 0x7D: .closeBrace
        case 0x28: .openParen
        case 0x29: .closeParen
        case 0x5B: .openBracket
        case 0x5D: .closeBracket
        default: .delim(byte)
        }
    }

    private func isEscape(_ offset: Int = 0) -> Bool {
        peek(offset) == 0x5C && at + offset + 1 < end && peek(offset + 1) != 0x0A
    }

    private func startsIdent() -> Bool {
        let first = peek()
        if first == 0x2D { return CSSText.isNameStart(peek(1)) || peek(1) == 0x2D || isEscape(1) }
        return CSSText.isNameStart(first) || isEscape()
    }

    private func startsNumber() -> Bool {
        let offset = peek() == 0x2B || peek() == 0x2D ? 1 : 0
        return peek(offset).isASCIIDigit || (peek(offset) == 0x2E && peek(offset + 1).isASCIIDigit)
    }

    /// Longer names are cut: a comparison of two names of combining marks takes quadratic time.
    static let maxNameBytes = 1024

    private mutating func name() -> String {
        let start = at
        while at < end, CSSText.isName(bytes[at]) { at += 1 }
        if at - start <= Self.maxNameBytes, !isEscape() {
            return String(decoding: bytes[start..<at], as: UTF8.self)
        }
        var out = Array(bytes[start..<at])
        while at < end {
            if CSSText.isName(bytes[at]) {
                out.append(bytes[at])
                at += 1
            } else if isEscape() {
                at += 1
                out.append(contentsOf: escape())
            } else {
                break
            }
        }
        return String(decoding: out.prefix(Self.maxNameBytes), as: UTF8.self)
    }

    /// Stands behind the backslash.
    private mutating func escape() -> [UInt8] {
        let start = at
        guard peek().hexDigit != nil else {
            repeat { at += 1 } while at < end && bytes[at] & 0xC0 == 0x80
            return Array(bytes[start..<at])
        }
        var value: UInt32 = 0
        while at - start < 6, let digit = peek().hexDigit {
            value = value << 4 | UInt32(digit)
            at += 1
        }
        if at < end, CSSText.isSpace(bytes[at]) { at += 1 }
        let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
        return Array(String(Character(scalar)).utf8)
    }

    private mutating func string(quote: UInt8) -> CSSToken {
        at += 1
        var out: [UInt8] = []
        while at < end {
            let byte = bytes[at]
            if byte == quote {
                at += 1
                break
            }
            if byte == 0x0A { return .bad }
            at += 1
            if byte != 0x5C {
                out.append(byte)
            } else if peek() == 0x0A {
                at += 1
            } else if at < end {
                out.append(contentsOf: escape())
            }
        }
        return .string(String(decoding: out, as: UTF8.self))
    }

    private mutating func number() -> CSSToken {
        let start = at
        if peek() == 0x2B || peek() == 0x2D { at += 1 }
        skipDigits(from: 0)
        if peek() == 0x2E, peek(1).isASCIIDigit { skipDigits(from: 1) }
        if peek() | 0x20 == 0x65 {
            let offset = peek(1) == 0x2B || peek(1) == 0x2D ? 2 : 1
            if peek(offset).isASCIIDigit { skipDigits(from: offset) }
        }
        let value = Double(String(decoding: bytes[start..<at].prefix(64), as: UTF8.self)) ?? 0
        if peek() == 0x25 {
            at += 1
            return .percentage(value)
        }
        return startsIdent() ? .dimension(value, name().lowercased()) : .number(value)
    }

    private mutating func skipDigits(from offset: Int) {
        at += offset
        while peek().isASCIIDigit { at += 1 }
    }

    private mutating func identLike() -> CSSToken {
        let text = name()
        guard peek() == 0x28 else { return .ident(text) }
        at += 1
        let lower = text.lowercased()
        guard lower == "url" else { return .function(lower) }
        var ahead = at
        while ahead < end, CSSText.isSpace(bytes[ahead]) { ahead += 1 }
        if ahead < end, bytes[ahead] == 0x22 || bytes[ahead] == 0x27 { return .function(lower) }
        while at < end, bytes[at] != 0x29 { at += bytes[at] == 0x5C ? 2 : 1 }
        at = min(at + 1, end)
        return .bad
    }
}

extension ArraySlice<CSSToken> {
    /// The count of tokens before the parenthesis that closes a function whose first argument the slice begins with.
    var lengthToClosingParenthesis: Int? {
        var depth = 1
        for (offset, token) in enumerated() {
            switch token {
            case .openParen, .function: depth += 1
            case .closeParen:
                depth -= 1
                if depth == 0 { return offset }
            default: break
            }
        }
        return nil
    }
}

/// Characters of HTML and CSS.
enum CSSText {
    /// White space.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (byte >= 0x09 && byte <= 0x0D && byte != 0x0B)
    }

    @inline(__always)
    static func isNameStart(_ byte: UInt8) -> Bool { byte >= 0x80 || byte == 0x5F || byte.isASCIILetter }

    @inline(__always)
    static func isName(_ byte: UInt8) -> Bool { isNameStart(byte) || byte == 0x2D || byte.isASCIIDigit }

    static func trimmed(_ text: String) -> String {
        text.trimming { $0.isASCII && isSpace(UInt8(truncatingIfNeeded: $0.value)) }
    }
}
