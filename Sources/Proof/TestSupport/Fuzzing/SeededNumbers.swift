/// Numbers that depend on the seed alone (SplitMix64: Steele, Lea and Flood, 2014).
public struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts at a seed; equal seeds give equal numbers everywhere.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `count` − 1; 0 when there is none.
    public mutating func below(_ count: Int) -> Int { count > 1 ? Int(next() % UInt64(count)) : 0 }

    /// True once in `count` times on average.
    public mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    /// One of the elements; nil when there are none.
    public mutating func pick<Elements: RandomAccessCollection>(_ elements: Elements) -> Elements.Element? {
        elements.isEmpty ? nil : elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }

    /// A part of 0 to `most` places of `count` places.
    public mutating func part(of count: Int, most: Int) -> Range<Int> {
        let start = below(count + 1)
        return start..<min(count, start + below(most + 1))
    }

    /// A number that decoders get wrong: the ends of the integer types, powers of two and their neighbours, or a small one.
    public mutating func extreme() -> UInt64 {
        switch below(4) {
        case 0: UInt64(below(16))
        case 1: (1 << UInt64(below(64))) &- UInt64(below(3)) &+ 1
        case 2: UInt64.max &- UInt64(below(3))
        default: next() >> UInt64(below(64))
        }
    }
}
