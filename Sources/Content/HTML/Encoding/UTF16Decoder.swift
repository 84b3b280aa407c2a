/// UTF-16 in either byte order (Encoding Standard, section 15.2).
enum UTF16Decoder {
    static func utf8(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
        var output = UTF8Output(capacity: bytes.count + bytes.count / 2)
        var high: UInt32?
        var index = 0
        while index + 1 < bytes.count {
            let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
            let unit = isBigEndian ? first << 8 | second : second << 8 | first
            index += 2
            if let lead = high {
                high = nil
                if (0xDC00...0xDFFF).contains(unit) {
                    output.append(0x10000 + (lead - 0xD800) << 10 + (unit - 0xDC00))
                    continue
                }
                output.appendReplacement()
            }
            if (0xD800...0xDBFF).contains(unit) {
                high = unit
            } else {
                output.append(unit)
            }
        }
        if high != nil || index < bytes.count { output.appendReplacement() }
        return output.bytes
    }
}
