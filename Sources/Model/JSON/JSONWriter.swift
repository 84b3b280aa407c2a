/// Writes one JSON text (RFC 8259), compact, members in the order of the calls.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The text of the value that `body` writes.
    package static func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(capacity: 256)
        body(&writer)
        return writer.text
    }

    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    package mutating func array(_ body: (inout JSONWriter) -> Void) {
        nested(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    /// Writes an array; `body` writes an element for each of `elements`.
    package mutating func array<Element>(
        _ elements: some Sequence<Element>,
        _ body: (inout JSONWriter, Element) -> Void
    ) {
        array { writer in
            for element in elements { body(&writer, element) }
        }
    }

    package mutating func value(_ text: String) {
        separate()
        // Names of members are short.
        quoted { text.utf8.count <= 16 ? $0.append(short: text) : $0.append(contentsOf: text.utf8) }
    }

    /// Writes a string of valid UTF-8.
    package mutating func value(utf8 text: ArraySlice<UInt8>) {
        separate()
        quoted { $0.append(contentsOf: text) }
    }

    package mutating func value(_ text: String?) {
        if let text { value(text) } else { raw("null") }
    }

    package mutating func value(_ number: some BinaryInteger) { raw(String(number)) }

    package mutating func value(_ number: Int) {
        guard number.magnitude < 100_000_000 else { return raw(String(number)) }
        separate()
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = UInt32(number.magnitude)
        // At most 8 digits, the first lowest.
        var digits: UInt64 = 0
        var count = 0
        repeat {
            digits = digits << 8 | UInt64(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
            count += 1
        } while rest > 0
        for _ in 0..<count {
            bytes.append(UInt8(truncatingIfNeeded: digits))
            digits >>= 8
        }
    }

    /// Writes null for a number that is not finite.
    package mutating func value(_ number: Double) { raw(number.isFinite ? number.description : "null") }

    /// Writes a number with at most two decimals, none where they are zero.
    package mutating func value(decimal number: Double) {
        let rounded = (number * 100).rounded() / 100
        if let whole = Int(exactly: rounded) { value(whole) } else { raw(String(rounded)) }
    }

    package mutating func value(_ isTrue: Bool) { raw(isTrue ? "true" : "false") }

    package mutating func value(_ texts: [String]) { array(texts) { $0.value($1) } }

    /// Writes a value that is JSON already.
    package mutating func raw(_ json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
    }

    /// Writes a member's name, which its value must follow.
    package mutating func key(_ name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func member(_ name: String, _ text: String?) {
        key(name)
        value(text)
    }

    package mutating func member(_ name: String, _ number: some BinaryInteger) {
        key(name)
        value(number)
    }

    package mutating func member(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }

    package mutating func member(_ name: String, _ number: Double) {
        key(name)
        value(number)
    }

    package mutating func member(_ name: String, _ isTrue: Bool) {
        key(name)
        value(isTrue)
    }

    package mutating func member(_ name: String, strings: [String]) {
        key(name)
        value(strings)
    }

    private mutating func nested(_ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private static let digits = Array("0123456789abcdef".utf8)

    /// Quotes, backslashes and control characters are escaped, everything else stays as it is.
    private mutating func quoted(_ write: (inout [UInt8]) -> Void) {
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        write(&bytes)
        let special = bytes.nextJSONSpecial(from: start)
        if special < bytes.count {
            let rest = Array(bytes[special...])
            bytes.removeLast(rest.count)
            Self.append(escaping: rest, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(escaping text: [UInt8], to bytes: inout [UInt8]) {
        var start = 0
        while true {
            let special = text.nextJSONSpecial(from: start)
            bytes.append(start..<special, of: text)
            guard special < text.count else { return }
            let byte = text[special]
            bytes.append(UInt8(ascii: "\\"))
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
            case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
            case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
            case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
            default:
                bytes.append(contentsOf: "u00".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
            start = special + 1
        }
    }
}
