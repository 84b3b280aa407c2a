internal import Foundation
internal import Larder
internal import LarderModel
internal import LarderPages

/// The steps of a recipe, with timers and the ingredients that they speak of.
struct RecipeSteps {
    let steps: [RecipeView.Step]

    init(_ item: RecipeItem, _ lines: [RecipeView.Line], _ addresses: ViewerAddresses) {
        let names = lines.map { IngredientWords($0.name) }
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
    private static func spans(of text: String, _ names: [IngredientWords]) -> ([SpanView], [Int]) {
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

    private static func named(_ text: Substring, _ names: [IngredientWords], _ found: inout Set<Int>) -> [SpanView] {
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
            let lines = IngredientWords.best(of: names, for: word, in: text)
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

/// The words of an ingredient's name, in lower case and the singular.
private struct IngredientWords {
    /// The words that name it in a step: "olive oil, extra virgin" is found as "oil".
    let keys: Set<String>
    /// All words of the name, which tell it from another ingredient: fresh coriander from ground coriander.
    let all: Set<String>

    init(_ name: String) {
        let head = name.prefix { $0 != "," && $0 != "(" && $0 != ";" }
        let words = Self.words(of: head)
        keys = Set(words.filter { $0.count >= 3 && !Self.weakWords.contains($0) }.suffix(2))
        all = Set(Self.words(of: name[...]))
    }

    /// The ingredients that a word of a text names: of several, those that share the most words with what stands around it.
    static func best(of names: [IngredientWords], for word: Substring, in text: Substring) -> [Int] {
        let key = singular(word.lowercased())
        let lines = names.indices.filter { names[$0].keys.contains(key) }
        guard lines.count > 1 else { return lines }
        let before = words(of: text[..<word.startIndex].suffix(60)).suffix(2)
        let around = Set(before + words(of: text[word.endIndex...].prefix(30)).prefix(1))
        let shared = lines.map { names[$0].all.intersection(around).count }
        return zip(lines, shared).filter { $1 == shared.max() }.map(\.0)
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
