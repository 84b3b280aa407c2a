/// Running sums over the blocks, so that the sum of any subtree is a difference of two.
struct PageSums {
    /// Scalars of prose before each block.
    private(set) var prose: [Float] = [0]
    private(set) var length: [Int32] = [0]
    private(set) var linkLength: [Int32] = [0]

    init(_ blocks: [PageBlock], isKept: (Int) -> Bool = { _ in true }) {
        prose.reserveCapacity(blocks.count + 1)
        length.reserveCapacity(blocks.count + 1)
        linkLength.reserveCapacity(blocks.count + 1)
        for (index, block) in blocks.enumerated() {
            let kept = isKept(index)
            prose.append(prose[index] + (kept ? block.prose : 0))
            length.append(length[index] &+ (kept ? block.length : 0))
            linkLength.append(linkLength[index] &+ (kept ? block.linkLength : 0))
        }
    }

    func prose(in element: PageElement) -> Float { prose[Int(element.endBlock)] - prose[Int(element.firstBlock)] }
    func length(in element: PageElement) -> Int32 { length[Int(element.endBlock)] &- length[Int(element.firstBlock)] }
    func linkLength(in element: PageElement) -> Int32 {
        linkLength[Int(element.endBlock)] &- linkLength[Int(element.firstBlock)]
    }
    func linkDensity(in element: PageElement) -> Float {
        let all = length(in: element)
        return all == 0 ? 0 : Float(linkLength(in: element)) / Float(all)
    }
}

extension PageBlock {
    /// The shortest text that can count as prose, in scalars.
    static let minProse: Int32 = 25

    /// Scalars that read like sentences: those outside links, of blocks that are long enough and no headings.
    var prose: Float {
        guard length >= Self.minProse, kind != .heading, kind != .caption, kind != .summary, linkDensity < 0.5 else { return 0 }
        if length < 80, measure.stops == 0, measure.commas == 0, kind != .preformatted, kind != .item { return 0 }
        return Float(length &- linkLength)
    }
}
