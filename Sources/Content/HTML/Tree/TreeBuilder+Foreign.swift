extension TreeBuilder {
    /// Whether the rules for foreign content apply to the token (the tree construction dispatcher, 13.2.6).
    @inline(__always)
    func isForeign(_ token: Token) -> Bool {
        guard !open.isEmpty else { return false }
        let traits = adjustedTraits
        if traits.isDisjoint(with: .foreign) { return false }
        return Self.isForeign(token, traits, open, context)
    }

    // Static, as the builder would be copied for a method that changes nothing and is not inlined.
    @inline(never)
    private static func isForeign(
        _ token: Token,
        _ traits: ElementTraits,
        _ open: OpenElements,
        _ context: OpenElement?
    ) -> Bool {
        switch token.kind {
        case .endOfFile:
            return false
        case .startTag:
            if traits.contains(.htmlIntegrationPoint) { return false }
            if traits.contains(.mathMLTextIntegrationPoint) {
                return token.name == .mglyph || token.name == .malignmark
            }
            let name = open.count == 1 ? context?.name ?? open.current.name : open.current.name
            return !(token.name == .svg && name == .annotationXml && traits.contains(.mathML))
        case .text:
            return traits.isDisjoint(with: [.htmlIntegrationPoint, .mathMLTextIntegrationPoint])
        case .endTag, .comment, .doctype:
            return true
        }
    }

    /// The rules for parsing tokens in foreign content (13.2.6.5).
    @inline(never)
    mutating func foreign(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            insertText(token.hasNull ? tokenizer.repaired(token.text, source) : token.text)
            if framesetOK, !isForeignWhiteSpace(token.text, source) { framesetOK = false }
        case .comment:
            insertComment(token)
        case .doctype, .endOfFile:
            break
        case .startTag where breaksOut(token), .endTag where token.name == .br || token.name == .p:
            let stops: ElementTraits = [.htmlIntegrationPoint, .mathMLTextIntegrationPoint]
            while open.count > 1, !open.current.isHTML, open.current.traits.isDisjoint(with: stops) { open.pop() }
            return byMode(&token, source)
        case .startTag:
            insertForeign(token, adjustedTraits.contains(.svg) ? .svg : .mathML)
        case .endTag:
            return endTagInForeign(&token, source)
        }
        return false
    }

    /// NUL counts as neither white space nor other characters here.
    private func isForeignWhiteSpace(_ text: TextRange, _ source: Span<UInt8>) -> Bool {
        (0..<text.count).allSatisfy {
            let byte = byte(text, $0, source)
            return byte == 0 || ASCII.isWhiteSpace(byte)
        }
    }

    private func breaksOut(_ token: Token) -> Bool {
        switch token.name {
        case .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3, .h4,
            .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span,
            .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
            true
        case .font:
            [NameID.color, .face, .size].contains { attribute($0, of: token.element) != nil }
        default:
            false
        }
    }

    private mutating func endTagInForeign(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        let svgName = ForeignTables.shared.svgElement(token.name)
        var index = open.count - 1
        while index > 0 {
            let element = open[index]
            if element.isHTML { return byMode(&token, source) }
            if element.name == token.name || (element.name == svgName && element.traits.contains(.svg)) {
                open.pop(throughNode: element.node)
                return false
            }
            index -= 1
        }
        return false
    }

    /// Inserts a foreign element for a start tag, its names adjusted.
    mutating func insertForeign(_ token: Token, _ namespace: Namespace) {
        let tables = ForeignTables.shared
        let start = Int(token.firstAttribute)
        for index in start..<(start + Int(token.attributeCount)) {
            tables.adjust(&tokenizer.attributes[index], namespace)
        }
        let name = namespace == .svg ? tables.svgElement(token.name) : token.name
        var traits = ElementTraits.foreign(name, namespace)
        if name == .annotationXml, namespace == .mathML, let encoding = attribute(.encoding, of: token.element),
            tokenizer.equals(encoding, "text/html") || tokenizer.equals(encoding, "application/xhtml+xml")
        {
            traits.insert(.htmlIntegrationPoint)
        }
        let element = NodeRecord(
            kind: .element,
            namespace: namespace,
            name: name,
            position: token.firstAttribute,
            length: token.attributeCount
        )
        _ = insertElement(element, traits)
        if token.isSelfClosing { popCurrent() }
    }
}
