/// Base64 (RFC 4648 section 4).
package enum Base64 {
    /// Skips white space and all that follows the padding; nil for a text with any other character.
    package static func decoded(_ text: [UInt8]) -> [UInt8]? {
        let table = Self.table
        var out: [UInt8] = []
        out.reserveCapacity(text.count / 4 * 3 + 3)
        var group: UInt32 = 0
        /// Bits of the group that are no byte yet.
        var bits = 0
        for byte in text {
            let value = table[Int(byte)]
            if value < 64 {
                group = group << 6 | UInt32(value)
                bits += 6
                if bits >= 8 {
                    bits -= 8
                    out.append(UInt8(truncatingIfNeeded: group >> bits))
                }
            } else if value == padding {
                break
            } else if value == wrong {
                return nil
            }
        }
        return bits == 6 ? nil : out
    }

    private static let wrong: UInt8 = 255
    private static let padding: UInt8 = 254
    private static let space: UInt8 = 253

    private static let table: [UInt8] = {
        var table = [UInt8](repeating: wrong, count: 256)
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for (value, digit) in digits.enumerated() { table[Int(digit)] = UInt8(value) }
        table[Int(UInt8(ascii: "="))] = padding
        for byte in [0x09, 0x0A, 0x0C, 0x0D, 0x20] { table[byte] = space }
        return table
    }()
}
