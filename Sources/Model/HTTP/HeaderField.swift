/// One header line of a request or a response (RFC 9110 §5).
package struct HeaderField: Sendable, Hashable, Codable {
    /// The name; lower-cased in what the fetcher answers.
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Compares names without case (RFC 9110 §5.1).
    package func isNamed(_ other: String) -> Bool {
        name.utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension Sequence<HeaderField> {
    package func value(of name: String) -> String? { first { $0.isNamed(name) }?.value }

    /// The number in the first field of that name, if it is above 0.
    package func positiveNumber(of name: String) -> Int? {
        value(of: name).flatMap { Int($0.trimmedASCII) }.flatMap { $0 > 0 ? $0 : nil }
    }

    package func values(of name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }
}
