/// Unicode white space found in UTF-8 bytes, which is much faster than asking each scalar.
enum SpaceText {
    /// The lines that are not empty, with no white space, control characters and zero-width spaces at their ends and one
    /// space for each run of them.
    static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var line: [UInt8] = []
        var needsSpace = false
        func end() {
            if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
            line.removeAll(keepingCapacity: true)
            needsSpace = false
        }
        let bytes = Array(text.utf8)
        line.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let (length, kind) = space(bytes, index)
            switch kind {
            case .none:
                if needsSpace, !line.isEmpty { line.append(0x20) }
                needsSpace = false
                line.append(bytes[index])
            case .space: needsSpace = true
            case .lineEnd: end()
            }
            index += length
        }
        end()
        return lines
    }

    /// Where the text ends that begins at an index with a character and has single spaces at most; no-break spaces end it too.
    static func plainEnd(_ bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
        var index = start + 1
        while index < end {
            let byte = bytes[index]
            if byte == 0x20 {
                guard index + 1 < end, bytes[index + 1] > 0x20, bytes[index + 1] != 0xC2 else { return index }
            } else if byte < 0x20 || byte == 0xC2 {
                return index
            }
            index += 1
        }
        return index
    }

    private enum Kind {
        case none
        case space
        case lineEnd
    }

    /// What stands at an index, and how many bytes it takes; 1 for what is no white space.
    private static func space(_ bytes: [UInt8], _ index: Int) -> (length: Int, kind: Kind) {
        let byte = bytes[index]
        if byte > 0x20, byte < 0xC2 { return (1, .none) }
        if byte <= 0x20 { return (1, (0x0A...0x0D).contains(byte) ? .lineEnd : .space) }
        guard index + 1 < bytes.count else { return (1, .none) }
        let second = bytes[index + 1]
        if byte == 0xC2 { return second == 0x85 ? (2, .lineEnd) : second == 0xA0 ? (2, .space) : (1, .none) }
        guard index + 2 < bytes.count else { return (1, .none) }
        let third = bytes[index + 2]
        switch (byte, second) {
        // U+2000 to U+200B, the line ends U+2028 and U+2029, U+202F
        case (0xE2, 0x80):
            if third == 0xA8 || third == 0xA9 { return (3, .lineEnd) }
            return third <= 0x8B || third == 0xAF ? (3, .space) : (1, .none)
        // U+1680, U+205F, U+3000, U+FEFF
        case (0xE1, 0x9A): return third == 0x80 ? (3, .space) : (1, .none)
        case (0xE2, 0x81): return third == 0x9F ? (3, .space) : (1, .none)
        case (0xE3, 0x80): return third == 0x80 ? (3, .space) : (1, .none)
        case (0xEF, 0xBB): return third == 0xBF ? (3, .space) : (1, .none)
        default: return (1, .none)
        }
    }
}
