internal import LarderHTML
internal import LarderModel

/// Looks up the words of `class` and `id`, each distinct attribute once.
struct ClassWordCache {
    private var known: [UInt64: ClassMarks] = [:]
    private let table: ClassTable

    init(_ table: ClassTable) { self.table = table }

    /// Attributes are read up to this length, in bytes.
    static let maxBytes = 512

    /// What the words of an attribute say together.
    mutating func marks(of value: TextRange, _ document: HTMLDocument) -> ClassMarks {
        guard value.count > 1 else { return [] }
        return document.withBytes(of: value) { bytes in
            let count = min(bytes.count, Self.maxBytes)
            var key = StableHash.Short()
            for index in 0..<count { key.add(bytes[index]) }
            if let marks = known[key.value] { return marks }
            let marks = table.marks(of: bytes.extracting(0..<count))
            known[key.value] = marks
            return marks
        }
    }
}
