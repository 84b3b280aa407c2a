/// Finds the row of ``BlockOpenings`` that a text begins with.
struct OpeningTable: Sendable {
    private struct Entry: Sendable {
        let bytes: [UInt8]
        let row: Int
    }

    private let rows: [BlockOpenings.Row]
    /// The phrases by their first byte.
    private var entries = [[Entry]](repeating: [], count: 256)

    init(_ rows: [BlockOpenings.Row]) {
        self.rows = rows
        for (index, row) in rows.enumerated() {
            for phrase in row.phrases {
                let bytes = Array(phrase.utf8)
                entries[Int(bytes[0])].append(Entry(bytes: bytes, row: index))
            }
        }
    }

    /// The longest phrase, in bytes, with room for the character behind it.
    static let maxBytes = 64

    /// The row of the first phrase that fits.
    ///
    /// - Parameter text: The beginning of a block in lower case, at least ``maxBytes`` of it where there are as many.
    func row(_ text: [UInt8], length: Int32) -> BlockOpenings.Row? {
        guard let first = text.first else { return nil }
        for entry in entries[Int(first)] where entry.bytes.count <= text.count {
            let row = rows[entry.row]
            guard length <= row.maxLength, text.starts(with: entry.bytes) else { continue }
            // A phrase that ends in a letter ends at the end of a word.
            let end = entry.bytes.count
            let last = entry.bytes[end - 1]
            if last >= 0x61, last <= 0x7A, end < text.count,
                (text[end] >= 0x61 && text[end] <= 0x7A) || text[end] >= 0xC3
            {
                continue
            }
            return row
        }
        return nil
    }

    /// Lower case of the letters that the phrases have: ASCII, Latin-1 Supplement and Cyrillic.
    static func lowered(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for byte in text.lowercased().utf8.prefix(maxBytes) { bytes.append(byte) }
        return bytes
    }
}
