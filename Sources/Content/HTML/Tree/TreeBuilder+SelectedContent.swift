/// `selectedcontent` shows what the selected option of its `select` holds: a copy of its children.
///
/// The standard copies again and again. Without scripts only the last copy shows, so it is made at the end.
extension TreeBuilder {
    mutating func fillSelectedContents() {
        var done: Set<UInt32> = []
        for content in selectedContents {
            guard let select = ancestor(of: content, [.select]), done.insert(select).inserted,
                isEnabled(content, in: select), let option = selectedOption(of: select),
                // Else the option would replace itself.
                ancestor(of: option, where: { $0 == content }) == nil
            else { continue }
            replaceChildren(of: content, withCopiesFrom: option)
        }
    }

    private func isHTML(_ node: UInt32, _ name: NameID) -> Bool {
        nodes[Int(node)].bits == NodeRecord(kind: .element, name: name).bits
    }

    private func hasAttribute(_ node: UInt32, _ name: NameID) -> Bool {
        attribute(name, of: nodes[Int(node)]) != nil
    }

    /// The nearest HTML element of one of these names around the node.
    private func ancestor(of node: UInt32, _ names: Set<NameID>) -> UInt32? {
        ancestor(of: node) { names.contains(nodes[Int($0)].name) && isHTML($0, nodes[Int($0)].name) }
    }

    private func ancestor(of start: UInt32, where matches: (UInt32) -> Bool) -> UInt32? {
        var node = nodes[Int(start)].parent
        while node != 0, !matches(node) { node = nodes[Int(node)].parent }
        return node == 0 ? nil : node
    }

    /// Whether a `selectedcontent` works: not inside an option, another `selectedcontent` or two lists, nor in a list
    /// that takes several options.
    private func isEnabled(_ content: UInt32, in select: UInt32) -> Bool {
        guard !hasAttribute(select, .multiple) else { return false }
        return ancestor(of: content, [.select, .option, .selectedcontent]) == select
            && ancestor(of: select, [.select, .option, .selectedcontent]) == nil
    }

    /// The last option marked as selected, else the first that is not disabled if the list shows one row.
    private func selectedOption(of select: UInt32) -> UInt32? {
        var first: UInt32?
        var last: UInt32?
        for id in Descendants(nodes: nodes, top: NodeID(rawValue: select), andSelf: false, withTemplates: false) {
            let node = id.rawValue
            guard isHTML(node, .option), let group = groupOfOption(node, in: select) else { continue }
            if hasAttribute(node, .selected) { last = node }
            let isDisabled = hasAttribute(node, .disabled) || (group != 0 && hasAttribute(group, .disabled))
            if first == nil, !isDisabled { first = node }
        }
        return last ?? (showsOneRow(select) ? first : nil)
    }

    /// The `optgroup` of an option, 0 if it has none; `nil` if the option is not one of this `select`.
    private func groupOfOption(_ option: UInt32, in select: UInt32) -> UInt32? {
        var group: UInt32 = 0
        var node = nodes[Int(option)].parent
        while node != 0, node != select {
            if isHTML(node, .option) || isHTML(node, .datalist) || isHTML(node, .hr) || isHTML(node, .select) {
                return nil
            }
            if isHTML(node, .optgroup) {
                if group != 0 { return nil }
                group = node
            }
            node = nodes[Int(node)].parent
        }
        return group
    }

    private func showsOneRow(_ select: UInt32) -> Bool {
        guard let size = attribute(.size, of: nodes[Int(select)]) else { return true }
        return Int(String(decoding: tokenizer.bytes(of: size), as: UTF8.self)) ?? 0 <= 1
    }

    private mutating func replaceChildren(of content: UInt32, withCopiesFrom option: UInt32) {
        nodes[Int(content)].first = 0
        nodes[Int(content)].last = 0
        var parent = content
        var node = nodes[Int(option)].first
        while node != 0 {
            let source = nodes[Int(node)]
            var copy = NodeRecord()
            (copy.bits, copy.position, copy.length) = (source.bits, source.position, source.length)
            let made = addNode(copy)
            append(made, to: parent)
            if source.first != 0 {
                parent = made
                node = source.first
                continue
            }
            while node != option, nodes[Int(node)].next == 0 {
                node = nodes[Int(node)].parent
                if node != option { parent = nodes[Int(parent)].parent }
            }
            node = node == option ? 0 : nodes[Int(node)].next
        }
    }
}
