internal import LarderModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#elseif os(Windows)
    import ucrt
#endif

/// A blurred picture in about 25 bytes, to show until the picture itself is there.
///
/// The format is described at evanw.github.io/thumbhash. It stores the mean and a few low frequencies of brightness,
/// colours and alpha.
public struct ThumbHash: Sendable, Hashable {
    /// A colour in sRGB; all parts are from 0 to 1, not multiplied by alpha.
    public struct Color: Sendable, Hashable {
        /// From 0 to 1.
        public let red: Double
        /// From 0 to 1.
        public let green: Double
        /// From 0 to 1.
        public let blue: Double
        /// From 0, clear, to 1, opaque.
        public let alpha: Double
    }

    /// A picture in sRGB.
    public struct Pixels: Sendable, Hashable {
        /// In pixels.
        public let width: Int
        /// In pixels.
        public let height: Int
        /// Four bytes for each pixel, rows from the top, not multiplied by alpha.
        public let rgba: [UInt8]
    }

    /// The hash itself, 5 bytes of header and the frequencies.
    public let bytes: [UInt8]

    /// Reads a hash as the table `image` has it; nil if it is not one.
    public init?(base64: String) {
        guard let bytes = Base64.decoded(Array(base64.utf8)) else { return nil }
        self.init(bytes: bytes)
    }

    /// Reads a hash; nil if its length does not fit its header.
    public init?(bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        self.bytes = bytes
        guard 1...longSide ~= shortSide, bytes.count == channels.end else { return nil }
    }

    /// Whether any pixel may be transparent.
    public var hasAlpha: Bool { bits(23, 1) == 1 }

    /// Width divided by height, from 1/7 to 7; the picture's own width and height are more exact.
    public var aspectRatio: Double { Double(sides.across) / Double(sides.down) }

    /// The mean of all pixels.
    public var averageColor: Color { Color(channels.all.map(\.mean)) }

    /// The blurred picture.
    ///
    /// - Parameter maxSide: The longer side in pixels, 1 to 256.
    public func pixels(maxSide: Int = 32) -> Pixels {
        let longest = Double(min(256, max(1, maxSide))), ratio = aspectRatio
        let width = max(1, Int((longest * min(1, ratio)).rounded()))
        let height = max(1, Int((longest / max(1, ratio)).rounded()))
        let across = Self.cosines(width), down = Self.cosines(height)
        let planes = channels.all.map { $0.plane(across, down) }
        var rgba: [UInt8] = []
        rgba.reserveCapacity(4 * width * height)
        for pixel in 0..<width * height {
            let color = Color(planes.map { $0[pixel] })
            for part in [color.red, color.green, color.blue, color.alpha] { rgba.append(UInt8((255 * part).rounded())) }
        }
        return Pixels(width: width, height: height, rgba: rgba)
    }

    /// The cosines of each of the seven frequencies along a side.
    private static func cosines(_ length: Int) -> [[Double]] {
        (0..<7).map { frequency in
            (0..<length).map { cos(Double.pi * Double(frequency) * (Double($0) + 0.5) / Double(length)) }
        }
    }
}

/// How the bits are laid out, from the lowest of the first byte.
extension ThumbHash {
    private func bits(_ start: Int, _ count: Int) -> Int {
        let next = start / 8 + 1
        let both = Int(bytes[start / 8]) | (next < bytes.count ? Int(bytes[next]) << 8 : 0)
        return both >> (start % 8) & ((1 << count) - 1)
    }

    /// A number of at most 8 bits, as a share of the largest; 0 beyond the end.
    private func share(_ start: Int, _ count: Int) -> Double {
        start / 8 < bytes.count ? Double(bits(start, count)) / Double((1 << count) - 1) : 0
    }

    /// The frequencies along the longer side.
    private var longSide: Int { hasAlpha ? 5 : 7 }

    /// The frequencies along the shorter side.
    private var shortSide: Int { bits(24, 3) }

    private var sides: (across: Int, down: Int) { bits(39, 1) == 1 ? (longSide, shortSide) : (shortSide, longSide) }

    /// Brightness, yellow to blue, red to green and alpha; and the length of the hash in bytes.
    private var channels: (all: [Channel], end: Int) {
        var bit = hasAlpha ? 48 : 40
        func channel(_ mean: Double, _ scale: Double, _ across: Int, _ down: Int) -> Channel {
            var channel = Channel(mean: mean)
            for y in 0..<down {
                for x in 0..<across where x + y > 0 && x * down < across * (down - y) {
                    channel.waves.append((x, y, scale * (2 * share(bit, 4) - 1)))
                    bit += 4
                }
            }
            return channel
        }
        let all = [
            channel(share(0, 6), 2 * share(18, 5), max(3, sides.across), max(3, sides.down)),
            // The format's readers make colours stronger by a quarter, as rounding weakens them.
            channel(2 * share(6, 6) - 1, 2.5 * share(27, 6), 3, 3),
            channel(2 * share(12, 6) - 1, 2.5 * share(33, 6), 3, 3),
            hasAlpha ? channel(share(40, 4), 2 * share(44, 4), 5, 5) : Channel(mean: 1),
        ]
        return (all, (bit + 7) / 8)
    }
}

extension ThumbHash.Color {
    /// The colour of brightness, yellow to blue, red to green and alpha.
    fileprivate init(_ channels: [Double]) {
        func held(_ value: Double) -> Double { min(1, max(0, value)) }
        let blue = channels[0] - channels[1] * 2 / 3
        let red = (3 * channels[0] - blue + channels[2]) / 2
        self.init(red: held(red), green: held(red - channels[2]), blue: held(blue), alpha: held(channels[3]))
    }
}

/// The mean of a plane and its waves, cosines of some frequency along each side.
private struct Channel {
    let mean: Double
    var waves: [(x: Int, y: Int, height: Double)] = []

    /// The values of all pixels, rows from the top, given the cosines along both sides.
    func plane(_ across: [[Double]], _ down: [[Double]]) -> [Double] {
        let width = across[0].count
        var values = [Double](repeating: mean, count: width * down[0].count)
        for wave in waves {
            for (row, cosine) in down[wave.y].enumerated() {
                let height = wave.height * cosine
                for (column, cosine) in across[wave.x].enumerated() { values[row * width + column] += height * cosine }
            }
        }
        return values
    }
}
