internal import Foundation
internal import LarderModel

/// What a person typed, as phrases of words to look for.
///
/// A word with an asterisk at its end stands for all words that begin with it. Other operators of FTS5 have no
/// meaning. Text in double quotes is one phrase. Words that an apostrophe or a hyphen joins are one phrase. Characters of scripts
/// without spaces between words are one phrase, see `SearchText`.
struct SearchWords: Sendable, Hashable {
    /// Each a row of words that follow one another.
    private(set) var phrases: [[Word]] = []
    /// The phrases whose last word may go on.
    private var open: Set<Int> = []

    struct Word: Sendable, Hashable {
        /// As it was typed.
        let text: String
        let folded: String
    }

    /// Words were left out, as there are too many.
    private(set) var isCut = false

    private static let maxPhrases = 16
    private static let maxLength = 1_000

    /// - Parameter opensFrom: The last word may go on if it has at least so many letters; nil: it is complete.
    init(_ text: String, opensFrom: Int? = nil) {
        isCut = text.dropFirst(Self.maxLength).isEmpty == false
        let parts = text.prefix(Self.maxLength).split(separator: "\"", omittingEmptySubsequences: false)
        for (number, part) in parts.map(String.init).enumerated() {
            let isQuoted = number % 2 == 1 && number + 1 < parts.count
            var last: SearchToken?
            for var token in SearchTokens(part) {
                let word = Word(text: String(token.text), folded: token.folded)
                if let last, isQuoted || Self.isOneWord(part, last, token) {
                    phrases[phrases.count - 1].append(word)
                } else if phrases.count < Self.maxPhrases {
                    phrases.append([word])
                } else {
                    isCut = true
                    break
                }
                last = token
                let isOpen = part[token.text.endIndex...].first == "*"
                if isOpen { open.insert(phrases.count - 1) } else { open.remove(phrases.count - 1) }
            }
        }
        initials = SearchTokens.Initials(phrases.lazy.compactMap(\.first?.folded))
        guard let opensFrom, let last = phrases.last?.last, last.text.count >= opensFrom else { return }
        if let end = text.last, !end.isWhitespace, end != "\"" { open.insert(phrases.count - 1) }
    }

    var isEmpty: Bool { phrases.isEmpty }

    /// What the first words of the phrases begin with.
    private var initials = SearchTokens.Initials.all

    /// The query for FTS5 (https://www.sqlite.org/fts5.html, section 3): each word is a string in its syntax.
    var expression: String { expression(isInitial: false) }

    /// The query for texts that begin with the first phrase.
    var initialExpression: String { expression(isInitial: true) }

    private func expression(isInitial: Bool) -> String {
        phrases.enumerated().map { number, words in
            // As they were typed: SQLite folds them as it folded the index.
            let phrase = "\"\(words.map(\.text).joined(separator: " "))\""
            return (isInitial && number == 0 ? "^ " : "") + phrase + (open.contains(number) ? " *" : "")
        }.joined(separator: " ")
    }

    /// Whether two words are written as one.
    ///
    /// Characters of a script without spaces have at most marks between them, such as Thai vowels. Other words have one
    /// apostrophe or hyphen between them.
    private static func isOneWord(_ text: String, _ last: SearchToken, _ next: SearchToken) -> Bool {
        let between = text.unicodeScalars[last.text.endIndex..<next.text.startIndex]
        return switch (last.isUnspaced, next.isUnspaced) {
        case (true, true):
            between.allSatisfy { [.nonspacingMark, .spacingMark].contains($0.properties.generalCategory) }
        case (false, false): between.count == 1 && between.allSatisfy(joints.contains)
        default: false
        }
    }

    private static let joints: Set<Unicode.Scalar> = ["'", "\u{2019}", "-", "\u{2010}", "\u{2011}"]

    /// Where the words are in a text, in order, without overlaps.
    func ranges(in text: String) -> [Range<String.Index>] {
        var tokens = SearchTokens(text)
        var ranges: [Range<String.Index>] = []
        while let range = nextRange(&tokens) { ranges.append(range) }
        return ranges
    }

    /// The next place that has one of the phrases, the longest that begins there; nil: there is none.
    func nextRange(_ tokens: inout SearchTokens) -> Range<String.Index>? {
        while var token = tokens.next(initials) {
            var longest: SearchTokens?
            for number in phrases.indices where isWord(&token, number, 0) {
                guard let rest = rest(behind: number, tokens) else { continue }
                if longest.map({ $0.offset < rest.offset }) ?? true { longest = rest }
            }
            guard let longest else { continue }
            tokens = longest
            return token.text.startIndex..<longest.index(longest.offset)
        }
        return nil
    }

    /// The words behind a phrase whose first word was read; nil: its other words do not follow.
    private func rest(behind number: Int, _ following: SearchTokens) -> SearchTokens? {
        var rest = following
        for place in phrases[number].indices.dropFirst() {
            guard var token = rest.next(), isWord(&token, number, place) else { return nil }
        }
        return rest
    }

    private func isWord(_ token: inout SearchToken, _ number: Int, _ place: Int) -> Bool {
        let words = phrases[number]
        return token.isWord(words[place].folded, mayGoOn: place == words.count - 1 && open.contains(number))
    }
}
