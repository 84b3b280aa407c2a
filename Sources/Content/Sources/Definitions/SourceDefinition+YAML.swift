internal import LarderModel

extension SourceDefinition {
    /// The definition as YAML, which ``parse(yaml:file:)`` reads back to an equal value (warnings apart).
    ///
    /// A coordinator that changed a value (a limit from the command line) sends this text to its workers.
    package var yaml: String {
        Self.keys.filter { $0.kinds.contains(kind) }
            .compactMap { key in key.write(self).map { "\(key.name): \($0)\n" } }
            .joined()
    }

    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            default:
                if scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value) || scalar.value == 0xFEFF
                    || (0x2028...0x2029).contains(scalar.value)
                {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    static func yamlList(_ items: [String]) -> String { "[" + items.map(quoted).joined(separator: ", ") + "]" }
}
