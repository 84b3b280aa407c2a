/// An entry of the list of active formatting elements; a marker has no node.
struct FormattingEntry {
    var node: UInt32
    var name: NameID
    /// The attributes, shared by all copies of the element.
    var firstAttribute: UInt32
    var attributeCount: UInt32
    /// A hash of the attributes that does not depend on their order; 0 until it is needed.
    var attributeHash: UInt64 = 0

    static let marker = FormattingEntry(node: 0, name: .none, firstAttribute: 0, attributeCount: 0)

    @inline(__always)
    var isMarker: Bool { node == 0 }

    /// The element without its place in the tree.
    var element: NodeRecord {
        NodeRecord(kind: .element, name: name, position: firstAttribute, length: attributeCount)
    }
}

extension TreeBuilder {
    /// Inserts a formatting element and pushes it onto the list of active formatting elements.
    mutating func insertFormatting(_ token: Token) {
        let node = insertElement(token)
        var entry = FormattingEntry(
            node: node,
            name: token.name,
            firstAttribute: token.firstAttribute,
            attributeCount: token.attributeCount
        )
        var index = formatting.count - 1
        var since = 0
        var equals = 0
        var earliestEqual = 0
        while index >= 0, !formatting[index].isMarker {
            since += 1
            if formatting[index].name == entry.name {
                var other = formatting[index]
                if haveEqualAttributes(&other, &entry) {
                    equals += 1
                    earliestEqual = index
                }
                formatting[index].attributeHash = other.attributeHash
            }
            index -= 1
        }
        if equals >= 3 {
            formatting.remove(at: earliestEqual)
        } else if since >= limits.maxFormattingElements {
            reachedLimits.insert(.formattingElements)
            formatting.remove(at: index + 1)
        }
        formatting.append(entry)
    }

    /// Whether both have the same attributes with the same values, in whatever order.
    private mutating func haveEqualAttributes(_ left: inout FormattingEntry, _ right: inout FormattingEntry) -> Bool {
        guard left.attributeCount == right.attributeCount else { return false }
        if left.attributeCount == 0 { return true }
        hashAttributes(of: &left)
        hashAttributes(of: &right)
        guard left.attributeHash == right.attributeHash else { return false }
        let start = Int(left.firstAttribute)
        let others = Int(right.firstAttribute)
        let count = Int(left.attributeCount)
        if attributeSlots.count < tokenizer.names.count {
            attributeSlots += repeatElement(0, count: tokenizer.names.count - attributeSlots.count)
        }
        for index in start..<(start + count) {
            attributeSlots[tokenizer.attributes[index].name.index] = UInt32(truncatingIfNeeded: index)
        }
        for index in others..<(others + count) {
            let attribute = tokenizer.attributes[index]
            let slot = Int(attributeSlots[attribute.name.index])
            guard slot >= start, slot < start + count, tokenizer.attributes[slot].bits == attribute.bits,
                tokenizer.bytes(of: tokenizer.attributes[slot].value).elementsEqual(
                    tokenizer.bytes(of: attribute.value)
                )
            else { return false }
        }
        return true
    }

    private func hashAttributes(of entry: inout FormattingEntry) {
        guard entry.attributeHash == 0 else { return }
        let start = Int(entry.firstAttribute)
        for attribute in tokenizer.attributes[start..<(start + Int(entry.attributeCount))] {
            entry.attributeHash &+= tokenizer.hash(of: attribute) | 1
        }
    }

    mutating func clearFormattingToMarker() {
        while let entry = formatting.popLast(), !entry.isMarker {}
    }

    /// The index of the last entry of this name after the last marker.
    @inline(__always)
    func formattingIndex(of name: NameID) -> Int? { formattingIndex { $0.name == name } }

    @inline(__always)
    func formattingIndex(ofNode node: UInt32) -> Int? { formattingIndex { $0.node == node } }

    @inline(__always)
    private func formattingIndex(where matches: (FormattingEntry) -> Bool) -> Int? {
        let index = formatting.lastIndex { $0.isMarker || matches($0) }
        return index.flatMap { formatting[$0].isMarker ? nil : $0 }
    }

    /// Reconstructs the active formatting elements.
    @inline(__always)
    mutating func reconstructFormatting() {
        guard let last = formatting.last, !last.isMarker, last.node != open.current.node else { return }
        reopenFormatting(last)
    }

    @inline(never)
    private mutating func reopenFormatting(_ last: FormattingEntry) {
        if isOpen(last) { return }
        var index = formatting.count - 1
        while index > 0, !formatting[index - 1].isMarker, !isOpen(formatting[index - 1]) { index -= 1 }
        while index < formatting.count {
            guard hasClones(1) else {
                formatting.removeSubrange(index...)
                return
            }
            clonesLeft &-= 1
            let entry = formatting[index]
            formatting[index].node = insertElement(entry.element, htmlTraits(of: entry.name))
            index += 1
        }
    }

    private func isOpen(_ entry: FormattingEntry) -> Bool {
        open.has(entry.name) && open.index(of: entry.node) != nil
    }

    /// Whether so many more copies of formatting elements may be made.
    mutating func hasClones(_ count: Int) -> Bool {
        if clonesLeft >= count { return true }
        reachedLimits.insert(.clones)
        return false
    }
}
