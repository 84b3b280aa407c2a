/// Writing text as HTML.
enum Markup {
    /// How characters that need it are written.
    enum Style {
        /// `&amp;`, `&eacute;`.
        case named
        /// `&#38;`, `&#xe9;` by turns.
        case numeric
        /// Only what HTML and XML need: `&`, `<`, `>` and both quotes.
        case minimal
    }

    fileprivate static let entities: [Unicode.Scalar: String] = [
        "é": "eacute", "è": "egrave", "ñ": "ntilde", "à": "agrave", "î": "icirc", "ø": "oslash", "å": "aring",
        "ö": "ouml", "½": "frac12", "¼": "frac14", "¾": "frac34", "°": "deg", "–": "ndash", "\u{201C}": "ldquo",
        "\u{201D}": "rdquo", "'": "#039", "…": "hellip", "\u{A0}": "nbsp", "©": "copy",
    ]

    /// The sentences of the stories that food pages tell, with named entities or few.
    static let sentences = (named: Words.sentences.map { $0.html(.named) }, minimal: Words.sentences.map { $0.html() })

    /// What readers say.
    static let comments = Words.comments.map { $0.html() }

    /// Who says it.
    static let names = Words.firstNames.map { $0.html() }

    /// Small letters, digits and hyphens.
    static func slug(_ text: String) -> String {
        text.lowercased().unicodeScalars.split { !("a"..."z").contains($0) && !("0"..."9").contains($0) }
            .map { String($0) }.joined(separator: "-")
    }
}

extension String {
    /// The text as HTML.
    func html(_ style: Markup.Style = .minimal) -> String {
        guard utf8.contains(where: { $0 > 0x7E || "&<>\"'".utf8.contains($0) }) else { return self }
        var result = ""
        result.reserveCapacity(utf8.count + 16)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += style == .numeric ? "&#38;" : "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'" where style == .minimal: result += "&#39;"
            default:
                if style == .named, let name = Markup.entities[scalar] {
                    result += "&\(name);"
                } else if style == .numeric, scalar.value > 126 || scalar == "'" {
                    let isHex = scalar.value % 2 == 1
                    result += isHex ? "&#x\(String(scalar.value, radix: 16));" : "&#\(scalar.value);"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
