internal import LarderModel

/// A word of a line as the words of headings are compared: in lower case, without marks at its ends.
struct LineWord {
    /// An ASCII word in its own case; any other in lower case.
    private let bytes: ArraySlice<UInt8>
    let isASCII: Bool

    /// - Parameter piece: What stands between two gaps of a line; nil where no letter and no number is in it.
    init?(_ piece: ArraySlice<UInt8>) {
        if piece.contains(where: { $0 >= 0x80 }) {
            let text = Self.trimmed(piece)
            guard !text.isEmpty else { return nil }
            bytes = Array(text.utf8)[...]
            isASCII = false
            return
        }
        guard let first = piece.firstIndex(where: \.isAlphanumericASCII),
            let last = piece.lastIndex(where: \.isAlphanumericASCII)
        else { return nil }
        bytes = piece[first...last]
        isASCII = true
    }

    var text: String {
        guard isASCII else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes.map(\.lowerASCII), as: UTF8.self)
    }

    /// Ignores the case of ASCII letters.
    var hash: UInt32 { bytes.reduce(0) { Self.hash($0, $1) } }

    static func hash(_ hash: UInt32, _ byte: UInt8) -> UInt32 { hash &* 31 &+ UInt32(byte.lowerASCII) }

    static func isGap(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x28 || byte == 0x29 || byte == 0x2F }

    private static func trimmed(_ piece: ArraySlice<UInt8>) -> String {
        var text = String(decoding: piece, as: UTF8.self).lowercased()
        // Only what begins with this byte can be the apostrophe.
        if piece.contains(0xE2) { text = text.replacing("’", with: "'") }
        return text.trimming { scalar in
            if scalar.isASCII { return !UInt8(ascii: scalar).isAlphanumericASCII }
            return !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
                && scalar.properties.generalCategory != .nonspacingMark
        }
    }
}

/// Words that are looked for in many lines and found in few.
struct LineWordTable: Sendable {
    private let words: Set<String>
    /// Whether a word of ASCII has a hash that ends in these bits.
    private var isKnown = [Bool](repeating: false, count: 1 << 13)

    init(_ words: [String]) {
        self.words = Set(words)
        for word in words {
            if let word = LineWord(Array(word.utf8)[...]) { isKnown[Self.place(word.hash)] = true }
        }
    }

    /// Words outside of ASCII are the same in composed and decomposed form, whose bytes differ.
    func contains(_ word: LineWord) -> Bool {
        (!word.isASCII || isKnown[Self.place(word.hash)]) && words.contains(word.text)
    }

    /// A cheap test whether the first or last word of a line may be in the table; copies nothing.
    func mayContain(edgeOf line: Span<UInt8>, isLast: Bool) -> Bool {
        var (start, end) = (0, line.count)
        while start < end {
            // The bytes up to the next gap, from either end.
            var (first, behind) = (start, end)
            if isLast {
                while behind > start, LineWord.isGap(line[behind - 1]) { behind -= 1 }
                first = behind
                while first > start, !LineWord.isGap(line[first - 1]) { first -= 1 }
                end = first
            } else {
                while first < end, LineWord.isGap(line[first]) { first += 1 }
                behind = first
                while behind < end, !LineWord.isGap(line[behind]) { behind += 1 }
                start = behind
            }
            for index in first..<behind where line[index] >= 0x80 { return true }
            while first < behind, !line[first].isAlphanumericASCII { first += 1 }
            while first < behind, !line[behind - 1].isAlphanumericASCII { behind -= 1 }
            guard first < behind else { continue }
            var hash: UInt32 = 0
            for index in first..<behind { hash = LineWord.hash(hash, line[index]) }
            return isKnown[Self.place(hash)]
        }
        return false
    }

    private static func place(_ hash: UInt32) -> Int { Int(hash & 0x1FFF) }
}
