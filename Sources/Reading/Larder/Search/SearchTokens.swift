internal import Foundation
internal import LarderModel

/// A word of a text as SQLite's tokenizer `unicode61` with `remove_diacritics 2` splits and folds it.
struct SearchToken {
    /// As it stands in the text.
    let text: Substring
    /// A character of a script without spaces between words.
    let isUnspaced: Bool

    /// In lower case, without diacritics.
    private(set) lazy var folded = fold()

    init(text: Substring, isUnspaced: Bool) { (self.text, self.isUnspaced) = (text, isUnspaced) }

    private func fold() -> String {
        if isUnspaced { return String(text) }
        let small = text.lowercased()
        return small.utf8.allSatisfy { $0 < 0x80 } ? small : small.folding(options: .diacriticInsensitive, locale: nil)
    }

    /// Whether it is a word, or begins with one that may go on.
    ///
    /// - Parameter word: As ``folded``.
    mutating func isWord(_ word: String, mayGoOn: Bool) -> Bool {
        var wanted = word.utf8.makeIterator()
        for byte in text.utf8 {
            // The folded word has the same ASCII letters up to here, in lower case.
            guard byte < 0x80 else { return mayGoOn ? folded.hasPrefix(word) : folded == word }
            guard let wanted = wanted.next() else { return mayGoOn }
            guard wanted == ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) else { return false }
        }
        return wanted.next() == nil
    }
}

/// The words of a text, one after the other.
struct SearchTokens: Sequence, IteratorProtocol {
    /// Letters and digits that words may begin with.
    struct Initials: Sendable, Hashable {
        static let all = Initials(bits: (.max, .max))
        private var low: UInt64 = 0
        private var high: UInt64 = 0

        private init(bits: (UInt64, UInt64)) { (low, high) = bits }

        /// The initials of folded words, in both cases.
        init(_ words: some Sequence<String>) {
            for byte in words.lazy.compactMap(\.utf8.first) where byte < 0x80 {
                insert(byte)
                if (0x61...0x7A).contains(byte) { insert(byte & ~0x20) }
            }
        }

        private mutating func insert(_ byte: UInt8) {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }

        /// Bytes of other letters always pass: é folds to e.
        func contains(_ byte: UInt8) -> Bool {
            byte >= 0x80 || (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte - 64)) & 1 == 1
        }
    }

    private let text: String
    /// The end of the last word, in UTF-8 code units.
    private(set) var offset = 0
    private let end: Int

    /// - Parameter most: Words that do not end within so many bytes are left out.
    init(_ text: String, most: Int = .max) {
        (self.text, end) = (text, Swift.min(text.utf8.count, most))
    }

    mutating func next() -> SearchToken? { next(.all) }

    /// The next word that begins with one of these initials.
    mutating func next(_ initials: Initials) -> SearchToken? {
        let found = text.withUTF8Span { bytes -> (range: Range<Int>, isUnspaced: Bool)? in
            var place = offset
            var start: Int?
            while place < end {
                let byte = bytes[place]
                var (width, isUnspaced, isOfWord, isMark) = (1, false, false, false)
                if byte < 0x80 {
                    isOfWord = Self.isOfWord(byte)
                } else {
                    let scalar = text.unicodeScalars[index(place)]
                    width = UTF8.width(scalar)
                    isUnspaced = SearchText.isUnspaced(scalar)
                    isOfWord = !isUnspaced && Self.isOfWord(scalar)
                    isMark = !isUnspaced && !isOfWord && scalar.properties.generalCategory == .nonspacingMark
                }
                if let wordStart = start, !isOfWord, !isMark {
                    offset = place
                    if initials.contains(bytes[wordStart]) { return (wordStart..<place, false) }
                    start = nil
                }
                if isUnspaced {
                    offset = place + width
                    return (place..<offset, true)
                }
                if isOfWord, start == nil { start = place }
                place += width
            }
            offset = place
            guard end == bytes.count else { return nil }
            return start.flatMap { initials.contains(bytes[$0]) ? ($0..<place, false) : nil }
        }
        return found.map {
            SearchToken(text: text[index($0.range.lowerBound)..<index($0.range.upperBound)], isUnspaced: $0.isUnspaced)
        }
    }

    /// The place in the text of a place in UTF-8.
    func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
    }

    /// - Parameter scalar: Not one of ASCII.
    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}
