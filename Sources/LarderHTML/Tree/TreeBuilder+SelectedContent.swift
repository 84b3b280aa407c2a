/// `selectedcontent` shows what the selected option of its `select` holds: a copy of its children.
///
/// The standard copies when an option is closed and when one becomes selected. Without scripts the last copy is all
/// that shows, so it is made once, at the end.
extension TreeBuilder {
    mutating func fillSelectedContents() {
        var done: Set<UInt32> = []
        for content in selectedContents {
            guard let select = selectOfContent(content), done.insert(select).inserted,
                let option = selectedOption(of: select)
            else { continue }
            replaceChildren(of: content, withCopiesFrom: option)
        }
    }

    private func isHTML(_ node: UInt32, _ name: NameID) -> Bool {
        nodes[Int(node)].bits == NodeRecord(kind: .element, name: name).bits
    }

    private func hasAttribute(_ node: UInt32, _ name: NameID) -> Bool { attribute(node, name) != nil }

    private func attribute(_ node: UInt32, _ name: NameID) -> TextRange? {
        let record = nodes[Int(node)]
        return tokenizer.attributes[Int(record.position)..<(Int(record.position) + Int(record.length))]
            .first { $0.name == name }?.value
    }

    /// The `select` the element works for; `nil` inside an option or another `selectedcontent`, or if it takes
    /// several options.
    private func selectOfContent(_ content: UInt32) -> UInt32? {
        var node = nodes[Int(content)].parent
        while node != 0 {
            if isHTML(node, .option) || isHTML(node, .selectedcontent) { return nil }
            if isHTML(node, .select) { return hasAttribute(node, .multiple) ? nil : node }
            node = nodes[Int(node)].parent
        }
        return nil
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
        guard let size = attribute(select, .size) else { return true }
        let buffer = size.isDecoded ? tokenizer.decoded : tokenizer.sourceBytes
        let rows = Int(String(decoding: buffer[size.bounds], as: UTF8.self)) ?? 0
        return rows <= 1
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
