/// A run of inline content: what a browser would lay out as one paragraph.
struct PageBlock {
    enum Kind: UInt8 {
        case paragraph, heading, item, cell, term, definition, preformatted, caption, loose, summary
    }

    private(set) var kind: Kind
    /// The nearest block element.
    let owner: Int32
    let firstLeaf: Int32
    var endLeaf: Int32
    var measure = TextMeasure()
    /// Scalars that stand in links.
    var linkLength: Int32 = 0
    /// Pictures and embeds.
    var pictures: Int32 = 0
    /// 1 to 6 for a heading.
    private(set) var level: UInt8
    /// Whether it stands under a heading that is a link: the beginning of another page's text.
    var isTeaser = false

    /// A heading of this length with a full stop is a paragraph in large type, in scalars.
    private static let longHeading: Int32 = 140

    /// Makes a paragraph of a heading that is too long for one.
    mutating func settleKind() {
        guard kind == .heading, length >= Self.longHeading, measure.stops > 0 else { return }
        kind = .paragraph
        level = 0
    }

    /// Whether it is part of a list or table, whose parts may begin with anything.
    var isPart: Bool { kind == .item || kind == .cell || kind == .term || kind == .definition }

    /// Whether it is a line that is one link, in no paragraph: the headline of a card.
    var isLinkLine: Bool { kind == .loose && measure.length >= 20 && linkDensity > 0.95 }

    var length: Int32 { measure.length }
    /// Share of the text that stands in links.
    var linkDensity: Float { measure.length == 0 ? 0 : Float(linkLength) / Float(measure.length) }
}
