extension TreeBuilder {
    /// Where a node goes: below `parent`, before `before` or, if that is 0, as the last child.
    struct Place {
        var parent: UInt32
        var before: UInt32 = 0
    }

    // MARK: Links

    @inline(__always)
    mutating func addNode(_ record: NodeRecord) -> UInt32 {
        nodes.append(record)
        return UInt32(truncatingIfNeeded: nodes.count &- 1)
    }

    @inline(__always)
    mutating func append(_ node: UInt32, to parent: UInt32) {
        let child = Int(truncatingIfNeeded: node)
        let above = Int(truncatingIfNeeded: parent)
        let last = nodes[above].last
        nodes[child].parent = parent
        nodes[child].previous = last
        nodes[above].last = node
        if last == 0 {
            nodes[above].first = node
        } else {
            nodes[Int(truncatingIfNeeded: last)].next = node
        }
    }

    /// Makes a node and puts it in its place: the way of nearly all, with fewer writes than making and inserting it.
    @inline(__always)
    mutating func addNode(_ new: NodeRecord, at place: Place) -> UInt32 {
        if place.before != 0 {
            let node = addNode(new)
            insert(node, before: place.before)
            return node
        }
        let above = Int(truncatingIfNeeded: place.parent)
        let last = nodes[above].last
        var record = new
        record.parent = place.parent
        record.previous = last
        let node = addNode(record)
        nodes[above].last = node
        if last == 0 {
            nodes[above].first = node
        } else {
            nodes[Int(truncatingIfNeeded: last)].next = node
        }
        return node
    }

    @inline(__always)
    mutating func insert(_ node: UInt32, at place: Place) {
        if place.before == 0 {
            append(node, to: place.parent)
        } else {
            insert(node, before: place.before)
        }
    }

    private mutating func insert(_ node: UInt32, before sibling: UInt32) {
        let child = Int(truncatingIfNeeded: node)
        let next = Int(truncatingIfNeeded: sibling)
        let parent = nodes[next].parent
        let previous = nodes[next].previous
        nodes[child].parent = parent
        nodes[child].previous = previous
        nodes[child].next = sibling
        nodes[next].previous = node
        if previous == 0 {
            nodes[Int(truncatingIfNeeded: parent)].first = node
        } else {
            nodes[Int(truncatingIfNeeded: previous)].next = node
        }
    }

    mutating func detach(_ node: UInt32) {
        let record = nodes[Int(truncatingIfNeeded: node)]
        guard record.parent != 0 else { return }
        if record.previous == 0 {
            nodes[Int(truncatingIfNeeded: record.parent)].first = record.next
        } else {
            nodes[Int(truncatingIfNeeded: record.previous)].next = record.next
        }
        if record.next == 0 {
            nodes[Int(truncatingIfNeeded: record.parent)].last = record.previous
        } else {
            nodes[Int(truncatingIfNeeded: record.next)].previous = record.previous
        }
        nodes[Int(truncatingIfNeeded: node)].parent = 0
        nodes[Int(truncatingIfNeeded: node)].previous = 0
        nodes[Int(truncatingIfNeeded: node)].next = 0
    }

    /// Makes the children of `source` the last children of `target`, which has none yet.
    mutating func moveChildren(of source: UInt32, to target: UInt32) {
        let from = Int(truncatingIfNeeded: source)
        let into = Int(truncatingIfNeeded: target)
        var child = nodes[from].first
        nodes[into].first = child
        nodes[into].last = nodes[from].last
        nodes[from].first = 0
        nodes[from].last = 0
        while child != 0 {
            nodes[Int(truncatingIfNeeded: child)].parent = target
            child = nodes[Int(truncatingIfNeeded: child)].next
        }
    }

    // MARK: Places

    /// The appropriate place for inserting a node (13.2.6.1), with the current node as the target.
    @inline(__always)
    func appropriatePlace() -> Place { appropriatePlace(in: open.current) }

    /// The same with another target.
    @inline(__always)
    func appropriatePlace(in target: OpenElement) -> Place {
        if fosterParenting, target.traits.contains(.fosters) { return Self.fosterPlace(open, nodes) }
        return Place(parent: Self.contents(of: target, nodes))
    }

    @inline(__always)
    private static func contents(of element: OpenElement, _ nodes: [NodeRecord]) -> UInt32 {
        element.traits.contains(.template) ? nodes[Int(truncatingIfNeeded: element.node)].first : element.node
    }

    // Static, as the builder would be copied for a method that changes nothing and is not inlined.
    private static func fosterPlace(_ open: OpenElements, _ nodes: [NodeRecord]) -> Place {
        let table = open.lastIndex(of: .table)
        if let template = open.lastIndex(of: .template), template > table ?? -1 {
            return Place(parent: contents(of: open[template], nodes))
        }
        guard let table else { return Place(parent: open[0].node) }
        let node = open[table].node
        let parent = nodes[Int(truncatingIfNeeded: node)].parent
        if parent != 0 { return Place(parent: parent, before: node) }
        return Place(parent: contents(of: open[max(table - 1, 0)], nodes))
    }

    // MARK: Elements

    /// Inserts an HTML element for a start tag and makes it the current node.
    @inline(__always)
    @discardableResult
    mutating func insertElement(_ token: Token) -> UInt32 {
        insertElement(token.element, htmlTraits(of: token.name))
    }

    @inline(__always)
    func htmlTraits(of name: NameID) -> ElementTraits {
        name.index <= KnownNames.count ? traitTable[name.index] : []
    }

    @inline(__always)
    mutating func insertElement(_ element: NodeRecord, _ traits: ElementTraits) -> UInt32 {
        if open.count >= limits.maxDepth { makeRoom() }
        let node = open.isEmpty ? addNode(element) : addNode(element, at: appropriatePlace())
        open.push(OpenElement(node: node, name: element.name, traits: traits))
        return node
    }

    /// Inserts an HTML element that cannot have children: it does not become the current node.
    @inline(__always)
    mutating func insertVoid(_ token: Token) {
        _ = addNode(token.element, at: appropriatePlace())
    }

    /// Inserts an HTML element that the source does not have.
    mutating func insertImplied(_ name: NameID) -> UInt32 {
        insertElement(NodeRecord(kind: .element, name: name), htmlTraits(of: name))
    }

    /// At the greatest depth: closes the current node, so that the next element becomes its sibling.
    private mutating func makeRoom() {
        reachedLimits.insert(.depth)
        let closed = open.pop()
        if closed.traits.contains(.marker) { clearFormattingToMarker() }
    }

    /// Whether an element has the room below it that a table with a row and a cell needs.
    mutating func hasRoomForTable() -> Bool {
        if open.count <= limits.maxDepth - 8 { return true }
        reachedLimits.insert(.depth)
        return false
    }

    mutating func insertComment(_ token: Token, below parent: UInt32? = nil) {
        let record = NodeRecord(kind: .comment, position: token.text.position, length: token.text.length)
        _ = addNode(record, at: parent.map { Place(parent: $0) } ?? appropriatePlace())
    }

    // MARK: Text

    /// Inserts characters at the appropriate place, joined with the text node before it if there is one.
    @inline(__always)
    mutating func insertText(_ text: TextRange) {
        let place = appropriatePlace()
        guard place.parent != Self.document, !text.isEmpty else { return }
        let previous =
            place.before == 0
            ? nodes[Int(truncatingIfNeeded: place.parent)].last : nodes[Int(truncatingIfNeeded: place.before)].previous
        if previous != 0, nodes[Int(truncatingIfNeeded: previous)].kind == .text {
            extend(previous, by: text)
            return
        }
        _ = addNode(NodeRecord(kind: .text, position: text.position, length: text.length), at: place)
    }

    /// Adds to a text node without copying: ranges that touch become one, others hang below the node till the end.
    private mutating func extend(_ node: UInt32, by text: TextRange) {
        let index = Int(truncatingIfNeeded: node)
        let lastPiece = nodes[index].last
        let piece = Int(truncatingIfNeeded: lastPiece == 0 ? node : lastPiece)
        if nodes[piece].position &+ nodes[piece].length == text.position {
            nodes[piece].length &+= text.length
            return
        }
        if lastPiece == 0 { splitTexts.append(node) }
        let next = addNode(NodeRecord(kind: .text, position: text.position, length: text.length))
        append(next, to: node)
    }

    /// Copies the pieces of each split text into one range.
    mutating func joinTexts() {
        for node in splitTexts {
            let index = Int(truncatingIfNeeded: node)
            let start = tokenizer.decoded.count
            appendDecoded(nodes[index].text)
            var piece = nodes[index].first
            while piece != 0 {
                appendDecoded(nodes[Int(truncatingIfNeeded: piece)].text)
                piece = nodes[Int(truncatingIfNeeded: piece)].next
            }
            let joined = tokenizer.decodedRange(from: start)
            nodes[index].position = joined.position
            nodes[index].length = joined.length
            nodes[index].first = 0
            nodes[index].last = 0
        }
        splitTexts = []
    }

    private mutating func appendDecoded(_ range: TextRange) {
        if range.isDecoded {
            // Byte by byte: a slice of the array would make the array copy itself.
            for index in range.bounds { tokenizer.decoded.append(tokenizer.decoded[index]) }
        } else {
            tokenizer.decoded.append(contentsOf: tokenizer.sourceBytes[range.bounds])
        }
    }
}
