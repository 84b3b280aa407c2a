/// DEFLATE (RFC 1951) in one block with its own codes.
enum Deflate {
    private static let endOfBlock = 256
    private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        let tokens = Repetitions.tokens(of: bytes)
        var literalCounts = [Int](repeating: 0, count: 286)
        var distanceCounts = [Int](repeating: 0, count: 30)
        literalCounts[endOfBlock] = 1
        for token in tokens {
            switch token {
            case .literal(let byte):
                literalCounts[Int(byte)] += 1
            case .copy(let length, let distance):
                literalCounts[lengthPrefix(length).symbol] += 1
                distanceCounts[Repetitions.prefix(distance - 1).symbol] += 1
            }
        }
        let literals = HuffmanCode(counts: literalCounts, maxLength: 15)
        let distances = HuffmanCode(counts: distanceCounts, maxLength: 15)
        var bits = BitWriter()
        bits.write(0b101, 3)  // last block, dynamic codes
        writeCodes(literals, distances, &bits)
        for token in tokens {
            switch token {
            case .literal(let byte):
                bits.write(symbol: Int(byte), literals)
            case .copy(let length, let distance):
                let run = lengthPrefix(length)
                bits.write(symbol: run.symbol, literals)
                bits.write(run.extra, run.width)
                let back = Repetitions.prefix(distance - 1)
                bits.write(symbol: back.symbol, distances)
                bits.write(back.extra, back.width)
            }
        }
        bits.write(symbol: endOfBlock, literals)
        return bits.finish()
    }

    /// Four symbols for each power of two; the longest run has a symbol of its own.
    private static func lengthPrefix(_ length: Int) -> (symbol: Int, extra: Int, width: Int) {
        let value = length - 3
        guard length < 258 else { return (285, 0, 0) }
        guard value >= 8 else { return (257 + value, 0, 0) }
        let high = Int.bitWidth - 1 - value.leadingZeroBitCount
        let width = high - 2
        return (257 + 4 * (high - 1) + (value >> width & 3), value & ((1 << width) - 1), width)
    }

    private static func writeCodes(_ literals: HuffmanCode, _ distances: HuffmanCode, _ bits: inout BitWriter) {
        let lengths = literals.lengths + distances.lengths
        let runs = CodeLengths.runs(of: lengths)
        let code = HuffmanCode(counts: CodeLengths.counts(of: runs), maxLength: 7)
        bits.write(literals.lengths.count - 257, 5)
        bits.write(distances.lengths.count - 1, 5)
        bits.write(lengthOrder.count - 4, 4)
        for symbol in lengthOrder {
            bits.write(Int(code.lengths[symbol]), 3)
        }
        CodeLengths.write(runs, with: code, &bits)
    }
}

/// Code lengths written with a code of their own, runs of zeros shortened; DEFLATE and VP8L share it.
enum CodeLengths {
    struct Run {
        let symbol: Int
        let extra: Int
        let width: Int
    }

    /// Symbols 0 to 15 are lengths; 17 and 18 stand for 3 to 10 and 11 to 138 zeros.
    static func runs(of lengths: [UInt8]) -> [Run] {
        var runs: [Run] = []
        var place = 0
        while place < lengths.count {
            var end = place
            while end < lengths.count, lengths[end] == 0, end - place < 138 {
                end += 1
            }
            switch end - place {
            case 11...138: runs.append(Run(symbol: 18, extra: end - place - 11, width: 7))
            case 3...10: runs.append(Run(symbol: 17, extra: end - place - 3, width: 3))
            default:
                runs.append(Run(symbol: Int(lengths[place]), extra: 0, width: 0))
                end = place + 1
            }
            place = end
        }
        return runs
    }

    static func counts(of runs: [Run]) -> [Int] {
        var counts = [Int](repeating: 0, count: 19)
        for run in runs {
            counts[run.symbol] += 1
        }
        return counts
    }

    static func write(_ runs: [Run], with code: HuffmanCode, _ bits: inout BitWriter) {
        for run in runs {
            bits.write(symbol: run.symbol, code)
            bits.write(run.extra, run.width)
        }
    }
}

/// CRC-32 as PNG and gzip use it (RFC 1952, section 8).
struct CRC32 {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }

    static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { value, byte in table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8) }
    }
}

/// gzip (RFC 1952).
enum Gzip {
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        result += Deflate.compress(bytes)
        result += CRC32.of(bytes).littleEndianBytes
        result += UInt32(truncatingIfNeeded: bytes.count).littleEndianBytes
        return result
    }
}

/// zlib's format (RFC 1950).
enum Zlib {
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [0x78, 0x9C] + Deflate.compress(bytes) + (high << 16 | low).bigEndianBytes
    }
}

extension FixedWidthInteger {
    var littleEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) }
    }

    var bigEndianBytes: [UInt8] { littleEndianBytes.reversed() }
}
