extension HTMLDocument {
    /// The attributes of an element in the order of the source, no name twice; none for other nodes.
    @inlinable
    public func attributes(of node: NodeID) -> ArraySlice<HTMLAttribute> {
        attributeRecords[attributeBounds(of: node)]
    }

    /// Lends the attributes of an element in the order of the source; none for other nodes.
    @inlinable
    public func withAttributes<Result>(
        of node: NodeID,
        _ body: (Span<HTMLAttribute>) throws -> Result
    ) rethrows -> Result {
        try attributeRecords.withSpan { try body($0.extracting(attributeBounds(of: node))) }
    }

    @inlinable
    func attributeBounds(of node: NodeID) -> Range<Int> {
        let record = nodes[node.index]
        guard record.kind == .element else { return 0..<0 }
        let start = Int(truncatingIfNeeded: record.position)
        return start..<(start + Int(truncatingIfNeeded: record.length))
    }

    /// The value of an attribute that is in no namespace, decoded but not trimmed; `nil` where the element lacks it.
    @inlinable
    public func attribute(_ name: NameID, of node: NodeID) -> TextRange? {
        for index in attributeBounds(of: node) where attributeRecords[index].bits == name.rawValue {
            return attributeRecords[index].value
        }
        return nil
    }

    /// The value of an attribute by the spelling of its name, lower case on HTML elements.
    public func attribute(named name: String, of node: NodeID) -> TextRange? {
        nameID(for: name).flatMap { attribute($0, of: node) }
    }

    /// The value of an attribute as a string; `nil` where the element lacks it.
    public func value(of name: NameID, on node: NodeID) -> String? {
        guard let range = attribute(name, of: node) else { return nil }
        return string(range)
    }

    /// The value of an attribute by the spelling of its name, as a string.
    public func value(of name: String, on node: NodeID) -> String? {
        guard let range = attribute(named: name, of: node) else { return nil }
        return string(range)
    }

    /// Whether the element has the attribute, with or without a value.
    @inlinable
    public func hasAttribute(_ name: NameID, on node: NodeID) -> Bool {
        attribute(name, of: node) != nil
    }

    /// Whether the `class` of the element has this word; case counts.
    public func hasClass(_ word: String, on node: NodeID) -> Bool {
        attribute(.class, of: node).map { text($0, hasWord: word) } ?? false
    }
}
