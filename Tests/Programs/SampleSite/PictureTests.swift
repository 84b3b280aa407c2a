import LarderImaging
import Testing

@testable import LarderSampleSite

@Suite("Sample pictures") struct PictureTests {
    private static let site = SampleSite(configuration: .init(seed: 7, recipes: 200, articles: 40))

    /// One recipe position for each kind of picture.
    private static let samples: [String: Int] = Dictionary(
        (0..<200).map { (String(site.recipe($0).imagePath.split(separator: ".").last ?? ""), $0) },
        uniquingKeysWith: { first, _ in first }
    )

    private func sample(_ suffix: String) throws -> SampleSite.Picture {
        Self.site.picture(ofRecipe: try #require(Self.samples[suffix]))
    }

    @Test func `most pictures are JPEG, and all four kinds occur`() {
        #expect(Set(Self.samples.keys) == ["jpg", "png", "webp", "gif"])
        let jpegs = (0..<200).filter { Self.site.recipe($0).imagePath.hasSuffix(".jpg") }
        #expect(110...170 ~= jpegs.count)
    }

    @Test(arguments: ["jpg", "png", "webp", "gif"])
    func `a picture has 46 to 77 kB and the media type of its name`(suffix: String) throws {
        let picture = try sample(suffix)
        #expect(46_000...77_000 ~= picture.bytes.count)
        #expect(picture.mediaType == (suffix == "jpg" ? "image/jpeg" : "image/" + suffix))
    }

    @Test(arguments: ["jpg", "png", "webp", "gif"])
    func `libvips decodes a picture to its last row`(suffix: String) throws {
        try ImageDecoder.start()
        let image = try ImageDecoder().decode(try sample(suffix).bytes)
        #expect(image.probe.format == ImageFormat(rawValue: suffix == "jpg" ? "jpeg" : suffix))
        #expect(image.probe.width * image.probe.height >= 640 * 480)
        #expect(image.probe.frames == 1)
        #expect(image.variants.count == 1)
    }

    @Test func `a recipe's picture is of its dish, an article's a landscape`() {
        func isOne(_ key: PictureKey, of drawings: Drawings) -> Bool {
            let files = key.format == .jpeg ? drawings.jpegs : [drawings.other]
            return files.contains { key.format.adding(Array(key.comment.utf8), to: $0) == key.picture.bytes }
        }
        let catalog = Self.site.catalog
        for index in 0..<200 {
            let dish = catalog.dishes(ofRecipe: index).first
            #expect(isOne(catalog.pictureKey(ofRecipe: index), of: Drawings.dishes[dish]))
        }
        for index in 0..<40 {
            #expect(isOne(catalog.pictureKey(ofArticle: index), of: .landscapes))
        }
    }

    @Test func `no two pictures have the same bytes`() {
        var seen: Set<[UInt8]> = []
        for index in 0..<200 {
            seen.insert(Self.site.picture(ofRecipe: index).bytes)
        }
        for index in 0..<40 {
            seen.insert(Self.site.picture(ofArticle: index).bytes)
        }
        #expect(seen.count == 240)
    }

    @Test func `the same seed gives the same bytes, another seed others`() {
        let same = SampleSite(configuration: .init(seed: 7, recipes: 200))
        let other = SampleSite(configuration: .init(seed: 8, recipes: 200))
        for index in Self.samples.values {
            #expect(same.picture(ofRecipe: index) == Self.site.picture(ofRecipe: index))
            #expect(other.picture(ofRecipe: index) != Self.site.picture(ofRecipe: index))
        }
    }

    @Test func `the comment is a segment of its own in a JPEG`() throws {
        let bytes = try sample("jpg").bytes
        var place = 2
        var markers: [UInt8] = []
        while place + 4 <= bytes.count, bytes[place] == 0xFF, markers.last != 0xDA {
            markers.append(bytes[place + 1])
            place += 2 + number(bytes[place + 2..<place + 4])
        }
        #expect(markers.prefix(2) == [0xFE, 0xFE])
        #expect(markers.last == 0xDA)
        #expect(bytes.suffix(2) == [0xFF, 0xD9])
    }

    @Test func `the comment is a chunk with the right checksum in a PNG`() throws {
        let bytes = try sample("png").bytes
        var place = 8
        var types: [String] = []
        while place + 12 <= bytes.count {
            let end = place + 8 + number(bytes[place..<place + 4])
            types.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
            #expect(number(bytes[end..<end + 4]) == checksum(bytes[place + 4..<end]))
            place = end + 4
        }
        #expect(types.suffix(3) == ["tEXt", "tEXt", "IEND"])
        #expect(place == bytes.count)
    }

    @Test func `the comment is a last chunk in a WebP, which states its length`() throws {
        let bytes = try sample("webp").bytes
        #expect(number(bytes[4..<8].reversed()) == bytes.count - 8)
        var place = 12
        var types: [String] = []
        while place + 8 <= bytes.count {
            types.append(String(decoding: bytes[place..<place + 4], as: UTF8.self))
            let length = number(bytes[place + 4..<place + 8].reversed())
            place += 8 + length + length % 2
        }
        #expect(types.first == "VP8X")
        #expect(types.suffix(2) == ["note", "note"])
        #expect(place == bytes.count)
    }

    @Test func `the comment is an extension of whole blocks at the end of a GIF`() throws {
        let bytes = try sample("gif").bytes
        let comment = try #require(bytes.firstRange(of: Array("Sample Larder".utf8)))
        var place = comment.lowerBound - 1
        #expect(bytes[place - 2..<place] == [0x21, 0xFE])
        while place < bytes.count, bytes[place] != 0 {
            place += Int(bytes[place]) + 1
        }
        #expect(bytes[place...] == [0, 0x3B])
    }

    private func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}

/// CRC-32 as PNG and gzip have it (RFC 1952, section 8), so that zlib is not its own judge.
func checksum(_ bytes: some Sequence<UInt8>) -> Int {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
        value ^= UInt32(byte)
        for _ in 0..<8 {
            value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
        }
    }
    return Int(~value)
}
