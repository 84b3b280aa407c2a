/// PNG (third edition) with a palette; the comment is a `tEXt` chunk before the pixels.
enum PNGWriter {
    static func encode(_ poster: Poster) -> EncodedPicture {
        var head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = UInt32(poster.width).bigEndianBytes + UInt32(poster.height).bigEndianBytes + [8, 3, 0, 0, 0]
        head += chunk("IHDR", header)
        head += chunk("PLTE", poster.palette.flatMap { $0.bigEndianBytes.dropFirst() })
        var rows: [UInt8] = []
        rows.reserveCapacity((poster.width + 1) * poster.height)
        for row in 0..<poster.height {
            rows.append(0)
            rows += poster.pixels[row * poster.width..<(row + 1) * poster.width]
        }
        return EncodedPicture(
            width: poster.width,
            height: poster.height,
            head: head,
            tail: chunk("IDAT", Zlib.compress(rows)) + chunk("IEND", []),
            segment: { chunk("tEXt", Array("Comment\u{0}".utf8) + Array($0.utf8)) }
        )
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return UInt32(data.count).bigEndianBytes + body + CRC32.of(body).bigEndianBytes
    }
}

/// GIF 89a, one frame; the comment is a comment extension.
enum GIFWriter {
    private static let clear = 256
    private static let end = 257
    private static let maxCode = 4_095

    static func encode(_ poster: Poster) -> EncodedPicture {
        let size = UInt16(poster.width).littleEndianBytes + UInt16(poster.height).littleEndianBytes
        var head = Array("GIF89a".utf8) + size + [0xF7, 0, 0]
        for entry in 0..<256 {
            let color = entry < poster.palette.count ? poster.palette[entry] : 0
            head += color.bigEndianBytes.dropFirst()
        }
        var tail: [UInt8] = [0x2C, 0, 0, 0, 0] + size + [0, 8]
        tail += blocks(of: compressed(poster.pixels))
        tail.append(0x3B)
        return EncodedPicture(
            width: poster.width,
            height: poster.height,
            head: head,
            tail: tail,
            segment: { [0x21, 0xFE] + blocks(of: Array($0.utf8)) }
        )
    }

    /// LZW with codes of 9 to 12 bits.
    private static func compressed(_ pixels: [UInt8]) -> [UInt8] {
        var bits = BitWriter()
        var known: [Int: Int] = [:]
        known.reserveCapacity(maxCode)
        var width = 9
        var next = end + 1
        bits.write(clear, width)
        guard let first = pixels.first else {
            bits.write(end, width)
            return bits.finish()
        }
        var prefix = Int(first)
        for pixel in pixels.dropFirst() {
            let entry = prefix << 8 | Int(pixel)
            if let code = known[entry] {
                prefix = code
                continue
            }
            bits.write(prefix, width)
            known[entry] = next
            next += 1
            if next > maxCode {
                bits.write(clear, width)
                known.removeAll(keepingCapacity: true)
                next = end + 1
                width = 9
            } else if next - 1 == 1 << width {
                width += 1
            }
            prefix = Int(pixel)
        }
        bits.write(prefix, width)
        bits.write(end, width)
        return bits.finish()
    }

    /// Blocks of at most 255 bytes, then an empty one.
    private static func blocks(of bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 255) {
            let block = bytes[start..<min(start + 255, bytes.count)]
            result.append(UInt8(block.count))
            result += block
        }
        return result + [0]
    }
}
