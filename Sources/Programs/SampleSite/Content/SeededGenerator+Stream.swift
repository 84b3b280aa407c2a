internal import LarderModel

extension SeededGenerator {
    /// What the numbers are for, so that those of one seed and index differ by purpose.
    enum Stream: UInt64 {
        case recipe = 1, recipeText, article
        case picture = 5, fault, latency, revision, frame, comments, identity
    }

    init(seed: UInt64, stream: Stream, index: some BinaryInteger) {
        let purpose = Self.mix(seed &+ 0x9E37_79B9_7F4A_7C15 &* stream.rawValue)
        self.init(seed: Self.mix(purpose ^ Self.mix(UInt64(truncatingIfNeeded: index) &+ 0x51ED_270B)))
    }
}
