internal import LarderHTML

/// What the reader makes of elements by their names, roles and properties.
enum TagRules {
    enum Treatment: UInt8 {
        case inline, block, skip, head, picture, embed, lineBreak
    }

    /// Elements that begin and end a paragraph (HTML §15.3, the user-agent style sheet's `display: block` and the parts of tables).
    static let blocks: [NameID] = [
        .body, .p, .div, .article, .section, .main, .header, .footer, .aside, .nav, .h1, .h2, .h3, .h4, .h5, .h6, .ul,
        .ol, .li, .dl, .dt, .dd,
        .table, .tbody, .thead, .tfoot, .tr, .td, .th, .caption, .blockquote, .pre, .figure, .figcaption, .form,
        .fieldset, .legend,
        .address, .details, .summary, .center, .hr, .menu, .dir, .hgroup, .search, .dialog, .listing, .noscript, .xmp,
        .legend,
    ]

    /// Elements whose content is no text of the page.
    static let skipped: [NameID] = [
        .script, .style, .template, .svg, .select, .button, .textarea, .input, .datalist, .title, .meta, .link, .base,
        .map, .frameset,
        .noframes, .canvas, .progress, .meter, .option, .optgroup, .applet, .basefont, .rp, .rt,
    ]

    static let pictures: [NameID] = [.img, .image]
    static let embeds: [NameID] = [.iframe, .video, .audio, .object, .embed]

    private static let treatments: [Treatment] = {
        var table = [Treatment](repeating: .inline, count: 400)
        for name in blocks { table[Int(name.rawValue)] = .block }
        for name in skipped { table[Int(name.rawValue)] = .skip }
        for name in pictures { table[Int(name.rawValue)] = .picture }
        for name in embeds { table[Int(name.rawValue)] = .embed }
        table[Int(NameID.html.rawValue)] = .head
        table[Int(NameID.head.rawValue)] = .head
        table[Int(NameID.br.rawValue)] = .lineBreak
        return table
    }()

    static func treatment(of name: NameID) -> Treatment {
        let index = Int(name.rawValue)
        return index < treatments.count ? treatments[index] : .inline
    }

    static func context(of name: NameID) -> PageContext {
        switch name {
        case .a: .link
        case .ul, .ol, .menu, .dir: .list
        case .table: .table
        case .td, .th: .cell
        case .blockquote: .quote
        case .figure: .figure
        case .figcaption, .caption: .caption
        case .form: .form
        case .pre, .listing, .xmp: .preformatted
        case .nav: .navigation
        case .header: .header
        case .footer: .footer
        case .aside: .aside
        case .article: .article
        case .dl: .definitions
        case .main: .main
        case .noscript: .noscript
        default: []
        }
    }

    static func headingLevel(of name: NameID) -> UInt8 {
        switch name {
        case .h1: 1
        case .h2: 2
        case .h3: 3
        case .h4: 4
        case .h5: 5
        case .h6: 6
        default: 0
        }
    }

    static func blockKind(of name: NameID, _ context: PageContext) -> PageBlock.Kind {
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

    private static let hidings = ["display:none", "visibility:hidden"].map { Array($0.utf8) }
}
