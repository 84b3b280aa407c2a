extension ImageDecoder {
    /// The width and the height in pixels that the header of a PNG, GIF, WebP or JPEG file tells, found without the
    /// decoding library, and before orientation; nil: none, or it tells of no such file.
    package static func size(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        let sides: (width: Int?, height: Int?)
        switch ImageFormat(magic: bytes) {
        case .png where !hasPNGDepth(bytes): return nil
        case .png: sides = (bytes.bigEndian(at: 16, bytes: 4), bytes.bigEndian(at: 20, bytes: 4))
        case .gif: sides = (bytes.littleEndian(at: 6, bytes: 2), bytes.littleEndian(at: 8, bytes: 2))
        case .webp where bytes.hasText("VP8 ", at: 12):
            sides = (
                bytes.littleEndian(at: 26, bytes: 2).map { $0 & 0x3FFF },
                bytes.littleEndian(at: 28, bytes: 2).map { $0 & 0x3FFF }
            )
        case .webp where bytes.hasText("VP8L", at: 12):
            let packed = bytes.littleEndian(at: 21, bytes: 4)
            sides = (packed.map { $0 & 0x3FFF + 1 }, packed.map { $0 >> 14 & 0x3FFF + 1 })
        case .webp where bytes.hasText("VP8X", at: 12):
            sides = (
                bytes.littleEndian(at: 24, bytes: 3).map { $0 + 1 }, bytes.littleEndian(at: 27, bytes: 3).map { $0 + 1 }
            )
        case .jpeg: sides = ImageStructure.size(jpeg: bytes)
        default: return nil
        }
        guard let width = sides.width, let height = sides.height, width > 0, height > 0, width <= maxSide,
            height <= maxSide
        else { return nil }
        return (width, height)
    }

    /// Whether a PNG has one of its colour types, in one of the depths of that type (W3C PNG §11.2.1).
    private static func hasPNGDepth(_ bytes: [UInt8]) -> Bool {
        let depths: [Int: Set<Int>] = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
        guard let depth = bytes.bigEndian(at: 24, bytes: 1), let type = bytes.bigEndian(at: 25, bytes: 1) else {
            return false
        }
        return depths[type]?.contains(depth) == true
    }

    /// No format above but PNG has longer sides; the product of two is no overflow.
    private static let maxSide = 1 << 31
}
