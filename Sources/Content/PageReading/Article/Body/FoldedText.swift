internal import LarderHTML

/// Letters and digits of a text, ASCII in lower case, to compare texts that differ in marks.
struct FoldedText: Hashable {
    private(set) var bytes: [UInt8] = []

    var isEmpty: Bool { bytes.isEmpty }

    init(_ text: String) {
        for byte in text.utf8.prefix(2000) { append(byte) }
        dropMarks()
    }

    init(_ block: PageBlock, _ tree: PageTree) {
        for leaf in tree.leaves[block.leaves] where leaf.kind == .text {
            tree.document.withTextBytes(of: leaf.node) { span in
                for index in 0..<min(span.count, 2000) { append(span[index]) }
            }
            if bytes.count > 2000 { break }
        }
        dropMarks()
    }

    private mutating func append(_ byte: UInt8) {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, 0x80...: bytes.append(byte)
        case 0x41...0x5A: bytes.append(byte | 0x20)
        default: break
        }
    }

    /// Drops what stands in the block of general punctuation (U+2000 to U+206F) and the no-break space.
    private mutating func dropMarks() {
        guard bytes.contains(0xE2) || bytes.contains(0xC2) else { return }
        var kept: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if bytes[index] == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80 || bytes[index + 1] == 0x81 {
                index += 3
            } else if bytes[index] == 0xC2, index + 1 < bytes.count, bytes[index + 1] < 0xC0 {
                index += 2
            } else {
                kept.append(bytes[index])
                index += 1
            }
        }
        bytes = kept
    }

    /// Whether both are the same, or one begins with the other and is not much longer.
    func matches(_ other: FoldedText) -> Bool {
        guard !isEmpty, !other.isEmpty else { return false }
        if bytes == other.bytes { return true }
        let (short, long) = bytes.count < other.bytes.count ? (bytes, other.bytes) : (other.bytes, bytes)
        return short.count >= 12 && short.count * 3 >= long.count * 2 && long.starts(with: short)
    }

    func matches(anyOf others: [FoldedText]) -> Bool { others.contains { matches($0) } }

    /// Whether an identifier was made of a heading: its letters and digits, those with accents without them, maybe cut.
    func isSlug(of heading: FoldedText) -> Bool {
        let plain = heading.bytes.filter { $0 < 0x80 }
        if plain.starts(with: bytes) { return plain.count == bytes.count || bytes.count >= 12 }
        guard plain.count * 4 >= bytes.count * 3 else { return false }
        var rest = plain[...]
        for byte in bytes where byte == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }
}
