import LarderImaging
import LarderModel
import Testing

@Suite("Hostile images") struct HostileImageTests {
    let decoder = ImageDecoder()

    init() throws {
        try ImageDecoder.start()
    }

    private func code(_ bytes: [UInt8], _ change: (inout ImageLimits) -> Void = { _ in }) -> ImagingError.Code? {
        var limits = ImageLimits()
        change(&limits)
        do throws(ImagingError) {
            _ = try ImageDecoder(limits: limits).decode(bytes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [
        "", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<!doctype html><p>Log in", "%PDF-1.7", "BM------", "II*\u{0}",
        "RIFFxxxxWAVE", "\u{0}\u{0}\u{0}\u{18}ftypheic\u{0}\u{0}\u{0}\u{0}mif1heic", "P6 1 1 255 abc",
        "#define x_width 1",
    ])
    func `only the allowed formats reach a decoder`(text: String) {
        #expect(code(Array(text.utf8)) == (text.isEmpty ? .empty : .unsupportedFormat))
    }

    @Test func `limits are refused by the header, each with its own code`() throws {
        #expect(code(Samples.hollowPNG(width: 40_000, height: 40_000)) == .tooManyPixels)
        #expect(code(Samples.hollowPNG(width: 40, height: 65_501)) == .tooManyPixels)
        #expect(code(Samples.hollowPNG(width: 2_147_483_647, height: 2_147_483_647)) != nil)
        #expect(code(Samples.gif(frames: 12)) { $0.maxFrames = 11 } == .tooManyFrames)
        #expect(code(Samples.gif(frames: 12)) { $0.maxBytes = 50 } == .tooLarge)
        let jpeg = try Samples.jpeg(width: 64, height: 64)
        let scans = [[UInt8]](repeating: [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0], count: 101).flatMap { $0 }
        #expect(code(jpeg.dropLast(2) + scans + [0xFF, 0xD9]) == .tooManyScans)
        #expect(code(jpeg) == nil)
    }

    /// The decoder looks through all segments for each one.
    @Test(.timeLimit(.minutes(1)), arguments: [0xE1, 0xE2, 0xFE] as [UInt8])
    func `a file of very many segments is refused before it is decoded`(marker: UInt8) throws {
        let jpeg = try Samples.jpeg(width: 64, height: 64)
        func file(_ count: Int) -> [UInt8] {
            jpeg.prefix(2) + [[UInt8]](repeating: [0xFF, marker, 0, 2], count: count).flatMap { $0 } + jpeg.dropFirst(2)
        }
        #expect(code(file(100_000)) == .tooManySegments)
        #expect(ImageDecoder().header(file(100_000)) == nil)
        #expect(code(file(300)) == nil)
    }

    @Test func `a file cut anywhere is refused as truncated`() throws {
        let files = [
            Samples.gradient(width: 90, height: 70), try Samples.jpeg(width: 300, height: 200),
            Samples.gif(frames: 3, trailer: false),
            try decoder.decode(
                Samples.png(width: 90, height: 90, alpha: true) { x, y in [9, UInt8(x), UInt8(y), UInt8(x + y)] }
            )
            .variants[0].bytes,
        ]
        for file in files {
            #expect(code(file) == nil)
            for part in 1..<20 {
                let cut = Array(file[..<(max(16, file.count * part / 20))])
                // Cut behind a whole frame a GIF is a shorter GIF.
                if file.starts(with: Array("GIF".utf8)), code(cut) == nil {
                    #expect(try decoder.probe(cut).frames < 3)
                } else {
                    #expect(code(cut) == .truncated, "cut at \(cut.count) of \(file.count)")
                }
            }
        }
    }

    @Test func `a very long transparent image is written as JPEG`() throws {
        let long = Samples.png(width: 3, height: 17_000, alpha: true) { _, y in [1, 2, 3, UInt8(y % 256)] }
        let image = try decoder.decode(long)
        #expect(image.variants[0].format == .jpeg && image.variants[0].height == 17_000)
    }

    @Test func `damaged bytes are an error or an image, never a crash`() throws {
        var state: UInt64 = 88_172_645_463_325_252
        func next(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let files = [
            Samples.gradient(width: 60, height: 40), try Samples.jpeg(width: 120, height: 90), Samples.gif(frames: 2),
            Samples.oriented(try Samples.jpeg(width: 50, height: 50), 6),
        ]
        for file in files {
            for _ in 0..<150 {
                var damaged = file
                for _ in 0...next(4) { damaged[next(damaged.count)] = UInt8(next(256)) }
                if let image = try? decoder.decode(damaged) { #expect(image.variants.count == 1) }
            }
        }
    }
}
