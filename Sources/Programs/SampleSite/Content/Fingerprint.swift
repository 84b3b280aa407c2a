internal import LarderModel

/// Names a target, or fingerprints a body: 64 bits, eight bytes at a time.
///
/// Not for anything that must resist an attacker.
enum Fingerprint {
    static func of(_ bytes: [UInt8]) -> UInt64 {
        var value = SeededGenerator.mix(UInt64(bytes.count) &+ 0xCBF2_9CE4_8422_2325)
        var place = 0
        while place + 8 <= bytes.count {
            let word = bytes[place..<place + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
            value ^= value >> 29
            place += 8
        }
        for byte in bytes[place...] { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return SeededGenerator.mix(value)
    }

    static func of(_ text: String) -> UInt64 { of(Array(text.utf8)) }
}
