/// A slow reader of DEFLATE (RFC 1951), so that the site's own writer is not its own judge.
struct Inflater {
    private let bytes: [UInt8]
    private var place = 0
    private var output: [UInt8] = []

    enum Failure: Error {
        case truncated, badBlock, badCode, badDistance
    }

    /// - Returns: The unpacked bytes and the number of packed bytes read.
    static func inflate(_ bytes: [UInt8]) throws -> (output: [UInt8], consumed: Int) {
        var inflater = Inflater(bytes: bytes)
        try inflater.run()
        return (inflater.output, (inflater.place + 7) / 8)
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func bit() throws -> Int {
        guard place / 8 < bytes.count else { throw Failure.truncated }
        defer { place += 1 }
        return Int(bytes[place / 8] >> UInt8(place % 8) & 1)
    }

    private mutating func bits(_ count: Int) throws -> Int {
        var value = 0
        for position in 0..<count {
            value |= try bit() << position
        }
        return value
    }

    private mutating func symbol(_ codes: [[Int]: Int]) throws -> Int {
        var code: [Int] = []
        while code.count < 16 {
            code.append(try bit())
            if let symbol = codes[code] { return symbol }
        }
        throw Failure.badCode
    }

    private static func codes(_ lengths: [Int]) -> [[Int]: Int] {
        var codes: [[Int]: Int] = [:]
        var next = 0
        for length in 1...15 {
            for symbol in lengths.indices where lengths[symbol] == length {
                codes[(0..<length).reversed().map { next >> $0 & 1 }] = symbol
                next += 1
            }
            next <<= 1
        }
        return codes
    }

    private mutating func run() throws {
        var isLast = false
        while !isLast {
            isLast = try bit() == 1
            guard try bits(2) == 2 else { throw Failure.badBlock }
            let counts = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
            var codeLengths = [Int](repeating: 0, count: 19)
            for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(counts.2) {
                codeLengths[symbol] = try bits(3)
            }
            let lengthCodes = Self.codes(codeLengths)
            var lengths: [Int] = []
            while lengths.count < counts.0 + counts.1 {
                switch try symbol(lengthCodes) {
                case 16: lengths += [Int](repeating: lengths.last ?? 0, count: try bits(2) + 3)
                case 17: lengths += [Int](repeating: 0, count: try bits(3) + 3)
                case 18: lengths += [Int](repeating: 0, count: try bits(7) + 11)
                case let length: lengths.append(length)
                }
            }
            try block(Self.codes(Array(lengths[..<counts.0])), Self.codes(Array(lengths[counts.0...])))
        }
    }

    private mutating func block(_ literals: [[Int]: Int], _ distances: [[Int]: Int]) throws {
        let lengthBases = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227,
        ]
        while true {
            let literal = try symbol(literals)
            if literal == 256 { return }
            if literal < 256 {
                output.append(UInt8(literal))
                continue
            }
            let index = literal - 257
            let extra = index < 8 ? 0 : index / 4 - 1
            let length = index == 28 ? 258 : lengthBases[index] + (try bits(extra))
            let code = try symbol(distances)
            let width = code < 4 ? 0 : code / 2 - 1
            let base = code < 4 ? code + 1 : (2 + code % 2) << width + 1
            let distance = base + (try bits(width))
            guard distance <= output.count else { throw Failure.badDistance }
            for _ in 0..<length {
                output.append(output[output.count - distance])
            }
        }
    }
}
