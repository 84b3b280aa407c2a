/// One header line of a request or a response (RFC 9110 §5).
package struct HeaderField: Sendable, Hashable, Codable {
    /// The name; lower-cased in what the fetcher answers.
    package let name: String
    /// The value, without line ends.
    package let value: String

    /// Makes a field from its parts, taken as they are.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the name is this one, in any case of its ASCII letters (RFC 9110 §5.1).
    package func isNamed(_ other: String) -> Bool {
        let fold = { (byte: UInt8) in (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        return name.utf8.elementsEqual(other.utf8) { fold($0) == fold($1) }
    }
}

extension Sequence<HeaderField> {
    /// The value of the first field of that name, in any case.
    package func value(of name: String) -> String? { first { $0.isNamed(name) }?.value }

    /// The number above 0 in the first field of that name; nil: there is none.
    package func positiveNumber(of name: String) -> Int? {
        value(of: name).flatMap { Int($0.trimmedASCII) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// The values of all fields of that name, in any case, in their order.
    package func values(of name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }
}
