/// A canonical Huffman code (Huffman 1952) with a limit on code lengths.
struct HuffmanCode {
    /// Bits of each symbol's code, 0 for symbols that do not occur.
    let lengths: [UInt8]
    /// Each symbol's code, most significant bit first.
    let codes: [UInt32]
    /// How many symbols occur.
    let usedSymbols: Int

    /// - Parameters:
    ///   - counts: How often each symbol occurs.
    ///   - maxLength: The longest code; enough for all symbols that occur.
    init(counts: [Int], maxLength: Int) {
        var weights = counts
        var lengths = Self.lengths(of: weights)
        while let longest = lengths.max(), longest > maxLength {
            // Flatter weights give shorter codes; equal weights in the end fit every limit in use here.
            weights = weights.map { $0 == 0 ? 0 : $0 / 2 + 1 }
            lengths = Self.lengths(of: weights)
        }
        self.lengths = lengths
        usedSymbols = lengths.count { $0 > 0 }
        codes = Self.canonicalCodes(lengths)
    }

    /// The order of symbols that canonical codes follow: by length, then by symbol.
    var symbolsByCode: [Int] {
        lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }

    private static func lengths(of weights: [Int]) -> [UInt8] {
        var lengths = [UInt8](repeating: 0, count: weights.count)
        let leaves = weights.indices.filter { weights[$0] > 0 }.sorted { (weights[$0], $0) < (weights[$1], $1) }
        guard leaves.count > 1 else {
            for leaf in leaves {
                lengths[leaf] = 1
            }
            return lengths
        }
        // Nodes 0 ..< n are the leaves, the others inner nodes in the order of their weights.
        var weight = leaves.map { weights[$0] }
        var parent = [Int](repeating: 0, count: leaves.count * 2 - 1)
        var nextLeaf = 0
        var nextInner = leaves.count
        while weight.count < leaves.count * 2 - 1 {
            var sum = 0
            for _ in 0..<2 {
                let takesLeaf =
                    nextLeaf < leaves.count && (nextInner >= weight.count || weight[nextLeaf] <= weight[nextInner])
                let node = takesLeaf ? nextLeaf : nextInner
                nextLeaf += takesLeaf ? 1 : 0
                nextInner += takesLeaf ? 0 : 1
                parent[node] = weight.count
                sum += weight[node]
            }
            weight.append(sum)
        }
        var depth = [Int](repeating: 0, count: parent.count)
        for node in (0..<parent.count - 1).reversed() {
            depth[node] = depth[parent[node]] + 1
        }
        for (position, leaf) in leaves.enumerated() {
            lengths[leaf] = UInt8(clamping: depth[position])
        }
        return lengths
    }

    private static func canonicalCodes(_ lengths: [UInt8]) -> [UInt32] {
        var codes = [UInt32](repeating: 0, count: lengths.count)
        var next: UInt32 = 0
        for length in 1...UInt8(32) {
            for symbol in lengths.indices where lengths[symbol] == length {
                codes[symbol] = next
                next += 1
            }
            next <<= 1
        }
        return codes
    }
}

/// Collects bits, least significant first, as DEFLATE, VP8L and GIF want them.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    /// - Parameter width: 0 to 32.
    mutating func write(_ value: Int, _ width: Int) {
        pending |= UInt64(value) << UInt64(count)
        count += width
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    /// Huffman codes go in with their first bit first.
    mutating func write(symbol: Int, _ code: HuffmanCode) {
        let length = Int(code.lengths[symbol])
        var reversed = 0
        var bits = Int(code.codes[symbol])
        for _ in 0..<length {
            reversed = reversed << 1 | bits & 1
            bits >>= 1
        }
        write(reversed, length)
    }

    mutating func finish() -> [UInt8] {
        if count > 0 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
        }
        return bytes
    }
}
