/// Unicode white space found in UTF-8 bytes, which is much faster than asking each scalar.
enum SpaceText {
    /// The lines that are not empty, each run of white space, control characters and zero-width spaces made one space.
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

    /// The end of a text with single spaces at most that begins at an index; a no-break space ends it too.
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
        case none, space, lineEnd
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
        switch (byte, second, third) {
        // U+2028, U+2029
        case (0xE2, 0x80, 0xA8...0xA9): return (3, .lineEnd)
        // U+2000 to U+200B, U+202F, U+1680, U+205F, U+3000, U+FEFF
        case (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xAF), (0xE1, 0x9A, 0x80), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80),
            (0xEF, 0xBB, 0xBF):
            return (3, .space)
        default: return (1, .none)
        }
    }
}
