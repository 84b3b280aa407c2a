/// Words of texts as the search index has them.
package enum SearchText {
    /// A text whose characters of scripts without spaces between words stand apart, each a word of its own.
    ///
    /// SQLite's tokenizer `unicode61` takes a whole sentence of Chinese, Japanese or Thai for one word. With each
    /// character a word, a phrase of them finds any part of a sentence, from one character on.
    package static func separated(_ text: String) -> String {
        // Letters of these scripts begin with 0xE0 or more; with 0xE2 begin dashes, quotation marks and symbols.
        let isPlain = text.withUTF8Span { bytes in
            bytes.indices.allSatisfy { bytes[$0] < 0xE0 || bytes[$0] == 0xE2 }
        }
        guard !isPlain, text.unicodeScalars.contains(where: isUnspaced) else { return text }
        var separated = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isUnspaced = isUnspaced(scalar)
            if isUnspaced { separated.append(" ") }
            separated.append(scalar)
            if isUnspaced { separated.append(" ") }
        }
        return String(separated)
    }

    /// Whether a character belongs to a script whose words no spaces part, or whose words take endings (Korean).
    package static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x0E00: false
        case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1780...0x17FF: scalar.properties.isAlphabetic  // Thai to Khmer
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF: true  // Hangul
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x303B: true
        case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x31FF: true  // Kana, Bopomofo
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9D, 0x20000...0x3FFFF: true
        default: false
        }
    }
}
