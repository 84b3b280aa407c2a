import Foundation
import Larder
import LarderModel
import LarderTestSupport
import Testing

@Suite("ThumbHash reader") struct ThumbHashReaderTests {
    private func read(_ picture: EncodedPicture) throws -> ThumbHash { try #require(ThumbHash(bytes: picture.hash)) }

    /// The mean difference of a byte between two pictures; the format may be far off in a corner.
    private func distance(_ one: [UInt8], _ other: [UInt8]) -> Double {
        guard one.count == other.count else { return .infinity }
        return zip(one, other).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(one.count)
    }

    private static let colors: [[UInt8]] = [
        [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [18, 52, 86],
    ]

    @Test(arguments: colors) func `a flat picture has its colour everywhere`(color: [UInt8]) throws {
        let picture = EncodedPicture(32, 32) { _, _ in color + [255] }, pixels = try read(picture).pixels()
        #expect(pixels.width == 32 && pixels.height == 32)
        #expect(distance(pixels.rgba, picture.rgba) < 2)
    }

    @Test func `a gradient comes back`() throws {
        for (width, height) in [(32, 32), (32, 18), (18, 32)] {
            let picture = EncodedPicture(width, height) { x, y in
                [UInt8(60 + 120 * x / width), UInt8(60 + 120 * y / height), 100, 255]
            }
            let hash = try read(picture), pixels = hash.pixels()
            #expect(!hash.hasAlpha && (hash.aspectRatio > 1) == (width > height))
            #expect(distance(sampled(pixels, width, height), picture.rgba) < 5)
        }
    }

    @Test func `alpha comes back, and clear pixels do not colour the others`() throws {
        let picture = EncodedPicture(30, 30) { x, _ in [200, 100, 40, UInt8(255 * x / 29)] }
        let hash = try read(picture), pixels = hash.pixels(maxSide: 30)
        #expect(hash.hasAlpha && abs(hash.averageColor.alpha - 0.5) < 0.05)
        #expect(distance(pixels.rgba, picture.rgba) < 4)
        let clear = try read(EncodedPicture(4, 4) { _, _ in [9, 9, 9, 0] })
        #expect(clear.averageColor.alpha == 0 && clear.pixels().rgba.max() ?? 255 < 8)
    }

    /// The picture at another size, without smoothing.
    private func sampled(_ pixels: ThumbHash.Pixels, _ width: Int, _ height: Int) -> [UInt8] {
        (0..<width * height).flatMap { index in
            let x = index % width * pixels.width / width, y = index / width * pixels.height / height
            return pixels.rgba[4 * (y * pixels.width + x)..<4 * (y * pixels.width + x) + 4]
        }
    }

    @Test func `the longer side has the length that is asked for, within bounds`() throws {
        let wide = try read(EncodedPicture(100, 1) { x, _ in [UInt8(x), 0, 0, 255] })
        let tall = try read(EncodedPicture(1, 100) { _, y in [UInt8(y), 0, 0, 255] })
        for (asked, long) in [(32, 32), (1, 1), (100, 100), (256, 256), (0, 1), (-5, 1), (.max, 256), (.min, 1)] {
            let pixels = wide.pixels(maxSide: asked), turned = tall.pixels(maxSide: asked)
            #expect(pixels.width == long && turned.height == long)
            #expect(pixels.height == max(1, (2 * long + 7) / 14) && turned.width == pixels.height)
            #expect(pixels.rgba.count == 4 * pixels.width * pixels.height)
        }
    }

    @Test func `a hash is read from base64, with or without its padding`() throws {
        let hash = try read(EncodedPicture(20, 10) { x, y in [UInt8(x), UInt8(y), 0, 255] })
        let text = Data(hash.bytes).base64EncodedString()
        #expect(ThumbHash(base64: text) == hash)
        #expect(ThumbHash(base64: text.filter { $0 != "=" }) == hash)
        for other in ["", "-", "not base64!", "AAAA", String(text.dropLast(4))] {
            #expect(ThumbHash(base64: other) == nil, "\(other)")
        }
    }

    @Test(arguments: 0...40) func `any bytes are read without a trap`(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        for _ in 0..<500 {
            let bytes = (0..<count).map { _ in random.number(0...UInt8.max) }
            guard let hash = ThumbHash(bytes: bytes) else { continue }
            let color = hash.averageColor, pixels = hash.pixels(maxSide: 9)
            #expect([color.red, color.green, color.blue, color.alpha].allSatisfy { 0...1 ~= $0 })
            #expect((1.0 / 7...7).contains(hash.aspectRatio) && max(pixels.width, pixels.height) == 9)
            #expect(pixels.rgba.count == 4 * pixels.width * pixels.height)
        }
    }

    @Test func `a hash that is cut or longer is none, nor one with an impossible side`() throws {
        for alpha in [255, 90] as [UInt8] {
            for (width, height) in [(50, 50), (50, 40), (50, 20), (50, 1), (40, 50), (1, 50)] {
                var hash = EncodedPicture(width, height) { x, y in [UInt8(x), UInt8(y), 7, alpha] }.hash
                #expect(ThumbHash(bytes: hash) != nil)
                for count in hash.indices { #expect(ThumbHash(bytes: Array(hash.prefix(count))) == nil) }
                #expect(ThumbHash(bytes: hash + [0]) == nil)
                hash[3] &= ~7
                #expect(ThumbHash(bytes: hash) == nil)
            }
        }
    }
}

@Suite(
    "ThumbHash reader corpus",
    .enabled(if: SharedCorpus.path("thumbhash/thumbhash.json") != nil, "the shared vectors are not beside the package")
)
struct ThumbHashReaderCorpusTests {
    private struct File: Decodable {
        struct Vector: Decodable {
            struct Picture: Decodable {
                let w: Int
                let h: Int
                let rgba_b64: String
            }
            let name: String
            let thumbhash_b64: String
            let average_rgba: [Double]
            let approx_aspect_ratio: Double
            let decoded: Picture
        }
        let vectors: [Vector]
    }

    @Test func `every vector looks as the format's own reader shows it`() throws {
        let file = try JSONDecoder().decode(File.self, from: Data(SharedCorpus.bytes("thumbhash/thumbhash.json")))
        #expect(!file.vectors.isEmpty)
        for vector in file.vectors {
            let hash = try #require(ThumbHash(base64: vector.thumbhash_b64), "\(vector.name)")
            let color = hash.averageColor, pixels = hash.pixels()
            #expect(abs(hash.aspectRatio - vector.approx_aspect_ratio) < 1e-4, "\(vector.name)")
            for (got, wanted) in zip([color.red, color.green, color.blue, color.alpha], vector.average_rgba) {
                #expect(abs(got - wanted) < 1e-4, "\(vector.name)")
            }
            let wanted = [UInt8](try #require(Data(base64Encoded: vector.decoded.rgba_b64)))
            #expect(pixels.width == vector.decoded.w && pixels.height == vector.decoded.h, "\(vector.name)")
            #expect(pixels.rgba.count == wanted.count, "\(vector.name)")
            // That reader cuts fractions off, this one rounds them.
            for (got, wanted) in zip(pixels.rgba, wanted) { #expect(abs(Int(got) - Int(wanted)) <= 1) }
        }
    }
}
