/// A counter style for list markers (CSS Counter Styles 3).
enum ListStyle: Equatable {
    case none, disc, circle, square, disclosureOpen, disclosureClosed
    case decimal, decimalLeadingZero, lowerAlpha, upperAlpha, lowerRoman, upperRoman, lowerGreek, armenian, georgian
    case lowerArmenian
    case string(InlineText)
    /// Decimal with other digits, of which this is the scalar of zero.
    case digits(UInt32)

    init?(keyword: String) {
        switch keyword {
        case "none": self = .none
        case "disc": self = .disc
        case "circle": self = .circle
        case "square": self = .square
        case "disclosure-open": self = .disclosureOpen
        case "disclosure-closed": self = .disclosureClosed
        case "decimal": self = .decimal
        case "decimal-leading-zero": self = .decimalLeadingZero
        case "lower-alpha", "lower-latin": self = .lowerAlpha
        case "upper-alpha", "upper-latin": self = .upperAlpha
        case "lower-roman": self = .lowerRoman
        case "upper-roman": self = .upperRoman
        case "lower-greek": self = .lowerGreek
        case "armenian", "upper-armenian": self = .armenian
        case "georgian": self = .georgian
        case "arabic-indic": self = .digits(0x660)
        case "persian": self = .digits(0x6F0)
        case "devanagari": self = .digits(0x966)
        case "bengali": self = .digits(0x9E6)
        case "gurmukhi": self = .digits(0xA66)
        case "gujarati": self = .digits(0xAE6)
        case "oriya": self = .digits(0xB66)
        case "tamil": self = .digits(0xBE6)
        case "telugu": self = .digits(0xC66)
        case "kannada": self = .digits(0xCE6)
        case "malayalam": self = .digits(0xD66)
        case "thai": self = .digits(0xE50)
        case "lao": self = .digits(0xED0)
        case "tibetan": self = .digits(0xF20)
        case "myanmar": self = .digits(0x1040)
        case "cambodian", "khmer": self = .digits(0x17E0)
        case "mongolian": self = .digits(0x1810)
        case "lower-armenian": self = .lowerArmenian
        default: return nil
        }
    }

    /// The `type` attribute of `ol`, `ul` and `li`: letters by case, words in any case.
    init?(typeAttribute: String) {
        switch typeAttribute {
        case "1": self = .decimal
        case "a": self = .lowerAlpha
        case "A": self = .upperAlpha
        case "i": self = .lowerRoman
        case "I": self = .upperRoman
        default:
            switch typeAttribute.lowercased() {
            case "disc": self = .disc
            case "circle": self = .circle
            case "square": self = .square
            case "none": self = .none
            default: return nil
            }
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
        switch self {
        case .decimalLeadingZero:
            let digits = String(value.magnitude)
            return (value < 0 ? "-" : "") + (digits.count < 2 ? "0" + digits : digits)
        case .lowerAlpha: return Self.alphabetic(value, Self.letters) ?? String(value)
        case .upperAlpha: return Self.alphabetic(value, Self.letters)?.uppercased() ?? String(value)
        case .lowerGreek: return Self.alphabetic(value, Self.greek) ?? String(value)
        case .upperRoman: return Self.additive(value, 1...3999, Self.roman) ?? String(value)
        case .lowerRoman: return Self.additive(value, 1...3999, Self.roman)?.lowercased() ?? String(value)
        case .armenian: return Self.additive(value, 1...9999, Self.armenianNumerals) ?? String(value)
        case .lowerArmenian:
            return Self.additive(value, 1...9999, Self.armenianNumerals)?.lowercased() ?? String(value)
        case .digits(let zero):
            let digits = String(value.magnitude).unicodeScalars.map { Unicode.Scalar(zero + $0.value - 0x30) ?? $0 }
            return (value < 0 ? "-" : "") + String(String.UnicodeScalarView(digits))
        case .georgian: return Self.additive(value, 1...19_999, Self.georgianNumerals) ?? String(value)
        default: return String(value)
        }
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyz")
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
            defer { value -= [1000, 100, 10].first { value > $0 } ?? 1 }
            // The step down from 1000 is to 900, from 100 to 90, from 10 to 9.
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
        for (weight, symbol) in symbols where weight > 0 {
            while rest >= weight {
                text += symbol
                rest -= weight
            }
        }
        return text
    }
}

/// Up to 16 bytes of UTF-8 without a heap, so that styles are plain data; longer text is cut at a scalar.
struct InlineText: Equatable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ text: String) {
        var count = 0
        for scalar in text.unicodeScalars where scalar != "\0" {
            let bytes = UTF8.encode(scalar).map(Array.init) ?? []
            if count + bytes.count > 16 { break }
            for byte in bytes {
                let shifted = UInt64(byte) << UInt64(8 * (count % 8))
                if count < 8 { low |= shifted } else { high |= shifted }
                count += 1
            }
        }
    }

    var string: String {
        var bytes: [UInt8] = []
        for index in 0..<16 {
            let word = index < 8 ? low : high
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * (index % 8))))
        }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
