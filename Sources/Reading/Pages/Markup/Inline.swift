/// Turns the characters of a line into HTML.
package enum Inline {
    /// The markup of `spans`: neighbours with one link share one element.
    ///
    /// - Parameter timer: The markup of a span that a timer may be started for; nil: such spans are text.
    package static func html(_ spans: [SpanView], timer: ((SpanView) -> HTML)? = nil) -> HTML {
        var out = HTML.empty
        var rest = spans[...]
        while let first = rest.first {
            guard let link = first.link else {
                out += look(first, timer: timer)
                rest = rest.dropFirst()
                continue
            }
            let linked = rest.prefix { $0.link == link }
            rest = rest.dropFirst(linked.count)
            let isNote = link.place == .here && linked.allSatisfy { $0.script == 1 }
            out += Self.link(link, around: linked.html { look($0, timer: nil) }, class: isNote ? "fnote" : nil)
        }
        return out
    }

    /// ` id="…"`, or nothing.
    package static func id(_ anchor: String?) -> HTML { anchor.html { " id=\"\($0)\"" } }

    /// A link as its place asks for: outside ones open in a new tab and say their host.
    ///
    /// An address that a browser would run instead of opening it is no link.
    package static func link(_ link: LinkView, around content: HTML, class name: HTML? = nil) -> HTML {
        guard isSafe(link.address) else { return content }
        let named: HTML = name.html { " class=\"\($0)\"" }
        let start: HTML = "<a\(named) href=\"\(link.address)\""
        switch link.place {
        case .inside, .here: return "\(start)>\(content)</a>"
        case .insideGone: return "\(start) title=\"saved copy\">\(content)</a>"
        case .outside(let host):
            return "\(start) rel=\"noreferrer noopener\" target=\"_blank\" title=\"\(host)\">\(content)</a>"
        }
    }

    private static func isSafe(_ address: String) -> Bool {
        let scheme = address.prefix { !":/?#".contains($0) }
        guard scheme.endIndex < address.endIndex, address[scheme.endIndex] == ":" else { return true }
        return ["http", "https", "mailto", "tel"].contains(scheme.lowercased())
    }

    private static func look(_ span: SpanView, timer: ((SpanView) -> HTML)?) -> HTML {
        if let picture = span.picture {
            return picture.html(sizes: "\(min(picture.width, 672))px", isLazy: true, class: "in")
        }
        if let timer, span.hasTimer { return timer(span) }
        var text: HTML = timer == nil ? lines(span.text) : Temperatures.html(span.text)
        if span.isCode { text = "<code dir=\"ltr\">\(text)</code>" }
        if span.isBold { text = "<b>\(text)</b>" }
        if span.isItalic { text = "<i>\(text)</i>" }
        if span.isStruck { text = "<s>\(text)</s>" }
        if span.script > 0 { text = "<sup>\(text)</sup>" }
        if span.script < 0 { text = "<sub>\(text)</sub>" }
        return span.anchor.map { "<span id=\"\($0)\">\(text)</span>" } ?? text
    }

    /// Text whose line ends stay.
    static func lines(_ text: String) -> HTML {
        guard text.utf8.contains(0x0A) else { return "\(text)" }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated().html { $0.offset == 0 ? "\($0.element)" : "<br>\($0.element)" }
    }
}

extension SpanView {
    /// Whether a timer can count it: below a day.
    var hasTimer: Bool { (1..<86_400).contains(timerSeconds) }
}

/// Marks temperatures, so that a script can show them in the other scale.
enum Temperatures {
    static func html(_ text: String) -> HTML {
        let compact = text.filter { $0 != " " && $0 != "\u{A0}" }
        // "160 °C (325 °F)" needs no other scale.
        guard compact.contains("°C") != compact.contains("°F") else { return Inline.lines(text) }
        var out = HTML.empty
        var rest = text[...]
        while let degree = rest.firstIndex(where: { $0 == "°" }) {
            let before = rest[..<degree]
            let space = before.reversed().prefix { $0 == " " || $0 == "\u{A0}" }.count
            let number = before.dropLast(space).reversed().prefix { $0.isASCII && $0.isNumber }
            let behind = rest[rest.index(after: degree)...].drop { $0 == " " || $0 == "\u{A0}" }
            let scale = behind.first.map { $0 == "C" ? "c" : $0 == "F" ? "f" : "" } ?? ""
            let isWord = behind.dropFirst().first.map { $0.isLetter } ?? false
            // Of "160–180 °C" both numbers would have to change.
            let isRange = before.dropLast(space + number.count).suffix(6).contains { $0.isNumber }
            guard (2...3).contains(number.count), !scale.isEmpty, !isWord, !isRange else {
                let end = rest.index(after: degree)
                out += Inline.lines(String(rest[..<end]))
                rest = rest[end...]
                continue
            }
            let start = before.index(before.endIndex, offsetBy: -(space + number.count))
            let end = behind.index(after: behind.startIndex)
            out += Inline.lines(String(rest[..<start]))
            out += pair(Int(String(number.reversed())) ?? 0, isCelsius: scale == "c", written: rest[start..<end])
            rest = rest[end...]
        }
        out += Inline.lines(String(rest))
        return out
    }

    /// The temperature as written, with both scales for the script.
    private static func pair(_ degrees: Int, isCelsius: Bool, written: Substring) -> HTML {
        let other = isCelsius ? Double(degrees) * 1.8 + 32 : Double(degrees - 32) / 1.8
        let shown = "\(Int((other / 5).rounded()) * 5)\u{A0}°\(isCelsius ? "F" : "C")"
        return "<bdi data-t=\"\(written)\" data-\(isCelsius ? "us" : "m")=\"\(shown)\">\(written)</bdi>"
    }
}
