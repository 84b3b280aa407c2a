internal import LarderModel

/// HTML character references in short texts such as titles (HTML standard, section 13.2.5.72 and following).
package enum Entities {
    /// The text with its character references decoded, once.
    ///
    /// Numeric references and the names of HTML 4 are decoded where they end in a semicolon; everything else stays.
    package static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = Substring(text)
        while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
            result += rest[..<mark]
            let after = rest.utf8.index(after: mark)
            let tail = rest[after...]
            let name = tail.utf8.prefix(32).firstIndex(of: UInt8(ascii: ";")).map { tail[..<$0] }
            if let name, let scalar = scalar(String(name)) {
                result.unicodeScalars.append(scalar)
                rest = rest[rest.utf8.index(after: name.endIndex)...]
            } else {
                result += "&"
                rest = tail
            }
        }
        return result + rest
    }

    /// Whether a text holds HTML: a tag, a comment or a character reference that ``decoded(_:)`` knows.
    package static func isMarkup(_ text: String) -> Bool {
        let bytes = text.utf8
        var index = bytes.startIndex
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = bytes.index(after: open)
            var next = index
            if next < bytes.endIndex, bytes[next] == UInt8(ascii: "/") { next = bytes.index(after: next) }
            guard next < bytes.endIndex else { break }
            guard bytes[next].isASCIILetter || bytes[next] == UInt8(ascii: "!") else { continue }
            if bytes[next...].contains(UInt8(ascii: ">")) { return true }
            break
        }
        return decoded(text) != text
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        guard name.utf8.first == UInt8(ascii: "#") else { return names[name] }
        let digits = name.dropFirst()
        let isHex = digits.first == "x" || digits.first == "X"
        let number = isHex ? digits.dropFirst() : digits
        guard !number.isEmpty, number.utf8.allSatisfy({ isHex ? $0.hexDigit != nil : $0.isASCIIDigit }) else {
            return nil
        }
        guard let value = UInt32(number, radix: isHex ? 16 : 10) else { return "\u{FFFD}" }
        if (0x80...0x9F).contains(value) { return windows1252[Int(value) - 0x80] }
        if value == 0 || value > 0x10FFFF { return "\u{FFFD}" }
        // Control characters are no text; white space among them is.
        if value < 0x20, ![0x09, 0x0A, 0x0C, 0x0D].contains(value) { return "\u{FFFD}" }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// U+0080 to U+009F as the HTML standard replaces them.
    private static let windows1252: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}", "\u{2019}",
        "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}",
        "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]

    private static let names: [String: Unicode.Scalar] = {
        var names: [String: Unicode.Scalar] = [:]
        for (offset, name) in zip(UInt32(0)..., latin1.split(separator: " ")) {
            names[String(name)] = Unicode.Scalar(0xA0 + offset)
        }
        for (name, value) in others { names[name] = Unicode.Scalar(value) }
        return names
    }()

    /// The names of U+00A0 to U+00FF, in order.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
        micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
        Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
        Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
        ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc \
        uuml yacute thorn yuml
        """

    private static let others: [String: UInt32] = [
        "amp": 0x26, "AMP": 0x26, "lt": 0x3C, "LT": 0x3C, "gt": 0x3E, "GT": 0x3E, "quot": 0x22, "QUOT": 0x22,
        "apos": 0x27, "num": 0x23, "percnt": 0x25, "lpar": 0x28, "rpar": 0x29, "ast": 0x2A, "plus": 0x2B,
        "comma": 0x2C, "period": 0x2E, "sol": 0x2F, "colon": 0x3A, "semi": 0x3B, "equals": 0x3D, "quest": 0x3F,
        "commat": 0x40, "lsqb": 0x5B, "bsol": 0x5C, "rsqb": 0x5D, "Hat": 0x5E, "lowbar": 0x5F, "grave": 0x60,
        "lcub": 0x7B, "vert": 0x7C, "rcub": 0x7D, "excl": 0x21, "dollar": 0x24, "Tab": 0x09, "NewLine": 0x0A,
        "COPY": 0xA9, "REG": 0xAE, "OElig": 0x152, "oelig": 0x153, "Scaron": 0x160, "scaron": 0x161, "Yuml": 0x178,
        "fnof": 0x192, "circ": 0x2C6, "tilde": 0x2DC, "ensp": 0x2002, "emsp": 0x2003, "thinsp": 0x2009, "zwnj": 0x200C,
        "zwj": 0x200D, "lrm": 0x200E, "rlm": 0x200F, "ndash": 0x2013, "mdash": 0x2014, "lsquo": 0x2018, "rsquo": 0x2019,
        "sbquo": 0x201A, "ldquo": 0x201C, "rdquo": 0x201D, "bdquo": 0x201E, "dagger": 0x2020, "Dagger": 0x2021,
        "bull": 0x2022, "hellip": 0x2026, "permil": 0x2030, "prime": 0x2032, "Prime": 0x2033, "lsaquo": 0x2039,
        "rsaquo": 0x203A, "oline": 0x203E, "frasl": 0x2044, "euro": 0x20AC, "trade": 0x2122, "larr": 0x2190,
        "uarr": 0x2191, "rarr": 0x2192, "darr": 0x2193, "harr": 0x2194, "minus": 0x2212, "infin": 0x221E,
        "asymp": 0x2248, "ne": 0x2260, "le": 0x2264, "ge": 0x2265, "loz": 0x25CA, "spades": 0x2660, "clubs": 0x2663,
        "hearts": 0x2665, "diams": 0x2666, "frac13": 0x2153, "frac23": 0x2154, "frac15": 0x2155, "frac18": 0x215B,
        "frac38": 0x215C, "frac58": 0x215D, "frac78": 0x215E, "Alpha": 0x391, "Beta": 0x392, "Omega": 0x3A9,
        "alpha": 0x3B1, "beta": 0x3B2, "gamma": 0x3B3, "delta": 0x3B4, "pi": 0x3C0, "omega": 0x3C9,
        "ccaron": 0x10D, "Ccaron": 0x10C, "zcaron": 0x17E, "Zcaron": 0x17D, "nacute": 0x144, "lstrok": 0x142,
    ]
}
