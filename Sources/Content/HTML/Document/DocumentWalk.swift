/// A step of a walk through the tree.
@frozen public enum WalkEvent: Hashable, Sendable {
    /// An element, or another node that can have children, before its children.
    case enter(NodeID)
    /// The same node after its children.
    case leave(NodeID)
    /// A text node, comment or doctype.
    case leaf(NodeID)
}

/// A walk through a subtree in document order; it can leave out the children of the node just entered.
///
///     var walk = document.events(of: document.root)
///     while let event = walk.next() {
///         if case .enter(let node) = event, document.isElement(node, .script) { walk.skipChildren() }
///     }
@frozen public struct DocumentWalk: Sequence, IteratorProtocol, Sendable {
    @usableFromInline enum Step: Sendable {
        case enter, leave, done
    }

    @usableFromInline let nodes: [NodeRecord]
    @usableFromInline let top: UInt32
    @usableFromInline let withTemplates: Bool
    /// The node of the next event.
    @usableFromInline var node: UInt32
    @usableFromInline var step = Step.enter
    /// The node entered last, as long as its children can still be left out.
    @usableFromInline var entered: UInt32 = 0

    @inlinable
    init(nodes: [NodeRecord], top: NodeID, withTemplates: Bool) {
        self.nodes = nodes
        self.top = top.rawValue
        self.withTemplates = withTemplates
        node = top.rawValue
    }

    /// The next event; after the top node was left there is none.
    @inlinable
    public mutating func next() -> WalkEvent? {
        let current = node
        let id = NodeID(rawValue: current)
        switch step {
        case .done:
            return nil
        case .leave:
            entered = 0
            advance(past: current)
            return .leave(id)
        case .enter:
            let record = nodes[id.index]
            switch record.kind {
            case .text, .comment, .doctype:
                entered = 0
                advance(past: current)
                return .leaf(id)
            case .document, .element, .templateContents:
                entered = current
                let first = record.first
                if first == 0 || (!withTemplates && isTemplateContents(first)) {
                    step = .leave
                } else {
                    node = first
                }
                return .enter(id)
            }
        }
    }

    /// Leaves out the children of the node entered by the last event; its ``WalkEvent/leave(_:)`` still comes.
    @inlinable
    public mutating func skipChildren() {
        guard entered != 0 else { return }
        node = entered
        step = .leave
    }

    @inlinable
    func isTemplateContents(_ node: UInt32) -> Bool {
        nodes[Int(truncatingIfNeeded: node)].kind == .templateContents
    }

    @inlinable
    mutating func advance(past current: UInt32) {
        if current == top {
            step = .done
            return
        }
        let record = nodes[Int(truncatingIfNeeded: current)]
        if record.next != 0 {
            node = record.next
            step = .enter
        } else {
            node = record.parent
            step = .leave
        }
    }
}

/// The nodes of a subtree in document order.
@frozen public struct Descendants: Sequence, IteratorProtocol, Sendable {
    @usableFromInline let nodes: [NodeRecord]
    @usableFromInline let top: UInt32
    @usableFromInline let withTemplates: Bool
    @usableFromInline var node: UInt32

    @inlinable
    init(nodes: [NodeRecord], top: NodeID, andSelf: Bool, withTemplates: Bool) {
        self.nodes = nodes
        self.top = top.rawValue
        self.withTemplates = withTemplates
        node = top.rawValue
        if !andSelf { node = following(top.rawValue) }
    }

    /// The next node.
    @inlinable
    public mutating func next() -> NodeID? {
        guard node != 0 else { return nil }
        let current = node
        node = following(current)
        return NodeID(rawValue: current)
    }

    @inlinable
    func following(_ start: UInt32) -> UInt32 {
        var record = nodes[Int(truncatingIfNeeded: start)]
        let first = record.kind == .text ? 0 : record.first
        if first != 0, withTemplates || nodes[Int(truncatingIfNeeded: first)].kind != .templateContents {
            return first
        }
        var current = start
        while current != top {
            if record.next != 0 { return record.next }
            current = record.parent
            record = nodes[Int(truncatingIfNeeded: current)]
        }
        return 0
    }
}

/// The children of a node in order.
@frozen public struct Children: Sequence, IteratorProtocol, Sendable {
    @usableFromInline let nodes: [NodeRecord]
    @usableFromInline var node: UInt32

    @inlinable
    init(nodes: [NodeRecord], first: UInt32) {
        self.nodes = nodes
        node = first
    }

    /// The next child.
    @inlinable
    public mutating func next() -> NodeID? {
        guard node != 0 else { return nil }
        let current = NodeID(rawValue: node)
        node = nodes[current.index].next
        return current
    }
}

extension HTMLDocument {
    /// The events of a walk through the subtree of `node`, the node itself included.
    ///
    /// - Parameter withTemplates: Whether to enter `template` elements, whose contents are no part of the page.
    @inlinable
    public func events(of node: NodeID, withTemplates: Bool = false) -> DocumentWalk {
        DocumentWalk(nodes: nodes, top: node, withTemplates: withTemplates)
    }

    /// The nodes below `node` in document order.
    ///
    /// - Parameters:
    ///   - andSelf: Whether `node` comes first.
    ///   - withTemplates: Whether to enter `template` elements, whose contents are no part of the page.
    @inlinable
    public func descendants(of node: NodeID, andSelf: Bool = false, withTemplates: Bool = false) -> Descendants {
        Descendants(nodes: nodes, top: node, andSelf: andSelf, withTemplates: withTemplates)
    }

    /// The children of `node` in order.
    @inlinable
    public func children(of node: NodeID) -> Children {
        Children(nodes: nodes, first: nodes[node.index].first)
    }
}
