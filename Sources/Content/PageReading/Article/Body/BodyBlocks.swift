internal import LarderHTML
internal import LarderModel

/// Chooses among the blocks of the root.
struct BodyBlocks {
    private(set) var kept: [Int] = []
    private(set) var captions: [Int] = []

    private let tree: PageTree
    private let reasons: [ClassMarks]
    private let titles: [FoldedText]
    private let isTrusted: Bool
    private let isForum: Bool

    /// Strict before the first and behind the last long paragraph, lenient between them.
    init(_ tree: PageTree, _ reasons: [ClassMarks], root: Int, titles: [FoldedText], isForum: Bool) {
        self.tree = tree
        self.reasons = reasons
        self.titles = titles
        self.isForum = isForum
        isTrusted = tree.ancestors(of: root).prefix(4).contains { tree.elements[$0].marks.contains(.body) }
        let range = tree.elements[root].blocks
        let kept = range.filter { reasons[$0].isEmpty }
        // Where most paragraphs stand under linked headings, these are the sections of the article.
        let all = kept.reduce(Float(0)) { $0 + tree.blocks[$1].plainProse }
        let own = kept.reduce(Float(0)) { $0 + tree.blocks[$1].prose }
        let long = kept.filter { own * 2 < all ? tree.blocks[$0].isPlainLong : tree.blocks[$0].isLong }
        let isSparse =
            own < Self.minProse && own < Self.minShare * kept.reduce(0) { $0 + Float(tree.blocks[$1].length) }
        let first = isSparse ? range.lowerBound : long.first ?? range.lowerBound
        let last = isSparse ? range.upperBound : long.last ?? range.upperBound
        self.kept = lead(before: range.lowerBound)
        for index in range {
            let block = tree.blocks[index]
            guard block.measure.words > 0, reasons[index].isSubset(of: .caption) else { continue }
            if block.kind == .caption || reasons[index] == .caption {
                captions.append(index)
                continue
            }
            let place: Place = index < first ? .before : index > last ? .behind : .inside
            if block.kind != .preformatted, let opening = block.opening,
                place != .inside || block.linkDensity > 0.5 || opening.mayOpenInside && !block.isPart
            {
                if opening == .caption { captions.append(index) }
                continue
            }
            guard belongs(block, place), place == .inside || !isDateLine(block) else { continue }
            if index <= first, block.kind == .heading || block.length < 300, isTitle(block) { continue }
            self.kept.append(index)
        }
        dropLooseHeadings()
        // Where nothing else stands there, links are the text.
        if self.kept.isEmpty {
            self.kept = kept.filter { tree.blocks[$0].measure.words > 0 && !isTitle(tree.blocks[$0]) }
        }
    }

    /// A root with fewer scalars of prose, and less of it than this share of its text, is no article: it has no edges.
    private static let minProse: Float = 500
    private static let minShare: Float = 0.25

    private static let leadBlocks = 14

    /// The standfirst between the headline and the root.
    private func lead(before start: Int) -> [Int] {
        var found: [Int] = []
        for index in stride(from: start - 1, through: max(0, start - Self.leadBlocks), by: -1) {
            let block = tree.blocks[index]
            guard block.measure.words > 0 else { continue }
            if block.isHeadline, isTitle(block) { return found.reversed() }
            guard reasons[index].isEmpty, block.kind != .caption, block.linkDensity < 0.2, block.length >= 60,
                block.measure.stops > 0, block.kind != .item, !block.isTeaser, !isHeader(block),
                block.opening == nil
            else { continue }
            found.append(index)
        }
        return []
    }

    /// Whether a block stands with headline, names and date, where a summary is no part of the text.
    private func isHeader(_ block: PageBlock) -> Bool {
        tree.elements[Int(block.owner)].context.contains(.header)
            || tree.ancestors(of: Int(block.owner)).prefix(4).contains {
                !tree.elements[$0].marks.isDisjoint(with: [.title, .meta, .byline, .header])
            }
    }

    private enum Place {
        case before, inside, behind
    }

    /// A line with a date is no longer than this, in scalars and in words.
    private static let maxDateLine: Int32 = 70
    private static let maxDateWords: Int32 = 9

    private func isDateLine(_ block: PageBlock) -> Bool {
        block.length <= Self.maxDateLine && block.measure.words <= Self.maxDateWords
            && (block.kind == .paragraph || block.kind == .loose)
            && ProseDate.first(in: tree.text(of: block), monthFirst: true) != nil
    }

    private func isTitle(_ block: PageBlock) -> Bool {
        let text = FoldedText(block, tree)
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

    /// Drops headings with nothing behind them, or only a heading of their own rank or above.
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
