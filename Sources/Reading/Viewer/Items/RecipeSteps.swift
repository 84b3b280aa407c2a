internal import Foundation
internal import Larder
internal import LarderModel
internal import LarderPages

/// The steps of a recipe, with timers and the ingredients that they speak of.
struct RecipeSteps {
    let steps: [RecipeView.Step]

    init(_ item: RecipeItem, _ lines: [RecipeView.Line], _ addresses: ViewerAddresses) {
        let names = lines.map { Self.words(of: $0.name) }
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

    /// The words that name an ingredient in a step, in lower case: "olive oil, extra virgin" is found as "oil".
    private static func words(of name: String) -> Set<String> {
        let head = name.prefix { $0 != "," && $0 != "(" && $0 != ";" }
        let words = head.split { !$0.isLetter && $0 != "-" }.map { $0.lowercased() }
            .filter { $0.count >= 3 && !weakWords.contains($0) }
        return Set(words.suffix(2).map(singular))
    }

    private static func singular(_ word: String) -> String {
        word.hasSuffix("oes")
            ? String(word.dropLast(2))
            : word.hasSuffix("s") && !word.hasSuffix("ss") && word.count > 3 ? String(word.dropLast()) : word
    }

    /// Words that are part of many lines and name nothing.
    private static let weakWords: Set<String> = [
        "and", "the", "for", "with", "fresh", "chopped", "sliced", "diced", "minced", "ground", "large", "small",
        "medium",
        "grated", "optional", "taste", "cup", "cups", "dried", "peeled", "cooked", "cut", "into", "your", "choice",
        "all",
        "purpose", "powder", "sauce", "seed", "seeds", "leaves", "leaf", "white", "black", "red", "green",
    ]

    /// The text of a step with its durations as timers and names of ingredients in bold, and which ingredients these are.
    private static func spans(of text: String, _ names: [Set<String>]) -> ([SpanView], [Int]) {
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

    private static func named(_ text: Substring, _ names: [Set<String>], _ found: inout Set<Int>) -> [SpanView] {
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
            let key = singular(word.lowercased())
            let lines = names.indices.filter { names[$0].contains(key) }
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
