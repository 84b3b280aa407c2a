/// WebP, lossless (RFC 9649) with a colour table; the comment is the description in an `EXIF` chunk.
enum WebPWriter {
    /// Literals and run lengths share an alphabet with green; distances have 40 symbols.
    private static let greenSymbols = 280
    private static let distanceSymbols = 40
    /// Distances from 1 to 120 name neighbours in two dimensions, plain ones follow.
    private static let distanceOffset = 120
    private static let lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
    private static let hasEXIF: UInt8 = 0x08

    static func encode(_ poster: Poster) -> EncodedPicture {
        let canvas =
            UInt32(poster.width - 1).littleEndianBytes.prefix(3) + UInt32(poster.height - 1).littleEndianBytes.prefix(3)
        let pixels = chunk("VP8L", bitstream(poster))
        var head = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
        head += chunk("VP8X", [hasEXIF, 0, 0, 0] + canvas)
        head += pixels
        return EncodedPicture(
            width: poster.width,
            height: poster.height,
            head: head,
            tail: [],
            segment: { chunk("EXIF", exif(description: $0)) },
            patch: { bytes, _ in
                let size = UInt32(bytes.count - 8).littleEndianBytes
                bytes.replaceSubrange(4..<8, with: size)
            }
        )
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let padding: [UInt8] = data.count % 2 == 1 ? [0] : []
        return Array(type.utf8) + UInt32(data.count).littleEndianBytes + data + padding
    }

    /// A TIFF structure with one tag, ImageDescription.
    private static func exif(description: String) -> [UInt8] {
        let text = Array(description.utf8) + [0]
        var bytes: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0]
        bytes += [1, 0, 0x0E, 0x01, 2, 0] + UInt32(text.count).littleEndianBytes + UInt32(26).littleEndianBytes
        return bytes + [0, 0, 0, 0] + text
    }

    private static func bitstream(_ poster: Poster) -> [UInt8] {
        var bits = BitWriter()
        bits.write(0x2F, 8)
        bits.write(poster.width - 1, 14)
        bits.write(poster.height - 1, 14)
        bits.write(0, 4)  // no alpha, version 0
        bits.write(1, 1)  // a transform follows:
        bits.write(3, 2)  // colour indexing
        bits.write(poster.palette.count - 1, 8)
        writeTable(poster.palette, &bits)
        bits.write(0, 1)  // no further transform
        bits.write(0, 1)  // no colour cache
        bits.write(0, 1)  // one set of codes
        writePixels(poster.pixels, &bits)
        return bits.finish()
    }

    /// The colours as a picture one pixel high, each as the difference from the one before.
    private static func writeTable(_ palette: [UInt32], _ bits: inout BitWriter) {
        var previous: [UInt8] = [0, 0, 0, 0]
        let colors = palette.map { color -> [UInt8] in
            let current: [UInt8] = [255] + color.bigEndianBytes.dropFirst()
            let difference = zip(current, previous).map { $0 &- $1 }
            previous = current
            return difference
        }
        bits.write(0, 1)  // no colour cache
        let codes = [(2, greenSymbols), (1, 256), (3, 256), (0, 256)].map { channel, size in
            code(counting: colors.map { Int($0[channel]) }, symbols: size)
        }
        for code in codes + [code(counting: [], symbols: distanceSymbols)] {
            write(code, &bits)
        }
        for color in colors {
            for (channel, code) in zip([2, 1, 3, 0], codes) {
                writeSymbol(Int(color[channel]), code, &bits)
            }
        }
    }

    private static func writePixels(_ pixels: [UInt8], _ bits: inout BitWriter) {
        let tokens = Repetitions.tokens(of: pixels)
        var greens: [Int] = []
        var distances: [Int] = []
        for token in tokens {
            switch token {
            case .literal(let index):
                greens.append(Int(index))
            case .copy(let length, let distance):
                greens.append(256 + Repetitions.prefix(length - 1).symbol)
                distances.append(Repetitions.prefix(distance + distanceOffset - 1).symbol)
            }
        }
        let green = code(counting: greens, symbols: greenSymbols)
        let distance = code(counting: distances, symbols: distanceSymbols)
        write(green, &bits)
        // Red, blue and alpha of an indexed pixel are constant: codes of one symbol take no bits.
        for constant in [0, 0, 255] {
            write(code(counting: [constant], symbols: 256), &bits)
        }
        write(distance, &bits)
        for token in tokens {
            switch token {
            case .literal(let index):
                writeSymbol(Int(index), green, &bits)
            case .copy(let length, let back):
                let run = Repetitions.prefix(length - 1)
                writeSymbol(256 + run.symbol, green, &bits)
                bits.write(run.extra, run.width)
                let place = Repetitions.prefix(back + distanceOffset - 1)
                writeSymbol(place.symbol, distance, &bits)
                bits.write(place.extra, place.width)
            }
        }
    }

    private static func code(counting values: [Int], symbols: Int) -> HuffmanCode {
        var counts = [Int](repeating: 0, count: symbols)
        for value in values {
            counts[value] += 1
        }
        return HuffmanCode(counts: counts, maxLength: 15)
    }

    private static func write(_ code: HuffmanCode, _ bits: inout BitWriter) {
        let used = code.lengths.indices.filter { code.lengths[$0] > 0 }
        if used.count <= 1, let symbol = used.first ?? [0].first, symbol < 256 {
            bits.write(1, 1)  // a simple code
            bits.write(0, 1)  // of one symbol
            bits.write(1, 1)  // of eight bits
            bits.write(symbol, 8)
            return
        }
        let runs = CodeLengths.runs(of: code.lengths)
        let lengthCode = HuffmanCode(counts: CodeLengths.counts(of: runs), maxLength: 7)
        bits.write(0, 1)
        bits.write(lengthOrder.count - 4, 4)
        for symbol in lengthOrder {
            bits.write(Int(lengthCode.lengths[symbol]), 3)
        }
        bits.write(0, 1)  // lengths of the whole alphabet follow
        CodeLengths.write(runs, with: lengthCode, &bits)
    }

    /// A code of one symbol takes no bits.
    private static func writeSymbol(_ symbol: Int, _ code: HuffmanCode, _ bits: inout BitWriter) {
        if code.usedSymbols > 1 {
            bits.write(symbol: symbol, code)
        }
    }
}
