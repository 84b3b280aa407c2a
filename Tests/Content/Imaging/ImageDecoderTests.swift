import LarderImaging
import LarderModel
import Testing

@Suite("Image decoder") struct ImageDecoderTests {
    let decoder = ImageDecoder()

    init() throws {
        try ImageDecoder.start()
    }

    @Test(arguments: [
        (800, 600, 320, 240), (641, 480, 320, 240), (1023, 77, 320, 24), (200, 100, 200, 100), (5000, 1, 320, 1),
    ])
    func `a variant keeps the proportions and is never enlarged`(width: Int, height: Int, across: Int, down: Int) throws
    {
        for bytes in [Samples.gradient(width: width, height: height), try Samples.jpeg(width: width, height: height)] {
            let image = try decoder.decode(bytes)
            #expect(image.variants.map(\.width) == [across])
            #expect(image.variants.map(\.height) == [down])
            let again = try decoder.probe(image.variants[0].bytes)
            #expect(again.width == across && again.height == down)
            #expect(again.format == .jpeg && !again.hasProfile && again.orientation == 1)
        }
    }

    @Test func `a header tells the size without the decoding library`() throws {
        let clear = Samples.png(width: 33, height: 7, alpha: true) { x, _ in [255, 0, 0, UInt8(x)] }
        let webp = try decoder.decode(clear, variantWidths: [33]).variants[0].bytes
        for bytes in [clear, webp, try Samples.jpeg(width: 640, height: 48), Samples.gif(frames: 1)] {
            let probe = try decoder.probe(bytes)
            let size = try #require(ImageDecoder.size(bytes), "\(probe.format)")
            #expect(size == (probe.width, probe.height), "\(probe.format)")
        }
        var deep = clear
        deep[24] = 77
        #expect(ImageDecoder.size(deep) == nil)
        #expect(ImageDecoder.size([0xFF, 0xD8, 0xFF, 0xE0]) == nil && ImageDecoder.size(Array("<html>".utf8)) == nil)
    }

    @Test func `every asked width has its variant, in the order asked, equal sizes with equal bytes`() throws {
        let image = try decoder.decode(Samples.gradient(width: 500, height: 300), variantWidths: [1080, 100, 640])
        #expect(image.variants.map(\.targetWidth) == [1080, 100, 640])
        #expect(image.variants.map(\.width) == [500, 100, 500])
        #expect(image.variants[0].bytes == image.variants[2].bytes)
    }

    @Test func `the same bytes give the same variants`() throws {
        let jpeg = try Samples.jpeg(width: 640, height: 480)
        let first = try decoder.decode(jpeg, variantWidths: [320, 100])
        for _ in 0..<3 { #expect(try decoder.decode(jpeg, variantWidths: [320, 100]) == first) }
    }

    @Test(arguments: 1...8)
    func `an EXIF orientation is undone`(orientation: Int) throws {
        // Left half red and right half blue below; the top third is white.
        let plain = Samples.png(width: 120, height: 60) { x, y in
            y < 20 ? [255, 255, 255] : x < 60 ? [255, 0, 0] : [0, 0, 255]
        }
        let jpeg = try decoder.decode(plain, variantWidths: [120]).variants[0].bytes
        let turned = Samples.oriented(jpeg, UInt8(orientation))
        let image = try decoder.decode(turned, variantWidths: [120], measuresColors: true)
        #expect(image.probe.orientation == orientation)
        #expect((image.probe.width, image.probe.height) == (orientation < 5 ? (120, 60) : (60, 120)))
        #expect(image.variants[0].width == image.probe.width && image.variants[0].height == image.probe.height)
        // Where the white edge and the red corner are after turning (TIFF 6.0, tag 274).
        let names = image.colors?.corners.map { color in
            color.green > 200 ? "white" : color.red > color.blue ? "red" : "blue"
        }
        let expected: [Int: [String]] = [
            1: ["white", "white", "red", "blue"], 2: ["white", "white", "blue", "red"],
            3: ["blue", "red", "white", "white"], 4: ["red", "blue", "white", "white"],
            5: ["white", "red", "white", "blue"], 6: ["red", "white", "blue", "white"],
            7: ["blue", "white", "red", "white"], 8: ["white", "blue", "white", "red"],
        ]
        #expect(names == expected[orientation])
    }

    @Test func `an image with transparent pixels becomes WebP and its mean lies on white`() throws {
        let half = Samples.png(width: 40, height: 40, alpha: true) { x, _ in [255, 0, 0, x < 20 ? 255 : 0] }
        let image = try decoder.decode(half, measuresColors: true)
        let mean = try #require(image.colors?.mean)
        #expect(image.probe.hasAlpha)
        #expect(image.variants[0].format == .webp)
        #expect(try decoder.probe(image.variants[0].bytes).hasAlpha)
        #expect(abs(mean.red - 255) < 2 && abs(mean.green - 127.5) < 2)
    }

    @Test func `an alpha channel that hides nothing still gives a JPEG`() throws {
        let image = try decoder.decode(Samples.png(width: 40, height: 40, alpha: true) { _, _ in [0, 128, 0, 255] })
        #expect(image.probe.hasAlpha)
        #expect(image.variants[0].format == .jpeg)
    }

    @Test func `frames of a GIF are counted and the first is the poster`() throws {
        let image = try decoder.decode(Samples.gif(frames: 3), measuresColors: true)
        let mean = try #require(image.colors?.mean)
        #expect(image.probe.frames == 3)
        #expect(mean.red > 250 && mean.green < 5)
        #expect(try decoder.probe(Samples.gif(frames: 100_000)).frames == 100_000)
    }

    @Test func `several threads decode at once with equal results`() async throws {
        let jpeg = try Samples.jpeg(width: 640, height: 480)
        let first = try decoder.decode(jpeg)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<5).allSatisfy { _ in (try? ImageDecoder().decode(jpeg)) == first }
                }
            }
            for await same in group { #expect(same) }
        }
    }
}
