internal import LarderModel

extension SeededGenerator {
    /// What the numbers are for, so that those of one seed and index differ by purpose.
    enum Stream: UInt64 {
        case recipe = 1
        case recipeText = 2
        case article = 3
        case picture = 5
        case fault = 6
        case latency = 7
        case revision = 8
        case frame = 9
        case comments = 10
        case identity = 11
    }

    init(seed: UInt64, stream: Stream, index: UInt64 = 0) {
        let purpose = Self.mix(seed &+ 0x9E37_79B9_7F4A_7C15 &* stream.rawValue)
        self.init(seed: Self.mix(purpose ^ Self.mix(index &+ 0x51ED_270B)))
    }

    init(seed: UInt64, stream: Stream, index: Int) {
        self.init(seed: seed, stream: stream, index: UInt64(bitPattern: Int64(index)))
    }
}
