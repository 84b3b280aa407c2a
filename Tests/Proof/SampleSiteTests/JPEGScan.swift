/// A reader of the entropy-coded part of a baseline JPEG (ITU-T T.81, annex F), without the pixels.
struct JPEGScan {
    /// The blocks that the scan holds.
    private(set) var blocks = 0
    /// Whether some code consists of ones only, which the standard forbids.
    private(set) var usesAllOnes = false
    /// Bytes between the end of the last block and the end marker.
    private(set) var leftover = 0

    enum Failure: Error {
        case noScan, badCode, truncated, tooManyCoefficients
    }

    private var tables: [UInt8: [[Int]: UInt8]] = [:]
    private var data: [UInt8] = []
    private var place = 0

    /// - Parameter units: How many units of four luma and two chroma blocks the size of the picture asks for.
    init(_ bytes: [UInt8], units: Int) throws {
        try readHeader(bytes)
        for _ in 0..<units {
            for component in [0, 0, 0, 0, 1, 1] as [UInt8] {
                try readBlock(dc: component, ac: 0x10 | component)
            }
        }
        leftover = data.count - (place + 7) / 8
    }

    private mutating func readHeader(_ bytes: [UInt8]) throws {
        var position = 2
        while position + 4 <= bytes.count {
            let marker = bytes[position + 1]
            let end = position + 2 + (Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
            if marker == 0xC4 {
                readTable(Array(bytes[position + 4..<end]))
            }
            position = end
            if marker == 0xDA { break }
        }
        guard position + 2 < bytes.count else { throw Failure.noScan }
        var previous: UInt8 = 0
        for byte in bytes[position..<bytes.count - 2] {
            if previous != 0xFF || byte != 0 {
                data.append(byte)
            }
            previous = byte
        }
    }

    private mutating func readTable(_ segment: [UInt8]) {
        var codes: [[Int]: UInt8] = [:]
        var next = 0
        var symbols = segment.dropFirst(17).makeIterator()
        for length in 1...16 {
            for _ in 0..<segment[length] {
                let code = (0..<length).reversed().map { next >> $0 & 1 }
                usesAllOnes = usesAllOnes || !code.contains(0)
                codes[code] = symbols.next()
                next += 1
            }
            next <<= 1
        }
        tables[segment[0]] = codes
    }

    private mutating func bit() throws -> Int {
        guard place / 8 < data.count else { throw Failure.truncated }
        defer { place += 1 }
        return Int(data[place / 8] >> UInt8(7 - place % 8) & 1)
    }

    private mutating func symbol(_ table: UInt8) throws -> UInt8 {
        var code: [Int] = []
        while code.count < 16 {
            code.append(try bit())
            if let symbol = tables[table]?[code] { return symbol }
        }
        throw Failure.badCode
    }

    private mutating func readBlock(dc: UInt8, ac: UInt8) throws {
        place += Int(try symbol(dc))
        var coefficients = 1
        while coefficients < 64 {
            let symbol = try symbol(ac)
            if symbol == 0 { break }
            coefficients += Int(symbol >> 4) + 1
            place += Int(symbol & 15)
        }
        guard coefficients <= 64 else { throw Failure.tooManyCoefficients }
        blocks += 1
    }
}
