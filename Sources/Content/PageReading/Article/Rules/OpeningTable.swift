/// Finds the row of ``BlockOpenings`` that a text begins with.
struct OpeningTable: Sendable {
    private struct Entry: Sendable {
        let bytes: [UInt8]
        let row: Int
    }

    private let rows: [BlockOpenings.Row]
    /// The phrases by their first byte.
    private var entries = [[Entry]](repeating: [], count: 256)
    /// Whether a phrase begins with three bytes of ASCII, by ``place(of:)``.
    private var beginnings = [Bool](repeating: false, count: 1 << 15)

    init(_ rows: [BlockOpenings.Row]) {
        self.rows = rows
        for (index, row) in rows.enumerated() {
            for phrase in row.phrases {
                let bytes = Array(phrase.utf8)
                entries[Int(bytes[0])].append(Entry(bytes: bytes, row: index))
                guard bytes.count < Self.firstBytes else {
                    beginnings[Self.place(of: bytes)] = true
                    continue
                }
                for place in beginnings.indices where place >> (15 - 5 * bytes.count) == Self.place(of: bytes) {
                    beginnings[place] = true
                }
            }
        }
    }

    /// Bytes of the first, cheap test.
    static let firstBytes = 3

    /// Whether a text in any case may have a row.
    ///
    /// - Parameter beginning: Its first ``firstBytes`` bytes at least, where there are as many.
    func mayHaveRow(_ beginning: [UInt8]) -> Bool {
        let first = beginning.prefix(Self.firstBytes)
        // Letters outside of ASCII have other bytes in lower case.
        guard first.count == Self.firstBytes, first.allSatisfy({ $0 < 0x80 }) else { return true }
        return beginnings[Self.place(of: first)]
    }

    /// The same for letters of any case.
    private static func place(of bytes: some Sequence<UInt8>) -> Int {
        bytes.prefix(firstBytes).reduce(0) { $0 << 5 | Int($1 & 0x1F) }
    }

    /// The longest phrase, in bytes, with room for the character behind it.
    static let maxBytes = 64

    /// The row of the first phrase that fits.
    ///
    /// - Parameter text: The beginning of a block in lower case, at least ``maxBytes`` of it where there are as many.
    func row(_ text: [UInt8], length: Int32) -> BlockOpenings.Row? {
        guard let first = text.first else { return nil }
        for entry in entries[Int(first)] where Self.begins(text, with: entry.bytes) {
            guard length <= rows[entry.row].maxLength else { continue }
            // A phrase that ends in a letter ends at the end of a word.
            let end = entry.bytes.count
            let last = entry.bytes[end - 1]
            if last >= 0x61, last <= 0x7A, end < text.count,
                (text[end] >= 0x61 && text[end] <= 0x7A) || text[end] >= 0xC3
            {
                continue
            }
            return rows[entry.row]
        }
        return nil
    }

    private static func begins(_ text: [UInt8], with phrase: [UInt8]) -> Bool {
        guard phrase.count <= text.count else { return false }
        for index in phrase.indices where text[index] != phrase[index] { return false }
        return true
    }

    /// Lower case of the letters that the phrases have: ASCII, Latin-1 Supplement and Cyrillic.
    static func lowered(_ text: [UInt8]) -> [UInt8] {
        let beginning = text.prefix(maxBytes)
        guard beginning.allSatisfy({ $0 < 0x80 }) else {
            return Array(String(decoding: text, as: UTF8.self).lowercased().utf8.prefix(maxBytes))
        }
        return beginning.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
    }
}
