/// A Huffman code as JPEG files have it: how many words each length has, and the symbols in the order of their words.
struct HuffmanCode {
    /// How many words have 1, 2, … 16 bits.
    let counts: [UInt8]
    let symbols: [UInt8]
    /// Word and length of each symbol; length 0: it has none.
    private let words: [(bits: UInt64, length: Int)]

    private init(counts: [UInt8], symbols: [UInt8]) {
        self.counts = counts
        self.symbols = symbols
        var words = [(bits: UInt64, length: Int)](repeating: (0, 0), count: 256)
        var (next, position): (UInt64, Int) = (0, 0)
        for (index, count) in counts.enumerated() {
            for _ in 0..<count {
                words[Int(symbols[position])] = (next, index + 1)
                next += 1
                position += 1
            }
            next <<= 1
        }
        self.words = words
    }

    /// For the sizes of differences of mean values.
    static let means = HuffmanCode(
        counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
        symbols: Array(0...11)
    )

    /// For the other coefficients: a run of up to 15 zeros in the high half of a symbol, a size of up to 10 bits in the
    /// low one.
    ///
    /// Short runs and small sizes are common; 0x00 ends a block and 0xF0 is a run of 16 zeros.
    static let details: HuffmanCode = {
        let pairs = (0..<16).flatMap { run in (1...10).map { size in (run, size) } }
        let ordered = pairs.sorted { ($0.0 + 2 * $0.1, $0.0) < ($1.0 + 2 * $1.1, $1.0) }
        var symbols = ordered.map { UInt8($0.0 << 4 | $0.1) }
        symbols.insert(0x00, at: 2)
        symbols.insert(0xF0, at: 40)
        return HuffmanCode(counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125], symbols: symbols)
    }()

    /// Writes the word of a symbol.
    func write(_ symbol: Int, to bits: inout EntropyBits) {
        let word = words[symbol]
        bits.append(word.bits, count: word.length)
    }
}

/// The bits of a JPEG scan; a byte 0xFF is followed by a zero byte.
struct EntropyBits {
    private(set) var bytes: [UInt8] = []
    private var waiting: UInt64 = 0
    private var count = 0

    mutating func append(_ bits: UInt64, count more: Int) {
        waiting = waiting << UInt64(more) | bits
        count += more
        while count >= 8 {
            count -= 8
            let byte = UInt8(truncatingIfNeeded: waiting >> UInt64(count))
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
    }

    /// Fills the last byte with ones.
    mutating func finish() {
        if count > 0 { append((1 << UInt64(8 - count)) - 1, count: 8 - count) }
    }

    /// Writes the bits of a number that follow its size: negative ones less one.
    mutating func append(_ number: Int, size: Int) {
        let value = number < 0 ? number + (1 << size) - 1 : number
        append(UInt64(value), count: size)
    }
}
