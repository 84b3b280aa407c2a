/// Hashes that are the same in every process, on every machine and in every release.
///
/// They name things and protect nothing: FNV-1a with the published offsets and primes, over UTF-8 bytes.
package enum StableHash {
    /// The 128-bit hash of a text as 32 lower-case hexadecimal digits.
    package static func hex(_ text: some StringProtocol) -> String {
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in text.utf8 {
            hash = (hash ^ UInt128(byte)) &* 0x0100_0000_0000_0000_0000_013B
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }

    /// The 64-bit hash.
    package struct Short: Sendable {
        package private(set) var value: UInt64

        private init() { value = 0xCBF2_9CE4_8422_2325 }

        package init(_ text: some StringProtocol) {
            self.init()
            for byte in text.utf8 { add(byte) }
        }

        /// The hash of bytes that have `bits` set first; 0x20 makes ASCII letters small.
        package init(_ bytes: Span<UInt8>, setting bits: UInt8 = 0) {
            self.init()
            for index in bytes.indices { add(bytes[index] | bits) }
        }

        private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

        /// As 16 lower-case hexadecimal digits.
        package var hex: String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}
