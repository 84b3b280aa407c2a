internal import Foundation

/// ThumbHash: the few lowest frequencies of a small picture's brightness, colours and alpha in about 25 bytes, from
/// which an app makes a blurred placeholder.
///
/// The format is that of evanw.github.io/thumbhash. Frequencies that are nothing but rounding noise count as none, so
/// that the same pixels give the same bytes on every machine.
package enum ThumbHashEncoder {
    /// The largest width and height that the format takes.
    package static let maxSide = 100

    /// Below this a coefficient is the noise of its own computation.
    private static let noise = 1e-9

    /// The hash of a picture; nil if a side is not 1 to ``maxSide`` pixels, or `rgba` is not four bytes for each pixel.
    ///
    /// - Parameter rgba: Rows from the top, colours not multiplied by alpha.
    package static func encode(width: Int, height: Int, rgba: [UInt8]) -> [UInt8]? {
        guard (1...maxSide).contains(width), (1...maxSide).contains(height), rgba.count == 4 * width * height else {
            return nil
        }
        let planes = Planes(rgba)
        let longest = Double(max(width, height)), limit = planes.hasAlpha ? 5.0 : 7.0
        let across = max(1, Int((limit * Double(width) / longest).rounded()))
        let down = max(1, Int((limit * Double(height) / longest).rounded()))
        let waves = (across: Waves(length: width), down: Waves(length: height))
        func channel(_ values: [Double], _ across: Int, _ down: Int) -> Channel {
            Channel(values, width, height, waves, across: across, down: down, noise: noise)
        }
        let light = channel(planes.light, max(3, across), max(3, down))
        let yellow = channel(planes.yellowToBlue, 3, 3)
        let red = channel(planes.redToGreen, 3, 3)
        let isLandscape = width > height
        var bits = Bits()
        bits.add(63 * light.mean, 6)
        bits.add(31.5 + 31.5 * yellow.mean, 6)
        bits.add(31.5 + 31.5 * red.mean, 6)
        bits.add(31 * light.scale, 5)
        bits.add(planes.hasAlpha ? 1 : 0, 1)
        bits.add(Double(isLandscape ? down : across), 3)
        bits.add(63 * yellow.scale, 6)
        bits.add(63 * red.scale, 6)
        bits.add(isLandscape ? 1 : 0, 1)
        var channels = [light, yellow, red]
        if planes.hasAlpha {
            let alpha = channel(planes.alpha, 5, 5)
            bits.add(15 * alpha.mean, 4)
            bits.add(15 * alpha.scale, 4)
            channels.append(alpha)
        }
        for channel in channels { for part in channel.parts { bits.add(15 * part, 4) } }
        return bits.bytes
    }
}

/// The picture in the format's colours: transparent parts take the mean colour of the others.
private struct Planes {
    var light: [Double] = []
    var yellowToBlue: [Double] = []
    var redToGreen: [Double] = []
    var alpha: [Double] = []
    let hasAlpha: Bool

    init(_ rgba: [UInt8]) {
        var sums = (red: 0, green: 0, blue: 0, alpha: 0)
        for at in stride(from: 0, to: rgba.count, by: 4) {
            let alpha = Int(rgba[at + 3])
            sums.red += Int(rgba[at]) * alpha
            sums.green += Int(rgba[at + 1]) * alpha
            sums.blue += Int(rgba[at + 2]) * alpha
            sums.alpha += alpha
        }
        let weight = Double(max(1, sums.alpha)) * 255
        let mean = (
            red: Double(sums.red) / weight, green: Double(sums.green) / weight, blue: Double(sums.blue) / weight
        )
        let pixels = rgba.count / 4
        hasAlpha = sums.alpha < 255 * pixels
        light.reserveCapacity(pixels)
        yellowToBlue.reserveCapacity(pixels)
        redToGreen.reserveCapacity(pixels)
        for at in stride(from: 0, to: rgba.count, by: 4) {
            let share = Double(rgba[at + 3]) / 255, rest = 1 - share, scale = share / 255
            let red = mean.red * rest + scale * Double(rgba[at])
            let green = mean.green * rest + scale * Double(rgba[at + 1])
            let blue = mean.blue * rest + scale * Double(rgba[at + 2])
            light.append((red + green + blue) / 3)
            yellowToBlue.append((red + green) / 2 - blue)
            redToGreen.append(red - green)
            if hasAlpha { alpha.append(share) }
        }
    }
}

/// The cosines of the first seven frequencies along one side.
private struct Waves {
    private let values: [[Double]]

    init(length: Int) {
        values = (0..<7).map { frequency in
            (0..<length).map { cos(Double.pi / Double(length) * Double(frequency) * (Double($0) + 0.5)) }
        }
    }

    subscript(frequency: Int) -> [Double] { values[frequency] }
}

/// The mean of a plane and its low frequencies, each from 0 to 1 with 0.5 for none, relative to the strongest of them.
private struct Channel {
    private(set) var mean = 0.0
    private(set) var scale = 0.0
    private(set) var parts: [Double] = []

    /// Rows are summed first, for each frequency of the height; what remains is one row for each.
    init(
        _ values: [Double],
        _ width: Int,
        _ height: Int,
        _ waves: (across: Waves, down: Waves),
        across: Int,
        down: Int,
        noise: Double
    ) {
        for low in 0..<down {
            let wave = waves.down[low]
            var sums = [Double](repeating: 0, count: width)
            for y in 0..<height {
                let factor = wave[y], start = y * width
                for x in 0..<width { sums[x] += factor * values[start + x] }
            }
            for frequency in 0..<across where frequency * down < across * (down - low) {
                let wave = waves.across[frequency]
                var sum = 0.0
                for x in 0..<width { sum += sums[x] * wave[x] }
                sum /= Double(width * height)
                if frequency == 0, low == 0 {
                    mean = sum
                } else {
                    parts.append(abs(sum) < noise ? 0 : sum)
                    scale = max(scale, abs(parts[parts.count - 1]))
                }
            }
        }
        guard scale > 0 else { return }
        for index in parts.indices { parts[index] = 0.5 + 0.5 / scale * parts[index] }
    }
}

/// Numbers of a few bits each, the first in the lowest bits of the first byte.
private struct Bits {
    private(set) var bytes: [UInt8] = []
    private var used = 8

    /// Adds `value`, rounded and held within `count` bits, of which there are at most 8.
    mutating func add(_ value: Double, _ count: Int) {
        let largest = (1 << count) - 1
        var rest = Int(min(Double(largest), max(0, value.rounded())))
        var left = count
        while left > 0 {
            if used == 8 {
                bytes.append(0)
                used = 0
            }
            let taken = min(left, 8 - used)
            bytes[bytes.count - 1] |= UInt8((rest & ((1 << taken) - 1)) << used)
            rest >>= taken
            used += taken
            left -= taken
        }
    }
}
