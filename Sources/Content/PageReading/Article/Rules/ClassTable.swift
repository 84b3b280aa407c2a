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
        var start = 0
        func finish(_ end: Int) {
            guard start < end else { return }
            let word = StableHash.Short(bytes.extracting(start..<end), setting: 0x20).value
            if previous != 0, let both = marksByHash[Self.pair(previous, word)] {
                marks.formUnion(both)
                pending = []
            } else {
                marks.formUnion(pending)
                pending = Self.settings.contains(previous) ? [] : marksByHash[word] ?? []
            }
            previous = word
            start = end
        }
        var isAfterSmall = false
        for index in 0..<bytes.count {
            let byte = bytes[index]
            let lower = byte | 0x20
            guard lower >= 0x61, lower <= 0x7A else {
                finish(index)
                start = index + 1
                // Only words of one class are neighbours.
                if byte <= 0x20 {
                    marks.formUnion(pending)
                    pending = []
                    previous = 0
                }
                isAfterSmall = false
                continue
            }
            if byte < 0x60, isAfterSmall { finish(index) }
            isAfterSmall = byte > 0x60
        }
        finish(bytes.count)
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
            let value = bytes.extracting(0..<count)
            let key = StableHash.Short(value).value
            if let marks = marks[key] { return marks }
            let found = table.marks(of: value)
            marks[key] = found
            return found
        }
    }
}
