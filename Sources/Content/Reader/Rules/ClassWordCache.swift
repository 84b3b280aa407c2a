internal import LarderHTML

/// Looks up the words of `class` and `id`, each distinct attribute once.
struct ClassWordCache {
    private var known: [UInt64: ClassMarks] = [:]

    /// Attributes are read up to this length, in bytes.
    static let maxBytes = 512

    /// Words by their hash, and pairs of words by the hash of both.
    private static let table: [UInt64: ClassMarks] = {
        var table: [UInt64: ClassMarks] = [:]
        for row in ClassWords.rows {
            for phrase in row.words {
                let words = phrase.split(separator: " ").suffix(2).map { hash($0) }
                let key = words.count == 2 ? pair(words[0], words[1]) : words[0]
                table[key, default: []].formUnion(row.marks)
            }
        }
        return table
    }()

    private static let settings: Set<UInt64> = Set(ClassWords.settings.map { hash($0) })

    private static let offset: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    /// FNV-1a.
    private static func hash(_ word: some StringProtocol) -> UInt64 {
        word.utf8.reduce(offset) { ($0 ^ UInt64($1)) &* prime }
    }

    private static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 { (first &* 31) ^ second &* prime }

    /// What the words of an attribute say together.
    mutating func marks(of value: TextRange, _ document: HTMLDocument) -> ClassMarks {
        guard value.count > 1 else { return [] }
        return document.withBytes(of: value) { bytes in
            let count = min(bytes.count, Self.maxBytes)
            var key = Self.offset
            for index in 0..<count { key = (key ^ UInt64(bytes[index])) &* Self.prime }
            if let marks = known[key] { return marks }
            let marks = Self.marks(of: bytes.extracting(0..<count))
            known[key] = marks
            return marks
        }
    }

    /// Splits at all that is no letter, and before a capital that follows a small letter.
    private static func marks(of bytes: Span<UInt8>) -> ClassMarks {
        var marks = ClassMarks()
        var previous: UInt64 = 0
        var pending: ClassMarks = []
        var word = offset
        var length = 0
        func finish() {
            guard length > 0 else { return }
            if previous != 0, let both = table[pair(previous, word)] {
                marks.formUnion(both)
                pending = []
            } else {
                marks.formUnion(pending)
                pending = settings.contains(previous) ? [] : table[word] ?? []
            }
            previous = word
            word = offset
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
            word = (word ^ UInt64(lower)) &* prime
            length += 1
        }
        finish()
        return marks.union(pending)
    }
}
