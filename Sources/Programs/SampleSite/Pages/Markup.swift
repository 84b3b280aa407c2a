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

    private static let entities: [Unicode.Scalar: String] = [
        "é": "eacute", "è": "egrave", "ñ": "ntilde", "à": "agrave", "î": "icirc", "ø": "oslash", "å": "aring",
        "ö": "ouml",
        "½": "frac12", "¼": "frac14", "¾": "frac34", "°": "deg", "–": "ndash", "\u{201C}": "ldquo", "\u{201D}": "rdquo",
        "'": "#039", "…": "hellip", "\u{A0}": "nbsp", "©": "copy",
    ]

    static func escaped(_ text: String, style: Style = .minimal) -> String {
        guard text.utf8.contains(where: needsCare) else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += style == .numeric ? "&#38;" : "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'" where style == .minimal: result += "&#39;"
            default:
                if style == .named, let name = entities[scalar] {
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

    private static func needsCare(_ byte: UInt8) -> Bool {
        byte > 0x7E || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
            || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
    }

    /// The sentences of the stories that food pages tell, once with named entities, once with few.
    static let sentences = (
        named: Words.sentences.map { escaped($0, style: .named) }, minimal: Words.sentences.map { escaped($0) }
    )

    /// What readers say, escaped.
    static let comments = Words.comments.map { escaped($0) }

    /// Who says it, escaped.
    static let names = Words.firstNames.map { escaped($0) }

    /// Small letters, digits and hyphens.
    static func slug(_ text: String) -> String {
        let pieces = text.lowercased().unicodeScalars.split { scalar in
            !("a"..."z").contains(scalar) && !("0"..."9").contains(scalar)
        }
        return pieces.map { String($0) }.joined(separator: "-")
    }

    /// The method of a recipe as HTML: headings, lists, links, entities, symbols and, for one recipe in six, text escaped twice.
    static func method(of recipe: SampleRecipe, next: String) -> String {
        let style: Style = recipe.index % 2 == 0 ? .named : .numeric
        var html = ""
        for (position, section) in recipe.sections.enumerated() {
            if !section.heading.isEmpty {
                html += "<h3 id=\"part-\(position + 1)\">\(escaped(section.heading, style: style))</h3>\n"
            }
            html += position % 2 == 0 ? "<ol class=\"steps\">\n" : "<ol start=\"\(position * 10 + 1)\">\n"
            for (number, step) in section.steps.enumerated() {
                let text = escaped(step, style: style)
                switch (recipe.index + number) % 5 {
                case 1: html += "  <li><p>\(text) <em>See <a href=\"#part-1\">above</a>.</em></p></li>\n"
                case 3: html += "  <li><strong>\(number + 1)&nbsp;&#10004;</strong> \(text)<br>Then go on.</li>\n"
                default: html += "  <li>\(text)</li>\n"
                }
            }
            html += "</ol>\n"
        }
        html += "<h4>Ready when&hellip;</h4>\n<ul>\n"
        html += "  <li>✔ it smells right</li>\n  <li>&#x2714;&nbsp;the edges are brown &mdash; <b>not</b> black</li>\n"
        html +=
            "  <li>\u{2714}\u{FE0E} you can wait no longer<ul><li>or at &frac12;&nbsp;past six</li></ul></li>\n</ul>\n"
        if recipe.index % 6 == 0 {
            html += "<p>\(escaped(escaped("Crème fraîche & thyme: “double” trouble", style: .named)))</p>\n"
        }
        html +=
            "<p>Goes with <a href=\"\(next)\">another dish</a>, <a href=\"../news?page=1\">today&rsquo;s news</a> and a"
        html += " <a href=\"?print=1\" title=\"Print &amp; keep\">printed copy</a>.</p>\n"
        return html
    }

    /// The teaser of an article as an HTML fragment with a heading, a list, links and entities.
    static func teaserFragment(of article: SampleArticle) -> String {
        let text = escaped(article.teaser, style: article.index % 2 == 0 ? .named : .numeric)
        return
            "<h2>In short</h2><p>\(text)</p><ul><li>✔&nbsp;checked</li><li><a href=\"\(article.path)?ref=teaser&amp;n=1\">"
            + "read on &raquo;</a></li></ul>"
    }
}
