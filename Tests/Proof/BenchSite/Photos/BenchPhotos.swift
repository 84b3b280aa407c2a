internal import LarderModel

/// Made-up photographs as JPEG files, no two of which have the same bytes or the same pixels.
///
/// There are twelve scans; each file scales a few of its scan's coarse coefficients differently, by its table of
/// divisors. So a file costs nothing to make, and a decoder and an encoder as much as any other.
struct BenchPhotos: Sendable {
    /// Scans, and how many files each can make: 4 divisors at each of 10 places.
    static let mostScans = 12
    static let mostPhotos = mostScans << 20
    private static let variedPlaces = 1...10

    private let scans: [[UInt8]]
    /// What a file begins with, but for the divisors of the light's table, which follow it.
    private static let opening: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0, 0xFF, 0xDB, 0, 67, 0]
    private static let lightDivisors = (0..<64).map { UInt8(PhotoScan.divisor($0, isColor: false)) }
    /// What stands between that table and the scan.
    private static let tables: [UInt8] = {
        var bytes: [UInt8] = [0xFF, 0xDB, 0, 67, 1] + (0..<64).map { UInt8(PhotoScan.divisor($0, isColor: true)) }
        let (width, height) = (PhotoScan.width, PhotoScan.height)
        bytes += [
            0xFF, 0xC0, 0, 17, 8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF),
        ]
        bytes += [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
        for (name, code) in [(0x00, HuffmanCode.means), (0x10, HuffmanCode.details)] {
            let length = 19 + code.symbols.count
            bytes += [0xFF, 0xC4, UInt8(length >> 8), UInt8(length & 0xFF), UInt8(name)] + code.counts + code.symbols
        }
        return bytes + [0xFF, 0xDA, 0, 12, 3, 1, 0x00, 2, 0x00, 3, 0x00, 0, 63, 0]
    }()

    /// Makes the scans of so many photographs, 20 ms for each of up to twelve.
    init(count: Int, seed: UInt64) {
        scans = (0..<min(count, Self.mostScans)).map {
            PhotoScan(seed: SeededGenerator.mix(seed &+ UInt64($0))).bits.bytes
        }
    }

    /// Appends a file.
    ///
    /// - Parameter number: Below `count`, and below ``mostPhotos``.
    func append(_ number: Int, to bytes: inout [UInt8]) {
        bytes += Self.opening
        let start = bytes.count
        bytes += Self.lightDivisors
        var rest = number / scans.count
        for place in Self.variedPlaces {
            bytes[start + place] += UInt8(rest & 3)
            rest >>= 2
        }
        bytes += Self.tables
        bytes += scans[number % scans.count]
        bytes += [0xFF, 0xD9]
    }
}
