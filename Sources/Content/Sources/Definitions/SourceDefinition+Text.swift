internal import LarderAttributedHTML
internal import LarderModel

extension SourceDefinition {
    /// The definition as YAML, which ``parse(yaml:file:)`` reads back to an equal value (warnings apart).
    ///
    /// A coordinator that changed a value (a limit from the command line) sends this text to its workers.
    package var yaml: String {
        var lines = ["name: \(name)", "kind: \(kind.rawValue)", "base: \(Self.quoted(base.description))"]
        func add(_ key: String, _ value: String?) {
            if let value { lines.append("\(key): \(value)") }
        }
        func list(_ items: [String]) -> String? {
            items.isEmpty ? nil : "[" + items.map(Self.quoted).joined(separator: ", ") + "]"
        }
        add("key", key?.yaml)
        add("queries", list(queries))
        add("outlets", list(outlets))
        add("category", category.map { Self.quoted($0.rawValue) })
        add("language", language.map { Self.quoted($0.rawValue) })
        add("country", country.map { Self.quoted($0.rawValue) })
        add("sort", sort.map { Self.quoted($0.rawValue) })
        add("limit", limit.map(String.init))
        add("page-size", pageSize.map(String.init))
        add("pages", "\(pages)")
        add("text", text.yaml)
        let widths = images.widths.map(String.init).joined(separator: ", ")
        add("images", images.areWanted ? "{widths: [\(widths)]}" : "false")
        if kind.isWebsite { for (key, value) in websiteLines { add(key, value) } }
        add("politeness", politeness.yaml)
        lines += manners.yaml
        add(
            "retry",
            "{attempts: \(retry.attempts), base: \(DurationText.text(retry.base)), cap: \(DurationText.text(retry.cap)), "
                + "pause: \(DurationText.text(retry.pause))}"
        )
        add("timeout", DurationText.text(timeout))
        add("allow", list(allow.map(\.description)))
        lines += mappingLines
        return lines.joined(separator: "\n") + "\n"
    }

    /// A double-quoted YAML scalar.
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
}

extension SourceDefinition.Politeness {
    fileprivate var yaml: String? {
        let parts = [
            concurrency.map { "concurrency: \($0)" }, delay.map { "delay: \(DurationText.text($0))" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : "{\(parts.joined(separator: ", "))}"
    }
}

extension SourceDefinition.Text {
    fileprivate var yaml: String {
        var parts = ["whole-page: \(isWholePageWanted)"]
        if let doubleEncoded { parts.append("double-encoded: \(SourceDefinition.quoted(doubleEncoded.rawValue))") }
        parts.append("text-presentation: \(textPresentation)")
        parts.append("link-schemes: [\(linkSchemes.map(SourceDefinition.quoted).joined(separator: ", "))]")
        if let template { parts.append("template: \(SourceDefinition.quoted(template))") }
        return "{\(parts.joined(separator: ", "))}"
    }
}
