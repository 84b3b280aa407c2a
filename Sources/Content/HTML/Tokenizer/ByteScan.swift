/// Words of 8 bytes, little-endian, and questions about all their bytes at once.
///
/// A mask has the top bit of a byte set where the answer is yes. Only the lowest such bit is sure: the ones above it
/// may be wrong, because borrows run upwards.
enum ByteScan {
    @inline(__always)
    static func splat(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// The 8 bytes from `index`, which the caller knows to be there.
    @inline(__always)
    static func word(_ source: Span<UInt8>, _ index: Int) -> UInt64 {
        let part = source.extracting(index..<(index &+ 8))
        let low = UInt64(part[0]) | UInt64(part[1]) << 8 | UInt64(part[2]) << 16 | UInt64(part[3]) << 24
        let high = UInt64(part[4]) | UInt64(part[5]) << 8 | UInt64(part[6]) << 16 | UInt64(part[7]) << 24
        return low | high << 32
    }

    /// The same near the end of the source: zero bytes stand for what is beyond.
    @inline(never)
    static func lastWord(_ source: Span<UInt8>, _ index: Int) -> UInt64 {
        var word: UInt64 = 0
        var at = source.count &- 1
        while at >= index {
            word = word << 8 | UInt64(source[at])
            at &-= 1
        }
        return word
    }

    @inline(__always)
    static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    /// Bytes equal to `byte`.
    @inline(__always)
    static func equal(_ word: UInt64, _ byte: UInt8) -> UInt64 { zeros(word ^ splat(byte)) }

    /// Bytes below `bound`, which is at most 0x80.
    @inline(__always)
    static func below(_ word: UInt64, _ bound: UInt8) -> UInt64 {
        (word &- splat(bound)) & ~word & 0x8080_8080_8080_8080
    }

    /// The word with ASCII capitals made small.
    @inline(__always)
    static func lowercased(_ word: UInt64) -> UInt64 {
        let low = word & splat(0x7F)
        let atLeastA = low &+ splat(0x80 - 0x41)
        let aboveZ = low &+ splat(0x7F - 0x5A)
        let capitals = (atLeastA ^ aboveZ) & ~word & splat(0x80)
        return word | capitals >> 2
    }

    /// The index of the first `byte` at or after `start`, or the count of the source.
    @inline(__always)
    static func find(_ byte: UInt8, in source: Span<UInt8>, from start: Int) -> Int {
        find(byte, or: byte, in: source, from: start)
    }

    /// The index of the first `byte` or `other` at or after `start`, or the count of the source.
    @inline(__always)
    static func find(_ byte: UInt8, or other: UInt8, in source: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index &+ 8 <= source.count {
            let bytes = word(source, index)
            let mask = equal(bytes, byte) | equal(bytes, other)
            if mask != 0 { return index &+ (mask.trailingZeroBitCount >> 3) }
            index &+= 8
        }
        while index < source.count, source[index] != byte, source[index] != other { index &+= 1 }
        return index
    }

    /// The index of the first byte at or after `start` that is no white space, or the count of the source.
    @inline(__always)
    static func skipWhiteSpace(_ source: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < source.count, ASCII.isWhiteSpace(source[index]) { index &+= 1 }
        return index
    }
}
