import Foundation
import LarderImaging
import LarderModel
import LarderTestSupport
import Testing

@Suite("ThumbHash") struct ThumbHashTests {
    private static func picture(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> [Int]) -> [UInt8] {
        (0..<width * height).flatMap { index in
            pixel(index % width, index / width).map { UInt8($0 % 256) }
        }
    }

    /// Hashes that a plain double sum over all pixels gives, none of whose numbers lies near the middle between two
    /// values.
    private static let vectors: [(width: Int, height: Int, pixel: @Sendable (Int, Int) -> [Int], hash: String)] = [
        (
            24, 15, { [$0 * $0 * 7 + $1 * 3, $0 * 5 + $1 * $1 * 11, $0 * $1 * 13 + 40, 255] },
            "dde7051488104137558686728673305abaf2b3"
        ),
        (
            10, 31, { [$1 * $1 * 3 + $0 * 29, $0 * $0 * 5 + $1 * 7 + 60, $0 * $1 * 9 + 200 - $1, 255] },
            "e0f7011a048c48705198496845480020e8"
        ),
        (
            17, 16, { [$0 * $0 * 3 + $1 * 13, $1 * $1 * 5 + $0 * 2, $0 * $1 * 3 + 90, $0 * 11 + $1 * $1 * 4 + 30] },
            "6007861d86187957707564485a8b9056f5c352450996284840"
        ),
    ]

    @Test(arguments: vectors.indices) func `a picture has its hash`(index: Int) throws {
        let vector = Self.vectors[index]
        let rgba = Self.picture(vector.width, vector.height, vector.pixel)
        let hash = try #require(ThumbHashEncoder.encode(width: vector.width, height: vector.height, rgba: rgba))
        #expect(hash.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined() == vector.hash)
    }

    @Test func `a flat picture has no frequencies, a clear one nothing at all`() throws {
        let red = try #require(
            ThumbHashEncoder.encode(width: 30, height: 20, rgba: Self.picture(30, 20) { _, _ in [255, 0, 0, 255] })
        )
        #expect(red.dropFirst(5).allSatisfy { $0 == 0 })
        let clear = try #require(ThumbHashEncoder.encode(width: 4, height: 4, rgba: [UInt8](repeating: 0, count: 64)))
        #expect(clear.count == 25 && clear.dropFirst(5).allSatisfy { $0 == 0 })
    }

    @Test(arguments: [(0, 1, 0), (101, 1, 404), (1, 101, 404), (-1, -1, 4), (2, 2, 15), (2, 2, 17)])
    func `what is no picture has no hash`(width: Int, height: Int, bytes: Int) {
        #expect(ThumbHashEncoder.encode(width: width, height: height, rgba: [UInt8](repeating: 9, count: bytes)) == nil)
    }

    @Test func `every size has a hash`() throws {
        for side in 1...100 {
            for (width, height) in [(side, 1), (1, side), (side, 100), (side, side)] {
                let rgba = Self.picture(width, height) { x, y in [x * 3, y * 5, x * y, 250 + (x + y) % 6] }
                #expect(ThumbHashEncoder.encode(width: width, height: height, rgba: rgba) != nil)
            }
        }
    }
}

@Suite(
    "ThumbHash corpus",
    .enabled(if: SharedCorpus.path("thumbhash/thumbhash.json") != nil, "the shared vectors are not beside the package")
)
struct ThumbHashCorpusTests {
    private struct File: Decodable {
        struct Vector: Decodable {
            let name: String
            let w: Int
            let h: Int
            let rgba_b64: String
            let thumbhash_hex: String
            let compare: String
            let average_rgba: [Double]
        }
        let vectors: [Vector]
    }

    @Test func `every vector has its hash or its mean colour, also through the decoder`() throws {
        try ImageDecoder.start()
        let file = try JSONDecoder().decode(File.self, from: Data(SharedCorpus.bytes("thumbhash/thumbhash.json")))
        #expect(!file.vectors.isEmpty)
        for vector in file.vectors {
            let rgba = [UInt8](try #require(Data(base64Encoded: vector.rgba_b64)))
            let hash = try #require(
                ThumbHashEncoder.encode(width: vector.w, height: vector.h, rgba: rgba),
                "\(vector.name)"
            )
            if vector.compare == "exact" {
                #expect(hash.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined() == vector.thumbhash_hex)
            }
            for (got, wanted) in zip(average(hash), vector.average_rgba) {
                #expect(abs(got - wanted) <= 0.04, "\(vector.name)")
            }
            let png = Samples.png(width: vector.w, height: vector.h, alpha: true) { x, y in
                Array(rgba[(y * vector.w + x) * 4..<(y * vector.w + x) * 4 + 4])
            }
            #expect(try ImageDecoder().decode(png).preview.thumbHash == hash, "\(vector.name)")
        }
    }

    /// The mean colour that a reader of the hash shows.
    private func average(_ hash: [UInt8]) -> [Double] {
        let bits = Int(hash[0]) | Int(hash[1]) << 8 | Int(hash[2]) << 16
        let light = Double(bits & 63) / 63
        let yellow = Double(bits >> 6 & 63) / 31.5 - 1, red = Double(bits >> 12 & 63) / 31.5 - 1
        let blue = light - 2.0 / 3.0 * yellow, first = (3 * light - blue + red) / 2
        let colors = [first, first - red, blue].map { min(1, max(0, $0)) }
        return colors + [bits >> 23 == 1 ? Double(hash[5] & 15) / 15 : 1]
    }
}
