import LarderImaging
import Testing

/// One picture of four coloured quarters in every format that can be made here, with the verdict, size, colours and
/// variants that the image corpus tells of its files.
@Suite("Own images") struct OwnImageTests {
    struct Case: Sendable, CustomStringConvertible {
        var description: String
        var format: ImageFormat
        var frames = 1
        var orientation = 1
        var hasAlpha = false
        var bytes: @Sendable () throws -> [UInt8]
    }

    /// Red and green above blue and white; the right half may let only a part of the light through.
    private static func quarters(alpha: UInt8? = nil) -> [UInt8] {
        Samples.png(width: 640, height: 480, alpha: alpha != nil) { x, y in
            let color: [UInt8] =
                y < 240 ? (x < 320 ? [255, 0, 0] : [0, 255, 0]) : x < 320 ? [0, 0, 255] : [255, 255, 255]
            return color + (alpha.map { [x < 320 ? 255 : $0] } ?? [])
        }
    }

    private static func variant(of png: [UInt8]) throws -> [UInt8] {
        try ImageDecoder.start()
        return try ImageDecoder().decode(png, variantWidths: [640]).variants[0].bytes
    }

    static let cases = [
        Case(description: "PNG", format: .png) { quarters() },
        Case(description: "transparent PNG", format: .png, hasAlpha: true) { quarters(alpha: 128) },
        Case(description: "JPEG", format: .jpeg) { try variant(of: quarters()) },
        Case(description: "JPEG from a camera held upside down", format: .jpeg, orientation: 3) {
            Samples.oriented(try variant(of: quarters()), 3)
        },
        Case(description: "transparent WebP", format: .webp, hasAlpha: true) { try variant(of: quarters(alpha: 128)) },
    ]

    @Test(arguments: cases) func `a picture has its size, colours and variants`(_ item: Case) throws {
        try ImageDecoder.start()
        let image = try ImageDecoder().decode(item.bytes(), variantWidths: [320, 1080], measuresColors: true)
        let colors = try #require(image.colors)
        #expect(image.probe.format == item.format && image.probe.frames == item.frames)
        #expect((image.probe.width, image.probe.height) == (640, 480))
        #expect(image.probe.orientation == item.orientation && image.probe.hasAlpha == item.hasAlpha)
        #expect(image.variants.map(\.width) == [320, 640] && image.variants.map(\.height) == [240, 480])
        // Half of the green quarter's light is the white behind it.
        let green = item.hasAlpha ? [127.5, 255, 127.5] : [0, 255, 0]
        let corners = [[255, 0, 0], green, [0, 0, 255], [255, 255, 255]]
        for (got, wanted) in zip(colors.corners, item.orientation == 3 ? corners.reversed() : corners) {
            #expect(distance(got, wanted) < 8, "\(got), not \(wanted)")
        }
        let mean = (0..<3).map { part in corners.map { $0[part] }.reduce(0, +) / 4 }
        #expect(distance(colors.mean, mean) < 4, "\(colors.mean), not \(mean)")
    }

    private func distance(_ color: ImageColor, _ wanted: [Double]) -> Double {
        zip([color.red, color.green, color.blue], wanted).map { abs($0 - $1) }.max() ?? 0
    }
}
