/// A counter style for list markers (CSS Counter Styles 3).
enum ListStyle: Equatable {
    case none, disc, circle, square, disclosureOpen, disclosureClosed
    case decimal, decimalLeadingZero, lowerAlpha, upperAlpha, lowerRoman, upperRoman, lowerGreek, armenian, georgian
    case lowerArmenian
    case string(InlineText)
    /// Decimal with other digits, by the scalar of their zero.
    case digits(UInt32)

    static let keywords: [String: ListStyle] = [
        "none": .none, "disc": .disc, "circle": .circle, "square": .square, "disclosure-open": .disclosureOpen,
        "disclosure-closed": .disclosureClosed, "decimal": .decimal, "decimal-leading-zero": .decimalLeadingZero,
        "lower-alpha": .lowerAlpha, "lower-latin": .lowerAlpha, "upper-alpha": .upperAlpha, "upper-latin": .upperAlpha,
        "lower-roman": .lowerRoman, "upper-roman": .upperRoman, "lower-greek": .lowerGreek, "georgian": .georgian,
        "armenian": .armenian, "upper-armenian": .armenian, "lower-armenian": .lowerArmenian,
        "arabic-indic": .digits(0x660), "persian": .digits(0x6F0), "devanagari": .digits(0x966),
        "bengali": .digits(0x9E6), "gurmukhi": .digits(0xA66), "gujarati": .digits(0xAE6), "oriya": .digits(0xB66),
        "tamil": .digits(0xBE6), "telugu": .digits(0xC66), "kannada": .digits(0xCE6), "malayalam": .digits(0xD66),
        "thai": .digits(0xE50), "lao": .digits(0xED0), "tibetan": .digits(0xF20), "myanmar": .digits(0x1040),
        "cambodian": .digits(0x17E0), "khmer": .digits(0x17E0), "mongolian": .digits(0x1810),
    ]

    /// The `type` attribute of `ol`, `ul` and `li`: letters by case, words in any case.
    init?(typeAttribute: String) {
        switch typeAttribute {
        case "1": self = .decimal
        case "a": self = .lowerAlpha
        case "A": self = .upperAlpha
        case "i": self = .lowerRoman
        case "I": self = .upperRoman
        default:
            let word = typeAttribute.lowercased()
            guard ["disc", "circle", "square", "none"].contains(word), let style = Self.keywords[word] else {
                return nil
            }
            self = style
        }
    }

    /// The marker of the item with this number, without white space; empty for `none`.
    func marker(for ordinal: Int) -> String {
        switch self {
        case .none: ""
        case .disc: "•"
        case .circle: "◦"
        case .square: "▪"
        case .disclosureOpen: "▾"
        case .disclosureClosed: "▸"
        case .string(let text): text.string
        default: number(ordinal) + "."
        }
    }

    private func number(_ value: Int) -> String {
        let (sign, digits) = (value < 0 ? "-" : "", String(value.magnitude))
        switch self {
        case .decimalLeadingZero: return sign + (digits.count < 2 ? "0" : "") + digits
        case .digits(let zero):
            let scalars = digits.unicodeScalars.map { Unicode.Scalar(zero + $0.value - 0x30) ?? $0 }
            return sign + String(String.UnicodeScalarView(scalars))
        default: return letters(value) ?? String(value)
        }
    }

    /// Nil where the style has no letters, or none for this number.
    private func letters(_ value: Int) -> String? {
        switch self {
        case .lowerAlpha: Self.alphabetic(value, Self.latin)
        case .upperAlpha: Self.alphabetic(value, Self.latin)?.uppercased()
        case .lowerGreek: Self.alphabetic(value, Self.greek)
        case .upperRoman: Self.additive(value, 1...3999, Self.roman)
        case .lowerRoman: Self.additive(value, 1...3999, Self.roman)?.lowercased()
        case .armenian: Self.additive(value, 1...9999, Self.armenianNumerals)
        case .lowerArmenian: Self.additive(value, 1...9999, Self.armenianNumerals)?.lowercased()
        case .georgian: Self.additive(value, 1...19_999, Self.georgianNumerals)
        default: nil
        }
    }

    private static let latin = Array("abcdefghijklmnopqrstuvwxyz")
    private static let greek = Array("αβγδεζηθικλμνξοπρστυφχψω")

    private static let roman: [(Int, String)] = [
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
        (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]

    private static let armenianNumerals = numerals("ՔՓՒՑՐՏՎՍՌՋՊՉՈՇՆՅՄՃՂՁՀԿԾԽԼԻԺԹԸԷԶԵԴԳԲԱ", from: 9000)
    private static let georgianNumerals = [(10_000, "ჵ")] + numerals("ჰჯჴხჭწძცჩშყღქფჳტსრჟპოჲნმლკითჱზვედგბა", from: 9000)

    private static func numerals(_ symbols: String, from first: Int) -> [(Int, String)] {
        var value = first
        return symbols.map { symbol in
            // The step down from 1000 is to 900, from 100 to 90, from 10 to 9.
            defer { value -= [1000, 100, 10].first { value > $0 } ?? 1 }
            return (value, String(symbol))
        }
    }

    private static func alphabetic(_ value: Int, _ symbols: [Character]) -> String? {
        guard value > 0 else { return nil }
        var rest = value
        var reversed: [Character] = []
        while rest > 0 {
            rest -= 1
            reversed.append(symbols[rest % symbols.count])
            rest /= symbols.count
        }
        return String(reversed.reversed())
    }

    private static func additive(_ value: Int, _ range: ClosedRange<Int>, _ symbols: [(Int, String)]) -> String? {
        guard range.contains(value) else { return nil }
        var rest = value
        var text = ""
        for (weight, symbol) in symbols {
            while rest >= weight {
                text += symbol
                rest -= weight
            }
        }
        return text
    }
}

/// Up to 16 bytes of UTF-8 without heap memory, so that styles are plain data; longer text is cut at a scalar.
struct InlineText: Equatable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ text: String) {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars where scalar != "\0" {
            if bytes.count + UTF8.width(scalar) > 16 { break }
            bytes += String(scalar).utf8
        }
        for byte in bytes.prefix(8).reversed() { low = low << 8 | UInt64(byte) }
        for byte in bytes.dropFirst(8).reversed() { high = high << 8 | UInt64(byte) }
    }

    var string: String {
        let bytes = [low, high].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
