internal import LarderHTML
internal import LarderModel

/// Chooses among the blocks of the root: each is part of the article unless a rule names what else it is.
struct BodyBlocks {
    private(set) var kept: [Int] = []
    private(set) var captions: [Int] = []
    /// The blocks with text that are not part of the article, and why.
    private(set) var leftOut: [Int: LeftOutRule] = [:]

    private let tree: PageTree
    private let reasons: [ClassMarks]
    private let titles: [FoldedText]
    private let isForum: Bool
    /// The first and the last block that surely belong to the article.
    private let first: Int
    private let last: Int
    /// Whether the root has next to no prose, so that it has no first and last paragraph.
    private let isSparse: Bool
    /// The blocks of tables of contents.
    private let contents: Set<Int>
    /// The blocks that begin other pages, beside the text.
    private let cards: Set<Int>
    /// The block with the page's headline; nil where the root has none.
    private let headline: Int?

    init(
        _ tree: PageTree,
        _ reasons: [ClassMarks],
        root: Int,
        titles: [FoldedText],
        isForum: Bool,
        post: ShortPost? = nil
    ) {
        self.tree = tree
        self.reasons = reasons
        self.titles = titles
        self.isForum = isForum
        let range = tree.elements[root].blocks
        let candidates = range.filter { reasons[$0].isEmpty && tree.blocks[$0].measure.words > 0 }
        // Where most paragraphs stand under linked headings, these are the sections of the article.
        let all = candidates.reduce(Float(0)) { $0 + tree.blocks[$1].plainProse }
        let own = candidates.reduce(Float(0)) { $0 + tree.blocks[$1].prose }
        let long = candidates.filter { own * 2 < all ? tree.blocks[$0].isPlainLong : tree.blocks[$0].isLong }
        isSparse =
            post == nil && own < Self.minProse
            && own < Self.minShare * candidates.reduce(0) { $0 + Float(tree.blocks[$1].length) }
        let title = candidates.first { tree.blocks[$0].kind == .heading && Self.isTitle(tree.blocks[$0], tree, titles) }
        let first = post?.text.lowerBound ?? (isSparse ? title : long.first) ?? range.lowerBound
        self.first = first
        last = post?.text.upperBound ?? (isSparse ? nil : long.last) ?? range.upperBound
        headline = candidates.prefix { $0 <= first }.last { Self.isTitle(tree.blocks[$0], tree, titles) }
        contents = Self.contents(candidates, tree)
        cards = post?.cards ?? []
        kept = lead(before: range.lowerBound)
        for index in range where tree.blocks[index].measure.words > 0 { place(index) }
        restoreHeadings()
        leaveOutHeadings(before: range.upperBound)
        // Where nothing else stands there, links are the text.
        if kept.isEmpty {
            kept = candidates.filter { leftOut[$0] != .title }
            for index in kept { leftOut[index] = nil }
        }
    }

    /// A root with fewer scalars of prose, and less of it than this share of its text, has no beginning and no end.
    private static let minProse: Float = 500
    private static let minShare: Float = 0.25

    private mutating func place(_ index: Int) {
        let block = tree.blocks[index]
        if reasons[index].isSubset(of: .caption),
            block.kind == .caption || reasons[index] == .caption || tree.isCaption(block)
        {
            captions.append(index)
        } else if let rule = rule(for: index) {
            leftOut[index] = rule
            if rule == .class(.caption) || rule == .opening(.caption) { captions.append(index) }
        } else {
            kept.append(index)
        }
    }

    /// Why a block is not part of the article; nil: it is.
    private func rule(for index: Int) -> LeftOutRule? {
        let block = tree.blocks[index]
        if !reasons[index].isEmpty { return .class(reasons[index]) }
        if isCard(block, at: index) || cards.contains(index) { return .card }
        if contents.contains(index) { return .contents }
        if index > last, tree.isNotice(block) { return .copyright }
        if let opening = block.opening, counts(opening, of: block, at: index) { return .opening(opening) }
        if continuesRelatedList(block, at: index) { return .relatedList }
        if index > last, tree.isShortLine(block), tree.has(BlockOpenings.changes, block) { return .lastChange }
        if index < first, tree.isByline(block) || tree.isDateLine(block) || tree.isSignedDate(block) { return .byline }
        if kept.isEmpty, isUnderHeadline(index), tree.isByline(block) || isHeaderLine(block) { return .byline }
        if index <= first, block.kind == .heading || block.length < 300, isTitle(block) { return .title }
        if let headline, index < headline, block.plainProse == 0 { return .aboveHeadline }
        // Between the posts of a thread stands what is said of those who wrote them.
        if isForum, block.kind == .loose, block.plainProse == 0 || block.linkDensity >= 0.6 { return .byline }
        return nil
    }

    private static let minContents = 3

    /// Runs of links to places of the same page.
    private static func contents(_ candidates: [Int], _ tree: PageTree) -> Set<Int> {
        let runs = candidates.split { !tree.blocks[$0].isContentsEntry }
        return Set(runs.filter { $0.count >= minContents }.joined())
    }

    /// Whether the block stands in a link that holds whole blocks, or is a link outside of any paragraph: a card or a
    /// button.
    private func isCard(_ block: PageBlock, at index: Int) -> Bool {
        guard block.linkDensity > 0.8 else { return false }
        return block.kind == .loose && !(tree.isWholeItem(block) && (isInside(index) || !isSparse && index >= first))
            || tree.ancestors(of: Int(block.owner)).prefix(6).contains { tree.elements[$0].isLink }
    }

    /// Whether a block surely stands in the text; where there is next to no prose, under the headline.
    private func isInside(_ index: Int) -> Bool { first < index && index < last && (!isSparse || headline != nil) }

    /// Whether the first words of a block count at its place: a recipe's step may begin with any of them.
    private func counts(_ opening: ClassMarks, of block: PageBlock, at index: Int) -> Bool {
        guard block.kind != .preformatted else { return false }
        if opening == .related, block.kind == .heading, isOwnSection(block) { return false }
        if block.linkDensity > 0.5 { return true }
        if block.isPart || opening == .meta && beginsSentence(block) { return false }
        // A line of tags without a link is text like any other.
        return index < first || opening.mayOpenInside
            || index > last && opening != .meta && (opening != .tags || block.linkLength > 0)
    }

    /// Whether a line that opens like a byline goes on without a name.
    private func beginsSentence(_ block: PageBlock) -> Bool {
        let words = tree.text(of: block, maxBytes: OpeningTable.maxBytes).split(separator: " ", maxSplits: 2)
        guard words.count > 1, BlockOpenings.prepositions.contains(words[0].lowercased()) else { return false }
        return words[1].first?.isLowercase ?? false
    }

    private func isOwnSection(_ heading: PageBlock) -> Bool {
        let text = tree.text(of: heading, maxBytes: 60).lowercased()
        return BlockOpenings.ownSections.contains { text.hasPrefix($0) }
    }

    /// Whether a block is a link to another page, in a list that a line such as "Related stories" begins.
    private func continuesRelatedList(_ block: PageBlock, at index: Int) -> Bool {
        guard block.linkDensity > 0.3, block.linkLength >= PageBlock.minProse / 2,
            let before = (0..<index).last(where: { tree.blocks[$0].measure.words > 0 })
        else { return false }
        switch leftOut[before] {
        case .relatedList: return true
        case .opening(.related): return tree.blocks[before].linkDensity < 0.5 && tree.blocks[before].measure.stops == 0
        default: return false
        }
    }

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

    private static let maxHeaderLine: Int32 = 160

    /// Whether a line without a full stop stands in the article's own header.
    private func isHeaderLine(_ block: PageBlock) -> Bool {
        block.length <= Self.maxHeaderLine && block.measure.stops == 0 && block.kind != .heading
            && tree.ancestors(of: Int(block.owner)).prefix(3).contains { tree.elements[$0].name == .header }
    }

    /// Whether the headline is the last heading before a block.
    private func isUnderHeadline(_ index: Int) -> Bool { headline.map { $0 < index } ?? true }

    private func isTitle(_ block: PageBlock) -> Bool { Self.isTitle(block, tree, titles) }

    private static func isTitle(_ block: PageBlock, _ tree: PageTree, _ titles: [FoldedText]) -> Bool {
        let text = FoldedText(block, tree)
        return titles.contains { block.kind == .heading ? $0.matches(text) : $0 == text }
    }

    /// Keeps a heading that opens like something else where its section stays.
    private mutating func restoreHeadings() {
        let stays = Set(kept)
        let all = (kept + leftOut.keys).sorted()
        for (heading, next) in zip(all, all.dropFirst())
        where tree.blocks[heading].kind == .heading && stays.contains(next) && tree.blocks[next].kind != .heading {
            guard case .opening = leftOut[heading] else { continue }
            leftOut[heading] = nil
            kept.append(heading)
        }
        kept.sort()
    }

    /// Leaves out headings that head nothing: all of their section was left out, or the article ends with them.
    private mutating func leaveOutHeadings(before end: Int) {
        var result: [Int] = []
        for index in kept.reversed() {
            if tree.blocks[index].kind == .heading, !isInItem(index), isBare(index, before: result.last, end) {
                leftOut[index] = .emptySection
            } else {
                result.append(index)
            }
        }
        kept = result.reversed()
    }

    /// Whether a heading stands in an item or a cell, where it heads nothing.
    private func isInItem(_ heading: Int) -> Bool {
        let parent = tree.elements[Int(tree.blocks[heading].owner)].parent
        return parent >= 0 && [.li, .td, .th, .dd, .dt].contains(tree.elements[Int(parent)].name)
    }

    /// - Parameter next: The first kept block behind the heading.
    private func isBare(_ heading: Int, before next: Int?, _ end: Int) -> Bool {
        if let next, tree.blocks[next].kind != .heading || tree.blocks[next].level > tree.blocks[heading].level {
            return false
        }
        let section = ((heading + 1)..<(next ?? max(end, heading + 1))).first { tree.blocks[$0].measure.words > 0 }
        return section != nil || next == nil
    }
}
