/// A JSON value that keeps the order of members and the text of numbers; equal where its bytes are.
package enum JSONValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// The number as it was written, RFC 8259 section 6.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
}

package struct JSONMember: Sendable, Hashable {
    package let name: String
    package let value: JSONValue

    package init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONMember {
    package static func == (left: JSONMember, right: JSONMember) -> Bool {
        left.name.isSame(as: right.name) && left.value == right.value
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(Array(name.utf8))
        hasher.combine(value)
    }
}

extension JSONValue {
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)), (.string(let left), .string(let right)): left.isSame(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(Array(json.utf8)) }

    /// The value of the last member of that name, as in JavaScript.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name.isSame(as: name) }?.value
    }

    package var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    package var items: [JSONValue]? {
        if case .array(let items) = self { items } else { nil }
    }

    /// Nil for everything but a string.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The text of a string or number.
    package var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        default: nil
        }
    }

    /// The same of an identifier: a whole number has one text, so that `4.0` is `4`.
    package var identifier: String? {
        guard case .number(let text) = self, Int(text) == nil,
            let number = int64, number.magnitude < 1 << 53
        else {
            return text
        }
        return String(number)
    }

    /// The finite value of a number, or of a string that holds one.
    package var double: Double? {
        guard let text, let value = Double(text.trimmedASCII), value.isFinite else { return nil }
        return value
    }

    /// The whole number that a number or a string holds, `4.0` included.
    package var integer: Int? { int64.flatMap { Int(exactly: $0) } }

    /// The same on watches, too, whose `Int` has 32 bits.
    package var int64: Int64? {
        guard let text else { return nil }
        return Int64(text.trimmedASCII) ?? double.flatMap { Int64(exactly: $0) }
    }

    /// Compact JSON; strings keep every character but what RFC 8259 makes escape.
    package var json: String { JSONWriter.text { $0.value(self) } }
}

extension JSONWriter {
    /// Writes a value; the parser bounds how deep it is nested, so recursion is bounded.
    package mutating func value(_ value: JSONValue) {
        switch value {
        case .null: raw("null")
        case .boolean(let isTrue): self.value(isTrue)
        case .number(let text): raw(text)
        case .string(let text): self.value(text)
        case .array(let items): array(items) { $0.value($1) }
        case .object(let members):
            object { writer in
                for member in members {
                    writer.key(member.name)
                    writer.value(member.value)
                }
            }
        }
    }
}

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            self = .object(
                try container.allKeys.map {
                    JSONMember(name: $0.stringValue, value: try container.decode(JSONValue.self, forKey: $0))
                }
            )
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [JSONValue] = []
            while !container.isAtEnd { items.append(try container.decode(JSONValue.self)) }
            self = .array(items)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? container.decode(Int64.self) {
                self = .number(String(value))
            } else if let value = try? container.decode(Double.self) {
                self = .number(String(value))
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: AnyKey.self)
            for member in members { try container.encode(member.value, forKey: AnyKey(stringValue: member.name)) }
        case .array(let items):
            var container = encoder.unkeyedContainer()
            for item in items { try container.encode(item) }
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .boolean(let value): try container.encode(value)
            case .number(let text):
                if let value = Int64(text) { try container.encode(value) } else { try container.encode(Double(text)) }
            case .string(let text): try container.encode(text)
            default: try container.encodeNil()
            }
        }
    }
}
