internal import LarderModel

/// Times and servings in the words of a page: a label with the value behind it or on the next line.
struct PageFacts {
    private(set) var minutes: [FactWords.Label: Int] = [:]
    private(set) var servings: SchemaYield?

    /// - Parameter heading: The heading of the ingredients without its topic, such as "for 4 people".
    init(_ lines: [PageLine], heading: String?) {
        for (index, line) in lines.enumerated() where line.text.utf8.count <= 160 && !line.role.contains(.aside) {
            let text = line.line
            if servings == nil { servings = Self.portions(text) }
            guard FactWords.mayBeginWithLabel(text), let (label, rest) = FactWords.label(text.lowercased()) else {
                continue
            }
            var value = Self.value(rest.utf8.count, in: text)
            if value.isEmpty {
                let following = lines[(index + 1)...].prefix(2).first {
                    $0.line.contains { $0.isLetter || $0.isNumber }
                }
                guard let following, following.text.utf8.count <= 40 else { continue }
                value = Self.value(following.text.utf8.count, in: following.line)
            }
            take(label, value)
        }
        if servings == nil, let heading, heading.utf8.contains(where: \.isASCIIDigit) {
            servings = SchemaYield(text: heading)
        }
    }

    /// The last bytes of a line from their first letter or digit on, up to the end of a sentence or to a bracket.
    private static func value(_ bytes: Int, in line: String) -> String {
        let rest = Substring(line.utf8.suffix(bytes)).drop { !$0.isLetter && !$0.isNumber }
        let stop = rest.utf8.indices.first {
            rest.utf8[$0] == 0x2E && rest.utf8[rest.utf8.index(after: $0)...].first == 0x20
        }
        let end = stop ?? rest.firstIndex { "(|•".contains($0) } ?? rest.endIndex
        var value = rest[..<end]
        for word in [
            "about ", "approx. ", "approximately ", "ca. ", "ca ", "circa ", "etwa ", "environ ", "up to ", "ungefähr ",
        ]
        where value.lowercased().hasPrefix(word) {
            value = value.dropFirst(word.count)
        }
        return String(value).trimmedSpace
    }

    /// The servings that a short line ends in: "4 servings", "4-6 Personen", "45 min easy 4 portions".
    static func portions(_ text: String) -> SchemaYield? {
        // No word of the table ends in a digit, as many lines do.
        guard text.utf8.count <= 60, text.utf8.last?.isASCIIDigit == false, text.utf8.contains(where: \.isASCIIDigit),
            let space = text.utf8.lastIndex(of: 0x20),
            FactWords.portions.contains(Substring(text.utf8[text.utf8.index(after: space)...]).lowercased())
        else { return nil }
        if let first = text.utf8.first, first.isASCIIDigit, text.utf8.count <= 30 { return SchemaYield(text: text) }
        let before = text.utf8[..<space]
        let number = before[(before.lastIndex(of: 0x20).map(before.index(after:)) ?? before.startIndex)...]
        guard number.count <= 3, number.allSatisfy(\.isASCIIDigit) else { return nil }
        return SchemaYield(text: String(Substring(text.utf8[number.startIndex...])))
    }

    private mutating func take(_ label: FactWords.Label, _ value: String) {
        guard value.first?.isNumber == true else { return }
        if label != .servings {
            minutes[label] = minutes[label] ?? Self.minutes(value)
        } else if servings == nil, case let yield = SchemaYield(text: value), let number = yield.number,
            number <= 1_000, !value.lowercased().contains("min"), value.split(separator: " ").count <= 4
        {
            servings = yield
        }
    }

    /// The minutes of a text that begins with a number with a unit of time.
    private static func minutes(_ text: String) -> Int? {
        guard text.contains(where: \.isLetter) else { return nil }
        return SchemaTimes.minutes(.string(String(text.prefix(40))))
    }
}
