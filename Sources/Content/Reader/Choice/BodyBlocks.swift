internal import LarderHTML

/// Chooses among the blocks of the root.
struct BodyBlocks {
    /// Indices of the blocks kept, in order.
    private(set) var kept: [Int] = []
    private(set) var captions: [Int] = []

    /// From this length on a paragraph is surely part of the article, in scalars.
    private static let longProse: Float = 80

    init(_ tree: PageTree, _ reasons: [DropReason], root: Int, title: FoldedText, _ document: HTMLDocument) {
        let element = tree.elements[root]
        let range = Int(element.firstBlock)..<Int(element.endBlock)
        let long = range.filter { reasons[$0] == .none && tree.blocks[$0].prose >= Self.longProse && tree.blocks[$0].measure.stops > 0 }
        let first = long.first ?? range.lowerBound
        let last = long.last ?? range.upperBound
        for index in range {
            let block = tree.blocks[index]
            let isCaption = block.kind == .caption
            if isCaption || reasons[index] == .caption {
                if reasons[index] == .none || reasons[index] == .caption { captions.append(index) }
                continue
            }
            guard reasons[index] == .none, block.measure.words > 0 else { continue }
            let isKept =
                if index < first { Self.opens(block) } else if index > last { Self.closes(block) } else { Self.belongs(block) }
            guard isKept else { continue }
            if block.kind == .heading, index <= first, !title.isEmpty,
                title.matches(FoldedText(block, tree, document))
            { continue }
            kept.append(index)
        }
        dropLooseHeadings(tree)
    }

    private static func opens(_ block: PageBlock) -> Bool {
        if block.kind == .heading { return block.linkDensity < 0.5 }
        return block.prose > 0 && (block.measure.stops > 0 || block.kind == .item) && block.linkDensity < 0.4
    }

    private static func closes(_ block: PageBlock) -> Bool {
        if block.kind == .heading { return block.linkDensity < 0.5 }
        return block.linkDensity < 0.4 && (block.measure.stops > 0 || block.kind == .item || block.kind == .cell)
    }

    private static func belongs(_ block: PageBlock) -> Bool {
        if block.linkDensity > 0.8, block.kind != .heading, block.length < 200 { return false }
        return true
    }

    /// A heading with nothing behind it, or only a heading of its own rank or above, heads nothing.
    private mutating func dropLooseHeadings(_ tree: PageTree) {
        var result: [Int] = []
        var nextLevel: UInt8 = 0
        for index in kept.reversed() {
            let block = tree.blocks[index]
            if block.kind == .heading {
                if nextLevel == 0 || (nextLevel < 7 && nextLevel <= block.level) , result.isEmpty || tree.blocks[result[result.count - 1]].kind == .heading {
                    if result.isEmpty { continue }
                    if tree.blocks[result[result.count - 1]].level <= block.level { continue }
                }
                nextLevel = block.level
            } else {
                nextLevel = 7
            }
            result.append(index)
        }
        kept = result.reversed()
    }
}
