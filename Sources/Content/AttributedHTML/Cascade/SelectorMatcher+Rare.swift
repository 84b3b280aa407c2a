import LarderHTML
internal import LarderModel

/// The tests that few selectors have.
extension SelectorMatcher {
    func matches(_ test: PseudoClass, _ node: NodeID, _ budget: inout Int) -> Bool {
        switch test {
        case .nth(let step, let offset, let fromEnd, let ofType):
            let position = position(of: node, fromEnd: fromEnd, ofType: ofType, &budget) - offset
            return step == 0 ? position == 0 : position % step == 0 && position / step >= 0
        case .onlyChild(let ofType):
            return position(of: node, fromEnd: false, ofType: ofType, &budget) == 1
                && position(of: node, fromEnd: true, ofType: ofType, &budget) == 1
        case .empty:
            return document.children(of: node).allSatisfy { document.kind(of: $0) == .comment }
        case .root: return document.parent(of: node) == document.root
        case .anyLink:
            return (document.isElement(node, .a) || document.isElement(node, .area))
                && document.hasAttribute(.href, on: node)
        case .state(let state): return matches(state, node)
        case .never: return false
        }
    }

    private func matches(_ state: ElementState, _ node: NodeID) -> Bool {
        let isControl = [NameID.input, .select, .textarea, .button].contains { document.isElement(node, $0) }
        let isForm = isControl || [NameID.option, .optgroup, .fieldset].contains { document.isElement(node, $0) }
        switch state {
        case .checked:
            return (document.isElement(node, .input) && document.hasAttribute(.checked, on: node))
                || (document.isElement(node, .option) && document.hasAttribute(.selected, on: node))
        case .disabled: return isForm && document.hasAttribute(.disabled, on: node)
        case .enabled: return isForm && !document.hasAttribute(.disabled, on: node)
        case .required: return isControl && document.value(of: "required", on: node) != nil
        case .optional: return isControl && document.value(of: "required", on: node) == nil
        // Without scripts no custom element is defined.
        case .defined: return document.namespace(of: node) != .html || !document.tagName(of: node).contains("-")
        }
    }

    /// From 1; costs a step for each sibling passed.
    private func position(of node: NodeID, fromEnd: Bool, ofType: Bool, _ budget: inout Int) -> Int {
        var count = 1
        var sibling = element(beside: node, isBehind: fromEnd)
        while let current = sibling {
            budget -= 1
            if budget <= 0 { break }
            if !ofType
                || (document.name(of: current) == document.name(of: node)
                    && document.namespace(of: current) == document.namespace(of: node))
            {
                count += 1
            }
            sibling = element(beside: current, isBehind: fromEnd)
        }
        return count
    }

    func matches(_ attribute: CompiledAttribute, _ node: NodeID, _ budget: inout Int) -> Bool {
        guard let range = document.attribute(attribute.name, of: node) else { return false }
        if attribute.comparison == .exists { return true }
        budget -= 1 + range.bounds.count / 16
        var value = document.buffer(of: range)[range.bounds]
        if attribute.ignoresCase { value = Array(String(decoding: value, as: UTF8.self).lowercased().utf8)[...] }
        let wanted = attribute.wanted
        switch attribute.comparison {
        case .exists: return true
        case .equals: return value.elementsEqual(wanted)
        case .hasWord: return value.split { CSSText.isSpace($0) }.contains { $0.elementsEqual(wanted) }
        case .hasLanguage: return value.elementsEqual(wanted) || value.starts(with: wanted + [UInt8(ascii: "-")])
        case .hasPrefix: return !wanted.isEmpty && value.starts(with: wanted)
        case .hasSuffix: return !wanted.isEmpty && value.suffix(wanted.count).elementsEqual(wanted)
        case .contains: return value.contains(wanted)
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether `word`, which is not empty, stands somewhere in these bytes.
    fileprivate func contains(_ word: [UInt8]) -> Bool {
        guard let first = word.first, count >= word.count else { return false }
        var at = startIndex
        while at <= endIndex - word.count {
            if self[at] == first, self[at..<(at + word.count)].elementsEqual(word) { return true }
            at += 1
        }
        return false
    }
}
