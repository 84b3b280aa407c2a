/// What an app can show of a picture before its file is read.
package struct ImagePreview: Sendable, Hashable {
    /// The picture in about 25 bytes, see ``ThumbHash``.
    package let thumbHash: [UInt8]
    /// The colour that most of the picture has, `#rrggbb`; white where nothing can be seen.
    package let dominantColor: String

    /// Looks at a small copy; nil where it is larger than a hash takes.
    init?(_ copy: SmallCopy) {
        guard let hash = ThumbHashEncoder.encode(width: copy.width, height: copy.height, rgba: copy.rgba) else {
            return nil
        }
        thumbHash = hash
        dominantColor = Self.dominantColor(of: copy.rgba)
    }

    /// The mean of the pixels that fall into the fullest of 512 cells of the colour space, the darkest where several
    /// are; a pixel is weighted by its opacity.
    private static func dominantColor(of rgba: [UInt8]) -> String {
        var weights = [Int](repeating: 0, count: 512)
        func cell(_ at: Int) -> Int { Int(rgba[at] >> 5) << 6 | Int(rgba[at + 1] >> 5) << 3 | Int(rgba[at + 2] >> 5) }
        for at in stride(from: 0, to: rgba.count, by: 4) { weights[cell(at)] += Int(rgba[at + 3]) }
        let largest = weights.max() ?? 0
        guard largest > 0, let fullest = weights.firstIndex(of: largest) else { return "#ffffff" }
        var sums = [0, 0, 0]
        for at in stride(from: 0, to: rgba.count, by: 4) where cell(at) == fullest {
            for channel in 0..<3 { sums[channel] += Int(rgba[at + channel]) * Int(rgba[at + 3]) }
        }
        return sums.reduce(into: "#") { text, sum in
            let digits = String((sum + largest / 2) / largest, radix: 16)
            text += digits.count == 1 ? "0" + digits : digits
        }
    }
}

/// A picture's pixels in RGBA, small enough for a ``ThumbHash``.
struct SmallCopy {
    let width: Int
    let height: Int
    let rgba: [UInt8]

    /// The longest side of the copy that a larger picture is hashed from; the hash has at most seven frequencies.
    private static let longestSide = 32

    /// What a copy of a picture measures.
    static func size(of width: Int, _ height: Int) -> (width: Int, height: Int) {
        let longest = max(width, height)
        guard longest > ThumbHashEncoder.maxSide else { return (width, height) }
        func side(_ length: Int) -> Int { max(1, (2 * length * longestSide + longest) / (2 * longest)) }
        return (side(width), side(height))
    }
}
