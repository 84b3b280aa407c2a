extension HTMLDocument {
    /// The document node, parent of all.
    @inlinable public var root: NodeID { NodeID(rawValue: 1) }

    /// Above every ``NodeID/rawValue``, for arrays of the reader's own; a few nodes may be in no tree any more.
    @inlinable public var nodeCapacity: Int { nodes.count }

    /// The `html` element; a fragment has none.
    public var documentElement: NodeID? {
        children(of: root).first { kind(of: $0) == .element }.flatMap { name(of: $0) == .html ? $0 : nil }
    }

    /// The `head` element.
    public var head: NodeID? { child(named: .head) }

    /// The `body` element; a page of frames has none.
    public var body: NodeID? { child(named: .body) }

    private func child(named wanted: NameID) -> NodeID? {
        documentElement.flatMap { html in children(of: html).first { isElement($0, wanted) } }
    }

    /// What the node is.
    @inlinable
    public func kind(of node: NodeID) -> NodeKind { nodes[node.index].kind }

    /// The name of an element; ``NameID/none`` for other nodes.
    @inlinable
    public func name(of node: NodeID) -> NameID { nodes[node.index].name }

    /// The namespace of an element; ``Namespace/html`` for other nodes.
    @inlinable
    public func namespace(of node: NodeID) -> Namespace { nodes[node.index].namespace }

    /// Whether the node is an HTML element of this name; an SVG `title` is no ``NameID/title``.
    @inlinable
    public func isElement(_ node: NodeID, _ name: NameID) -> Bool {
        nodes[node.index].bits == NodeRecord(kind: .element, name: name).bits
    }

    /// The parent; `nil` for ``root`` only.
    @inlinable
    public func parent(of node: NodeID) -> NodeID? { link(nodes[node.index].parent) }

    /// The first child; a `template` element has one child, its ``NodeKind/templateContents``.
    @inlinable
    public func firstChild(of node: NodeID) -> NodeID? { link(nodes[node.index].first) }

    /// The last child.
    @inlinable
    public func lastChild(of node: NodeID) -> NodeID? { link(nodes[node.index].last) }

    /// The sibling after the node.
    @inlinable
    public func nextSibling(of node: NodeID) -> NodeID? { link(nodes[node.index].next) }

    /// The sibling before the node.
    @inlinable
    public func previousSibling(of node: NodeID) -> NodeID? { link(nodes[node.index].previous) }

    @inlinable
    func link(_ index: UInt32) -> NodeID? { index == 0 ? nil : NodeID(rawValue: index) }

    /// The name of an element as it stands in the tree, such as `div` or `foreignObject`; empty for other nodes.
    public func tagName(of node: NodeID) -> String { string(for: name(of: node)) }

    /// The characters of a name.
    public func string(for name: NameID) -> String {
        String(decoding: storage.names.bytes[storage.names.bounds(of: name)], as: UTF8.self)
    }

    /// Appends the characters of a name, UTF-8.
    package func append(_ name: NameID, to bytes: inout [UInt8]) {
        let (all, bounds) = (storage.names.bytes, storage.names.bounds(of: name))
        for index in bounds { bytes.append(all[index]) }
    }

    /// The id of a name as it stands in the tree (lower case on HTML elements); `nil` if this document lacks the name.
    public func nameID(for name: String) -> NameID? { storage.names.find(Array(name.utf8)) }
}
