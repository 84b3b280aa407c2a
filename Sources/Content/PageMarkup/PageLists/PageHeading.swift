internal import LarderModel

/// What a line says that stands over ingredients, steps or other parts of a recipe.
struct PageHeading {
    enum Topic {
        case ingredients
        case steps
        case other
    }

    let topic: Topic
    /// What the line says besides: "Aioli" of "Aioli ingredients", "for 4 people" of "Ingredients for 4 people".
    let rest: String

    /// Reads a line; nil for one that is no such heading.
    init?(_ line: PageLine) {
        let text = line.line
        guard text.utf8.count <= 120, Self.mayBeHeading(text) else { return nil }
        let words = Self.words(text)
        guard let first = words.first, let last = words.last, words.count <= 12 else { return nil }
        guard Self.firstWords.contains(first) || Self.lastWords.contains(last) else { return nil }
        if let topic = Self.topic(words.joined(separator: " ")) {
            self.topic = topic
            rest = ""
            return
        }
        guard words.count > 1, line.looksLikeHeading || words.count <= 6 else { return nil }
        let hasDigits = text.utf8.contains(where: \.isASCIIDigit)
        for count in (1...min(3, words.count - 1)).reversed() {
            let beginning = words.prefix(count).joined(separator: " ")
            if let topic = Self.topic(beginning), Self.mayLead(topic, words, count, line, hasDigits) {
                self.topic = topic
                rest = words.dropFirst(count).joined(separator: " ")
                return
            }
            let end = words.suffix(count).joined(separator: " ")
            if line.looksLikeHeading, words.count <= 5, !hasDigits, let topic = Self.topic(end), topic != .other {
                self.topic = topic
                rest = words.dropLast(count).joined(separator: " ")
                return
            }
        }
        return nil
    }

    /// Whether a heading is the name of a recipe behind the word for one: "Recipe: Pea soup".
    static func namesRecipe(_ text: String) -> Bool {
        guard let colon = text.utf8.prefix(24).firstIndex(of: UInt8(ascii: ":")) else { return false }
        return recipeWords.contains(Substring(text.utf8[..<colon]).lowercased().trimmedSpace)
    }

    private static let recipeWords: Set<String> = [
        "recipe", "the recipe", "rezept", "recette", "ricetta", "receta", "receita", "recept", "opskrift", "oppskrift",
        "resepti", "przepis", "tarif", "reţetă", "rețetă", "рецепт", "συνταγή",
    ]

    /// Whether a line that begins with a heading's words is that heading: "Ingredients for 4", not "Preparation: 20 min".
    private static func mayLead(
        _ topic: Topic,
        _ words: [String],
        _ count: Int,
        _ line: PageLine,
        _ hasDigits: Bool
    ) -> Bool {
        switch topic {
        case .ingredients: hasDigits || line.looksLikeHeading || prepositions.contains(words[count])
        case .steps:
            !hasDigits && line.looksLikeHeading && !times.contains(where: { words[count].hasPrefix($0) })
        case .other: line.headingLevel != nil && words.count <= 8
        }
    }

    private static let prepositions: Set<String> = [
        "for", "für", "pour", "per", "para", "pentru", "voor", "til", "till", "för", "na", "dla", "pro", "pre", "на",
        "για",
    ]

    private static let times = [
        "time", "zeit", "dauer", "temp", "tiempo", "tijd", "tid", "czas", "čas", "süre", "aika", "min",
    ]

    private static let firstWords = Set(phrases.compactMap(\.first))
    private static let lastWords = Set(phrases.compactMap(\.last))
    private static let phrases = (HeadingWords.ingredients.union(HeadingWords.steps).union(HeadingWords.others)).map {
        $0.split(separator: " ").map(String.init)
    }

    private static func topic(_ text: String) -> Topic? {
        if HeadingWords.ingredients.contains(text) { return .ingredients }
        if HeadingWords.steps.contains(text) { return .steps }
        return HeadingWords.others.contains(text) ? .other : nil
    }

    /// The words in lower case, without marks at their ends and without what is no word.
    private static func words(_ text: String) -> [String] {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return asciiWords(text) }
        return text.lowercased().replacing("’", with: "'").unicodeScalars.split {
            $0 == " " || $0 == "(" || $0 == ")" || $0 == "/"
        }.compactMap { word in
            String(word).trimming { scalar in
                !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
                    && scalar.properties.generalCategory != .nonspacingMark
            }.nonEmpty
        }
    }

    /// Whether a text begins or ends with a word that headings do, as most lines do not; true for those not of ASCII alone.
    private static func mayBeHeading(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 }),
            let last = bytes.lastIndex(where: { $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 }),
            !bytes.contains(where: { $0 >= 0x80 })
        else { return bytes.contains { $0 >= 0x80 } }
        func isGap(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x28 || byte == 0x29 || byte == 0x2F }
        let end = bytes[first...].firstIndex(where: isGap) ?? bytes.endIndex
        if firstWords.contains(word(bytes[first..<end])) { return true }
        let start = bytes[...last].lastIndex(where: isGap).map { $0 + 1 } ?? first
        return lastWords.contains(word(bytes[start...last]))
    }

    /// A word of ASCII in lower case, without marks at its ends.
    private static func word(_ bytes: ArraySlice<UInt8>) -> String {
        func isWord(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }
        guard let first = bytes.firstIndex(where: isWord), let last = bytes.lastIndex(where: isWord) else { return "" }
        return String(
            decoding: bytes[first...last].lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 },
            as: UTF8.self
        )
    }

    /// The words of a text of ASCII alone, which most lines are.
    private static func asciiWords(_ text: String) -> [String] {
        Array(text.utf8).split { $0 == 0x20 || $0 == 0x28 || $0 == 0x29 || $0 == 0x2F }.map(word).filter { !$0.isEmpty }
    }
}
