/// Running sums over the blocks, so that the sum of any subtree is a difference of two.
struct PageSums {
    /// Scalars of prose before each block.
    private(set) var prose: [Float] = [0]
    /// The same, of paragraphs that are surely written text.
    private(set) var long: [Float] = [0]
    /// Headings of the first rank that are no links.
    private(set) var headlines: [Int32] = [0]
    private(set) var length: [Int32] = [0]
    private(set) var linkLength: [Int32] = [0]

    init(_ blocks: [PageBlock], isKept: (Int) -> Bool = { _ in true }) {
        prose.reserveCapacity(blocks.count + 1)
        length.reserveCapacity(blocks.count + 1)
        linkLength.reserveCapacity(blocks.count + 1)
        for (index, block) in blocks.enumerated() {
            let kept = isKept(index)
            prose.append(prose[index] + (kept ? block.prose : 0))
            long.append(long[index] + (kept && block.isLong ? block.prose : 0))
            headlines.append(
                headlines[index] &+ (kept && block.level == 1 && block.linkDensity < 0.5 && block.length > 0 ? 1 : 0)
            )
            length.append(length[index] &+ (kept ? block.length : 0))
            linkLength.append(linkLength[index] &+ (kept ? block.linkLength : 0))
        }
    }

    func prose(in element: PageElement) -> Float { prose[Int(element.endBlock)] - prose[Int(element.firstBlock)] }
    func long(in element: PageElement) -> Float { long[Int(element.endBlock)] - long[Int(element.firstBlock)] }
    func headlines(in element: PageElement) -> Int32 {
        headlines[Int(element.endBlock)] &- headlines[Int(element.firstBlock)]
    }
    func length(in element: PageElement) -> Int32 { length[Int(element.endBlock)] &- length[Int(element.firstBlock)] }
    func linkLength(in element: PageElement) -> Int32 {
        linkLength[Int(element.endBlock)] &- linkLength[Int(element.firstBlock)]
    }
    /// Scalars outside links.
    func plainLength(in element: PageElement) -> Int32 { length(in: element) &- linkLength(in: element) }
    func linkDensity(in element: PageElement) -> Float {
        let all = length(in: element)
        return all == 0 ? 0 : Float(linkLength(in: element)) / Float(all)
    }
}

extension PageBlock {
    /// The shortest text that can count as prose, in scalars.
    static let minProse: Int32 = 25
    /// From this length on a paragraph is surely written text, in scalars.
    static let longProse: Int32 = 80

    /// A teaser is no longer than this, in scalars.
    static let maxTeaser: Int32 = 650

    /// Scalars that read like sentences: those outside links, of blocks that are long enough, no headings and no teasers.
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
