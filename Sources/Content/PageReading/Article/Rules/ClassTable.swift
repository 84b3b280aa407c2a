/// The rows of ``ClassWords`` by the hash of a word, or of a pair of words.
struct ClassTable: Sendable {
    private var marksByHash: [UInt64: ClassMarks] = [:]

    init(_ rows: [ClassWords.Row]) {
        for row in rows {
            for phrase in row.words {
                let words = phrase.split(separator: " ").suffix(2).map { Self.hash($0) }
                let key = words.count == 2 ? Self.pair(words[0], words[1]) : words[0]
                marksByHash[key, default: []].formUnion(row.marks)
            }
        }
    }

    private static let settings: Set<UInt64> = Set(ClassWords.settings.map { hash($0) })

    static let offset: UInt64 = 0xCBF2_9CE4_8422_2325
    static let prime: UInt64 = 0x100_0000_01B3

    /// FNV-1a.
    private static func hash(_ word: some StringProtocol) -> UInt64 {
        word.utf8.reduce(offset) { ($0 ^ UInt64($1)) &* prime }
    }

    private static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 { (first &* 31) ^ second &* prime }

    /// Splits at all that is no letter, and before a capital that follows a small letter.
    func marks(of bytes: Span<UInt8>) -> ClassMarks {
        var marks = ClassMarks()
        var previous: UInt64 = 0
        var pending: ClassMarks = []
        var word = Self.offset
        var length = 0
        func finish() {
            guard length > 0 else { return }
            if previous != 0, let both = marksByHash[Self.pair(previous, word)] {
                marks.formUnion(both)
                pending = []
            } else {
                marks.formUnion(pending)
                pending = Self.settings.contains(previous) ? [] : marksByHash[word] ?? []
            }
            previous = word
            word = Self.offset
            length = 0
        }
        var isAfterSmall = false
        for index in 0..<bytes.count {
            let byte = bytes[index]
            let lower = byte | 0x20
            guard lower >= 0x61, lower <= 0x7A else {
                finish()
                // Classes are apart; only words of one class are neighbours.
                if byte <= 0x20 {
                    marks.formUnion(pending)
                    pending = []
                    previous = 0
                }
                isAfterSmall = false
                continue
            }
            if byte < 0x60, isAfterSmall { finish() }
            isAfterSmall = byte > 0x60
            word = (word ^ UInt64(lower)) &* Self.prime
            length += 1
        }
        finish()
        return marks.union(pending)
    }
}
