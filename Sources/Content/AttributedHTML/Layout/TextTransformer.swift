/// `text-transform` (CSS Text 3 §2.1), by the case mappings of Unicode.
enum TextTransformer {
    static func apply(
        _ transform: TextTransform,
        to bytes: ArraySlice<UInt8>,
        isTurkish: Bool,
        continuesWord: Bool
    ) -> [UInt8] {
        let text = String(decoding: bytes, as: UTF8.self)
        switch transform {
        case .none: return Array(bytes)
        case .uppercase: return Array((isTurkish ? upperTurkish(text) : text.uppercased()).utf8)
        case .lowercase: return Array((isTurkish ? lowerTurkish(text) : text.lowercased()).utf8)
        case .capitalize: return capitalized(text, continuesWord: continuesWord)
        }
    }

    private static func upperTurkish(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "i" ? "\u{130}" : $0 })).uppercased()
    }

    private static func lowerTurkish(_ text: String) -> String {
        let mapped = text.unicodeScalars.map { $0 == "I" ? "\u{131}" : $0 == "\u{130}" ? "i" : $0 }
        return String(String.UnicodeScalarView(mapped)).lowercased()
    }

    private static func capitalized(_ text: String, continuesWord: Bool) -> [UInt8] {
        var out = String.UnicodeScalarView()
        var isInWord = continuesWord
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            let isWordPart = properties.isAlphabetic || properties.numericType != nil
            if isWordPart, !isInWord {
                out.append(contentsOf: properties.titlecaseMapping.unicodeScalars)
            } else {
                out.append(scalar)
            }
            let joins = scalar == "'" || scalar == "\u{2019}" || properties.generalCategory == .nonspacingMark
            isInWord = isWordPart || (isInWord && joins)
        }
        return Array(String(out).utf8)
    }
}
