/// Says by the first words of a block why it may be no part of the text, see ``BlockOpenings``.
struct OpeningTable: Sendable {
    private let rows: [BlockOpenings.Row]
    /// The longest block that a row is for, in scalars.
    let maxLength: Int32
    private var entries = [[(phrase: [UInt8], row: Int)]](repeating: [], count: 256)
    /// Whether a phrase begins with three bytes of ASCII, by ``place(of:)``.
    private var beginnings = [Bool](repeating: false, count: 1 << 15)

    init(_ rows: [BlockOpenings.Row]) {
        self.rows = rows
        maxLength = rows.map(\.maxLength).max() ?? 0
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

    /// The same, without a copy; nil where the text does not begin with three characters of ASCII.
    func mayHaveRow(_ beginning: Span<UInt8>) -> Bool? {
        guard beginning.count >= Self.firstBytes else { return nil }
        var place = 0
        for index in 0..<Self.firstBytes {
            let byte = beginning[index]
            guard byte > 0x20, byte < 0x80 else { return nil }
            place = place << 5 | Int(byte & 0x1F)
        }
        return beginnings[place]
    }

    private static func place(of bytes: some Sequence<UInt8>) -> Int {
        bytes.prefix(firstBytes).reduce(0) { $0 << 5 | Int($1 & 0x1F) }
    }

    /// The longest phrase, in bytes, with room for the character behind it.
    static let maxBytes = 64

    /// The reason of the first phrase that a text begins with, in any case.
    func reason(of beginning: [UInt8], length: Int32) -> ClassMarks? {
        let isASCII = beginning.allSatisfy { $0 < 0x80 }
        let text = isASCII ? beginning : Array(String(decoding: beginning, as: UTF8.self).lowercased().utf8)
        guard let first = text.first else { return nil }
        return entries[Int(first.lowerASCII)].first { phrase, row in
            length <= rows[row].maxLength && Self.begins(text, with: phrase) && Self.endsWord(phrase, in: text)
        }.map { rows[$0.row].reason }
    }

    private static func begins(_ text: [UInt8], with phrase: [UInt8]) -> Bool {
        guard phrase.count <= text.count else { return false }
        for index in phrase.indices where text[index].lowerASCII != phrase[index] { return false }
        return true
    }

    /// Whether a phrase that ends in a letter ends at the end of a word.
    private static func endsWord(_ phrase: [UInt8], in text: [UInt8]) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { byte.lowerASCII >= 0x61 && byte.lowerASCII <= 0x7A }
        guard let last = phrase.last, isLetter(last), phrase.count < text.count else { return true }
        let next = text[phrase.count]
        return !isLetter(next) && next < 0xC3
    }
}

extension ClassMarks {
    /// Whether an opening of this reason also counts between the first and the last long paragraph.
    var mayOpenInside: Bool { isDisjoint(with: [.comment, .meta, .tags, .footer, .author]) }
}
