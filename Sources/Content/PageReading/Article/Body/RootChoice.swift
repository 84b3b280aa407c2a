internal import LarderHTML

/// Finds the element that holds the article.
struct RootChoice {
    /// The index of the element.
    private(set) var root = 0
    /// The share of the page's prose that it holds, 0 to 1.
    private(set) var share: Float = 0

    /// The share of the prose that one element must hold on a page without signs of an article; else the whole page is read.
    private static let minShare: Float = 0.8
    /// Fewer scalars of prose are no article.
    private static let minProse: Float = 250
    /// A short element with less than this share of the page's text is not the article.
    private static let minPart: Float = 0.2
    /// How many block ancestors a paragraph gives points to.
    private static let levels = 5

    init(_ tree: PageTree, _ reasons: [DropReason], titles: [FoldedText], _ document: HTMLDocument, kind: PageKind) {
        guard !tree.elements.isEmpty else { return }
        let sums = PageSums(tree.blocks) { reasons[$0] == .none }
        let points = Self.points(tree, reasons)
        var best = 0
        var bestScore: Float = -1
        for (index, element) in tree.elements.enumerated() where points[index] > 0 && element.drop == .none {
            let score = points[index] * (1 - sums.linkDensity(in: element)) * Self.factor(element)
            if score > bestScore {
                best = index
                bestScore = score
            }
        }
        root = kind == .forum ? Self.whole(tree, sums) : Self.widened(best, tree, sums)
        let prose = sums.prose(in: tree.elements[root])
        if kind == .unknown, !tree.elements[root].context.contains(.article),
            prose < Self.minShare * (sums.prose.last ?? 0)
        {
            root = Self.whole(tree, sums)
        }
        // A page of little prose is described by its main part or not at all.
        if sums.prose(in: tree.elements[root]) < Self.minProse {
            let main = tree.elements.firstIndex { $0.name == .main && $0.drop == .none && sums.length(in: $0) > 0 } ?? 0
            let isOutside = !(main..<Int(tree.elements[main].end)).contains(root)
            // What stands under linked headings is no prose; where it is nearly all, the page is a list of other pages.
            let isList = Self.teasers(tree, reasons) * Self.minPart > sums.prose(in: tree.elements[root])
            let isSmall =
                (kind != .article || isList)
                && sums.prose(in: tree.elements[root]) < Self.minPart * Float(sums.plainLength(in: tree.elements[main]))
            if isOutside || isSmall { root = main }
        }
        if kind != .forum { root = Self.narrowed(root, tree, sums, titles, document) }
        share = sums.prose(in: tree.elements[root]) / max(1, sums.prose.last ?? 0)
    }

    private static func points(_ tree: PageTree, _ reasons: [DropReason]) -> [Float] {
        var points = [Float](repeating: 0, count: tree.elements.count)
        for (index, block) in tree.blocks.enumerated() where reasons[index] == .none && block.prose > 0 {
            var own = 1 + Float(block.measure.commas) + min(3, Float(block.length) / 100)
            own *= 1 - block.linkDensity
            if block.kind == .item { own /= 2 }
            var element = Int(block.owner)
            if block.kind != .loose { element = Int(tree.elements[element].parent) }
            var level = 0
            while element >= 0, level < levels {
                let holder = tree.elements[element]
                if TagRules.treatment(of: holder.name) == .block {
                    points[element] += own / (level == 0 ? 1 : level == 1 ? 2 : Float(level * 3))
                    // What holds nothing but this block is no level of its own.
                    if holder.endBlock - holder.firstBlock > 1 { level += 1 }
                }
                element = Int(tree.elements[element].parent)
            }
        }
        return points
    }

    /// Scalars of teasers.
    private static func teasers(_ tree: PageTree, _ reasons: [DropReason]) -> Float {
        tree.blocks.indices.reduce(0) {
            reasons[$1] == .none ? $0 + tree.blocks[$1].plainProse - tree.blocks[$1].prose : $0
        }
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
    private static func whole(_ tree: PageTree, _ sums: PageSums) -> Int {
        let least = (sums.prose.last ?? 0) * 0.9
        guard least > 0 else { return 0 }
        return tree.elements.indices.last {
            tree.elements[$0].drop == .none && sums.prose(in: tree.elements[$0]) >= least
        } ?? 0
    }

    /// Goes up as long as an ancestor adds long paragraphs and little else.
    private static func widened(_ start: Int, _ tree: PageTree, _ sums: PageSums) -> Int {
        var best = start
        var inside = start
        var element = Int(tree.elements[start].parent)
        var isWhole = isWhole(tree.elements[start])
        while element >= 0 {
            let (inner, outer) = (tree.elements[best], tree.elements[element])
            let own = max(1, sums.prose(in: inner))
            let gain = sums.long(in: outer) - sums.long(in: inner)
            let prose = sums.prose(in: outer) - own
            let plain = sums.plainLength(in: outer) &- sums.plainLength(in: inner)
            let cost = Float(plain) - prose
            // Some pages divide the text among several elements that each say that they hold it.
            let isDivided =
                isWhole && tree.elements[best].marks.contains(.body)
                && parts(of: element, besides: inside, tree, sums) >= gain * minDivided
            let least = isWhole && !isDivided ? max(200, own * 0.5) : max(100, own * 0.08)
            let isBody = outer.name == .body
            if gain > least * (isBody ? 5 : 1), gain > cost {
                best = element
                isWhole = false
            }
            isWhole = isWhole || Self.isWhole(outer)
            inside = element
            element = Int(outer.parent)
        }
        return best
    }

    /// The share of what an element adds that must stand in parts of the text.
    private static let minDivided: Float = 0.8

    /// Scalars of long paragraphs in those children of an element that say that they hold text, and have no headline of their own.
    private static func parts(of element: Int, besides inside: Int, _ tree: PageTree, _ sums: PageSums) -> Float {
        var sum: Float = 0
        var child = element + 1
        while child < Int(tree.elements[element].end) {
            let part = tree.elements[child]
            if child != inside, part.marks.contains(.body), sums.headlines(in: part) == 0 {
                sum += sums.long(in: part)
            }
            child = Int(part.end)
        }
        return sum
    }

    /// Of several articles that follow each other, the one under the headline of the page.
    private static func narrowed(
        _ root: Int,
        _ tree: PageTree,
        _ sums: PageSums,
        _ titles: [FoldedText],
        _ document: HTMLDocument
    ) -> Int {
        var articles: [Int] = []
        var index = root + 1
        while index < Int(tree.elements[root].end) {
            let element = tree.elements[index]
            if element.name == .article, element.drop == .none, sums.long(in: element) >= minProse {
                articles.append(index)
                index = Int(element.end)
            } else {
                index += 1
            }
        }
        guard articles.count > 1 else { return root }
        return articles.prefix(20).first { article in
            let element = tree.elements[article]
            let headings = (Int(element.firstBlock)..<Int(element.endBlock)).lazy.filter {
                tree.blocks[$0].level > 0 && tree.blocks[$0].level < 3
            }
            return headings.prefix(1).contains { heading in
                let text = FoldedText(tree.blocks[heading], tree, document)
                return titles.contains { $0.matches(text) }
            }
        } ?? root
    }

    /// Whether an element says that it holds the whole article.
    private static func isWhole(_ element: PageElement) -> Bool {
        element.name == .article || element.name == .main || element.marks.contains(.body)
    }
}
