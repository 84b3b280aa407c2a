internal import LarderHTML

/// Finds the element that holds the article.
struct RootChoice {
    /// The index of the element.
    private(set) var root = 0
    /// The share of the page's prose that it holds, 0 to 1.
    private(set) var share: Float = 0

    /// How many block ancestors a paragraph gives points to.
    private static let levels = 5

    init(_ tree: PageTree, _ reasons: [DropReason]) {
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
        root = Self.widened(best, tree, sums)
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
                if TagRules.treatment(of: tree.elements[element].name) == .block {
                    points[element] += own / (level == 0 ? 1 : level == 1 ? 2 : Float(level * 3))
                    level += 1
                }
                element = Int(tree.elements[element].parent)
            }
        }
        return points
    }

    private static func factor(_ element: PageElement) -> Float {
        var factor: Float = 1
        if element.marks.contains(.body) { factor *= 1.5 } else if element.marks.contains(.content) { factor *= 1.15 }
        switch element.name {
        case .article, .main: factor *= 1.2
        case .li, .ul, .ol, .dl, .dd, .td, .tr, .tbody: factor *= 0.8
        case .form, .aside, .blockquote: factor *= 0.7
        default: break
        }
        if !element.marks.isDisjoint(with: [.sidebar, .footer, .header, .related, .comment]) { factor *= 0.7 }
        return factor
    }

    /// The ancestor that adds the most prose for the least of everything else.
    private static func widened(_ start: Int, _ tree: PageTree, _ sums: PageSums) -> Int {
        func worth(_ index: Int) -> Float {
            let element = tree.elements[index]
            let prose = sums.prose(in: element)
            return prose - 0.7 * (Float(sums.length(in: element)) - prose)
        }
        var best = start
        var bestWorth = worth(start)
        var element = Int(tree.elements[start].parent)
        while element >= 0 {
            let value = worth(element)
            if value > bestWorth * 1.03 {
                best = element
                bestWorth = value
            }
            element = Int(tree.elements[element].parent)
        }
        return best
    }
}
