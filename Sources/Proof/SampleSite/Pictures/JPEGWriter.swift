/// JPEG, baseline, 4:2:0 (ITU-T T.81, JFIF 1.02), with Huffman codes made for each picture; the comment is a COM segment.
enum JPEGWriter {
    /// A coefficient with the zeros before it, as an entropy-coded symbol and its extra bits.
    private struct Symbol {
        let value: UInt8
        let extra: UInt32
        let width: UInt8
    }

    private struct Plane {
        let width: Int
        let height: Int
        var samples: [Float]
    }

    private static let zigzag: [Int] = {
        let cells = (0..<64).map { (row: $0 / 8, column: $0 % 8) }
        return cells.sorted { first, second in
            let (one, other) = (first.row + first.column, second.row + second.column)
            guard one == other else { return one < other }
            return one % 2 == 0 ? first.column < second.column : first.row < second.row
        }.map { $0.row * 8 + $0.column }
    }()

    static func encode(_ photo: Photo) -> EncodedPicture {
        let planes = planes(of: photo)
        let tables = [quantisation(base: 4, slope: 5), quantisation(base: 5, slope: 9)]
        var blocks: [(component: Int, symbols: [Symbol])] = []
        var previous = [0, 0, 0]
        for row in stride(from: 0, to: planes[0].height, by: 16) {
            for column in stride(from: 0, to: planes[0].width, by: 16) {
                for (dy, dx) in [(0, 0), (0, 8), (8, 0), (8, 8)] {
                    let cells = transform(planes[0], row: row + dy, column: column + dx, tables[0])
                    blocks.append((0, symbols(cells, &previous[0])))
                }
                for component in 1...2 {
                    let cells = transform(planes[component], row: row / 2, column: column / 2, tables[1])
                    blocks.append((component, symbols(cells, &previous[component])))
                }
            }
        }
        let codes = makeCodes(blocks)
        var tail = header(photo, tables: tables, codes: codes)
        tail += entropyCoded(blocks, codes)
        tail += [0xFF, 0xD9]
        let jfif: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0x4A, 0x46, 0x49, 0x46, 0, 1, 2, 0, 0, 1, 0, 1, 0, 0]
        return EncodedPicture(
            width: photo.width,
            height: photo.height,
            head: jfif,
            tail: tail,
            segment: { segment(0xFE, Array($0.utf8)) }
        )
    }

    // MARK: Samples

    /// Luma, then the two chroma planes at half size, each padded to whole units and centred on zero.
    private static func planes(of photo: Photo) -> [Plane] {
        let width = (photo.width + 15) / 16 * 16
        let height = (photo.height + 15) / 16 * 16
        var luma = Plane(width: width, height: height, samples: [Float](repeating: 0, count: width * height))
        var blue = Plane(
            width: width / 2,
            height: height / 2,
            samples: [Float](repeating: 0, count: width * height / 4)
        )
        var red = blue
        for y in 0..<height {
            let row = min(y, photo.height - 1) * photo.width
            for x in 0..<width {
                let place = (row + min(x, photo.width - 1)) * 3
                let (r, g, b) = (Float(photo.rgb[place]), Float(photo.rgb[place + 1]), Float(photo.rgb[place + 2]))
                let light = 0.299 * r + 0.587 * g + 0.114 * b
                luma.samples[y * width + x] = light - 128
                let half = (y / 2) * (width / 2) + x / 2
                blue.samples[half] += (b - light) * (0.564 / 4)
                red.samples[half] += (r - light) * (0.713 / 4)
            }
        }
        return [luma, blue, red]
    }

    /// Coarser towards high frequencies.
    private static func quantisation(base: Int, slope: Int) -> [Int] {
        (0..<64).map { min(255, base + ($0 / 8 + $0 % 8) * slope / 2) }
    }

    /// The cosines of an eight-point DCT, scaled to be orthonormal: the even outputs, then the odd ones.
    private static let cosines: (even: [Float], odd: [Float]) = {
        let scale: [Float] = [0.353_553_39, 0.5, 0.5, 0.5]
        // cos(k π / 16) for k = 0 ... 8.
        let table: [Float] = [
            1, 0.980_785_28, 0.923_879_53, 0.831_469_61, 0.707_106_78, 0.555_570_23, 0.382_683_43, 0.195_090_32, 0,
        ]
        func cosine(_ sixteenths: Int) -> Float {
            let angle = sixteenths % 32 > 16 ? 32 - sixteenths % 32 : sixteenths % 32
            return angle <= 8 ? table[angle] : -table[16 - angle]
        }
        let even = (0..<16).map { scale[$0 / 4] * cosine((2 * ($0 % 4) + 1) * ($0 / 4 * 2)) }
        let odd = (0..<16).map { 0.5 * cosine((2 * ($0 % 4) + 1) * ($0 / 4 * 2 + 1)) }
        return (even, odd)
    }()

    /// The quantised DCT of one block, in zigzag order.
    private static func transform(_ plane: Plane, row: Int, column: Int, _ table: [Int]) -> [Int] {
        var cells = [Float](repeating: 0, count: 64)
        let (even, odd) = cosines
        for y in 0..<8 {
            let start = (row + y) * plane.width + column
            for x in 0..<8 {
                cells[y * 8 + x] = plane.samples[start + x]
            }
        }
        for pass in 0..<2 {
            let step = pass == 0 ? 1 : 8
            let line = pass == 0 ? 8 : 1
            for first in stride(from: 0, to: 8 * line, by: line) {
                let s0 = cells[first] + cells[first + 7 * step]
                let s1 = cells[first + step] + cells[first + 6 * step]
                let s2 = cells[first + 2 * step] + cells[first + 5 * step]
                let s3 = cells[first + 3 * step] + cells[first + 4 * step]
                let d0 = cells[first] - cells[first + 7 * step]
                let d1 = cells[first + step] - cells[first + 6 * step]
                let d2 = cells[first + 2 * step] - cells[first + 5 * step]
                let d3 = cells[first + 3 * step] - cells[first + 4 * step]
                for output in 0..<4 {
                    let at = output * 4
                    cells[first + 2 * output * step] =
                        even[at] * s0 + even[at + 1] * s1 + even[at + 2] * s2 + even[at + 3] * s3
                    cells[first + (2 * output + 1) * step] =
                        odd[at] * d0 + odd[at + 1] * d1 + odd[at + 2] * d2 + odd[at + 3] * d3
                }
            }
        }
        return zigzag.map { Int((cells[$0] / Float(table[$0])).rounded()) }
    }

    // MARK: Entropy coding

    private static func symbols(_ cells: [Int], _ previous: inout Int) -> [Symbol] {
        var symbols: [Symbol] = []
        symbols.append(symbol(cells[0] - previous, zeros: 0))
        previous = cells[0]
        var zeros = 0
        for cell in cells.dropFirst() {
            guard cell != 0 else {
                zeros += 1
                continue
            }
            while zeros > 15 {
                symbols.append(Symbol(value: 0xF0, extra: 0, width: 0))
                zeros -= 16
            }
            symbols.append(symbol(cell, zeros: zeros))
            zeros = 0
        }
        if zeros > 0 {
            symbols.append(Symbol(value: 0, extra: 0, width: 0))
        }
        return symbols
    }

    private static func symbol(_ cell: Int, zeros: Int) -> Symbol {
        let width = Int.bitWidth - cell.magnitude.leadingZeroBitCount
        let extra = cell < 0 ? cell + (1 << width) - 1 : cell
        return Symbol(value: UInt8(zeros << 4 | width), extra: UInt32(extra), width: UInt8(width))
    }

    /// Codes in the order luma DC, luma AC, chroma DC, chroma AC.
    private static func makeCodes(_ blocks: [(component: Int, symbols: [Symbol])]) -> [HuffmanCode] {
        var counts = [[Int]](repeating: [Int](repeating: 0, count: 257), count: 4)
        for block in blocks {
            let table = block.component == 0 ? 0 : 2
            for (place, symbol) in block.symbols.enumerated() {
                counts[table + min(place, 1)][Int(symbol.value)] += 1
            }
        }
        return counts.map { counts in
            // T.81 forbids the code of all ones. The symbol 256, rarer than any other and last of its length, takes it.
            var counts = counts.map { $0 * 2 }
            counts[256] = 1
            return HuffmanCode(counts: counts, maxLength: 16)
        }
    }

    private static func entropyCoded(_ blocks: [(component: Int, symbols: [Symbol])], _ codes: [HuffmanCode]) -> [UInt8]
    {
        var bytes: [UInt8] = []
        var pending: UInt64 = 0
        var count = 0
        func put(_ value: UInt32, _ width: Int) {
            pending = pending << UInt64(width) | UInt64(value)
            count += width
            while count >= 8 {
                let byte = UInt8(truncatingIfNeeded: pending >> UInt64(count - 8))
                bytes.append(byte)
                if byte == 0xFF {
                    bytes.append(0)
                }
                count -= 8
            }
        }
        for block in blocks {
            let table = block.component == 0 ? 0 : 2
            for (place, symbol) in block.symbols.enumerated() {
                let code = codes[table + min(place, 1)]
                put(code.codes[Int(symbol.value)], Int(code.lengths[Int(symbol.value)]))
                put(symbol.extra, Int(symbol.width))
            }
        }
        if count > 0 {
            put((1 << UInt32(8 - count)) - 1, 8 - count)
        }
        return bytes
    }

    // MARK: Segments

    private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, marker] + UInt16(data.count + 2).bigEndianBytes + data
    }

    private static func header(_ photo: Photo, tables: [[Int]], codes: [HuffmanCode]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (number, table) in tables.enumerated() {
            bytes += segment(0xDB, [UInt8(number)] + zigzag.map { UInt8(table[$0]) })
        }
        let size = UInt16(photo.height).bigEndianBytes + UInt16(photo.width).bigEndianBytes
        bytes += segment(0xC0, [8] + size + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
        for (number, code) in codes.enumerated() {
            let order = code.symbolsByCode.filter { $0 != 256 }
            let sizes = (1...16).map { length in UInt8(order.count { code.lengths[$0] == UInt8(length) }) }
            let name = UInt8((number % 2) << 4 | number / 2)
            bytes += segment(0xC4, [name] + sizes + order.map { UInt8($0) })
        }
        return bytes + segment(0xDA, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0])
    }
}
