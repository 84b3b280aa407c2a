/// Three bytes a pixel, row by row.
struct Photo {
    let width: Int
    let height: Int
    var rgb: [UInt8]
}

/// One palette index a pixel, row by row; at most 256 colours.
struct Poster {
    let width: Int
    let height: Int
    /// 0xRRGGBB.
    var palette: [UInt32]
    var pixels: [UInt8]
}

/// Draws a table with a plate and food on it: gradients, discs and grain.
struct Painter {
    private struct Disc {
        let x: Int
        let y: Int
        let radius: Int
        let color: (Int, Int, Int)
        /// How much darker the edge is than the middle, 0 to 256.
        let shade: Int
    }

    private static let sizes = [(640, 480), (640, 480), (768, 576), (480, 640), (720, 480), (640, 427)]
    private let seed: UInt64
    private let motif: Int

    init(seed: UInt64, motif: Int) {
        self.seed = seed
        self.motif = motif
    }

    /// A picture with fine grain, for JPEG.
    func photo() -> Photo {
        var generator = SeededGenerator(seed: seed, stream: .picture, index: motif)
        return photo(size: generator.pick(Self.sizes), grain: 10...14, &generator)
    }

    private func photo(
        size: (Int, Int),
        grain: ClosedRange<Int>,
        _ generator: inout SeededGenerator
    ) -> Photo {
        var photo = Photo(width: size.0, height: size.1, rgb: [UInt8](repeating: 0, count: size.0 * size.1 * 3))
        paintTable(&photo, &generator)
        for disc in discs(width: size.0, height: size.1, &generator) {
            paint(disc, &photo)
        }
        addGrain(&photo, strength: generator.number(grain), &generator)
        return photo
    }

    /// The same kind of picture in 216 colours, with coarse grain, for the palette formats.
    func poster() -> Poster {
        var generator = SeededGenerator(seed: seed, stream: .picture, index: motif)
        let photo = photo(size: (640, 480), grain: 6...8, &generator)
        let count = photo.width * photo.height
        var pixels = [UInt8](repeating: 0, count: count)
        for pixel in 0..<count {
            // Six levels a channel; the grain of the photo makes soft borders.
            let red = (Int(photo.rgb[pixel * 3]) * 6) >> 8
            let green = (Int(photo.rgb[pixel * 3 + 1]) * 6) >> 8
            let blue = (Int(photo.rgb[pixel * 3 + 2]) * 6) >> 8
            pixels[pixel] = UInt8(truncatingIfNeeded: red * 36 + green * 6 + blue)
        }
        let palette = (0..<216).map { color -> UInt32 in
            let (red, green, blue) = (color / 36 * 51, color / 6 % 6 * 51, color % 6 * 51)
            return UInt32(red << 16 | green << 8 | blue)
        }
        return Poster(width: photo.width, height: photo.height, palette: palette, pixels: pixels)
    }

    private func paintTable(_ photo: inout Photo, _ generator: inout SeededGenerator) {
        let top = (generator.number(90...200), generator.number(70...160), generator.number(50...130))
        let bottom = (generator.number(30...120), generator.number(25...90), generator.number(20...80))
        let plank = generator.number(40...110)
        let (width, height) = (photo.width, photo.height)
        var place = 0
        for y in 0..<height {
            let far = y * 256 / height
            let near = 256 - far
            for x in 0..<width {
                let line = (x + y / 7) % plank < 2 ? 190 : 256
                let sideways = abs(x * 2 - width)
                let light = ((256 - sideways * 60 / width) * line) >> 8
                photo.rgb[place] = Self.byte((top.0 * near + bottom.0 * far) >> 8, light)
                photo.rgb[place + 1] = Self.byte((top.1 * near + bottom.1 * far) >> 8, light)
                photo.rgb[place + 2] = Self.byte((top.2 * near + bottom.2 * far) >> 8, light)
                place += 3
            }
        }
    }

    /// A plate in the middle, then food on it, then crumbs on the table.
    private func discs(width: Int, height: Int, _ generator: inout SeededGenerator) -> [Disc] {
        let centre = (width / 2 + generator.number(-30...30), height / 2 + generator.number(-20...20))
        let plate = min(width, height) * generator.number(36...44) / 100
        let white = generator.number(200...245)
        var discs = [
            Disc(x: centre.0 + 8, y: centre.1 + 12, radius: plate + 6, color: (30, 24, 20), shade: 0),
            Disc(x: centre.0, y: centre.1, radius: plate, color: (white, white - 6, white - 18), shade: 60),
            Disc(
                x: centre.0,
                y: centre.1,
                radius: plate * 3 / 4,
                color: (white - 25, white - 28, white - 40),
                shade: 20
            ),
        ]
        let hues = (0..<4).map { _ in
            (generator.number(70...250), generator.number(50...200), generator.number(20...110))
        }
        for _ in 0..<generator.number(50...110) {
            let reach = plate * 2 / 3
            let (dx, dy) = (generator.number(-reach...reach), generator.number(-reach...reach))
            guard dx * dx + dy * dy < reach * reach else { continue }
            let color = generator.pick(hues)
            let radius = generator.number(6...plate / 6)
            discs.append(Disc(x: centre.0 + dx, y: centre.1 + dy, radius: radius, color: color, shade: 140))
            let gleam = (min(color.0 + 70, 255), min(color.1 + 70, 255), min(color.2 + 70, 255))
            discs.append(
                Disc(
                    x: centre.0 + dx - radius / 3,
                    y: centre.1 + dy - radius / 3,
                    radius: radius / 4,
                    color: gleam,
                    shade: 0
                )
            )
        }
        for _ in 0..<generator.number(20...60) {
            let (x, y) = (generator.below(width), generator.below(height))
            discs.append(Disc(x: x, y: y, radius: generator.number(1...5), color: generator.pick(hues), shade: 100))
        }
        return discs
    }

    private func paint(_ disc: Disc, _ photo: inout Photo) {
        let square = max(disc.radius * disc.radius, 1)
        let rows = max(0, disc.y - disc.radius)..<max(0, min(photo.height, disc.y + disc.radius + 1))
        let columns = max(0, disc.x - disc.radius)..<max(0, min(photo.width, disc.x + disc.radius + 1))
        for y in rows {
            let dy = (y - disc.y) * (y - disc.y)
            for x in columns {
                let distance = dy + (x - disc.x) * (x - disc.x)
                guard distance <= square else { continue }
                let light = 256 - disc.shade * distance / square
                let place = (y * photo.width + x) * 3
                photo.rgb[place] = Self.byte(disc.color.0, light)
                photo.rgb[place + 1] = Self.byte(disc.color.1, light)
                photo.rgb[place + 2] = Self.byte(disc.color.2, light)
            }
        }
    }

    private func addGrain(_ photo: inout Photo, strength: Int, _ generator: inout SeededGenerator) {
        var bits: UInt64 = 0
        for pixel in 0..<photo.width * photo.height {
            if pixel % 8 == 0 {
                bits = generator.next()
            }
            let change = ((Int(bits & 0xFF) - 128) * strength) >> 7
            bits >>= 8
            for channel in pixel * 3..<pixel * 3 + 3 {
                photo.rgb[channel] = UInt8(clamping: Int(photo.rgb[channel]) + change)
            }
        }
    }

    private static func byte(_ value: Int, _ light: Int) -> UInt8 {
        UInt8(clamping: (value * light) >> 8)
    }
}
