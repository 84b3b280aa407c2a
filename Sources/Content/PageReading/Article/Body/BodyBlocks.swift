internal import LarderHTML
internal import LarderModel

/// Chooses among the blocks of the root.
struct BodyBlocks {
    /// Indices of the blocks kept, in order.
    private(set) var kept: [Int] = []
    private(set) var captions: [Int] = []

    private let tree: PageTree
    private let isTrusted: Bool
    private let isForum: Bool
    private let openings: OpeningTable

    /// Strict before the first and behind the last long paragraph, lenient between them.
    init(
        _ tree: PageTree,
        _ reasons: [DropReason],
        root: Int,
        titles: [FoldedText],
        _ document: HTMLDocument,
        _ rules: ReaderRules,
        isForum: Bool
    ) {
        self.tree = tree
        openings = rules.openingTable
        self.isForum = isForum
        let element = tree.elements[root]
        isTrusted = Self.isTrusted(root, tree)
        let range = Int(element.firstBlock)..<Int(element.endBlock)
        let kept = range.filter { reasons[$0] == .none }
        // Where most paragraphs stand under linked headings, these are the sections of the article.
        let (all, own) = kept.reduce((Float(0), Float(0))) {
            ($0.0 + tree.blocks[$1].plainProse, $0.1 + tree.blocks[$1].prose)
        }
        let long = kept.filter { own * 2 < all ? tree.blocks[$0].isPlainLong : tree.blocks[$0].isLong }
        let isSparse =
            own < Self.minProse && own < Self.minShare * kept.reduce(0) { $0 + Float(tree.blocks[$1].length) }
        let first = isSparse ? range.lowerBound : long.first ?? range.lowerBound
        let last = isSparse ? range.upperBound : long.last ?? range.upperBound
        self.kept = lead(before: range.lowerBound, reasons, titles, document)
        for index in range {
            let block = tree.blocks[index]
            guard block.measure.words > 0, reasons[index] == .none || reasons[index] == .caption else { continue }
            if block.kind == .caption || reasons[index] == .caption {
                captions.append(index)
                continue
            }
            let place: Place = index < first ? .before : index > last ? .behind : .inside
            if block.length <= 500, block.kind != .preformatted, let row = opening(of: block, document),
                place != .inside || block.linkDensity > 0.5 || row.isInside && !block.isPart
            {
                if row.reason == .caption { captions.append(index) }
                continue
            }
            guard belongs(block, place), place == .inside || !isDateLine(block, document) else { continue }
            if index <= first, block.kind == .heading || block.length < 300, isTitle(block, titles, document) {
                continue
            }
            self.kept.append(index)
        }
        dropLooseHeadings()
        // Where nothing else stands there, links are the text.
        if self.kept.isEmpty {
            self.kept = kept.filter { tree.blocks[$0].measure.words > 0 && !isTitle(tree.blocks[$0], titles, document) }
        }
    }

    /// A root with fewer scalars of prose, and less of it than this share of its text, is no article: it has no edges.
    private static let minProse: Float = 500
    private static let minShare: Float = 0.25

    /// How many blocks between the headline and the root are looked at.
    private static let leadBlocks = 14

    /// The standfirst between the headline and the root.
    private func lead(before start: Int, _ reasons: [DropReason], _ titles: [FoldedText], _ document: HTMLDocument)
        -> [Int]
    {
        var found: [Int] = []
        for index in stride(from: start - 1, through: max(0, start - Self.leadBlocks), by: -1) {
            let block = tree.blocks[index]
            guard block.measure.words > 0 else { continue }
            if block.level > 0, block.level < 3, isTitle(block, titles, document) { return found.reversed() }
            guard reasons[index] == .none, block.kind != .caption, block.linkDensity < 0.2, block.length >= 60,
                block.measure.stops > 0,
                block.kind != .item, !block.isTeaser, !isHeader(block), opening(of: block, document) == nil
            else { continue }
            found.append(index)
        }
        return []
    }

    /// Whether a block stands among the headline, the names and the date, where a summary is no part of the text.
    private func isHeader(_ block: PageBlock) -> Bool {
        var element = Int(block.owner)
        if tree.elements[element].context.contains(.header) { return true }
        for _ in 0..<4 where element >= 0 {
            if !tree.elements[element].marks.isDisjoint(with: [.title, .meta, .byline, .header]) { return true }
            element = Int(tree.elements[element].parent)
        }
        return false
    }

    private enum Place {
        case before, inside, behind
    }

    private static func isTrusted(_ root: Int, _ tree: PageTree) -> Bool {
        var element = root
        for _ in 0..<4 where element >= 0 {
            if tree.elements[element].marks.contains(.body) { return true }
            element = Int(tree.elements[element].parent)
        }
        return false
    }

    private func opening(of block: PageBlock, _ document: HTMLDocument) -> BlockOpenings.Row? {
        let first = BlockText.bytes(block, tree, document, maxBytes: OpeningTable.firstBytes)
        guard openings.mayHaveRow(first) else { return nil }
        return openings.row(
            OpeningTable.lowered(BlockText.bytes(block, tree, document, maxBytes: OpeningTable.maxBytes)),
            length: block.length
        )
    }

    /// A line with a date is no longer than this, in scalars and in words.
    private static let maxDateLine: Int32 = 70
    private static let maxDateWords: Int32 = 9

    /// Whether a short block says when the article was written.
    private func isDateLine(_ block: PageBlock, _ document: HTMLDocument) -> Bool {
        guard block.length <= Self.maxDateLine, block.measure.words <= Self.maxDateWords,
            block.kind == .paragraph || block.kind == .loose
        else { return false }
        return ProseDate.first(in: BlockText.text(block, tree, document), monthFirst: true) != nil
    }

    private func isTitle(_ block: PageBlock, _ titles: [FoldedText], _ document: HTMLDocument) -> Bool {
        let text = FoldedText(block, tree, document)
        return titles.contains { block.kind == .heading ? $0.matches(text) : $0 == text }
    }

    private func belongs(_ block: PageBlock, _ place: Place) -> Bool {
        let density = block.linkDensity
        switch (place, block.kind) {
        case (.inside, .heading): return true
        case (.inside, .item), (.inside, .cell): return true
        // Between the posts of a thread stands what is said of those who wrote them.
        case (.inside, .loose) where isForum: return block.plainProse > 0 && density < 0.6
        case (.inside, _): return density < 0.8 || block.length &- block.linkLength >= 40 || block.length >= 200
        case (_, .heading): return density < 0.5
        case (.before, .paragraph), (.before, .preformatted), (.before, .item):
            return density < 0.4 && (isTrusted || block.plainProse > 0)
        case (.before, _): return block.plainProse > 0 && block.measure.stops > 0 && density < 0.4
        case (.behind, .item): return density < 0.3
        case (.behind, .paragraph), (.behind, .preformatted):
            return density < 0.4 && (isTrusted || block.measure.stops > 0)
        case (.behind, _):
            return density < 0.4
                && (block.measure.stops > 0 && block.length >= PageBlock.minProse || block.kind == .cell
                    || block.kind == .definition || block.kind == .term)
        }
    }

    /// A heading with nothing behind it, or only a heading of its own rank or above, heads nothing.
    private mutating func dropLooseHeadings() {
        var result: [Int] = []
        for index in kept.reversed() {
            let block = tree.blocks[index]
            if block.kind == .heading {
                guard let next = result.last else { continue }
                if tree.blocks[next].kind == .heading, tree.blocks[next].level <= block.level { continue }
            }
            result.append(index)
        }
        kept = result.reversed()
    }
}
