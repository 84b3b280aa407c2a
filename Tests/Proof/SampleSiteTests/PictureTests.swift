import Foundation
import LarderSampleSite
import Testing

@Suite("Sample pictures") struct PictureTests {
    private static let site = SampleSite(configuration: .init(seed: 7, recipes: 200, articles: 40, pictureVariety: 1))

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
        #expect(jpegs.count > 110)
    }

    @Test(arguments: ["jpg", "png", "webp", "gif"])
    func `a picture has 40 to 100 kB and the media type of its name`(suffix: String) throws {
        let picture = try sample(suffix)
        #expect(40_000...100_000 ~= picture.bytes.count)
        #expect(picture.mediaType == (suffix == "jpg" ? "image/jpeg" : "image/" + suffix))
        #expect(picture.width * picture.height > 250_000)
    }

    @Test func `no two pictures have the same bytes`() {
        var seen: Set<[UInt8]> = []
        for index in 0..<60 {
            seen.insert(Self.site.picture(ofRecipe: index).bytes)
        }
        for index in 0..<10 {
            seen.insert(Self.site.picture(ofArticle: index).bytes)
        }
        #expect(seen.count == 70)
    }

    @Test func `a JPEG is a chain of segments with its size and its comment`() throws {
        let picture = try sample("jpg")
        let bytes = picture.bytes
        #expect(bytes.starts(with: [0xFF, 0xD8]))
        #expect(bytes.suffix(2) == [0xFF, 0xD9])
        var place = 2
        var markers: [UInt8] = []
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            markers.append(marker)
            if marker == 0xC0 {
                #expect(Int(bytes[place + 5]) << 8 | Int(bytes[place + 6]) == picture.height)
                #expect(Int(bytes[place + 7]) << 8 | Int(bytes[place + 8]) == picture.width)
            }
            if marker == 0xDA { break }
            place += 2 + length
        }
        #expect(markers == [0xE0, 0xFE, 0xDB, 0xDB, 0xC0, 0xC4, 0xC4, 0xC4, 0xC4, 0xDA])
    }

    /// Codes made for each picture must leave the code of all ones free, or decoders stumble over some pictures only.
    @Test(arguments: 0..<8) func `the scan of a JPEG holds just the blocks of its size`(index: Int) throws {
        let site = SampleSite(configuration: .init(seed: 1, recipes: 20))
        let jpegs = (0..<20).filter { site.recipe($0).imagePath.hasSuffix(".jpg") }
        let picture = site.picture(ofRecipe: jpegs[index])
        let units = (picture.width + 15) / 16 * ((picture.height + 15) / 16)
        let scan = try JPEGScan(picture.bytes, units: units)
        #expect(scan.blocks == units * 6)
        #expect(scan.leftover == 0)
        #expect(!scan.usesAllOnes)
    }

    @Test func `a PNG has right checksums and as many bytes as its size asks for`() throws {
        let picture = try sample("png")
        let bytes = picture.bytes
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        var place = 8
        var types: [String] = []
        while place + 12 <= bytes.count {
            let length = number(bytes[place..<place + 4])
            let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
            let body = bytes[place + 4..<place + 8 + length]
            #expect(number(bytes[place + 8 + length..<place + 12 + length]) == checksum(body))
            if type == "IDAT" {
                let packed = Array(bytes[place + 10..<place + 4 + length])
                let (rows, consumed) = try Inflater.inflate(packed)
                #expect(rows.count == (picture.width + 1) * picture.height)
                #expect(consumed == packed.count)
                #expect(rows.max() ?? 255 < 216)
            }
            types.append(type)
            place += 12 + length
        }
        #expect(types == ["IHDR", "PLTE", "tEXt", "IDAT", "IEND"])
        #expect(place == bytes.count)
    }

    @Test func `a GIF ends its blocks and its file`() throws {
        let picture = try sample("gif")
        let bytes = picture.bytes
        #expect(String(decoding: bytes.prefix(6), as: UTF8.self) == "GIF89a")
        #expect(Int(bytes[6]) | Int(bytes[7]) << 8 == picture.width)
        var place = 13 + 768
        #expect(Array(bytes[place..<place + 2]) == [0x21, 0xFE])
        place = try end(ofBlocks: bytes, from: place + 2)
        #expect(bytes[place] == 0x2C)
        place = try end(ofBlocks: bytes, from: place + 11)
        #expect(place == bytes.count - 1)
        #expect(bytes[place] == 0x3B)
    }

    @Test func `a WebP states its length and has an EXIF chunk`() throws {
        let picture = try sample("webp")
        let bytes = picture.bytes
        #expect(String(decoding: bytes.prefix(4), as: UTF8.self) == "RIFF")
        #expect(number(bytes[4..<8].reversed()) == bytes.count - 8)
        var place = 12
        var types: [String] = []
        while place + 8 <= bytes.count {
            types.append(String(decoding: bytes[place..<place + 4], as: UTF8.self))
            let length = number(bytes[place + 4..<place + 8].reversed())
            place += 8 + length + length % 2
        }
        #expect(types == ["VP8X", "VP8L", "EXIF"])
        #expect(place == bytes.count)
    }

    /// Another program's decoders are the judge of the pixels.
    @Test(
        .enabled(if: Pillow.isInstalled, "python3 with Pillow is not installed"),
        arguments: ["jpg", "png", "webp", "gif"]
    )
    func `Pillow decodes a picture to a plate in the middle of a darker table`(suffix: String) throws {
        let picture = try sample(suffix)
        let result = try Pillow.measure(picture.bytes)
        #expect(result.size == [picture.width, picture.height])
        #expect(result.middle > result.corner + 20)
    }

    // MARK: Readers

    private func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private func checksum(_ bytes: some Sequence<UInt8>) -> Int {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 {
                value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
            }
        }
        return Int(~value)
    }

    private func end(ofBlocks bytes: [UInt8], from start: Int) throws -> Int {
        var place = start
        while try #require(place < bytes.count ? bytes[place] : nil) != 0 {
            place += Int(bytes[place]) + 1
        }
        return place + 1
    }
}

/// Python's imaging library, where there is one; `LARDER_PYTHON` names another interpreter than `python3`.
enum Pillow {
    struct Result {
        let size: [Int]
        /// Mean brightness of the rim of the plate, and of the picture's corners.
        let middle: Int
        let corner: Int
    }

    static let isInstalled = (try? run("import PIL.Image", input: [])) != nil

    static func measure(_ bytes: [UInt8]) throws -> Result {
        let script = """
            import sys, io, PIL.Image
            image = PIL.Image.open(io.BytesIO(sys.stdin.buffer.read()))
            image.load()
            size = image.size
            grey = image.convert('L').resize((20, 20), PIL.Image.Resampling.BOX)
            rim = [grey.getpixel(p) for p in ((10, 4), (10, 15), (6, 6), (13, 13), (9, 4))]
            corner = [grey.getpixel(p) for p in ((0, 0), (19, 19), (0, 19), (19, 0), (1, 18))]
            print(size[0], size[1], sum(rim) // 5, sum(corner) // 5)
            """
        let numbers = try run(script, input: bytes).split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        return Result(size: Array(numbers.prefix(2)), middle: numbers[2], corner: numbers[3])
    }

    private struct Failed: Error {}

    private static func run(_ script: String, input: [UInt8]) throws -> String {
        let process = Process()
        let python = ProcessInfo.processInfo.environment["LARDER_PYTHON"] ?? "python3"
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [python, "-c", script]
        let (stdin, stdout) = (Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = FileHandle.nullDevice
        try process.run()
        // A process that never reads its input would block a full pipe: the script reads all of it before it prints.
        if !input.isEmpty {
            try stdin.fileHandleForWriting.write(contentsOf: Data(input))
        }
        try stdin.fileHandleForWriting.close()
        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        return String(decoding: output, as: UTF8.self)
    }
}
