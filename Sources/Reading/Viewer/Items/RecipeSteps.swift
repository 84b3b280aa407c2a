internal import Foundation
internal import Larder
internal import LarderModel
internal import LarderPages

/// The steps of a recipe, with timers and the ingredients that they speak of.
struct RecipeSteps {
    let steps: [RecipeView.Step]

    init(_ item: RecipeItem, _ lines: [RecipeView.Line], _ addresses: ViewerAddresses) {
        let names = IngredientWords(lines.map(\.name))
        var section: String?
        steps = item.steps.map { step in
            let begins = step.section != section ? step.section : nil
            section = step.section
            let (spans, ingredients) = Self.spans(of: step.text, names)
            return RecipeView.Step(
                section: begins,
                name: step.name,
                spans: spans,
                picture: addresses.view(item.picture(of: step)),
                ingredients: ingredients
            )
        }
    }

    /// The text of a step with its durations as timers and names of ingredients in bold, and which ingredients these are.
    private static func spans(of text: String, _ names: IngredientWords) -> ([SpanView], [Int]) {
        let timers = Timers.find(in: text)
        var spans: [SpanView] = []
        var found: Set<Int> = []
        var place = text.startIndex
        for timer in timers {
            spans += named(text[place..<timer.range.lowerBound], names, &found)
            var span = SpanView(String(text[timer.range]))
            span.timerSeconds = timer.seconds
            spans.append(span)
            place = timer.range.upperBound
        }
        spans += named(text[place...], names, &found)
        return (spans, found.sorted())
    }

    private static func named(_ text: Substring, _ names: IngredientWords, _ found: inout Set<Int>) -> [SpanView] {
        var spans: [SpanView] = []
        var plain = ""
        var rest = text
        func end() { if !plain.isEmpty { spans.append(SpanView(plain)); plain = "" } }
        while !rest.isEmpty {
            let word = rest.prefix { $0.isLetter || $0 == "-" }
            guard !word.isEmpty else {
                plain.append(rest.removeFirst())
                continue
            }
            rest = rest.dropFirst(word.count)
            let lines = names.lines(for: word, in: text)
            guard !lines.isEmpty else {
                plain += word
                continue
            }
            found.formUnion(lines)
            end()
            var span = SpanView(String(word))
            span.isBold = true
            spans.append(span)
        }
        end()
        return spans
    }
}

/// The words of ingredients' names, in lower case and the singular.
private struct IngredientWords {
    /// The lines by the words that name them in a step: "olive oil, extra virgin" is found as "oil".
    private var lines: [String: [Int]] = [:]
    /// All words of each name, which tell it from another ingredient: fresh coriander from ground coriander.
    private let words: [Set<String>]

    /// Of more lines that a word names, none is chosen.
    private static let mostChoices = 8

    init(_ names: [String]) {
        words = names.map { Set(Self.words(of: $0[...])) }
        for (line, name) in names.enumerated() {
            let head = name.prefix { $0 != "," && $0 != "(" && $0 != ";" }
            let keys = Self.words(of: head).filter { $0.count >= 3 && !Self.weakWords.contains($0) }.suffix(2)
            for key in Set(keys) { lines[key, default: []].append(line) }
        }
    }

    /// The ingredients that a word of a text names.
    ///
    /// Of several, those are meant that share the most words with what stands around it.
    func lines(for word: Substring, in text: Substring) -> [Int] {
        let lines = lines[Self.singular(word.lowercased())] ?? []
        guard 2...Self.mostChoices ~= lines.count else { return lines }
        let before = Self.words(of: text[..<word.startIndex].suffix(60)).suffix(2)
        let around = Set(before + Self.words(of: text[word.endIndex...].prefix(30)).prefix(1))
        let shared = lines.map { words[$0].intersection(around).count }
        let most = shared.max()
        return zip(lines, shared).filter { $1 == most }.map(\.0)
    }

    private static func words(of text: Substring) -> [String] {
        text.split { !$0.isLetter && $0 != "-" }.map { singular($0.lowercased()) }
    }

    private static func singular(_ word: String) -> String {
        word.hasSuffix("oes")
            ? String(word.dropLast(2))
            : word.hasSuffix("s") && !word.hasSuffix("ss") && word.count > 3 ? String(word.dropLast()) : word
    }

    /// Words in the singular that are part of many lines and name nothing.
    private static let weakWords: Set<String> = [
        "and", "the", "for", "with", "fresh", "chopped", "sliced", "diced", "minced", "ground", "large", "small",
        "medium", "grated", "optional", "taste", "cup", "dried", "peeled", "cooked", "cut", "into", "your", "choice",
        "all", "purpose", "powder", "sauce", "seed", "leave", "leaf", "white", "black", "red", "green",
    ]
}
