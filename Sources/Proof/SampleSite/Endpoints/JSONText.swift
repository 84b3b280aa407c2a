/// Writes one JSON text (RFC 8259), compact, members in the order of the calls.
struct JSONText {
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    init(capacity: Int = 4_096) {
        bytes.reserveCapacity(capacity)
    }

    mutating func object(_ body: (inout JSONText) -> Void) {
        nested(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
    }

    mutating func array(_ body: (inout JSONText) -> Void) {
        nested(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    mutating func key(_ name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    mutating func value(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case UInt8(ascii: "\n"):
                bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(contentsOf: (byte < 0x10 ? "0" : "").utf8)
                bytes.append(contentsOf: String(byte, radix: 16).utf8)
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func value(_ text: String?) {
        if let text {
            value(text)
        } else {
            raw("null")
        }
    }

    mutating func value(_ number: Int) {
        raw(String(number))
    }

    mutating func value(_ number: Double) {
        raw(number.description)
    }

    mutating func member(_ name: String, _ text: String?) {
        key(name)
        value(text)
    }

    mutating func member(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }

    mutating func member(_ name: String, strings: [String]) {
        key(name)
        array { list in
            for text in strings {
                list.value(text)
            }
        }
    }

    /// Appends a token that is JSON already.
    mutating func raw(_ token: String) {
        separate()
        bytes.append(contentsOf: token.utf8)
    }

    private mutating func nested(_ open: UInt8, _ close: UInt8, _ body: (inout JSONText) -> Void) {
        separate()
        bytes.append(open)
        needsComma = false
        body(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma {
            bytes.append(UInt8(ascii: ","))
        }
        needsComma = true
    }
}
