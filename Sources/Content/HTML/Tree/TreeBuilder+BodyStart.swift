/// The start tags in body that need more than a line.
extension TreeBuilder {
    mutating func startAnchor(_ token: Token) {
        if let index = formattingIndex(of: .a) {
            let node = formatting[index].node
            adopt(.a)
            if let index = formattingIndex(ofNode: node) { formatting.remove(at: index) }
            if let index = open.index(of: node) { open.remove(at: index) }
        }
        reconstructFormatting()
        insertFormatting(token)
    }

    /// `li`, `dd` or `dt`: closes the item before it, if no special element but `address`, `div` and `p` is between.
    mutating func startItem(_ token: Token) {
        framesetOK = false
        let other: NameID = token.name == .dd ? .dt : token.name == .dt ? .dd : .li
        var index = open.count - 1
        while index > 0 {
            let element = open[index]
            if element.isHTML, element.name == token.name || element.name == other {
                open.pop(through: element.name)
                break
            }
            if element.traits.contains(.special), element.name != .div, element.name != .p, element.name != .address {
                break
            }
            index -= 1
        }
        insertBlock(token)
    }

    mutating func startForm(_ token: Token) {
        let inTemplate = open.has(.template)
        guard formNode == 0 || inTemplate else { return }
        closeParagraph()
        let node = insertElement(token)
        if !inTemplate { formNode = node }
    }

    mutating func startTable(_ token: Token) {
        guard hasRoomForTable() else { return }
        if quirksMode != .quirks { closeParagraph() }
        insertElement(token)
        framesetOK = false
        mode = .inTable
    }

    mutating func startInput(_ token: Token) {
        if isInSelectContext { return }
        open.close(.select)
        reconstructFormatting()
        insertVoid(token)
        if !isHidden(token) { framesetOK = false }
    }

    /// Whether the parser fills a `select` element itself.
    private var isInSelectContext: Bool { context?.isHTML(.select) ?? false }

    /// Whether an `input` tag has the type `hidden`.
    func isHidden(_ token: Token) -> Bool {
        attribute(.type, of: token.element).map { tokenizer.equals($0, "hidden") } ?? false
    }

    mutating func startSelect(_ token: Token) {
        if isInSelectContext || open.close(.select) { return }
        reconstructFormatting()
        insertElement(token)
        framesetOK = false
    }

    /// `option` and `optgroup` by the rules of 2025, which let a select hold nearly anything.
    mutating func startOption(_ token: Token) {
        if open.hasInScope(.select) {
            open.generateImpliedEndTags(except: token.name == .option ? .optgroup : .none)
        } else if open.current.isHTML(.option) {
            popCurrent()
        }
        reconstructFormatting()
        insertElement(token)
    }

    /// Adds the attributes that the element does not have yet.
    mutating func merge(_ token: Token, into node: UInt32) {
        guard token.attributeCount > 0 else { return }
        guard mergesLeft > 0 else {
            reachedLimits.insert(.attributeMerges)
            return
        }
        mergesLeft -= 1
        let element = nodes[Int(node)]
        let start = Int(element.position)
        let present = Array(tokenizer.attributes[start..<(start + Int(element.length))])
        let first = Int(token.firstAttribute)
        let offered = Array(tokenizer.attributes[first..<(first + Int(token.attributeCount))])
        tokenizer.tagSerial &+= 1
        for attribute in present { tokenizer.stamps[attribute.name.index] = tokenizer.tagSerial }
        let added = offered.filter { tokenizer.stamps[$0.name.index] != tokenizer.tagSerial }
        guard !added.isEmpty else { return }
        nodes[Int(node)].position = UInt32(tokenizer.attributes.count)
        nodes[Int(node)].length = UInt32(present.count + added.count)
        tokenizer.attributes.append(contentsOf: present)
        tokenizer.attributes.append(contentsOf: added)
    }

    mutating func startFrameset(_ token: Token) {
        guard open.count > 1, open[1].isHTML(.body), framesetOK else { return }
        detach(open[1].node)
        while open.count > 1 { open.pop() }
        insertElement(token)
        mode = .inFrameset
    }

    /// An attribute of an element that is in the tree or not yet.
    func attribute(_ name: NameID, of element: NodeRecord) -> TextRange? {
        let start = Int(element.position)
        return tokenizer.attributes[start..<(start + Int(element.length))].first { $0.name == name }?.value
    }
}
