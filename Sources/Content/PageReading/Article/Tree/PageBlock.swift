/// A run of inline content: what a browser would lay out as one paragraph.
struct PageBlock {
    private(set) var kind: ReaderBlock.Kind
    let owner: Int32
    let firstLeaf: Int32
    var endLeaf: Int32
    var measure = TextMeasure()
    var linkLength: Int32 = 0
    /// Scalars in links to other places of the same page.
    var anchorLength: Int32 = 0
    private(set) var level: UInt8
    /// Whether it stands under a heading that is a link: the beginning of another page's text.
    var isTeaser = false
    /// Why its first words say that it may be no part of the text; nil: they say nothing.
    var opening: ClassMarks?

    init(_ kind: ReaderBlock.Kind, level: UInt8, owner: Int32, firstLeaf: Int) {
        self.kind = kind
        self.level = level
        self.owner = owner
        self.firstLeaf = Int32(firstLeaf)
        endLeaf = self.firstLeaf
    }

    var leaves: Range<Int> { Int(firstLeaf)..<Int(endLeaf) }
    var length: Int32 { measure.length }
    var linkDensity: Float { length == 0 ? 0 : Float(linkLength) / Float(length) }
    /// Whether it is an entry of a table of contents.
    var isContentsEntry: Bool { kind != .heading && anchorLength > 0 && anchorLength * 10 >= length * 9 }

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
    var isLinkLine: Bool { kind == .loose && length >= 20 && linkDensity > 0.95 }

    /// Whether it may be a headline: `h1` or `h2`.
    var isHeadline: Bool { level == 1 || level == 2 }

    /// The shortest text that can count as prose, in scalars.
    static let minProse: Int32 = 25
    /// From this length on a paragraph is surely written text, in scalars.
    private static let longProse: Int32 = 80
    /// A teaser is no longer than this, in scalars.
    private static let maxTeaser: Int32 = 650

    /// Scalars that read like sentences, outside of links, of blocks that are long enough; no headings and no teasers.
    var prose: Float { isTeaser && length <= Self.maxTeaser ? 0 : plainProse }

    /// The same, teasers too.
    var plainProse: Float {
        guard length >= Self.minProse, kind != .heading, kind != .caption, kind != .summary else { return 0 }
        let plain = length &- linkLength
        if linkDensity >= 0.5, plain < Self.longProse || measure.stops < 2 { return 0 }
        if length < Self.longProse, measure.stops == 0, measure.commas == 0, kind != .preformatted, kind != .item {
            return 0
        }
        return Float(plain)
    }

    /// Whether it is a paragraph of sentences, and not an item or cell of something.
    var isLong: Bool { prose > 0 && isPlainLong }

    /// The same, teasers too.
    var isPlainLong: Bool {
        guard plainProse >= Float(Self.longProse) else { return false }
        switch kind {
        case .paragraph, .loose, .preformatted, .definition: return measure.stops > 0 || length >= 140
        case .item, .cell: return measure.stops > 0 && linkLength == 0
        default: return false
        }
    }
}
