/// A syntax error or an exceeded limit, with the offset of the first wrong byte.
package struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    package let problem: String
    package let offset: Int
    /// Whether a limit ended the reading.
    package let isLimit: Bool

    package var description: String { "\(problem) at byte \(offset)" }
}

/// A strict parser of RFC 8259 with limits.
///
/// Invalid UTF-8 and lone surrogates become U+FFFD. A byte order mark at the start is skipped.
package struct JSONParser {
    /// The text; what has been read of a string with escapes is replaced by what it stands for, which is never longer.
    private var bytes: [UInt8]
    private var index = 0
    private var remainingValues: Int
    private let maxDepth: Int
    private let lenient: Bool

    /// Parses a whole text; a text that the caller keeps is copied when the first escape comes.
    ///
    /// - Parameter lenient: Whether raw control characters in strings and a comma before a closing bracket pass.
    package static func parse(
        _ bytes: consuming [UInt8],
        maxDepth: Int = RecordBound.jsonDepth.limit,
        maxValues: Int = RecordBound.jsonValues.limit,
        lenient: Bool = false
    ) throws(JSONError) -> JSONValue {
        var parser = JSONParser(bytes: bytes, remainingValues: maxValues, maxDepth: maxDepth, lenient: lenient)
        if parser.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.index = 3 }
        parser.skipSpace()
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.index == parser.bytes.count else { throw parser.error("something follows the value") }
        return value
    }

    private func error(_ problem: String, isLimit: Bool = false) -> JSONError {
        JSONError(problem: problem, offset: index, isLimit: isLimit)
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        remainingValues -= 1
        guard remainingValues >= 0 else { throw error("there are too many values", isLimit: true) }
        switch current {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return .number(try number())
        case nil: throw error("the text ends too early")
        default: throw error("no value begins")
        }
    }

    private mutating func literal(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw error("no value begins") }
        index += word.utf8.count
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        var members: [JSONMember] = []
        try list(closedBy: "}", depth: depth) { parser throws(JSONError) in
            guard parser.current == UInt8(ascii: "\"") else { throw parser.error("a member's name is missing") }
            let name = try parser.string()
            parser.skipSpace()
            guard parser.take(":") else { throw parser.error("a colon is missing") }
            parser.skipSpace()
            members.append(JSONMember(name: name, value: try parser.value(depth: depth)))
        }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        var items: [JSONValue] = []
        try list(closedBy: "]", depth: depth) { parser throws(JSONError) in
            items.append(try parser.value(depth: depth))
        }
        return .array(items)
    }

    /// Reads from an opening bracket to its closing one, with commas between the items.
    private mutating func list(
        closedBy close: Unicode.Scalar,
        depth: Int,
        _ item: (inout JSONParser) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard depth <= maxDepth else { throw error("values are nested too deeply", isLimit: true) }
        index += 1
        skipSpace()
        if take(close) { return }
        while true {
            skipSpace()
            if lenient, take(close) { return }
            try item(&self)
            skipSpace()
            if take(close) { return }
            guard take(",") else {
                throw error(current == nil ? "the text ends too early" : "a comma is missing")
            }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard current == UInt8(truncatingIfNeeded: character.value) else { return false }
        index += 1
        return true
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while let byte = current, byte.isASCIIDigit { index += 1 }
        if index == start { throw error("a digit is missing") }
    }

    private mutating func number() throws(JSONError) -> String {
        let start = index
        if current == UInt8(ascii: "-") { index += 1 }
        if current == UInt8(ascii: "0") { index += 1 } else { try digits() }
        if current == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            index += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func string() throws(JSONError) -> String {
        index += 1
        let start = index
        index = bytes.nextJSONSpecial(from: start)
        var end = index
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: bytes[start..<end], as: UTF8.self)
            case UInt8(ascii: "\\"):
                index += 1
                let scalar = try escape()
                for byte in scalar.utf8 {
                    bytes[end] = byte
                    end += 1
                }
            case 0..<0x20 where !lenient: throw error("a control character stands in a string")
            default:
                let plain = index..<bytes.nextJSONSpecial(from: index + 1)
                bytes.move(plain, to: end)
                end += plain.count
                index = plain.upperBound
            }
        }
        throw error("a string does not end")
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard let byte = current else { throw error("a string does not end") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try scalar(from: try hexUnit())
        default:
            index -= 1
            throw error("an unknown escape stands in a string")
        }
    }

    private mutating func scalar(from unit: UInt32) throws(JSONError) -> Unicode.Scalar {
        guard (0xD800...0xDBFF).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
            return "\u{FFFD}"
        }
        let mark = index
        index += 2
        let second = try hexUnit()
        guard (0xDC00...0xDFFF).contains(second) else {
            // Two escapes, of which the first is a lone surrogate: the second one is read again on its own.
            index = mark
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func hexUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = current?.hexDigit else { throw error("four hexadecimal digits are missing") }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }
}
