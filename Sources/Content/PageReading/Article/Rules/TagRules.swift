internal import LarderHTML

/// A value for each name of an element, looked up without hashing.
struct NameMap<Value: Sendable>: Sendable {
    private var values: [Value]
    private let other: Value

    init(_ lists: [([NameID], Value)], other: Value) {
        values = [Value](repeating: other, count: 400)
        self.other = other
        for (names, value) in lists {
            for name in names { values[Int(name.rawValue)] = value }
        }
    }

    subscript(name: NameID) -> Value {
        let index = Int(name.rawValue)
        return index < values.count ? values[index] : other
    }
}

/// What the reader makes of elements by their names.
enum TagRules {
    enum Treatment: UInt8 {
        case inline, block, skip, head, picture, embed, lineBreak
    }

    private static let treatments = NameMap(
        [
            // HTML §15.3, the user-agent style sheet's `display: block`, and the parts of tables.
            (
                [
                    .body, .p, .div, .article, .section, .main, .header, .footer, .aside, .nav, .h1, .h2, .h3, .h4, .h5,
                    .h6, .ul, .ol, .li, .dl, .dt, .dd, .table, .tbody, .thead, .tfoot, .tr, .td, .th, .caption,
                    .blockquote, .pre, .figure, .figcaption, .form, .fieldset, .legend, .address, .details, .summary,
                    .center, .hr, .menu, .dir, .hgroup, .search, .dialog, .listing, .noscript, .xmp,
                ], .block
            ),
            // Their content is no text of the page.
            (
                [
                    .script, .style, .template, .svg, .select, .button, .textarea, .input, .datalist, .title, .meta,
                    .link, .base, .map, .frameset, .noframes, .canvas, .progress, .meter, .option, .optgroup, .applet,
                    .basefont, .rp, .rt,
                ], .skip
            ), ([.img, .image], .picture), ([.iframe, .video, .audio, .object, .embed], .embed),
            ([.html, .head], .head), ([.br], .lineBreak),
        ],
        other: Treatment.inline
    )

    static func treatment(of name: NameID) -> Treatment { treatments[name] }

    static func context(of name: NameID) -> PageContext {
        switch name {
        case .figure: .figure
        case .figcaption, .caption: .caption
        case .pre, .listing, .xmp: .preformatted
        case .header: .header
        case .article: .article
        case .noscript: .noscript
        default: []
        }
    }

    /// 1 to 6 for a heading, else 0.
    static func headingLevel(of name: NameID) -> UInt8 {
        name >= .h1 && name <= .h6 ? UInt8(name.rawValue - NameID.h1.rawValue) + 1 : 0
    }

    static func blockKind(of name: NameID, _ context: PageContext) -> ReaderBlock.Kind {
        switch name {
        case .p: context.contains(.caption) ? .caption : .paragraph
        case .h1, .h2, .h3, .h4, .h5, .h6: .heading
        case .li: .item
        case .td, .th: .cell
        case .dt: .term
        case .dd: .definition
        case .pre, .listing, .xmp: .preformatted
        case .figcaption, .caption: .caption
        case .summary: .summary
        default: context.contains(.caption) ? .caption : context.contains(.preformatted) ? .preformatted : .loose
        }
    }

    /// Whether an inline style says `display: none` or `visibility: hidden`.
    static func hides(_ style: TextRange, _ document: HTMLDocument) -> Bool {
        guard style.count >= 12, style.count < 4096 else { return false }
        return document.withBytes(of: style) { bytes in
            var packed: [UInt8] = []
            for index in 0..<bytes.count where bytes[index] > 0x20 { packed.append(bytes[index] | 0x20) }
            return hidings.contains { packed.index(of: $0) != nil }
        }
    }

    /// Texts of links that stand beside a heading, a caption or a note and lead to it, or back to where it is named.
    static let headingMarks: Set = ["¶", "#", "§", "🔗", "⚓", "⚓︎", "↩", "↩︎", "↑", "^", "⏎"]

    /// Parts of the classes of such links, in lower case; these may hold a word such as "Permalink".
    static let markClasses = ["headerlink", "permalink", "header-anchor", "heading-anchor", "hash-link"]

    private static let hidings = ["display:none", "visibility:hidden"].map { Array($0.utf8) }
}
