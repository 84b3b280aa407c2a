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
        guard text.utf8.count <= 120, Self.mayOpen(text) || Self.mayClose(text) && line.looksLikeHeading else {
            return nil
        }
        let bytes = Array(text.utf8)
        let (opens, closes) = Self.edges(of: bytes)
        guard opens || closes && line.looksLikeHeading else { return nil }
        let words = bytes.split(whereSeparator: LineWord.isGap).compactMap { LineWord($0)?.text }
        guard words.count <= 12 else { return nil }
        if opens, closes, let topic = Self.topic(words.joined(separator: " ")) {
            self.topic = topic
            rest = ""
            return
        }
        guard words.count > 1, line.looksLikeHeading || words.count <= 6 else { return nil }
        let hasDigits = text.utf8.contains(where: \.isASCIIDigit)
        for count in (1...min(3, words.count - 1)).reversed() {
            if opens, let topic = Self.topic(words.prefix(count).joined(separator: " ")),
                Self.mayLead(topic, words, count, line, hasDigits)
            {
                self.topic = topic
                rest = words.dropFirst(count).joined(separator: " ")
                return
            }
            if closes, line.looksLikeHeading, words.count <= 5, !hasDigits,
                let topic = Self.topic(words.suffix(count).joined(separator: " ")), topic != .other
            {
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

    private static func mayOpen(_ line: String) -> Bool {
        let bytes = line.utf8.span
        return firstWords.mayContain(edgeOf: bytes, isLast: false)
    }

    private static func mayClose(_ line: String) -> Bool {
        let bytes = line.utf8.span
        return lastWords.mayContain(edgeOf: bytes, isLast: true)
    }

    private static let firstWords = LineWordTable(phrases.compactMap(\.first))
    private static let lastWords = LineWordTable(phrases.compactMap(\.last))
    private static let phrases = (HeadingWords.ingredients.union(HeadingWords.steps).union(HeadingWords.others)).map {
        $0.split(separator: " ").map(String.init)
    }

    private static func topic(_ text: String) -> Topic? {
        topics[text]
    }

    private static let topics = Dictionary(
        HeadingWords.ingredients.map { ($0, Topic.ingredients) } + HeadingWords.steps.map { ($0, .steps) }
            + HeadingWords.others.map { ($0, .other) }
    ) { first, _ in first }

    /// Whether a line begins, and whether it ends, with a word that headings do, as most lines do not.
    private static func edges(of line: [UInt8]) -> (opens: Bool, closes: Bool) {
        var opens = false
        var rest = line[...]
        while let start = rest.firstIndex(where: { !LineWord.isGap($0) }) {
            let end = rest[start...].firstIndex(where: LineWord.isGap) ?? rest.endIndex
            if let word = LineWord(rest[start..<end]) {
                opens = firstWords.contains(word)
                break
            }
            rest = rest[end...]
        }
        rest = line[...]
        while let last = rest.lastIndex(where: { !LineWord.isGap($0) }) {
            let start = rest[...last].lastIndex(where: LineWord.isGap).map { $0 + 1 } ?? rest.startIndex
            if let word = LineWord(rest[start...last]) { return (opens, lastWords.contains(word)) }
            rest = rest[..<start]
        }
        return (opens, false)
    }
}
