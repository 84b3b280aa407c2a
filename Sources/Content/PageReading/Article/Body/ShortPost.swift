internal import LarderHTML
internal import LarderModel

/// The text below a page's headline, where there is so little of it that what stands beside it may be longer.
///
/// Elsewhere the article is where most prose is; here it is what stands with the headline.
struct ShortPost {
    /// The element that holds the text.
    let root: Int
    /// From the first block of the text to the last one.
    let text: ClosedRange<Int>
    /// The blocks that begin other pages of the site, beside the text.
    let cards: Set<Int>
    /// For each block of the page why it is no part of the text, see ``PageTree/dropBeside(headline:)``.
    let reasons: [ClassMarks]

    /// With this much prose, in scalars, an article is found by its prose.
    private static let maxProse: Float = 700
    /// The most scalars outside of links, for a list or a table.
    private static let maxLength: Int32 = 2_400
    /// The most scalars of long paragraphs in what is marked as something else, comments aside.
    private static let maxMarked: Float = 800
    /// The most scalars beside the text in what nothing marks, unless the text has more.
    private static let maxUnmarked: Int32 = 300
    /// The lowest rank of a headline.
    private static let maxLevel: UInt8 = 3
    /// Marks of what has no paragraphs, so that a class with such a word may hold the text.
    private static let oddMarks: Set<ClassMarks> = [.navigation, .tool, .header, .meta, .tags, .caption, .form]
    private static let minCards = 2
    /// More headings of cards are not looked at.
    private static let maxCards = 100

    /// Marks the elements of the tree only where it finds a text.
    init?(_ tree: inout PageTree, titles: [FoldedText], _ page: WebPage) {
        let titled = tree.blocks.indices.first { index in
            let block = tree.blocks[index]
            return (1...Self.maxLevel).contains(block.level) && FoldedText(block, tree).matches(anyOf: titles)
                && Self.mayHoldText(Int(block.owner), tree)
        }
        guard let headline = titled else { return nil }
        var marked = tree
        let reasons = marked.dropBeside(headline: headline)
        let isText = { reasons[$0].isEmpty && Self.isText($0, marked) }
        guard let first = tree.blocks.indices.dropFirst(headline + 1).first(where: isText),
            let root = Self.root(headline, first, marked)
        else { return nil }
        let cards = Self.cards(behind: first, marked, reasons, page)
        let last = (first..<marked.elements[root].blocks.upperBound).last {
            isText($0) && !cards.contains($0) && !marked.has(["©"], marked.blocks[$0])
        }
        guard let last, Self.isShort(root, cards, marked, reasons) else { return nil }
        tree = marked
        self.root = Self.narrowed(root, to: first...last, below: headline, marked)
        (self.reasons, self.cards, text) = (reasons, cards, first...last)
    }

    // MARK: What the page holds

    /// Whether what an element and its ancestors are called leaves room for the text of an article.
    private static func mayHoldText(_ element: Int, _ tree: PageTree) -> Bool {
        tree.ancestors(of: element).allSatisfy {
            ![.nav, .aside, .footer, .form].contains(tree.elements[$0].name)
                && !tree.elements[$0].marks.contains(.hidden)
        }
    }

    /// Whether a block is text that someone wrote, and not a heading, a line with author and date, or a link elsewhere.
    private static func isText(_ index: Int, _ tree: PageTree) -> Bool {
        let block = tree.blocks[index]
        return block.measure.words > 0 && block.kind != .heading && block.kind != .caption && block.opening == nil
            && (block.linkDensity < 0.5 || block.kind != .loose || tree.isWholeItem(block))
            && !tree.isByline(block) && !tree.isSignedDate(block)
    }

    /// The blocks of elements whose headings lead to other pages of the site, where there are several.
    private static func cards(
        behind first: Int,
        _ tree: PageTree,
        _ reasons: [ClassMarks],
        _ page: WebPage
    ) -> Set<Int> {
        let headings = tree.blocks.indices.dropFirst(first + 1).filter { index in
            let block = tree.blocks[index]
            return block.level > 1 && block.linkDensity > 0.8 && reasons[index].isEmpty
                && leadsToSite(block, tree, page)
        }.prefix(maxCards)
        let sums = PageSums(tree.blocks)
        /// Whether an element holds no long paragraph but those right behind the headings.
        func isOfTeasers(_ element: PageElement) -> Bool {
            let behind = headings.filter(element.blocks.contains).map { $0 + 1 }.filter(element.blocks.contains)
            let teasers = behind.reduce(Float(0)) { $0 + (tree.blocks[$1].isLong ? tree.blocks[$1].prose : 0) }
            return sums[element].long <= teasers
        }
        let boxes = headings.compactMap { heading -> Range<Int>? in
            // A heading that stands among the paragraphs heads some of them.
            let round = tree.ancestors(of: Int(tree.blocks[heading].owner)).dropFirst().lazy.map { tree.elements[$0] }
            return Array(round.prefix { !$0.blocks.contains(first) && isOfTeasers($0) }).last?.blocks
        }
        guard boxes.count >= minCards, let start = boxes.first?.lowerBound else { return [] }
        let isUnderHeading = start - 1 > first && tree.blocks[start - 1].level > 1
        return Set(boxes.joined()).union(isUnderHeading ? [start - 1] : [])
    }

    /// Whether a heading is a link to another page of the site.
    private static func leadsToSite(_ heading: PageBlock, _ tree: PageTree, _ page: WebPage) -> Bool {
        guard let target = tree.target(of: heading, page), let address = page.address else { return false }
        return target.host == address.host && (target.path, target.query) != (address.path, address.query)
    }

    /// Whether neither the article nor the rest of the page has much to read; other people's comments may be long.
    private static func isShort(_ root: Int, _ cards: Set<Int>, _ tree: PageTree, _ reasons: [ClassMarks]) -> Bool {
        let range = tree.elements[root].blocks
        var (prose, marked, comments) = (Float(0), Float(0), Float(0))
        var (length, unmarked) = (Int32(0), Int32(0))
        for (index, block) in tree.blocks.enumerated() where !cards.contains(index) {
            let plain = block.kind == .heading ? 0 : block.length &- block.linkLength
            if reasons[index].isEmpty {
                guard range.contains(index) else {
                    unmarked &+= plain
                    continue
                }
                prose += block.plainProse
                length &+= plain
            } else if oddMarks.contains(reasons[index]) {
                unmarked &+= Int32(block.plainProse)
            } else if block.isPlainLong {
                if reasons[index] == .comment { comments += block.plainProse } else { marked += block.plainProse }
            }
        }
        guard prose < maxProse, length < maxLength, marked < maxMarked, unmarked <= max(maxUnmarked, length) else {
            return false
        }
        // Below a headline without a sentence, comments may be the posts of a thread.
        guard prose > 0 || comments < maxProse || isArticle(tree.elements[root]) else { return false }
        return !tree.elements.indices.contains { isArticle(tree.elements[$0]) && isBeside($0, root, tree) }
    }

    /// Whether an element is called an article or its text.
    private static func isArticle(_ element: PageElement) -> Bool {
        element.name == .article || element.marks.contains(.body)
    }

    /// Whether an element holds prose of its own, outside of the root.
    private static func isBeside(_ index: Int, _ root: Int, _ tree: PageTree) -> Bool {
        let (element, other) = (tree.elements[index], tree.elements[root])
        guard element.drop.isEmpty, element.firstBlock >= other.endBlock || element.endBlock <= other.firstBlock else {
            return false
        }
        return element.blocks.contains { tree.blocks[$0].isLong }
    }

    // MARK: The root

    /// The article round the headline, the innermost element that holds text with it, or the article in that.
    private static func root(_ headline: Int, _ first: Int, _ tree: PageTree) -> Int? {
        let owner = Int(tree.blocks[headline].owner)
        let article = tree.ancestors(of: owner).first {
            isArticle(tree.elements[$0]) && tree.elements[$0].blocks.contains(first)
        }
        if let article { return article }
        let inner = tree.ancestors(of: owner).first { tree.elements[$0].blocks.contains(first) }
        guard let inner, tree.elements[inner].name != .header,
            tree.elements[inner].marks.isDisjoint(with: [.header, .title])
        else { return nil }
        let whole = tree.ancestors(of: Int(tree.blocks[first].owner)).first {
            $0 > inner && isArticle(tree.elements[$0])
        }
        return whole ?? withNotes(inner, tree)
    }

    /// The element in the root that holds the whole text and not the headline; the root where there is none.
    private static func narrowed(
        _ root: Int,
        to text: ClosedRange<Int>,
        below headline: Int,
        _ tree: PageTree
    ) -> Int {
        tree.ancestors(of: Int(tree.blocks[text.lowerBound].owner)).prefix { $0 > root }.filter {
            let element = tree.elements[$0]
            return [.div, .section, .article, .main, .td].contains(element.name)
                && element.blocks.contains(text.upperBound) && !element.blocks.contains(headline)
        }.last ?? root
    }

    /// The element, or the one round it and the notes that a generator put behind it.
    private static func withNotes(_ inner: Int, _ tree: PageTree) -> Int {
        Array(tree.ancestors(of: inner).dropFirst().prefix(2)).last { outer in
            tree.elements[Int(tree.elements[inner].end)..<Int(tree.elements[outer].end)].contains {
                $0.marks.contains(.note) && $0.drop.isEmpty && $0.isBlock
            }
        } ?? inner
    }
}
