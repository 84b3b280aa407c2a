extension Span<UInt8> {
    /// The 8 bytes from `index`, which the caller knows to be there, the first lowest.
    @inline(__always)
    func eightBytes(at index: Int) -> UInt64 {
        let part = extracting(index..<(index &+ 8))
        let low =
            UInt64(part[0]) | UInt64(part[1]) << 8 | UInt64(part[2]) << 16 | UInt64(part[3]) << 24
        let high =
            UInt64(part[4]) | UInt64(part[5]) << 8 | UInt64(part[6]) << 16 | UInt64(part[7]) << 24
        return low | high << 32
    }

    /// Where text from `start` stops being words with single spaces between them, or a little before.
    ///
    /// - Parameter isAfterCharacter: Whether a character other than white space stands before `start`.
    @inline(__always)
    func endOfSingleSpacedText(from start: Int, isAfterCharacter: Bool) -> Int {
        var index = start
        var mayBeSpace = isAfterCharacter
        while index &+ 8 <= count {
            let word = eightBytes(at: index)
            let low = 0x7F7F_7F7F_7F7F_7F7F as UInt64
            let others = word ^ 0x2020_2020_2020_2020
            let spaces = ~((others & low) &+ low | others | low)
            let controls = (word &- 0x2020_2020_2020_2020) & ~word & ~low
            if controls != 0 || spaces & spaces << 8 != 0 || (spaces & 0x80 != 0 && !mayBeSpace) { break }
            // A space at the end waits for what follows it.
            index &+= spaces >> 63 == 0 ? 8 : 7
            mayBeSpace = true
        }
        return index
    }
}
