/// gb18030, of which GBK is a part: characters of one, two and four bytes (Encoding Standard, section 10.2).
enum GB18030Decoder {
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var output = UTF8Output(capacity: bytes.count + bytes.count / 2)
        var index = 0
        while index < bytes.count {
            let first = bytes[index]
            index += 1
            switch first {
            case 0..<0x80: output.append(ascii: first)
            case 0x80: output.append(0x20AC)
            case 0xFF: output.appendReplacement()
            default: index = readCharacter(bytes, lead: Int(first), from: index, &output)
            }
        }
        return output.bytes
    }

    /// Reads what follows a lead byte.
    ///
    /// - Returns: The index of the first byte that does not belong to the character.
    private static func readCharacter(
        _ bytes: [UInt8],
        lead: Int,
        from index: Int,
        _ output: inout UTF8Output
    ) -> Int {
        guard index < bytes.count else {
            output.appendReplacement()
            return index
        }
        let second = bytes[index]
        guard !(0x30...0x39).contains(second) else {
            return readFourBytes(bytes, lead: lead, second: Int(second), from: index, &output)
        }
        if (0x40...0x7E).contains(second) || (0x80...0xFE).contains(second) {
            let pointer = (lead - 0x81) * 190 + Int(second) - (second < 0x7F ? 0x40 : 0x41)
            if let scalar = EncodingIndex.scalar(pointer, in: EncodingIndex.gb18030) {
                output.append(scalar)
                return index + 1
            }
        }
        output.appendReplacement()
        return second < 0x80 ? index : index + 1
    }

    /// - Parameter index: Of the second byte.
    private static func readFourBytes(
        _ bytes: [UInt8],
        lead: Int,
        second: Int,
        from index: Int,
        _ output: inout UTF8Output
    ) -> Int {
        guard index + 1 < bytes.count else {
            output.appendReplacement()
            return bytes.count
        }
        let third = bytes[index + 1]
        guard (0x81...0xFE).contains(third) else {
            output.appendReplacement()
            return index
        }
        guard index + 2 < bytes.count else {
            output.appendReplacement()
            return bytes.count
        }
        let fourth = bytes[index + 2]
        let row = ((lead - 0x81) * 10 + second - 0x30) * 126 + Int(third) - 0x81
        guard (0x30...0x39).contains(fourth) else {
            output.appendReplacement()
            return index
        }
        if let scalar = GB18030Ranges.scalar(row * 10 + Int(fourth) - 0x30) {
            output.append(scalar)
        } else {
            output.appendReplacement()
        }
        return index + 3
    }
}
