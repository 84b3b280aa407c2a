/// Where U+FE0E belongs: behind symbols that have an emoji form and are text by default (Unicode TR 51 §4).
enum TextPresentation {
    /// Byte offsets behind such symbols in valid UTF-8, rising.
    static func offsets(in bytes: [UInt8]) -> [Int] {
        guard bytes.contains(where: { $0 >= 0xE2 }) else { return [] }
        var offsets: [Int] = []
        var offset = 0
        var previous: Unicode.Scalar = " "
        var candidate: Int?
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if let place = candidate, !isModifier(scalar) { offsets.append(place) }
            offset += UTF8.width(scalar)
            candidate = isSymbol(scalar) && previous != "\u{200D}" ? offset : nil
            previous = scalar
        }
        if let candidate { offsets.append(candidate) }
        return offsets
    }

    /// Copyright signs and the like are letters of running text and left as they are.
    private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value > 0x7F && scalar != "\u{A9}" && scalar != "\u{AE}" && scalar != "\u{2122}"
            && scalar.properties.isEmoji && !scalar.properties.isEmojiPresentation
    }

    private static func isModifier(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{FE0E}", "\u{FE0F}", "\u{200D}", "\u{20E3}", "\u{1F3FB}"..."\u{1F3FF}": true
        default: false
        }
    }
}
