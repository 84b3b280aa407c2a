internal import LarderHTML

/// The text below a page's headline, where there is so little of it that comments, cards and columns beside it may be longer.
///
/// Elsewhere the article is where most prose is; here it is what stands with the headline.
struct ShortPost {
    let headline: Int
    /// The element that holds the text.
    let root: Int
    /// From the first block of the text to the last one.
    let text: ClosedRange<Int>
    /// The blocks behind the text that are the beginnings of other pages.
    let cards: Range<Int>
    /// For each block of the page why it is no part of the text, see ``PageTree/dropBeside(headline:)``.
    let reasons: [ClassMarks]

    /// With this much prose, in scalars of long paragraphs, an article is found by it.
    private static let maxLong: Float = 700
    private static let maxLength: Int32 = 2_400
    private static let maxBeside: Float = 800
    private static let maxLevel: UInt8 = 3

    /// Marks the elements of the tree only where it finds a text.
    init?(_ tree: inout PageTree, titles: [FoldedText]) {
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
            let root = Self.root(headline, first, marked),
            case let cards = Self.cards(behind: first, in: marked.elements[root], tree),
            let last = (first..<cards.lowerBound).last(where: { isText($0) && !marked.isNotice(marked.blocks[$0]) }),
            Self.isShort(root, before: cards.lowerBound, marked, reasons)
        else { return nil }
        tree = marked
        self.root = Self.narrowed(root, to: first...last, below: headline, marked)
        (self.headline, self.reasons, self.cards, text) = (headline, reasons, cards, first...last)
    }

    /// From the first of several headings that lead to other pages to the end, with the heading above them.
    private static func cards(behind first: Int, in root: PageElement, _ tree: PageTree) -> Range<Int> {
        let end = root.blocks.upperBound
        let headings = (first..<end).filter { tree.blocks[$0].level > 1 && tree.blocks[$0].linkDensity > 0.8 }
        guard headings.count > 1, let start = headings.first else { return end..<end }
        return (start - 1 > first && tree.blocks[start - 1].level > 1 ? start - 1 : start)..<end
    }

    /// Whether neither the article nor the rest of the page has much to read; other people's comments may be long.
    private static func isShort(_ root: Int, before end: Int, _ tree: PageTree, _ reasons: [ClassMarks]) -> Bool {
        let range = tree.elements[root].blocks.lowerBound..<end
        var (own, length, beside, comments) = (Float(0), Int32(0), Float(0), Float(0))
        for (index, block) in tree.blocks.enumerated() {
            if reasons[index].isEmpty, range.contains(index) {
                own += block.plainProse
                length += block.length &- block.linkLength
            } else if block.isPlainLong {
                if reasons[index] == .comment { comments += block.plainProse } else { beside += block.plainProse }
            }
        }
        // Below a headline without a sentence, comments may be the posts of a thread.
        let isArticle = own > 0 || comments < maxLong || isArticle(tree.elements[root])
        return own < maxLong && length < maxLength && beside < maxBeside && isArticle
    }

    private static func isArticle(_ element: PageElement) -> Bool {
        element.name == .article || element.marks.contains(.body)
    }

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
            && (block.linkDensity < 0.5 || block.kind != .loose || tree.isWholeItem(block)) && !tree.isByline(block)
            && !tree.isSignedDate(block)
    }

    /// The article round the headline, or the innermost element that holds text with it, or the text's element behind it.
    private static func root(_ headline: Int, _ first: Int, _ tree: PageTree) -> Int? {
        let owner = Int(tree.blocks[headline].owner)
        let article = tree.ancestors(of: owner).first {
            isArticle(tree.elements[$0]) && tree.elements[$0].blocks.contains(first)
        }
        if let article { return article }
        guard let inner = tree.ancestors(of: owner).first(where: { tree.elements[$0].blocks.contains(first) }) else {
            return nil
        }
        let whole = tree.ancestors(of: Int(tree.blocks[first].owner)).first {
            $0 > inner && isArticle(tree.elements[$0])
        }
        return whole ?? withNotes(inner, tree)
    }

    /// The element in the root that holds the whole text and not the headline; the root where there is none.
    private static func narrowed(_ root: Int, to text: ClosedRange<Int>, below headline: Int, _ tree: PageTree) -> Int {
        tree.ancestors(of: Int(tree.blocks[text.lowerBound].owner)).prefix { $0 > root }.filter {
            let element = tree.elements[$0]
            return [.div, .section, .article, .main, .td].contains(element.name)
                && element.blocks.contains(text.upperBound)
                && !element.blocks.contains(headline)
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
