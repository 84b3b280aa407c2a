/// A hash of 64-bit words, keyed once for each process, so that a page cannot choose what collides.
struct KeyedHash {
    private static let seed = UInt64.random(in: 1...UInt64.max) | 1

    private let seed = Self.seed

    /// The hash of `word` behind what has the hash `state`.
    @inline(__always)
    func combined(_ state: UInt64, _ word: UInt64) -> UInt64 {
        let product = (state ^ word ^ seed).multipliedFullWidth(by: seed ^ 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
