/// Which fields of a request decided over an answer (RFC 9111 §4.1).
///
/// `Accept-Encoding` is left out: bodies are stored decoded.
package struct Vary: Sendable, Hashable {
    /// The names in lower case, sorted; nil for `*`: no other request fits.
    package let names: [String]?

    private static let maxBytes = 1_000

    /// More than 1,000 bytes count as `*`.
    package init(parsing values: [String]) {
        let length = values.reduce(0) { $0 + $1.utf8.count }
        let words = length > Self.maxBytes ? ["*"] : values.flatMap(Self.words)
        names = words.contains("*") ? nil : Set(words).subtracting(["accept-encoding"]).sorted()
    }

    package var text: String { names?.joined(separator: ", ") ?? "*" }

    /// The request's values of these fields: requests with the same selection get the same answer.
    ///
    /// May hold secrets. Nil where no other request fits.
    package func selection(in request: [HeaderField]) -> String? {
        names.map { names in
            names.map { name in
                let values = request.filter { $0.isNamed(name) }.map { field in
                    field.value.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
                }
                return name + (values.isEmpty ? "" : ": " + values.joined(separator: ", "))
            }.joined(separator: "\n")
        }
    }

    private static func words(_ value: String) -> [String] {
        value.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
    }
}
