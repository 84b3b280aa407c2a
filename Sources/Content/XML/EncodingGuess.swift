internal import LarderHTML

/// Guesses the encoding of bytes that are no UTF-8 and have no label.
enum EncodingGuess {
    /// How many bytes beyond ASCII are looked at.
    private static let sample = 20_000

    /// The likeliest of the encodings of East Asia, of Cyrillic and of Greek; nil: Western European.
    static func encoding(_ bytes: [UInt8]) -> CharacterEncoding? {
        let sample = Array(bytes.prefix(sample * 4))
        if let escape = sample.firstIndex(of: 0x1B), escape + 2 < sample.count,
            sample[escape + 1] == UInt8(ascii: "$") || sample[escape + 1] == UInt8(ascii: "(")
        {
            return .iso2022JP
        }
        return eastAsian(sample) ?? cyrillic(sample)
    }

    /// An encoding that fits every byte, with many usual characters.
    private static func eastAsian(_ bytes: [UInt8]) -> CharacterEncoding? {
        var best: (encoding: CharacterEncoding, share: Double)?
        for encoding in [CharacterEncoding.eucJP, .shiftJIS, .gb18030, .big5, .eucKR] {
            let text = String(decoding: encoding.utf8(decoding: bytes), as: UTF8.self)
            var (wide, usual, wrong) = (0, 0, 0)
            for scalar in text.unicodeScalars where scalar.value >= 0x80 {
                wide += 1
                if scalar == "\u{FFFD}" { wrong += 1 }
                if isUsual(scalar.value, in: encoding) { usual += 1 }
            }
            // The end of the sample may cut a character.
            guard wide >= 4, wrong <= 1 else { continue }
            let share = Double(usual) / Double(wide)
            if share > max(best?.share ?? 0, 0.3) { best = (encoding, share) }
        }
        return best?.encoding
    }

    /// Whether the character is common in the encoding's language.
    private static func isUsual(_ value: UInt32, in encoding: CharacterEncoding) -> Bool {
        switch encoding {
        case .eucJP, .shiftJIS: (0x3040...0x30FF).contains(value) || (0x3001...0x3002).contains(value)
        case .eucKR: (0xAC00...0xD7A3).contains(value)
        // The commonest Chinese characters, most of them in one of the two forms only.
        case .gb18030:
            "的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长，。"
                .unicodeScalars.contains { $0.value == value }
        case .big5:
            "的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長，。"
                .unicodeScalars.contains { $0.value == value }
        default: false
        }
    }

    /// Cyrillic text is mostly lower-case letters, which its encodings have in different places.
    private static func cyrillic(_ bytes: [UInt8]) -> CharacterEncoding? {
        var (high, windows, koi, iso) = (0, 0, 0, 0)
        for byte in bytes where byte >= 0x80 {
            high += 1
            if byte >= 0xE0 { windows += 1 }
            if (0xC0...0xDF).contains(byte) { koi += 1 }
            if (0xD0...0xEF).contains(byte) { iso += 1 }
        }
        // Western text has single letters beyond ASCII; here almost whole words are.
        guard high >= 16, high * 4 > bytes.count(where: { ($0 | 0x20) &- 0x61 < 26 }) * 3 else { return nil }
        let most = max(windows, koi, iso)
        guard most * 10 > high * 8 else { return nil }
        return most == windows ? .windows1251 : most == koi ? .koi8R : .iso8859x5
    }
}
