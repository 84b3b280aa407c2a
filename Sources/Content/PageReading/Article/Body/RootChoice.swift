internal import LarderHTML

/// Finds the element that holds the article.
struct RootChoice {
    private(set) var root = 0
    /// The share of the page's prose that it holds, 0 to 1.
    private(set) var share: Float = 0

    private let tree: PageTree
    private let reasons: [ClassMarks]
    private let sums: PageSums

    /// Share of the prose in one element without which a page that does not call itself an article is read whole.
    private static let minShare: Float = 0.8
    private static let minProse: Float = 250
    /// A short element with less than this share of the page's text is not the article.
    private static let minPart: Float = 0.2
    /// The share of links in the text of sections beside the root.
    private static let maxLinksBeside: Float = 0.3
    /// The least scalars of a section before the root; a date and a name are shorter.
    private static let minSection = 100
    /// How many blocks may stand between a headline and the text.
    private static let maxAbove = 6
    /// How many block ancestors a paragraph gives points to.
    private static let levels = 5
    /// The share of what an element adds that must stand in parts of the text.
    private static let minDivided: Float = 0.8

    init(_ tree: PageTree, _ reasons: [ClassMarks], titles: [FoldedText], kind: PageKind) {
        self.tree = tree
        self.reasons = reasons
        sums = PageSums(tree.blocks) { reasons[$0].isEmpty }
        guard !tree.elements.isEmpty else { return }
        let points = points()
        var best = 0
        var bestScore: Float = -1
        for (index, element) in tree.elements.enumerated() where points[index] > 0 && element.drop.isEmpty {
            let score = points[index] * (1 - sums[element].linkDensity) * Self.factor(element)
            if score > bestScore {
                best = index
                bestScore = score
            }
        }
        root = kind == .forum ? innermost() : widened(best)
        if kind == .unknown, !tree.elements[root].context.contains(.article),
            sums[tree.elements[root]].prose < Self.minShare * sums.whole.prose, !isUnderHeadline(root, titles)
        {
            root = innermost()
        }
        // A page of little prose is described by its main part or not at all.
        let prose = sums[tree.elements[root]].prose
        if prose < Self.minProse {
            let main = main
            let isOutside = !(main..<Int(tree.elements[main].end)).contains(root)
            // What stands under linked headings is no prose; where it is nearly all, the page is a list of other pages.
            let isSmall =
                (kind != .article || teasers * Self.minPart > prose)
                && prose < Self.minPart * Float(sums[tree.elements[main]].plainLength)
            if isOutside || isSmall { root = main }
            root =
                tree.ancestors(of: root).first { Self.isWhole(tree.elements[$0]) && tree.elements[$0].drop.isEmpty }
                ?? root
        }
        if kind != .forum { root = outermostSection(besideSections(of: narrowed(root, titles))) }
        share = sums[tree.elements[root]].prose / max(1, sums.whole.prose)
    }

    private func points() -> [Float] {
        var points = [Float](repeating: 0, count: tree.elements.count)
        for (index, block) in tree.blocks.enumerated() where reasons[index].isEmpty && block.prose > 0 {
            var own = 1 + Float(block.measure.commas) + min(3, Float(block.length) / 100)
            own *= 1 - block.linkDensity
            if block.kind == .item { own /= 2 }
            var element = Int(block.owner)
            if block.kind != .loose { element = Int(tree.elements[element].parent) }
            var level = 0
            while element >= 0, level < Self.levels {
                let holder = tree.elements[element]
                if holder.isBlock {
                    points[element] += own / (level == 0 ? 1 : level == 1 ? 2 : Float(level * 3))
                    // What holds nothing but this block is no level of its own.
                    if holder.endBlock - holder.firstBlock > 1 { level += 1 }
                }
                element = Int(holder.parent)
            }
        }
        return points
    }

    /// The main part of the page, and the article in it where it is the only one; 0: the page names none.
    private var main: Int {
        let main = tree.elements.firstIndex { Self.isMain($0) && $0.drop.isEmpty && sums[$0].length > 0 } ?? 0
        var articles: [Int] = []
        var index = main + 1
        while index < Int(tree.elements[main].end), articles.count < 2 {
            let element = tree.elements[index]
            let isArticle = element.name == .article && element.drop.isEmpty && sums[element].length > 0
            if isArticle { articles.append(index) }
            index = isArticle ? Int(element.end) : index + 1
        }
        return articles.count == 1 ? articles[0] : main
    }

    private var teasers: Float {
        tree.blocks.indices.reduce(0) {
            reasons[$1].isEmpty ? $0 + tree.blocks[$1].plainProse - tree.blocks[$1].prose : $0
        }
    }

    /// Whether the page's headline is the first heading in an element, or the last one shortly before it.
    private func isUnderHeadline(_ element: Int, _ titles: [FoldedText]) -> Bool {
        let range = tree.elements[element].blocks
        let above = (max(0, range.lowerBound - Self.maxAbove)..<range.lowerBound).reversed()
        let isHeadline = { (index: Int) in
            tree.blocks[index].level == 1 && FoldedText(tree.blocks[index], tree).matches(anyOf: titles)
        }
        return range.first { tree.blocks[$0].level > 0 }.map(isHeadline) ?? false
            || above.first { tree.blocks[$0].level > 0 }.map(isHeadline) ?? false
    }

    private static func factor(_ element: PageElement) -> Float {
        var factor: Float = 1
        if element.marks.contains(.body) { factor *= 1.5 }
        switch element.name {
        case .article, .main: factor *= 1.2
        case .li, .ul, .ol, .dl, .dd, .td, .tr, .tbody: factor *= 0.8
        case .form, .aside, .blockquote: factor *= 0.7
        default: break
        }
        if !element.marks.isDisjoint(with: [.sidebar, .footer, .header, .related, .comment]) { factor *= 0.7 }
        return factor
    }

    /// The innermost element that holds nearly all of the page's prose: the posts of a thread.
    private func innermost() -> Int {
        let least = sums.whole.prose * 0.9
        guard least > 0 else { return 0 }
        return tree.elements.lastIndex { $0.drop.isEmpty && sums[$0].prose >= least } ?? 0
    }

    /// Goes up as long as an ancestor adds long paragraphs and little else.
    private func widened(_ start: Int) -> Int {
        var best = start
        var inside = start
        var isWhole = Self.isWhole(tree.elements[start])
        for element in tree.ancestors(of: start).dropFirst() {
            let outer = tree.elements[element]
            let (inner, whole) = (sums[tree.elements[best]], sums[outer])
            let own = max(1, inner.prose)
            let gain = whole.long - inner.long
            let cost = Float(whole.plainLength &- inner.plainLength) - (whole.prose - own)
            // Some pages divide the text among several elements that each say that they hold it.
            let isDivided =
                isWhole && tree.elements[best].marks.contains(.body)
                && parts(of: element, besides: inside) >= gain * Self.minDivided
            let least = isWhole && !isDivided ? max(200, own * 0.5) : max(100, own * 0.08)
            if gain > least * (outer.name == .body ? 5 : 1), gain > cost {
                best = element
                isWhole = false
            }
            isWhole = isWhole || Self.isWhole(outer)
            inside = element
        }
        return best
    }

    /// Scalars of long paragraphs in the children that say that they hold text, and have no headline of their own.
    private func parts(of element: Int, besides inside: Int) -> Float {
        var sum: Float = 0
        var child = element + 1
        while child < Int(tree.elements[element].end) {
            let part = tree.elements[child]
            if child != inside, part.marks.contains(.body), sums[part].headlines == 0 { sum += sums[part].long }
            child = Int(part.end)
        }
        return sum
    }

    /// Of several articles that follow each other, the one under the headline of the page.
    private func narrowed(_ root: Int, _ titles: [FoldedText]) -> Int {
        var articles: [Int] = []
        var index = root + 1
        while index < Int(tree.elements[root].end) {
            let element = tree.elements[index]
            if element.name == .article, element.drop.isEmpty, sums[element].long >= Self.minProse {
                articles.append(index)
                index = Int(element.end)
            } else {
                index += 1
            }
        }
        guard articles.count > 1 else { return root }
        return articles.prefix(20).first { article in
            let heading = tree.blocks[tree.elements[article].blocks].first(where: \.isHeadline)
            return heading.map { FoldedText($0, tree).matches(anyOf: titles) } ?? false
        } ?? root
    }

    /// The parent of the root, where other sections stand beside the root: behind it under headings of their own or as
    /// its notes, or before it and its heading.
    private func besideSections(of root: Int) -> Int {
        let parent = Int(tree.elements[root].parent)
        guard tree.elements[root].name == .div, parent > 0, tree.elements[parent].name != .body else { return root }
        let (inner, outer) = (sums[tree.elements[root]], sums[tree.elements[parent]])
        let beside = outer - inner
        guard beside.plainLength > 0, beside.linkDensity < Self.maxLinksBeside else { return root }
        var child = parent + 1
        var hasTextBefore = false
        while child < Int(tree.elements[parent].end) {
            let element = tree.elements[child]
            if element.drop.isEmpty, child != root {
                let isHeading = TagRules.headingLevel(of: element.name) > 1
                if isHeading, child > root || hasTextBefore { return parent }
                if child > root, element.marks.contains(.note) { return parent }
                hasTextBefore = hasTextBefore || !isHeading && sums[element].plainLength > Self.minSection
            }
            child = Int(element.end)
        }
        return root
    }

    /// The element round the sections of an article, where the root is only one of them.
    private func outermostSection(_ root: Int) -> Int {
        guard tree.elements[root].name == .section else { return root }
        var best = root
        for element in tree.ancestors(of: root).dropFirst().prefix(4) {
            let outer = tree.elements[element]
            guard outer.drop.isEmpty, outer.name != .body else { break }
            if outer.name == .section || Self.isWhole(outer) { best = element }
            if Self.isWhole(outer) { break }
        }
        return best
    }

    /// Whether an element says that it holds the whole article.
    private static func isWhole(_ element: PageElement) -> Bool {
        element.name == .article || element.marks.contains(.body) || isMain(element)
    }

    private static func isMain(_ element: PageElement) -> Bool {
        element.name == .main || element.marks.contains(.main)
    }
}
