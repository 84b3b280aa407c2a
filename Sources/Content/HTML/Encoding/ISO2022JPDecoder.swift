/// ISO-2022-JP, whose escape sequences change what the bytes mean (Encoding Standard, section 13.2).
///
/// An escape sequence right behind another is an error, and so are shift-out and shift-in: they could hide markup from
/// a check of the bytes.
struct ISO2022JPDecoder {
    /// What a byte means.
    private enum Mode {
        case ascii, roman, katakana, kanji
    }

    private static let escape: UInt8 = 0x1B

    private let bytes: [UInt8]
    private var index = 0
    private var mode = Mode.ascii
    /// Whether nothing came since the last escape sequence.
    private var justSwitched = false
    private var output: UTF8Output

    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var decoder = ISO2022JPDecoder(bytes)
        decoder.run()
        return decoder.output.bytes
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        output = UTF8Output(capacity: bytes.count + bytes.count / 2)
    }

    private mutating func run() {
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == Self.escape {
                readEscape()
                continue
            }
            justSwitched = false
            if mode == .kanji, (0x21...0x7E).contains(byte) {
                readTrail(lead: Int(byte))
            } else {
                output.append(orReplacement: single(byte))
            }
        }
    }

    private func single(_ byte: UInt8) -> UInt32? {
        switch (mode, byte) {
        case (.kanji, _), (.ascii, 0x0E...0x0F), (.roman, 0x0E...0x0F): nil
        case (.roman, 0x5C): 0xA5
        case (.roman, 0x7E): 0x203E
        case (.ascii, 0...0x7F), (.roman, 0...0x7F): UInt32(byte)
        case (.katakana, 0x21...0x5F): 0xFF61 - 0x21 + UInt32(byte)
        default: nil
        }
    }

    private mutating func readTrail(lead: Int) {
        guard index < bytes.count else { return output.appendReplacement() }
        let trail = bytes[index]
        index += 1
        if trail == Self.escape {
            output.appendReplacement()
            readEscape()
        } else if (0x21...0x7E).contains(trail) {
            let pointer = (lead - 0x21) * 94 + Int(trail) - 0x21
            output.append(orReplacement: EncodingIndex.scalar(pointer, in: EncodingIndex.jis0208))
        } else {
            output.appendReplacement()
        }
    }

    /// Reads the two bytes behind an escape; where they are no sequence that is known, they count as text.
    private mutating func readEscape() {
        guard let next = switchedMode() else {
            justSwitched = false
            return output.appendReplacement()
        }
        index += 2
        mode = next
        if justSwitched { output.appendReplacement() }
        justSwitched = true
    }

    private func switchedMode() -> Mode? {
        guard index + 1 < bytes.count else { return nil }
        return switch (bytes[index], bytes[index + 1]) {
        case (0x28, 0x42): .ascii
        case (0x28, 0x4A): .roman
        case (0x28, 0x49): .katakana
        case (0x24, 0x40), (0x24, 0x42): .kanji
        default: nil
        }
    }
}
