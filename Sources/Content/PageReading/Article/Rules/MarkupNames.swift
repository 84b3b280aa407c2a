internal import LarderHTML

/// The elements that the markup of an article keeps; of all others it keeps what they hold.
enum MarkupNames {
    private static let kept: [NameID] = [
        .p, .h1, .h2, .h3, .h4, .h5, .h6, .ul, .ol, .li, .dl, .dt, .dd, .blockquote, .pre, .code, .kbd, .samp, .var,
        .table, .caption,
        .thead, .tbody, .tfoot, .tr, .td, .th, .figure, .figcaption, .em, .strong, .b, .i, .u, .s, .sub, .sup, .q,
        .cite, .abbr, .time,
        .small, .mark, .del, .ins, .a, .br, .details, .summary, .ruby, .rt, .rp, .bdi, .bdo, .dfn,
    ]

    private static let isKept: [Bool] = {
        var table = [Bool](repeating: false, count: 400)
        for name in kept { table[Int(name.rawValue)] = true }
        return table
    }()

    static func keeps(_ name: NameID) -> Bool {
        let index = Int(name.rawValue)
        return index < isKept.count && isKept[index]
    }

    /// Attributes that are kept as they stand, by element; `id` is kept everywhere, as links in the page lead to it.
    static func attributes(of name: NameID) -> [NameID] {
        switch name {
        case .td, .th: [.colspan, .rowspan]
        case .ol: [.start, .reversed, .type]
        case .li: [.value]
        case .time: [.datetime]
        case .bdo, .bdi: []
        default: []
        }
    }
}
