internal import LarderModel

/// A text with gaps and choices.
///
/// `Add the {a} and cook for [6|8|10] minutes.` has one gap and one choice.
struct TextPattern: Sendable {
    private enum Part {
        case text(String)
        case gap(Character)
        case choice([String])
    }

    private let parts: [Part]
    /// Whether no text goes without it.
    private let isEssential: Bool

    /// - Parameter pattern: Text with `{x}`, a gap named by one character, and `[…|…]`, a choice of plain texts; `!` in
    ///   front of it says that no text goes without it.
    init(_ pattern: some StringProtocol) {
        isEssential = pattern.hasPrefix("!")
        let pattern = isEssential ? pattern.dropFirst() : pattern[...]
        var parts: [Part] = []
        for piece in pattern.split(separator: "[", omittingEmptySubsequences: false).enumerated() {
            var rest = Substring(piece.element)
            if piece.offset > 0, let end = rest.firstIndex(of: "]") {
                parts.append(
                    .choice(rest[..<end].split(separator: "|", omittingEmptySubsequences: false).map(String.init))
                )
                rest = rest[rest.index(after: end)...]
            }
            for (number, text) in rest.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
                if number > 0, let name = text.first { parts.append(.gap(name)) }
                let plain = number > 0 ? text.dropFirst(2) : text
                if !plain.isEmpty { parts.append(.text(String(plain))) }
            }
        }
        self.parts = parts
    }

    /// The patterns of a text, one a line.
    static func lines(_ text: String) -> [TextPattern] { text.split(separator: "\n").map { TextPattern($0) } }

    /// The text with its choices made and its gaps filled.
    func filled(_ generator: inout SeededGenerator, gap: (Character) -> String) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let plain): text += plain
            case .gap(let name): text += gap(name)
            case .choice(let choices): text += generator.pick(choices)
            }
        }
        return text
    }

    /// `count` of the patterns in their order, with all essential ones even if those are more.
    static func some(_ patterns: [TextPattern], count: Int, _ generator: inout SeededGenerator) -> [TextPattern] {
        var left = patterns.count { !$0.isEssential }
        var wanted = count - (patterns.count - left)
        return patterns.filter { pattern in
            if pattern.isEssential { return true }
            // Each of those that are left has the same chance (Knuth, The Art of Computer Programming 3.4.2, S).
            let isChosen = generator.below(left) < wanted
            left -= 1
            if isChosen { wanted -= 1 }
            return isChosen
        }
    }
}
