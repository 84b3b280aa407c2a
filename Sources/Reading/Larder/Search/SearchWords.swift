internal import Foundation
internal import LarderModel

/// What a person typed, as phrases of words to look for.
///
/// A word with an asterisk at its end stands for all words that begin with it. Other operators of FTS5 have no
/// meaning. Text in double quotes is one phrase. Words that an apostrophe or a hyphen joins are one phrase. Characters of scripts
/// without spaces between words are one phrase, see `SearchText`.
struct SearchWords: Sendable, Hashable {
    /// Each a row of words that follow one another.
    private(set) var phrases: [[SearchToken]] = []
    /// The phrases whose last word may go on.
    private var open: Set<Int> = []

    /// Words were left out, as there are too many.
    private(set) var isCut = false

    private static let maxPhrases = 16
    private static let maxLength = 1_000

    /// - Parameter isTyping: The last word may not be complete.
    init(_ text: String, isTyping: Bool) {
        isCut = text.dropFirst(Self.maxLength).isEmpty == false
        let parts = text.prefix(Self.maxLength).split(separator: "\"", omittingEmptySubsequences: false)
        for (number, part) in parts.map(String.init).enumerated() {
            let isQuoted = number % 2 == 1 && number + 1 < parts.count
            var last: SearchToken?
            for word in SearchToken.tokens(of: part) {
                if let last, isQuoted || Self.isOneWord(part, last, word) {
                    phrases[phrases.count - 1].append(word)
                } else if phrases.count < Self.maxPhrases {
                    phrases.append([word])
                } else {
                    isCut = true
                    break
                }
                last = word
                let isOpen = part[word.range.upperBound...].first == "*"
                if isOpen { open.insert(phrases.count - 1) } else { open.remove(phrases.count - 1) }
            }
        }
        if isTyping, !isEmpty, let end = text.last, !end.isWhitespace, end != "\"" { open.insert(phrases.count - 1) }
    }

    var isEmpty: Bool { phrases.isEmpty }

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
        let between = text.unicodeScalars[last.range.upperBound..<next.range.lowerBound]
        return switch (last.isUnspaced, next.isUnspaced) {
        case (true, true):
            between.allSatisfy { [.nonspacingMark, .spacingMark].contains($0.properties.generalCategory) }
        case (false, false): between.count == 1 && between.allSatisfy(joints.contains)
        default: false
        }
    }

    private static let joints: Set<Unicode.Scalar> = ["'", "\u{2019}", "-", "\u{2010}", "\u{2011}"]

    /// The most words of a phrase.
    var longest: Int { phrases.map(\.count).max() ?? 0 }

    /// Whether a text may have one of the phrases: a quick look at its bytes.
    func mayOccur(in text: String) -> Bool {
        let bytes = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        // A letter that is not ASCII may count as one that is: é, the Kelvin sign.
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return true }
        return phrases.lazy.compactMap(\.first?.word.utf8).contains { word in
            bytes.indices.contains { bytes[$0] == word.first && bytes[$0...].starts(with: word) }
        }
    }

    /// Where the words are in a text.
    func ranges(in text: String) -> [Range<String.Index>] { ranges(in: SearchToken.tokens(of: text)) }

    func ranges(in tokens: [SearchToken]) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var index = 0
        while index < tokens.count {
            guard let length = length(of: tokens, at: index) else {
                index += 1
                continue
            }
            ranges.append(tokens[index].range.lowerBound..<tokens[index + length - 1].range.upperBound)
            index += length
        }
        return ranges
    }

    /// How many words the longest phrase has that begins at one; nil: none begins there.
    func length(of tokens: [SearchToken], at index: Int) -> Int? {
        phrases.indices.lazy.filter { begins($0, tokens, at: index) }.map { phrases[$0].count }.max()
    }

    private func begins(_ number: Int, _ tokens: [SearchToken], at start: Int) -> Bool {
        let words = phrases[number]
        guard start + words.count <= tokens.count else { return false }
        for (offset, word) in words.enumerated() {
            let token = tokens[start + offset].word
            let mayGoOn = offset == words.count - 1 && open.contains(number)
            guard mayGoOn ? token.hasPrefix(word.word) : token == word.word else { return false }
        }
        return true
    }
}

/// A word of a text as SQLite's tokenizer `unicode61` with `remove_diacritics 2` splits and folds it.
struct SearchToken: Sendable, Hashable {
    let range: Range<String.Index>
    /// As it stands in the text.
    let text: String
    /// In lower case, without diacritics.
    let word: String
    /// A character of a script without spaces between words.
    let isUnspaced: Bool

    static func tokens(of text: String) -> [SearchToken] { Array(SearchTokens(text)) }

    fileprivate init(_ text: String, _ range: Range<String.Index>, isUnspaced: Bool) {
        self.range = range
        self.text = String(text[range])
        self.isUnspaced = isUnspaced
        word = isUnspaced ? self.text : Self.folded(self.text)
    }

    private static func folded(_ word: String) -> String {
        let small = word.lowercased()
        guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return small }
        return small.folding(options: .diacriticInsensitive, locale: nil)
    }
}

/// The words of a text, one after the other.
struct SearchTokens: Sequence, IteratorProtocol {
    private let text: String
    private var index: String.Index

    init(_ text: String) {
        self.text = text
        index = text.startIndex
    }

    mutating func next() -> SearchToken? {
        let scalars = text.unicodeScalars
        var start: String.Index?
        while index < scalars.endIndex {
            let scalar = scalars[index]
            let isUnspaced = SearchText.isUnspaced(scalar)
            if let start, isUnspaced || !Self.isOfWord(scalar) && !Self.isDiacritic(scalar) {
                return SearchToken(text, start..<index, isUnspaced: false)
            }
            let place = index
            index = scalars.index(after: index)
            if isUnspaced { return SearchToken(text, place..<index, isUnspaced: true) }
            if start == nil, Self.isOfWord(scalar) { start = place }
        }
        return start.map { SearchToken(text, $0..<index, isUnspaced: false) }
    }

    private static func isDiacritic(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && scalar.properties.generalCategory == .nonspacingMark
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
        case 0..<0x80: return false
        default: break
        }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}
