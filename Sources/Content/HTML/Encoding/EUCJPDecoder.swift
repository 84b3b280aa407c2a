/// EUC-JP (Encoding Standard, section 13.1).
enum EUCJPDecoder {
    private static let katakana: UInt8 = 0x8E
    private static let supplement: UInt8 = 0x8F

    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        var output = UTF8Output(capacity: bytes.count + bytes.count / 2)
        var lead: UInt8?
        var isSupplement = false
        for byte in bytes {
            if let first = lead {
                if first == supplement, !isSupplement, (0xA1...0xFE).contains(byte) {
                    isSupplement = true
                    lead = byte
                    continue
                }
                let scalar = scalar(first, byte, isSupplement)
                lead = nil
                isSupplement = false
                output.append(orReplacement: scalar)
                guard scalar == nil, byte < 0x80 else { continue }
            }
            switch byte {
            case 0..<0x80: output.append(ascii: byte)
            case katakana, supplement, 0xA1...0xFE: lead = byte
            default: output.appendReplacement()
            }
        }
        if lead != nil { output.appendReplacement() }
        return output.bytes
    }

    private static func scalar(_ lead: UInt8, _ trail: UInt8, _ isSupplement: Bool) -> UInt32? {
        if lead == katakana { return (0xA1...0xDF).contains(trail) ? 0xFF61 - 0xA1 + UInt32(trail) : nil }
        guard (0xA1...0xFE).contains(lead), (0xA1...0xFE).contains(trail) else { return nil }
        let pointer = (Int(lead) - 0xA1) * 94 + Int(trail) - 0xA1
        return EncodingIndex.scalar(pointer, in: isSupplement ? EncodingIndex.jis0212 : EncodingIndex.jis0208)
    }
}
