/// Finds the row of ``BlockOpenings`` that a text begins with.
struct OpeningTable: Sendable {
    private let rows: [BlockOpenings.Row]
    private var entries = [[(phrase: [UInt8], row: Int)]](repeating: [], count: 256)
    /// Whether a phrase begins with three bytes of ASCII, by ``place(of:)``.
    private var beginnings = [Bool](repeating: false, count: 1 << 15)

    init(_ rows: [BlockOpenings.Row]) {
        self.rows = rows
        for (index, row) in rows.enumerated() {
            for phrase in row.phrases.map({ Array($0.utf8) }) {
                entries[Int(phrase[0])].append((phrase, index))
                // A phrase of one or two bytes may be followed by any others.
                let free = 5 * max(0, Self.firstBytes - phrase.count)
                let first = Self.place(of: phrase) << free
                for place in first..<(first + 1 << free) { beginnings[place] = true }
            }
        }
    }

    static let firstBytes = 3

    /// Whether a text that begins with these bytes, in any case, may have a row.
    func mayHaveRow(_ beginning: [UInt8]) -> Bool {
        let first = beginning.prefix(Self.firstBytes)
        // Letters outside of ASCII have other bytes in lower case.
        guard first.count == Self.firstBytes, first.allSatisfy({ $0 < 0x80 }) else { return true }
        return beginnings[Self.place(of: first)]
    }

    private static func place(of bytes: some Sequence<UInt8>) -> Int {
        bytes.prefix(firstBytes).reduce(0) { $0 << 5 | Int($1 & 0x1F) }
    }

    /// The longest phrase, in bytes, with room for the character behind it.
    static let maxBytes = 64

    /// The row of the first phrase that begins a text in lower case.
    func row(_ text: [UInt8], length: Int32) -> BlockOpenings.Row? {
        guard let first = text.first else { return nil }
        return entries[Int(first)].first { phrase, row in
            length <= rows[row].maxLength && text.starts(with: phrase) && Self.endsWord(phrase, in: text)
        }.map { rows[$0.row] }
    }

    /// Whether a phrase that ends in a letter ends at the end of a word.
    private static func endsWord(_ phrase: [UInt8], in text: [UInt8]) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }
        guard let last = phrase.last, isLetter(last), phrase.count < text.count else { return true }
        let next = text[phrase.count]
        return !isLetter(next) && next < 0xC3
    }

    /// Lower case of the letters that the phrases have: ASCII, Latin-1 Supplement and Cyrillic.
    static func lowered(_ text: [UInt8]) -> [UInt8] {
        let beginning = text.prefix(maxBytes)
        if beginning.allSatisfy({ $0 < 0x80 }) { return beginning.map(\.lowerASCII) }
        return Array(String(decoding: text, as: UTF8.self).lowercased().utf8.prefix(maxBytes))
    }
}
