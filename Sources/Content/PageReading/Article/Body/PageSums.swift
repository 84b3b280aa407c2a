/// What some blocks hold together, in scalars.
struct BlockSum {
    var prose: Float = 0
    /// Prose of paragraphs that are surely written text.
    var long: Float = 0
    /// Headings of the first rank that are no links.
    var headlines: Int32 = 0
    var length: Int32 = 0
    var linkLength: Int32 = 0

    var plainLength: Int32 { length &- linkLength }
    var linkDensity: Float { length == 0 ? 0 : Float(linkLength) / Float(length) }

    static func - (left: BlockSum, right: BlockSum) -> BlockSum {
        BlockSum(
            prose: left.prose - right.prose,
            long: left.long - right.long,
            headlines: left.headlines &- right.headlines,
            length: left.length &- right.length,
            linkLength: left.linkLength &- right.linkLength
        )
    }

    static func += (sum: inout BlockSum, block: PageBlock) {
        let prose = block.prose
        sum.prose += prose
        if prose > 0, block.isPlainLong { sum.long += prose }
        if block.level == 1, block.linkDensity < 0.5, block.length > 0 { sum.headlines &+= 1 }
        sum.length &+= block.length
        sum.linkLength &+= block.linkLength
    }
}

/// Running sums over the blocks, so that the sum of any subtree is a difference of two.
struct PageSums {
    /// The sum of the blocks before each block; the last is the sum of all.
    private var sums = [BlockSum()]
    private(set) var whole = BlockSum()

    init(_ blocks: [PageBlock], isKept: (Int) -> Bool = { _ in true }) {
        sums.reserveCapacity(blocks.count + 1)
        for (index, block) in blocks.enumerated() {
            if isKept(index) { whole += block }
            sums.append(whole)
        }
    }

    subscript(element: PageElement) -> BlockSum { sums[Int(element.endBlock)] - sums[Int(element.firstBlock)] }
}
