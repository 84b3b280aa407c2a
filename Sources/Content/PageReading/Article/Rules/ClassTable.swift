internal import LarderHTML
internal import LarderModel

/// The rows of ``ClassWords`` by the hash of a word, or of a pair of words.
struct ClassTable: Sendable {
    private var marksByHash: [UInt64: ClassMarks] = [:]

    init(_ rows: [ClassMarks: String]) {
        for (marks, list) in rows {
            for phrase in list.listItems {
                let words = phrase.split(separator: " ").suffix(2).map { StableHash.Short($0).value }
                let key = words.count == 2 ? Self.pair(words[0], words[1]) : words[0]
                marksByHash[key, default: []].formUnion(marks)
            }
        }
    }

    private static let settings = Set(ClassWords.settings.map { StableHash.Short($0).value })

    private static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
        (first &* 31) ^ second &* 0x9E37_79B9_7F4A_7C15
    }

    /// Splits at every byte that is no letter, and before a capital that follows a small letter.
    func marks(of bytes: Span<UInt8>) -> ClassMarks {
        var marks = ClassMarks()
        var previous: UInt64 = 0
        var pending: ClassMarks = []
        var word = StableHash.Short()
        var length = 0
        func finish() {
            guard length > 0 else { return }
            if previous != 0, let both = marksByHash[Self.pair(previous, word.value)] {
                marks.formUnion(both)
                pending = []
            } else {
                marks.formUnion(pending)
                pending = Self.settings.contains(previous) ? [] : marksByHash[word.value] ?? []
            }
            previous = word.value
            word = StableHash.Short()
            length = 0
        }
        var isAfterSmall = false
        for index in 0..<bytes.count {
            let byte = bytes[index]
            let lower = byte | 0x20
            guard lower >= 0x61, lower <= 0x7A else {
                finish()
                // Only words of one class are neighbours.
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
            word.add(lower)
            length += 1
        }
        finish()
        return marks.union(pending)
    }
}

/// Looks up the words of `class` and `id`, each distinct attribute once.
struct ClassWordCache {
    private var marks: [UInt64: ClassMarks] = [:]
    private let table: ClassTable

    init(_ table: ClassTable) { self.table = table }

    /// Attributes are read up to this length, in bytes.
    static let maxBytes = 512

    mutating func marks(of value: TextRange, _ document: HTMLDocument) -> ClassMarks {
        guard value.count > 1 else { return [] }
        return document.withBytes(of: value) { bytes in
            let count = min(bytes.count, Self.maxBytes)
            var key = StableHash.Short()
            for index in 0..<count { key.add(bytes[index]) }
            if let marks = marks[key.value] { return marks }
            let found = table.marks(of: bytes.extracting(0..<count))
            marks[key.value] = found
            return found
        }
    }
}
