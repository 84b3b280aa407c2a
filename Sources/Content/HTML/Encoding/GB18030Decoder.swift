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
            default:
                let (scalar, next) = character(bytes, lead: Int(first), at: index)
                output.append(orReplacement: scalar)
                index = next
            }
        }
        return output.bytes
    }

    /// The character that a lead byte begins, nil where there is none, and the index of the first byte that does not
    /// belong to the character.
    private static func character(_ bytes: [UInt8], lead: Int, at index: Int) -> (scalar: UInt32?, next: Int) {
        guard index < bytes.count else { return (nil, index) }
        let second = Int(bytes[index])
        guard !(0x30...0x39).contains(second) else {
            guard index + 1 < bytes.count else { return (nil, bytes.count) }
            let third = Int(bytes[index + 1])
            guard (0x81...0xFE).contains(third) else { return (nil, index) }
            guard index + 2 < bytes.count else { return (nil, bytes.count) }
            let fourth = Int(bytes[index + 2])
            guard (0x30...0x39).contains(fourth) else { return (nil, index) }
            let row = ((lead - 0x81) * 10 + second - 0x30) * 126 + third - 0x81
            return (GB18030Ranges.scalar(row * 10 + fourth - 0x30), index + 3)
        }
        let isTrail = (0x40...0x7E).contains(second) || (0x80...0xFE).contains(second)
        let pointer = (lead - 0x81) * 190 + second - (second < 0x7F ? 0x40 : 0x41)
        let scalar = isTrail ? EncodingIndex.scalar(pointer, in: EncodingIndex.gb18030) : nil
        return (scalar, scalar == nil && second < 0x80 ? index : index + 1)
    }
}
