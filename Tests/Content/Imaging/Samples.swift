import LarderImaging
import LarderModel

/// Small images written byte by byte.
enum Samples {
    /// A PNG of 8-bit RGBA or RGB pixels, stored without compression.
    static func png(width: Int, height: Int, alpha: Bool = false, pixel: (Int, Int) -> [UInt8]) -> [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(0)
            for x in 0..<width { rows += pixel(x, y) }
        }
        let header = word(width) + word(height) + [8, alpha ? 6 : 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", header) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// A PNG whose header claims a size and that has hardly any data.
    static func hollowPNG(width: Int, height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", word(width) + word(height) + [8, 2, 0, 0, 0]) + chunk("IDAT", stored([0, 0, 0, 0]))
            + chunk("IEND", [])
    }

    /// A smooth photo-like picture.
    static func gradient(width: Int, height: Int) -> [UInt8] {
        png(width: width, height: height) { x, y in
            [UInt8(255 * x / width), UInt8(255 * y / height), UInt8((x * 7 + y * 3) % 64 + 96)]
        }
    }

    /// A JPEG of that picture, made by the decoder itself.
    static func jpeg(width: Int, height: Int) throws -> [UInt8] {
        try ImageDecoder.start()
        let image = try ImageDecoder().decode(gradient(width: width, height: height), variantWidths: [width])
        return image.variants[0].bytes
    }

    /// The JPEG with an EXIF segment that holds nothing but an orientation.
    static func oriented(_ jpeg: [UInt8], _ orientation: UInt8) -> [UInt8] {
        let tiff: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0] + [0, 0, 0, 0]
        let body = Array("Exif".utf8) + [0, 0] + tiff
        return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + jpeg.dropFirst(2)
    }

    /// A GIF of `frames` times the same 4 x 4 picture of colour 1, which is red.
    static func gif(frames: Int, trailer: Bool = true) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + [4, 0, 4, 0, 0x80, 0, 0, 0, 0, 0, 255, 0, 0]
        // 3-bit codes: clear, then 16 single pixels with a clear before the table would grow.
        var codes: [Int] = []
        for index in 0..<16 {
            if index % 2 == 0 { codes.append(4) }
            codes.append(1)
        }
        codes.append(5)
        var data: [UInt8] = []
        var bits = 0, filled = 0
        for code in codes {
            bits |= code << filled
            filled += 3
            while filled >= 8 {
                data.append(UInt8(bits & 255))
                bits >>= 8
                filled -= 8
            }
        }
        data.append(UInt8(bits & 255))
        let frame: [UInt8] =
            [0x21, 0xF9, 4, 0, 5, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 4, 0, 4, 0, 0] + [2, UInt8(data.count)] + data + [0]
        for _ in 0..<frames { bytes += frame }
        return trailer ? bytes + [0x3B] : bytes
    }

    static func word(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return word(body.count) + named + word(Int(crc(named)))
    }

    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var at = 0
        repeat {
            let count = min(65_535, bytes.count - at)
            out.append(at + count == bytes.count ? 1 : 0)
            out += [UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
            out += bytes[at..<at + count]
            at += count
        } while at < bytes.count
        var a = 1, b = 0
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return out + word(b << 16 | a)
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }
}
