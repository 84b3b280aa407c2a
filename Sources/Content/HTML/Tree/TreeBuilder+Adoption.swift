extension TreeBuilder {
    /// The adoption agency algorithm (13.2.6.4.7) for an end tag or a start tag `a` or `nobr`.
    mutating func adopt(_ name: NameID) {
        let current = open.current
        if current.isHTML(name), formattingIndex(ofNode: current.node) == nil {
            popCurrent()
            return
        }
        for round in 0..<8 {
            guard let index = formattingIndex(of: name) else {
                if round == 0 { anyOtherEndTag(name) }
                return
            }
            guard let stackIndex = open.index(of: formatting[index].node) else {
                formatting.remove(at: index)
                return
            }
            guard open.hasInScope(node: formatting[index].node) else { return }
            // The furthest block: the special element nearest to the formatting element among those opened after it.
            guard let block = ((stackIndex + 1)..<open.count).first(where: { open[$0].traits.contains(.special) })
            else {
                open.pop(throughNode: formatting[index].node)
                formatting.remove(at: index)
                return
            }
            guard stackIndex > 0, hasClones(Self.clonesPerAdoption) else { return }
            adopt(index, stackIndex, block)
        }
    }

    /// The most copies one round makes: three inside the formatting element, and one of itself.
    private static let clonesPerAdoption = 4

    /// One round: the formatting element ends before the furthest block, and a copy of it begins inside.
    private mutating func adopt(_ formattingIndex: Int, _ stackIndex: Int, _ blockIndex: Int) {
        let entry = formatting[formattingIndex]
        let block = open[blockIndex]
        var bookmark = formattingIndex
        var lastNode = block.node
        var index = blockIndex
        var step = 0
        while true {
            step += 1
            index -= 1
            let node = open[index]
            if node.node == entry.node { break }
            var listIndex = self.formattingIndex(ofNode: node.node)
            if step > 3, let found = listIndex {
                formatting.remove(at: found)
                if found < bookmark { bookmark -= 1 }
                listIndex = nil
            }
            guard let listIndex else {
                open.remove(at: index)
                continue
            }
            let copy = clone(formatting[listIndex])
            formatting[listIndex].node = copy
            open.replaceNode(at: index, with: copy)
            if lastNode == block.node { bookmark = listIndex + 1 }
            detach(lastNode)
            append(lastNode, to: copy)
            lastNode = copy
        }
        detach(lastNode)
        insert(lastNode, at: appropriatePlace(in: open[stackIndex - 1]))
        let copy = clone(entry)
        let holder = block.traits.contains(.template) ? nodes[Int(block.node)].first : block.node
        moveChildren(of: holder, to: copy)
        append(copy, to: holder)
        if let old = self.formattingIndex(ofNode: entry.node) {
            formatting.remove(at: old)
            if old < bookmark { bookmark -= 1 }
        }
        var moved = entry
        moved.node = copy
        formatting.insert(moved, at: min(bookmark, formatting.count))
        open.remove(at: stackIndex)
        if let place = open.index(of: block.node) {
            open.insert(OpenElement(node: copy, name: entry.name, traits: htmlTraits(of: entry.name)), at: place + 1)
        }
    }

    private mutating func clone(_ entry: FormattingEntry) -> UInt32 {
        clonesLeft &-= 1
        return addNode(entry.element)
    }

    /// "Any other end tag" in body.
    mutating func anyOtherEndTag(_ name: NameID) {
        guard open.has(name) else { return }
        var index = open.count - 1
        while index >= 0 {
            let element = open[index]
            if element.isHTML(name) {
                open.pop(throughNode: element.node)
                return
            }
            if element.traits.contains(.special) { return }
            index -= 1
        }
    }

    /// Pops the current node; `html`, the first, stays.
    mutating func popCurrent() {
        if open.count > 1 { open.pop() }
    }
}
