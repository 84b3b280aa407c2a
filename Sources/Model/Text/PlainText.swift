/// Makes text of a peer or a source fit for labels and terminals.
package enum PlainText {
    /// The text as one line of at most `maxBytes` bytes of UTF-8.
    ///
    /// Control characters, line ends and marks that turn the direction of writing become spaces. A longer text is cut
    /// between two scalars and ends in an ellipsis of three bytes.
    package static func line(_ text: String, maxBytes: Int) -> String {
        let isWhole = text.utf8.count <= maxBytes
        if isWhole, !text.unicodeScalars.contains(where: isControl) { return text }
        var kept = String.UnicodeScalarView()
        var bytes = isWhole ? 0 : 3
        for scalar in text.unicodeScalars {
            let shown = isControl(scalar) ? " " : scalar
            bytes += UTF8.width(shown)
            guard bytes <= maxBytes else { break }
            kept.append(shown)
        }
        return String(kept) + (isWhole ? "" : "…")
    }

    /// Lower-case ASCII letters and digits with single hyphens; nil when nothing is left.
    package static func kebab(_ text: String, maxBytes: Int) -> String? {
        var kept: [UInt8] = []
        for byte in text.utf8 where kept.count < maxBytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): kept.append(byte)
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): kept.append(byte | 0x20)
            default: if let last = kept.last, last != hyphen { kept.append(hyphen) }
            }
        }
        while kept.last == hyphen { kept.removeLast() }
        return kept.isEmpty ? nil : String(decoding: kept, as: UTF8.self)
    }

    private static let hyphen = UInt8(ascii: "-")

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
