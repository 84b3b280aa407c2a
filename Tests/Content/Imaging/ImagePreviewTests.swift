import LarderImaging
import LarderModel
import Testing

@Suite("Image preview") struct ImagePreviewTests {
    let decoder = ImageDecoder()

    init() throws { try ImageDecoder.start() }

    /// Width of the picture, and the colour of a pixel by its column.
    private static let pictures: [(alpha: Bool, pixel: @Sendable (Int) -> [UInt8], color: String)] = [
        (false, { _ in [18, 52, 86] }, "#123456"),
        // Most of it is orange; the mean, which is nowhere in it, is not.
        (false, { $0 < 130 ? [250, 130, 10] : [0, 0, 255] }, "#fa820a"),
        // What cannot be seen does not count.
        (true, { $0 < 130 ? [250, 130, 10, 0] : [0, 200, 40, 255] }, "#00c828"),
        (true, { _ in [1, 2, 3, 0] }, "#ffffff"),
    ]

    @Test(arguments: pictures.indices, [100, 200]) func `the dominant colour is the one that most of the picture has`(
        index: Int,
        width: Int
    ) throws {
        let picture = Self.pictures[index]
        let bytes = Samples.png(width: width, height: 40, alpha: picture.alpha) { x, _ in picture.pixel(x * 200 / width)
        }
        #expect(try decoder.decode(bytes).preview.dominantColor == picture.color)
    }

    @Test func `a JPEG and the PNG that it was made of look alike`() throws {
        let colors: [[UInt8]] = [[200, 30, 40], [30, 200, 40], [20, 40, 200], [240, 240, 240]]
        let png = Samples.png(width: 640, height: 480) { x, y in colors[(y < 240 ? 0 : 2) + (x < 320 ? 0 : 1)] }
        let jpeg = try decoder.decode(png, variantWidths: [640]).variants[0].bytes
        let (one, other) = (try decoder.decode(png).preview, try decoder.decode(jpeg).preview)
        #expect(one.thumbHash.count == other.thumbHash.count)
        for (left, right) in zip(one.thumbHash.dropFirst(5), other.thumbHash.dropFirst(5)) {
            #expect(abs(Int(left & 15) - Int(right & 15)) <= 1 && abs(Int(left >> 4) - Int(right >> 4)) <= 1)
        }
    }

    @Test func `the same bytes have the same preview, whatever widths are wanted`() throws {
        let bytes = Samples.gradient(width: 900, height: 300)
        let first = try decoder.decode(bytes, variantWidths: [320])
        #expect(try decoder.decode(bytes, variantWidths: [320]).preview == first.preview)
        #expect(first.preview.thumbHash.count == 17)
    }

    @Test(arguments: [(1, 1), (1, 700), (700, 1), (101, 100), (5000, 3)]) func `thin pictures have one too`(
        width: Int,
        height: Int
    ) throws {
        let bytes = Samples.gradient(width: width, height: height)
        #expect(try decoder.decode(bytes).preview.dominantColor.count == 7)
        let jpeg = try Samples.jpeg(width: width, height: height)
        #expect(try decoder.decode(jpeg).preview.dominantColor.count == 7)
    }
}

@Suite("Original as variant") struct OriginalVariantTests {
    let decoder = ImageDecoder()

    init() throws { try ImageDecoder.start() }

    private func widest(_ bytes: [UInt8]) throws -> EncodedImage {
        try #require(try decoder.decode(bytes, variantWidths: [320, 1080]).variants.last)
    }

    @Test func `a JPEG that any screen shows is its own variant of its own size`() throws {
        for (width, height) in [(640, 480), (200, 100), (320, 7)] {
            let jpeg = try Samples.jpeg(width: width, height: height)
            let image = try decoder.decode(jpeg, variantWidths: [320, 1080])
            #expect(image.variants.last?.isOriginal == true && image.variants.last?.bytes == jpeg)
            #expect(image.variants.last?.width == width && image.variants.last?.height == height)
            #expect(image.variants[0].isOriginal == (width <= 320))
        }
    }

    @Test func `what is turned, tells of its making, is large for its size or has something behind it is encoded anew`()
        throws
    {
        let jpeg = try Samples.jpeg(width: 640, height: 480)
        let comment: [UInt8] = [0xFF, 0xFE, 0, 6] + Array("home".utf8)
        let padding: [UInt8] = [0xFF, 0xEB, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 65_533)
        var commented: [UInt8] = [0xFF, 0xD8] + comment
        commented += jpeg.dropFirst(2)
        var padded: [UInt8] = [0xFF, 0xD8] + padding + padding + padding
        padded += jpeg.dropFirst(2)
        let longer: [UInt8] = jpeg + [1, 2, 3]
        let oriented = [Samples.oriented(jpeg, 3), Samples.oriented(jpeg, 1)]
        let others = oriented + [commented, padded, longer, Samples.gradient(width: 640, height: 480)]
        for bytes in others {
            let variant = try widest(bytes)
            #expect(!variant.isOriginal && variant.bytes != bytes && variant.width == 640)
        }
    }

    @Test func `a damaged file is not its own variant`() throws {
        let jpeg = try Samples.jpeg(width: 200, height: 200)
        #expect(throws: ImagingError.self) { try decoder.decode(Array(jpeg.dropLast(jpeg.count / 2))) }
    }

    @Test func `data that ends before its container does is cut short`() throws {
        let jpeg = try Samples.jpeg(width: 64, height: 64)
        for whole in [jpeg, Samples.gradient(width: 9, height: 9), Samples.gif(frames: 2)] {
            #expect(!ImageDecoder.isCutShort(whole))
            #expect(ImageDecoder.isCutShort(Array(whole.dropLast(whole.count / 2))))
        }
        #expect(!ImageDecoder.isCutShort(jpeg + [0, 0]) && ImageDecoder.isCutShort(jpeg.dropLast()))
        for other in [[], Array("<html>".utf8)] { #expect(!ImageDecoder.isCutShort(other)) }
    }
}
