/// A stream of numbers that depends on its seeds alone (SplitMix64), on every platform and Swift version.
struct SeededGenerator {
    /// What a stream is for, so that streams with one seed and index differ.
    enum Stream: UInt64 {
        case recipe = 1
        case recipeText, article, articleText, picture, fault, latency, revision, chrome, comments, identity
    }

    private var state: UInt64

    init(seed: UInt64, stream: Stream, index: UInt64 = 0) {
        state = Self.mix(Self.mix(seed &+ 0x9E37_79B9_7F4A_7C15 &* stream.rawValue) ^ Self.mix(index &+ 0x51ED_270B))
    }

    init(seed: UInt64, stream: Stream, index: Int) {
        self.init(seed: seed, stream: stream, index: UInt64(bitPattern: Int64(index)))
    }

    static func mix(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number in `0 ..< bound`; 0 when `bound` is 0 or 1.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(max(bound, 1))).high)
    }

    /// A number in `range`, ends included.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.count)
    }

    /// A number in `0 ..< 1`.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// True once in `count` times.
    mutating func oneIn(_ count: Int) -> Bool {
        below(count) == 0
    }

    mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[below(choices.count)]
    }
}

/// Names a target, or fingerprints a body: 64 bits, eight bytes at a time.
///
/// Not for anything that must resist an attacker.
enum Fingerprint {
    static func of(_ bytes: [UInt8]) -> UInt64 {
        var value = SeededGenerator.mix(UInt64(bytes.count) &+ 0xCBF2_9CE4_8422_2325)
        var place = 0
        while place + 8 <= bytes.count {
            var word: UInt64 = 0
            for offset in 0..<8 {
                word |= UInt64(bytes[place + offset]) << UInt64(offset * 8)
            }
            value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
            value ^= value >> 29
            place += 8
        }
        for byte in bytes[place...] {
            value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return SeededGenerator.mix(value)
    }

    static func of(_ text: String) -> UInt64 {
        of(Array(text.utf8))
    }
}
