import LarderHTML

/// What an element does in the layout beyond its style.
enum ElementRole: UInt8 {
    case plain
    /// Its start and end ask for two line breaks whatever its display is.
    case paragraph
    case lineBreak
    case image
    /// Laid out as a box without text of its own.
    case replaced
    case media
    case object
    case select, optionGroup, option
    case details
    case anchor
    case quote
    case list
    case item
    case blockquote
    case cell
    case font
    case svg
}

/// The style sheet of the user agent (HTML §15) for one element name.
struct UserAgentEntry {
    var display = Display.inline
    var role = ElementRole.plain
    var isBold = false
    var isBolder = false
    var isItalic = false
    var isMonospace = false
    var isUnderlined = false
    var isStruck = false
    /// Times the size of the parent.
    var scale = 1.0
    var verticalAlign: Int8 = 0
    var heading: UInt8 = 0
    var whiteSpace: WhiteSpace?
    /// Nothing in it depends on attributes or the parent, and it leaves the text's attributes as they are.
    var isTrivial = true
}

enum UserAgentStyle {
    /// By ``NameID/rawValue``; names behind the end are unknown elements, which are inline.
    static let table: [UserAgentEntry] = {
        var table = [UserAgentEntry](repeating: UserAgentEntry(), count: 512)
        func set(_ names: [NameID], _ change: (inout UserAgentEntry) -> Void) {
            for name in names where Int(name.rawValue) < table.count { change(&table[Int(name.rawValue)]) }
        }
        set(
            [
                .head, .title, .base, .basefont, .bgsound, .link, .meta, .style, .script, .template, .noframes, .area,
                .param,
                .source, .track, .datalist, .noembed, .rp, .frameset, .frame, .dialog,
            ]
        ) { $0.display = .none }
        set(
            [
                .html, .body, .address, .article, .aside, .blockquote, .center, .details, .dir, .dl, .fieldset,
                .figcaption,
                .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .search, .section, .summary, .ul, .h1, .h2,
                .h3,
                .h4, .h5, .h6, .pre, .listing, .form, .dd, .dt, .plaintext, .hr, .xmp, .legend, .option, .optgroup, .p,
                .div,
            ]
        ) { $0.display = .block }
        set([.li]) { $0.display = .listItem }
        set([.table]) { $0.display = .table }
        set([.tbody, .thead, .tfoot]) { $0.display = .rowGroup }
        set([.tr]) { $0.display = .row }
        set([.td, .th]) { $0.display = .cell }
        set([.caption]) { $0.display = .caption }
        set([.col, .colgroup]) { $0.display = .column }
        set([.button, .marquee, .select, .input, .textarea, .keygen, .meter, .progress]) { $0.display = .inlineBlock }
        set([.slot]) { $0.display = .contents }

        set([.b, .strong, .optgroup]) { $0.isBolder = true }
        set([.th]) { $0.isBold = true }
        set([.i, .em, .cite, .dfn, .`var`, .address]) { $0.isItalic = true }
        set([.code, .kbd, .samp, .tt, .pre, .listing, .xmp, .plaintext]) { $0.isMonospace = true }
        set([.u, .ins]) { $0.isUnderlined = true }
        set([.s, .strike, .del]) { $0.isStruck = true }
        set([.small, .sub, .sup]) { $0.scale = 1 / 1.2 }
        set([.big]) { $0.scale = 1.2 }
        set([.sub]) { $0.verticalAlign = -1 }
        set([.sup]) { $0.verticalAlign = 1 }
        set([.rt]) { $0.scale = 0.5 }
        set([.pre, .listing, .xmp, .plaintext]) { $0.whiteSpace = .pre }
        set([.nobr]) { $0.whiteSpace = .nowrap }
        let headings: [(NameID, UInt8, Double)] = [
            (.h1, 1, 2), (.h2, 2, 1.5), (.h3, 3, 1.17), (.h4, 4, 1), (.h5, 5, 0.83), (.h6, 6, 0.67),
        ]
        for (name, level, scale) in headings {
            set([name]) {
                $0.heading = level
                $0.scale = scale
                $0.isBold = true
            }
        }
        set([.p]) { $0.role = .paragraph }
        set([.br]) { $0.role = .lineBreak }
        set([.img]) { $0.role = .image }
        set([.input, .textarea, .keygen, .meter, .progress, .embed, .applet]) { $0.role = .replaced }
        set([.iframe, .video, .audio]) { $0.role = .media }
        set([.object]) { $0.role = .object }
        set([.select]) { $0.role = .select }
        set([.optgroup]) { $0.role = .optionGroup }
        set([.option]) { $0.role = .option }
        set([.details]) { $0.role = .details }
        set([.a]) { $0.role = .anchor }
        set([.q]) { $0.role = .quote }
        set([.ul, .ol, .menu, .dir]) { $0.role = .list }
        set([.li]) { $0.role = .item }
        set([.blockquote]) { $0.role = .blockquote }
        set([.td, .th]) { $0.role = .cell }
        set([.font]) { $0.role = .font }
        let withStyle: [NameID] = [
            .mark, .abbr, .acronym, .center, .body, .table, .dialog, .li, .button, .select, .option, .caption,
        ]
        for index in table.indices {
            let entry = table[index]
            table[index].isTrivial =
                !entry.isBold && !entry.isBolder && !entry.isItalic && !entry.isMonospace && !entry.isUnderlined
                && !entry.isStruck && entry.scale == 1 && entry.verticalAlign == 0 && entry.heading == 0
                && entry.whiteSpace == nil && (entry.role == .plain || entry.role == .paragraph || entry.role == .cell)
        }
        set(withStyle) { $0.isTrivial = false }
        return table
    }()
}
