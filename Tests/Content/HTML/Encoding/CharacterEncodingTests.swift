import Testing

@testable import LarderHTML

@Suite("Character encodings") struct CharacterEncodingTests {
    @Test(arguments: [
        ("utf8", CharacterEncoding.utf8), (" \tUTF-8\r\n", .utf8), ("Latin1", .windows1252), ("us-ascii", .windows1252),
        ("gb2312", .gbk), ("GB18030", .gb18030), ("windows-31J", .shiftJIS), ("ks_c_5601-1987", .eucKR),
        ("big5-hkscs", .big5),
        ("iso-8859-9", .windows1254), ("visual", .iso8859x8), ("logical", .iso8859x8I), ("hz-gb-2312", .replacement),
        ("utf-16", .utf16LE), ("x-user-defined", .userDefined), ("koi8-ru", .koi8U),
    ])
    func `a label means its encoding in any case and between white space`(label: String, encoding: CharacterEncoding) {
        #expect(CharacterEncoding(label: label.utf8) == encoding)
    }

    @Test(arguments: ["", " ", "utf-7", "utf 8", "utf-8;", "\u{A0}utf-8", "UTF\u{2011}8", "ucs-4"])
    func `other words mean none`(label: String) {
        #expect(CharacterEncoding(label: label.utf8) == nil)
    }

    @Test func `every encoding has its own name as a label, and the labels are those of the standard`() {
        for encoding in CharacterEncoding.allCases {
            #expect(CharacterEncoding(label: encoding.rawValue.utf8) == encoding)
        }
        #expect(CharacterEncoding.allCases.count == 40)
        #expect(CharacterEncoding.byLabel.count == 228)
    }

    /// An encoding, bytes in hexadecimal and what they say.
    private static let texts: [(CharacterEncoding, String, String)] = [
        (.shiftJIS, "96A19158 2081F1 B1 8740 FBFC 5C7E 80", "味噌 ‰ｱ①髙\\~\u{80}"),
        (.shiftJIS, "81 41 82FF 41 FD A0 F040 81", "、\u{FFFD}A\u{FFFD}\u{FFFD}\u{E000}\u{FFFD}"),
        (.eucJP, "CCA3C1B9 8EB1 8FB0A1 5C", "味噌ｱ丂\\"),
        (.eucJP, "8F41 8FA1 8E 8EE0 A1 41 FF", "\u{FFFD}A\u{FFFD}\u{FFFD}\u{FFFD}A\u{FFFD}"),
        (.iso2022JP, "41 1B2442 4C23 4139 1B2842 42", "A味噌B"),
        (.iso2022JP, "1B284A 5C7E 1B2849 31 1B2842 5C", "¥‾ｱ\\"),
        // Nothing between two escapes, shift-out, an escape that is none, half a character.
        (.iso2022JP, "1B2842 1B2842 41 0E 1B2841 1B2442 30", "\u{FFFD}A\u{FFFD}\u{FFFD}(A\u{FFFD}"),
        (.iso2022JP, "1B2442 30 1B2842 41 80 1B24", "\u{FFFD}A\u{FFFD}\u{FFFD}$"),
        (.gbk, "CEB6 80 A2E3 41", "味€€A"),
        (.gb18030, "CEB6 8139EE39 9439B734 A8BC", "味㐀\u{1F34C}ḿ"),
        (.gb18030, "8135F437 813641 81368141 8136 FF FE59", "\u{E7C7}\u{FFFD}6A\u{FFFD}6丄\u{FFFD}6\u{FFFD}龴"),
        (.gb18030, "81308130 8431A439 E3329A36 8130", "\u{80}\u{FFFF}\u{FFFD}\u{FFFD}"),
        (.big5, "A8FD 8862 8864 88A3 88A5 41", "味Ê̄Ê̌ê̄ê̌A"),
        (.big5, "8140 A1 41 FF C87E 88", "\u{FFFD}@，\u{FFFD}䒑\u{FFFD}"),
        (.eucKR, "B1E8C4A1 8141 C8FE 41", "김치갂힝A"),
        (.eucKR, "81 20 FF C9A1 8E", "\u{FFFD} \u{FFFD}\u{FFFD}\u{FFFD}"),
        (.utf16LE, "41003CD872DF00D8 42", "A🍲\u{FFFD}"),
        (.utf16BE, "0041D83CDF72DC0000E9D800D800", "A🍲\u{FFFD}é\u{FFFD}\u{FFFD}"),
        (.windows1252, "63 616681 80 93", "caf\u{81}€“"),
        (.windows1251, "D1F3EF", "Суп"),
        (.koi8R, "F3D5D0", "Суп"),
        (.ibm866, "91E3AF", "Суп"),
        (.macCyrillic, "91F3EF", "Суп"),
        (.iso8859x5, "C1E3DF", "Суп"),
        (.iso8859x7, "D3EFFDF0E1 AE", "Σούπα\u{FFFD}"),
        (.windows1253, "D3EFFDF0E1 AA", "Σούπα\u{FFFD}"),
        (.iso8859x8I, "EEF8F7 A1", "מרק\u{FFFD}"),
        (.windows1255, "EEF8F7", "מרק"),
        (.windows1256, "E3D1DE", "مرق"),
        (.iso8859x6, "E5D1E2", "مرق"),
        (.windows874, "AB D8 BB", "ซุป"),
        (.windows1250, "8EE8", "Žč"),
        (.iso8859x15, "A4BD", "€œ"),
        (.iso8859x16, "A4AA", "€Ș"),
        (.macintosh, "8EDB", "é€"),
        (.windows1258, "D2FE", "\u{309}₫"),
        (.userDefined, "4180FF", "A\u{F780}\u{F7FF}"),
        (.replacement, "414243", "\u{FFFD}"),
        (.replacement, "", ""),
    ]

    @Test(arguments: texts) func `bytes become the text that they are`(
        encoding: CharacterEncoding,
        hex: String,
        text: String
    ) {
        let decoded = String(decoding: encoding.utf8(decoding: bytes(hex)), as: UTF8.self)
        #expect(Array(decoded.unicodeScalars) == Array(text.unicodeScalars))
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.filter { $0 != " " })
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }

    @Test(arguments: CharacterEncoding.allCases) func `any bytes give valid text`(encoding: CharacterEncoding) {
        guard encoding != .utf8 else { return }
        var generator = Noise(state: 7)
        for round in 0..<200 {
            let bytes = (0..<64).map { _ in generator.byte(round) }
            let decoded = encoding.utf8(decoding: bytes)
            #expect(String(validating: decoded, as: UTF8.self) != nil)
            #expect(decoded.count <= 3 * bytes.count + 3)
        }
    }

    @Test(arguments: CharacterEncoding.allCases) func `ASCII is itself where it can be`(encoding: CharacterEncoding) {
        guard ![.utf16BE, .utf16LE, .replacement].contains(encoding) else { return }
        let ascii = (UInt8(0x20)...0x7E).map { $0 } + [9, 10]
        #expect(encoding.utf8(decoding: ascii) == ascii)
    }

    @Test func `the tables are whole`() {
        let tables = [
            EncodingIndex.big5, EncodingIndex.eucKR, EncodingIndex.gb18030, EncodingIndex.jis0208,
            EncodingIndex.jis0212,
        ]
        #expect(tables.map { $0.count { $0 != EncodingIndex.none } } == [18_590, 17_048, 23_940, 7_724, 6_067])
        #expect(tables.map(\.count) == [19_782, 23_940, 23_940, 11_280, 8_836])
        for table in tables { #expect(table.allSatisfy { Unicode.Scalar($0) != nil }) }
    }
}

/// Numbers that look random, biased to the bytes that begin characters.
private struct Noise {
    var state: UInt64

    mutating func byte(_ round: Int) -> UInt8 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let value = UInt8(truncatingIfNeeded: state >> 33)
        switch round % 3 {
        case 0: return value
        case 1: return value | 0x80
        default: return [0x1B, 0x24, 0x28, 0x42, 0x4A, 0x49, 0x40, 0x8F, 0x8E, 0x81, 0x30, 0x39][Int(value) % 12]
        }
    }
}
