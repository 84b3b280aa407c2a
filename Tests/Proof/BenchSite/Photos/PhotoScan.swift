internal import Foundation
internal import LarderModel

/// The entropy-coded part of a made-up photograph: 640 x 480, colour at half the resolution, 40 to 60 kB.
///
/// No pixel is drawn: coefficients are made with the spread that photographs have, which is what a decoder's work and a
/// file's size depend on. The coordinator is not linked to an image library.
struct PhotoScan {
    static let width = 640
    static let height = 480

    /// Row and column of the coefficients in the order that files have them.
    static let zigzag: [(row: Int, column: Int)] = (0...14).flatMap { sum in
        let rows = max(0, sum - 7)...min(7, sum)
        return (sum % 2 == 0 ? rows.reversed() : Array(rows)).map { ($0, sum - $0) }
    }

    /// By what a coefficient is divided.
    static func divisor(_ place: Int, isColor: Bool) -> Int {
        let sum = zigzag[place].row + zigzag[place].column
        return isColor ? 8 + 6 * sum : 6 + 3 * sum
    }

    private(set) var bits = EntropyBits()
    private var generator: SeededGenerator
    private var lastMeans = [0, 0, 0]
    /// Light, colours and detail change slowly over the picture: frequencies and phases of each.
    private let waves: [(x: Double, y: Double, phase: Double)]
    private let spreads: [(light: Double, color: Double)]

    /// Makes the scan of one photograph.
    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let detail = 46 + 18 * generator.unit()
        waves = (0..<4).map { _ in
            (0.05 + 0.15 * generator.unit(), 0.05 + 0.15 * generator.unit(), 6.28 * generator.unit())
        }
        spreads = (0..<64).map { place in
            let (row, column) = Self.zigzag[place]
            let decay = pow(Double(row * row + column * column), 0.72)
            return (
                detail / decay / Double(Self.divisor(place, isColor: false)),
                detail / 3 / decay / Double(Self.divisor(place, isColor: true))
            )
        }
        self.generator = generator
        for row in 0..<Self.height / 16 {
            for column in 0..<Self.width / 16 {
                for part in 0..<4 { block(0, Double(column * 2 + part % 2), Double(row * 2 + part / 2)) }
                block(1, Double(column * 2), Double(row * 2))
                block(2, Double(column * 2), Double(row * 2))
            }
        }
        bits.finish()
    }

    private func wave(_ number: Int, _ x: Double, _ y: Double) -> Double {
        let wave = waves[number]
        return sin(x * wave.x + wave.phase) * cos(y * wave.y + wave.phase)
    }

    private mutating func block(_ component: Int, _ x: Double, _ y: Double) {
        let isColor = component > 0
        let level = wave(component, x, y) * (isColor ? 30 : 80) + (generator.unit() - 0.5) * (isColor ? 3 : 16)
        let mean = Int(level * 8) / Self.divisor(0, isColor: isColor)
        write(mean - lastMeans[component], after: 0, HuffmanCode.means)
        lastMeans[component] = mean
        let activity = 0.45 + 1.1 * abs(wave(3, x, y))
        var zeros = 0
        for place in 1..<64 {
            let spread = activity * (isColor ? spreads[place].color : spreads[place].light)
            let value = spread < 0.08 ? 0 : coefficient(spread)
            guard value != 0 else {
                zeros += 1
                continue
            }
            while zeros > 15 {
                HuffmanCode.details.write(0xF0, to: &bits)
                zeros -= 16
            }
            write(value, after: zeros, HuffmanCode.details)
            zeros = 0
        }
        if zeros > 0 { HuffmanCode.details.write(0x00, to: &bits) }
    }

    /// A number of a Laplace distribution, as coefficients of photographs have.
    private mutating func coefficient(_ spread: Double) -> Int {
        let unit = generator.unit() - 0.5
        let size = -spread * log(max(1e-9, 1 - 2 * abs(unit)))
        return min(1000, Int(size + 0.5)) * (unit < 0 ? -1 : 1)
    }

    private mutating func write(_ value: Int, after zeros: Int, _ code: HuffmanCode) {
        let size = Int.bitWidth - abs(value).leadingZeroBitCount
        code.write(zeros << 4 | size, to: &bits)
        bits.append(value, size: size)
    }
}
