/// A set of ASCII characters, for questions about one byte.
struct ByteSet {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ members: some Sequence<UInt8>) {
        for byte in members {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && word >> UInt64(byte & 63) & 1 != 0
    }
}
