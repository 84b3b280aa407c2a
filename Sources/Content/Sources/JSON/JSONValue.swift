/// A JSON value that keeps the order of members and the text of numbers.
enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// The number as it was written, RFC 8259 section 6.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
}

/// One member of a JSON object.
struct JSONMember: Sendable, Hashable {
    let name: String
    let value: JSONValue
}

extension JSONValue {
    /// The value of the last member of that name, as every JavaScript reader has it; nil for other values.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name == name }?.value
    }

    var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    var items: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }

    /// The text of a string; nil for everything else.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The text of a string or number; nil for everything else.
    var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        default: nil
        }
    }

    /// The finite value of a number, or of a string that holds one.
    var double: Double? {
        guard let text, let value = Double(text.trimmedASCII), value.isFinite else { return nil }
        return value
    }

    /// The whole number that a number or a string holds, `4.0` included.
    var integer: Int? {
        guard let text else { return nil }
        return Int(text.trimmedASCII) ?? double.flatMap { Int(exactly: $0) }
    }

    /// Compact JSON; strings keep every character but what RFC 8259 makes escape.
    var json: String {
        var out: [UInt8] = []
        write(to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// Nesting is bounded by the parser, so recursion is.
    func write(to out: inout [UInt8]) {
        switch self {
        case .null: out += "null".utf8
        case .boolean(let value): out += (value ? "true" : "false").utf8
        case .number(let text): out += text.utf8
        case .string(let text): Self.write(text, to: &out)
        case .array(let items):
            out.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                item.write(to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                Self.write(member.name, to: &out)
                out.append(UInt8(ascii: ":"))
                member.value.write(to: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): out += "\\\"".utf8
            case UInt8(ascii: "\\"): out += "\\\\".utf8
            case 0x0A: out += "\\n".utf8
            case 0x0D: out += "\\r".utf8
            case 0x09: out += "\\t".utf8
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                out += "\\u00".utf8
                out.append(digits[Int(byte >> 4)])
                out.append(digits[Int(byte & 15)])
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}
