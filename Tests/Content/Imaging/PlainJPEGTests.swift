import LarderModel
import LarderTestSupport
import Testing

@testable import LarderImaging

/// libjpeg alone and libvips must say the same of a plain JPEG, and make like pictures of it.
@Suite("Plain JPEG") struct PlainJPEGTests {
    private static func viaVips(_ bytes: [UInt8], _ width: Int, _ height: Int) throws(VipsFailure) -> Pixels {
        try Pixels.decode(bytes, .jpeg, shrink: 1, width: width, height: height, orientation: 1)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func `damaged files get the verdict of libvips`(seed: UInt64) throws
    {
        let good = try Samples.jpeg(width: 160, height: 120)
        var numbers = SeededGenerator(seed: seed)
        for number in 0..<300 {
            var bytes = good
            if numbers.oneIn(3) { bytes.removeLast(Int.random(in: 1...(bytes.count - 4), using: &numbers)) }
            for _ in 0..<Int.random(in: 0...4, using: &numbers) {
                bytes[Int.random(in: 2..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
            }
            guard let probe = try? ImageDecoder().probe(bytes), probe.width <= 2000, probe.height <= 2000 else {
                continue
            }
            let isPlain = (try? Pixels.decode(plain: bytes, shrink: 1, width: probe.width, height: probe.height)) != nil
            let isVips = (try? Self.viaVips(bytes, probe.width, probe.height)) != nil
            // What is no plain JPEG any more, such as another colour space, is left to libvips.
            if isPlain { #expect(isVips, "seed \(seed), file \(number)") }
            if isVips, ImageStructure(.jpeg, bytes).isPlain, !isPlain {
                #expect((try? ImageDecoder().decode(bytes)) != nil, "seed \(seed), file \(number)")
            }
        }
    }

    /// Each channel of 8 × 8 cells, compared between the two.
    @Test(arguments: [320, 200, 161, 100, 40]) func `both ways make like pictures`(width: Int) throws {
        let bytes = try Samples.jpeg(width: 640, height: 480)
        let height = ImageDecoder.height(for: width, in: (640, 480))
        let shrink = Int(ImageDecoder.shrink(.jpeg, isPlain: true, from: (640, 480), to: (width, height)))
        let plain = try Pixels.decode(plain: bytes, shrink: shrink, width: width, height: height)
        let other = try Self.viaVips(bytes, width, height)
        #expect(plain.width == width && plain.height == height)
        for column in 0..<8 {
            for row in 0..<8 {
                let (left, right) = (plain.cell(column, row, of: 8), other.cell(column, row, of: 8))
                let differences = [left.red - right.red, left.green - right.green, left.blue - right.blue]
                #expect(differences.allSatisfy { abs($0) < 4 }, "\(column), \(row): \(differences)")
            }
        }
    }
}
