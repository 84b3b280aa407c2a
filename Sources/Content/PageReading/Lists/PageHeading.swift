internal import LarderModel

/// A heading of ingredients, steps or other parts of a recipe.
struct PageHeading {
    enum Topic {
        case ingredients, steps, other
    }

    let topic: Topic
    /// The words besides the topic: "Aioli" of "Aioli ingredients", "for 4 people" of "Ingredients for 4 people".
    let rest: String

    /// Reads a line; nil for one that is no such heading.
    init?(_ line: PageLine) {
        let text = line.line
        guard text.utf8.count <= 120,
            text.withUTF8Span({ Self.firstWords.mayContain(edgeOf: $0, isLast: false) })
                || text.withUTF8Span({ Self.lastWords.mayContain(edgeOf: $0, isLast: true) }) && line.looksLikeHeading
        else { return nil }
        let pieces = Array(text.utf8).split(whereSeparator: LineWord.isGap)
        let opens = Self.firstWord(in: pieces).map(Self.firstWords.contains) ?? false
        let closes = Self.firstWord(in: pieces.reversed()).map(Self.lastWords.contains) ?? false
        guard opens || closes && line.looksLikeHeading else { return nil }
        let words = pieces.compactMap { LineWord($0)?.text }
        guard words.count <= 12 else { return nil }
        if opens, closes, let topic = Self.topics[words.joined(separator: " ")] {
            self.topic = topic
            rest = ""
            return
        }
        guard words.count > 1, line.looksLikeHeading || words.count <= 6 else { return nil }
        let hasDigits = text.utf8.contains(where: \.isASCIIDigit)
        for count in (1...min(3, words.count - 1)).reversed() {
            if opens, let topic = Self.topics[words.prefix(count).joined(separator: " ")],
                Self.mayLead(topic, words, count, line, hasDigits)
            {
                self.topic = topic
                rest = words.dropFirst(count).joined(separator: " ")
                return
            }
            if closes, line.looksLikeHeading, words.count <= 5, !hasDigits,
                let topic = Self.topics[words.suffix(count).joined(separator: " ")], topic != .other
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

    /// Whether a line that begins like a heading is one: "Ingredients for 4", not "Preparation: 20 min".
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

    private static let firstWords = LineWordTable(phrases.compactMap(\.first))
    private static let lastWords = LineWordTable(phrases.compactMap(\.last))
    private static let phrases = topics.keys.map { $0.split(separator: " ").map(String.init) }

    /// What stands under headings of these words in lower case.
    static let topics = Dictionary(
        HeadingWords.ingredients.map { ($0, Topic.ingredients) } + HeadingWords.steps.map { ($0, .steps) }
            + HeadingWords.others.map { ($0, .other) }
    ) { first, _ in first }

    private static func firstWord(in pieces: some Sequence<ArraySlice<UInt8>>) -> LineWord? {
        for piece in pieces {
            if let word = LineWord(piece) { return word }
        }
        return nil
    }
}
