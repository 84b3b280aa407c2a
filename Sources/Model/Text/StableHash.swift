/// A 128-bit hash that is the same in every process and on every machine.
///
/// It names things (an article by its URL), it protects nothing: FNV-1a with the 128-bit offset and prime that
/// Fowler, Noll and Vo publish, over the UTF-8 bytes, as 32 lower-case hexadecimal digits.
package enum StableHash {
    /// The hash of the text as 32 digits.
    package static func hex(_ text: some StringProtocol) -> String {
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in text.utf8 {
            hash = (hash ^ UInt128(byte)) &* 0x0100_0000_0000_0000_0000_013B
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
