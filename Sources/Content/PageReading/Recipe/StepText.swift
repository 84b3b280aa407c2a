internal import LarderModel

package enum StepText {
    /// Whether a step's name adds something: it does not only count, and the step's text does not begin with it.
    static func says(_ name: String, moreThan body: [String]) -> Bool {
        guard !name.isEmpty else { return false }
        if name.utf8.count <= 200, endsInCount(name) { return false }
        var stem = name.unicodeScalars[...]
        while let last = stem.last, ".…:!".unicodeScalars.contains(last) { stem.removeLast() }
        return !body.joined(separator: " ").lowercased().utf8.starts(with: Substring(stem).lowercased().utf8)
    }

    /// The word "step" in the languages in which pages count their steps with it.
    private static let stepWords: Set<String> = [
        "step", "schritt", "étape", "etape", "paso", "stap", "passo", "steg", "trin", "krok", "шаг", "adım", "lépés",
        "korak", "fase",
    ]

    /// Whether a text is a number, or ends in the word "step" with or without a number.
    private static func endsInCount(_ text: String) -> Bool {
        let stem = text.trimming { ".:)# ".unicodeScalars.contains($0) || NumberText.isDigit($0) }
        if stem.isEmpty { return true }
        let word = stem.unicodeScalars.reversed().prefix { $0.properties.isAlphabetic }
        return stepWords.contains(String(String.UnicodeScalarView(word.reversed())).lowercased())
    }

    /// Whether a text only counts: "3.", "Step 3", "2/5".
    package static func isCount(_ text: String) -> Bool {
        guard text.utf8.count <= 40 else { return false }
        let marks = " -–•*▢□#.:)/".unicodeScalars
        let rest = text.unicodeScalars.filter { !marks.contains($0) && !NumberText.isDigit($0) && $0 != "\u{A0}" }
        return rest.isEmpty || rest.count <= 8 && stepWords.contains(String(rest).lowercased())
    }

    /// The text without a first line that only counts.
    static func withoutCount(_ text: String) -> String {
        // A cheap test on bytes first: most texts have no short first line.
        guard text.utf8.count <= 40 || text.utf8.prefix(41).contains(0x0A) else { return text }
        let first = text.prefix { $0 != "\n" }
        guard first.utf8.count <= 40, isCount(String(first)) else { return text }
        return String(text.dropFirst(first.count).drop { $0 == "\n" })
    }

    static func heading(_ text: String) -> String {
        text.trimming { $0 == ":" || $0 == " " || $0 == "-" || $0 == "–" || $0 == "#" }
    }

    static func isSentence(_ text: String) -> Bool {
        guard let last = text.unicodeScalars.last else { return false }
        return ".!?。)".unicodeScalars.contains(last)
    }

    /// Splits a text that lost its line ends: at least two full stops are followed by a capital letter without a space.
    static func sentences(_ line: String) -> [String] {
        guard line.utf8.count > 80 else { return [line] }
        let scalars = Array(line.unicodeScalars)
        var ends: [Int] = []
        for index in scalars.indices.dropFirst(3).dropLast(2) where scalars[index] == "." || scalars[index] == "!" {
            guard scalars[index + 1].properties.isUppercase, scalars[index - 1].properties.isLowercase,
                scalars[index - 2].properties.isLowercase, scalars[index + 2].properties.isLowercase
            else { continue }
            ends.append(index + 1)
        }
        guard ends.count >= 2 else { return [line] }
        return zip([0] + ends, ends + [scalars.count]).map { start, end in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[start..<end])
            return String(view).trimmedSpace
        }
    }
}
