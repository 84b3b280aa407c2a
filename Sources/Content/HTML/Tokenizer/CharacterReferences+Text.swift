extension CharacterReferences {
    /// A short text such as a title with its character references decoded, once.
    ///
    /// Unlike in HTML a reference must end in a semicolon, as plain text has `AT&T` and `?a=1&copy=2` in it; a control
    /// character other than white space becomes U+FFFD.
    package static func decoding(_ text: String) -> String {
        guard text.utf8.contains(0x26) else { return text }
        let source = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(source.count)
        var index = 0
        while index < source.count {
            if source[index] == 0x26, let end = reference(source, at: index + 1, into: &out) {
                index = end
            } else {
                out.append(source[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends what the reference whose name or number is at `start` stands for; the index after it, or nil.
    package static func reference(_ source: [UInt8], at start: Int, into out: inout [UInt8]) -> Int? {
        guard start < source.count else { return nil }
        if source[start] == 0x23 { return numericReference(source, at: start + 1, into: &out) }
        guard ASCII.isLetter(source[start]),
            let match = source.withSpan({ table.longestMatch($0, at: start) }), source[match.end - 1] == 0x3B
        else { return nil }
        out.append(contentsOf: table.values[match.value])
        return match.end
    }

    private static func numericReference(_ source: [UInt8], at start: Int, into out: inout [UInt8]) -> Int? {
        guard let (value, end) = source.withSpan({ number($0, at: start) }), end < source.count, source[end] == 0x3B
        else { return nil }
        let scalar = Self.scalar(value)
        let isControl = scalar.value < 0x20 && !ASCII.isWhiteSpace(UInt8(scalar.value))
        out.append(contentsOf: UTF8.encode(isControl ? "\u{FFFD}" : scalar) ?? UTF8.encodedReplacementCharacter)
        return end + 1
    }

    /// The number of a reference, above the last character at most 0x110000, and the index after its digits.
    ///
    /// - Parameter start: The index after the `#`.
    static func number(_ source: Span<UInt8>, at start: Int) -> (value: UInt32, end: Int)? {
        let isHex = start < source.count && source[start] | 0x20 == 0x78
        let digits = isHex ? start &+ 1 : start
        var index = digits
        var value: UInt32 = 0
        while index < source.count {
            let byte = source[index]
            let letter = (byte | 0x20) &- 0x61
            guard ASCII.isDigit(byte) || isHex && letter < 6 else { break }
            value = value &* (isHex ? 16 : 10) &+ UInt32(ASCII.isDigit(byte) ? byte &- 0x30 : letter &+ 10)
            value = min(value, 0x11_0000)
            index &+= 1
        }
        return index > digits ? (value, index) : nil
    }
}
