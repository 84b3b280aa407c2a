package import LarderModel

extension SeededGenerator {
    /// A part of 0 to `most` places of `count` places.
    package mutating func part(of count: Int, most: Int) -> Range<Int> {
        let start = below(count + 1)
        return start..<min(count, start + below(most + 1))
    }

    /// A number that decoders get wrong: the ends of the integer types, powers of two and their neighbours, or a small
    /// one.
    package mutating func extreme() -> UInt64 {
        switch below(4) {
        case 0: UInt64(below(16))
        case 1: (1 << UInt64(below(64))) &- UInt64(below(3)) &+ 1
        case 2: UInt64.max &- UInt64(below(3))
        default: next() >> UInt64(below(64))
        }
    }
}
