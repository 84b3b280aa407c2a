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

    mutating func startNobr(_ token: Token) {
        reconstructFormatting()
        if open.hasInScope(.nobr) {
            adopt(.nobr)
            reconstructFormatting()
        }
        insertFormatting(token)
    }

    mutating func startListItem(_ token: Token) {
        framesetOK = false
        closeItem { $0 == .li }
        insertBlock(token)
    }

    mutating func startDefinition(_ token: Token) {
        framesetOK = false
        closeItem { $0 == .dd || $0 == .dt }
        insertBlock(token)
    }

    /// Closes the item the new one follows, unless a special element but `address`, `div` and `p` stands between.
    @inline(__always)
    private mutating func closeItem(_ isItem: (NameID) -> Bool) {
        var index = open.count - 1
        while index > 0 {
            let element = open[index]
            if element.isHTML, isItem(element.name) {
                open.generateImpliedEndTags(except: element.name)
                open.pop(through: element.name)
                return
            }
            if element.traits.contains(.special), element.name != .div, element.name != .p, element.name != .address {
                return
            }
            index -= 1
        }
    }

    mutating func startButton(_ token: Token) {
        if open.hasInScope(.button) {
            open.generateImpliedEndTags()
            open.pop(through: .button)
        }
        reconstructFormatting()
        insertElement(token)
        framesetOK = false
    }

    mutating func startForm(_ token: Token) {
        let inTemplate = open.has(.template)
        guard formNode == 0 || inTemplate else { return }
        closeParagraphInButtonScope()
        let node = insertElement(token)
        if !inTemplate { formNode = node }
    }

    mutating func startTable(_ token: Token) {
        guard hasRoomForTable() else { return }
        if quirksMode != .quirks { closeParagraphInButtonScope() }
        insertElement(token)
        framesetOK = false
        mode = .inTable
    }

    mutating func startRule(_ token: Token) {
        closeParagraphInButtonScope()
        if open.hasInScope(.select) { open.generateImpliedEndTags() }
        insertVoid(token)
        framesetOK = false
    }

    mutating func startInput(_ token: Token, _ source: Span<UInt8>) {
        if isInSelectContext { return }
        if open.hasInScope(.select) { open.pop(through: .select) }
        reconstructFormatting()
        insertVoid(token)
        if !isHidden(token, source) { framesetOK = false }
    }

    /// Whether the parser fills a `select` element itself.
    private var isInSelectContext: Bool {
        context.map { $0.name == .select && $0.namespace == .html } ?? false
    }

    /// Whether an `input` tag has the type `hidden`.
    func isHidden(_ token: Token, _ source: Span<UInt8>) -> Bool {
        tokenAttribute(.type, of: token).map { equals($0, "hidden", source) } ?? false
    }

    /// `select`, `option` and `optgroup` by the rules of 2025, which let a select hold nearly anything.
    mutating func startSelectPart(_ token: Token) {
        if token.name == .select {
            if isInSelectContext { return }
            if open.hasInScope(.select) {
                open.pop(through: .select)
                return
            }
            reconstructFormatting()
            insertElement(token)
            framesetOK = false
            return
        }
        if open.hasInScope(.select) {
            open.generateImpliedEndTags(except: token.name == .option ? .optgroup : .none)
        } else if open.current.isHTML(.option) {
            popCurrent()
        }
        reconstructFormatting()
        insertElement(token)
    }

    // MARK: html, body and frameset

    mutating func mergeIntoHTML(_ token: Token) {
        if !open.has(.template) { merge(token, into: open[0].node) }
    }

    mutating func mergeIntoBody(_ token: Token) {
        guard open.count > 1, open[1].isHTML(.body), !open.has(.template) else { return }
        framesetOK = false
        merge(token, into: open[1].node)
    }

    /// Adds the attributes that the element does not have yet.
    private mutating func merge(_ token: Token, into node: UInt32) {
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

    // MARK: Attributes of a token

    func tokenAttribute(_ name: NameID, of token: Token) -> TextRange? {
        let start = Int(token.firstAttribute)
        for attribute in tokenizer.attributes[start..<(start + Int(token.attributeCount))] where attribute.name == name
        {
            return attribute.value
        }
        return nil
    }

    /// Whether the text is `word`, given in small letters, in whatever case.
    func equals(_ text: TextRange, _ word: StaticString, _ source: Span<UInt8>) -> Bool {
        let letters = word.description.utf8
        guard text.count == letters.count else { return false }
        return letters.enumerated().allSatisfy { ASCII.lowercased(byte(text, $0.offset, source)) == $0.element }
    }
}
