/// Gzip files (RFC 1952) made by hand: no compressor is needed for bombs and broken files.
enum Gzip {
    static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// The bytes in one stored block; at most 65,535.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt16(bytes.count)
        return head + [1] + littleEndian(length) + littleEndian(~length) + bytes + littleEndian(checksum(bytes))
            + littleEndian(UInt32(bytes.count))
    }

    /// One byte, `258 × runs + 1` times, as one block of matches: about 13 bits for each 258 bytes.
    ///
    /// Without the checksum.
    static func bomb(of byte: UInt8, runs: Int) -> [UInt8] {
        precondition(byte < 144)
        var bits = BitWriter(bytes: head)
        bits.write(1, count: 1)  // the last block
        bits.write(1, count: 2)  // with the fixed codes
        bits.writeCode(UInt32(0x30 + byte), count: 8)
        for _ in 0..<runs {
            bits.writeCode(0b1100_0101, count: 8)  // length 258
            bits.writeCode(0, count: 5)  // distance 1
        }
        bits.writeCode(0, count: 7)  // end of block
        return bits.finished()
    }

    /// Stored blocks without a byte in them: they decode to nothing, however many.
    static func emptyBlocks(_ count: Int) -> [UInt8] {
        Array(repeatElement([0, 0, 0, 0xFF, 0xFF], count: count).joined())
    }

    private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<(Number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    private struct BitWriter {
        var bytes: [UInt8]
        private var pending: UInt32 = 0
        private var count = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func write(_ value: UInt32, count added: Int) {
            pending |= value << UInt32(count)
            count += added
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: pending))
                pending >>= 8
                count -= 8
            }
        }

        /// Huffman codes go in from their highest bit.
        mutating func writeCode(_ code: UInt32, count: Int) {
            for bit in (0..<count).reversed() { write(code >> UInt32(bit) & 1, count: 1) }
        }

        mutating func finished() -> [UInt8] {
            if count > 0 { write(0, count: 8 - count) }
            return bytes
        }
    }
}
