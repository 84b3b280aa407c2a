/// Finds repeated byte runs (Lempel and Ziv 1977) with a table of the last place of each three bytes.
enum Repetitions {
    enum Token {
        case literal(UInt8)
        /// 3 to 258 bytes from 1 to 32,768 bytes before.
        case copy(length: Int, distance: Int)
    }

    static let maxLength = 258
    static let maxDistance = 32_768
    private static let tableBits = 15

    static func tokens(of bytes: [UInt8]) -> [Token] {
        var tokens: [Token] = []
        tokens.reserveCapacity(bytes.count / 3)
        var last = [Int32](repeating: -1, count: 1 << tableBits)
        let count = bytes.count
        var place = 0
        while place < count {
            guard place + 3 <= count else {
                tokens.append(.literal(bytes[place]))
                place += 1
                continue
            }
            let slot = hash(bytes[place], bytes[place + 1], bytes[place + 2])
            let candidate = Int(last[slot])
            last[slot] = Int32(truncatingIfNeeded: place)
            var length = 0
            if candidate >= 0, place - candidate <= maxDistance {
                let limit = min(maxLength, count - place)
                while length < limit, bytes[candidate + length] == bytes[place + length] {
                    length += 1
                }
            }
            guard length >= 3 else {
                tokens.append(.literal(bytes[place]))
                place += 1
                continue
            }
            tokens.append(.copy(length: length, distance: place - candidate))
            // Every second place inside a run is enough to find it again.
            for inner in stride(from: place + 1, to: min(place + length, count - 2), by: 2) {
                last[hash(bytes[inner], bytes[inner + 1], bytes[inner + 2])] = Int32(truncatingIfNeeded: inner)
            }
            place += length
        }
        return tokens
    }

    private static func hash(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
        let word = UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
        return Int((word &* 0x9E37_79B1) >> UInt32(32 - tableBits))
    }

    /// Splits a value from 0 into a prefix symbol and extra bits: two symbols for each power of two.
    static func prefix(_ value: Int) -> (symbol: Int, extra: Int, width: Int) {
        guard value >= 4 else { return (value, 0, 0) }
        let high = Int.bitWidth - 1 - value.leadingZeroBitCount
        let width = high - 1
        return (2 * high + (value >> width & 1), value & ((1 << width) - 1), width)
    }
}
