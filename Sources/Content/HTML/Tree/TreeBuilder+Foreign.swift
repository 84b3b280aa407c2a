extension TreeBuilder {
    /// Whether the rules for foreign content apply to the token (the tree construction dispatcher, 13.2.6).
    @inline(__always)
    func isForeign(_ token: Token) -> Bool {
        guard !open.isEmpty else { return false }
        let traits = adjustedTraits
        if traits.isDisjoint(with: .foreign) { return false }
        return isForeign(token, traits)
    }

    @inline(never)
    private func isForeign(_ token: Token, _ traits: ElementTraits) -> Bool {
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
            let text = token.hasNull ? withoutNull(token.text, replacing: true, source) : token.text
            insertText(text)
            if framesetOK, !isForeignWhiteSpace(token.text, source) { framesetOK = false }
            return false
        case .comment:
            insertComment(token)
            return false
        case .doctype, .endOfFile:
            return false
        case .startTag:
            if breaksOut(token) {
                leaveForeign()
                return byMode(&token, source)
            }
            let traits = adjustedTraits
            insertForeign(&token, traits.contains(.svg) ? .svg : .mathML)
            return false
        case .endTag:
            if token.name == .br || token.name == .p {
                leaveForeign()
                return byMode(&token, source)
            }
            return endTagInForeign(&token, source)
        }
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
            .h5,
            .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s, .small, .span,
            .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .var:
            true
        case .font:
            tokenAttribute(.color, of: token) != nil || tokenAttribute(.face, of: token) != nil
                || tokenAttribute(.size, of: token) != nil
        default:
            false
        }
    }

    private mutating func leaveForeign() {
        let stops: ElementTraits = [.htmlIntegrationPoint, .mathMLTextIntegrationPoint]
        while open.count > 1, !open.current.isHTML, open.current.traits.isDisjoint(with: stops) { open.pop() }
    }

    private mutating func endTagInForeign(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        let svgName = SVGNames.table.element(token.name)
        var index = open.count - 1
        while index > 0 {
            let element = open[index]
            if element.isHTML { return byMode(&token, source) }
            let matches = element.name == token.name || (element.name == svgName && element.traits.contains(.svg))
            if matches {
                open.pop(throughNode: element.node)
                return false
            }
            index -= 1
        }
        return false
    }

    /// Inserts a foreign element for a start tag, its names adjusted.
    mutating func insertForeign(_ token: inout Token, _ namespace: Namespace) {
        let start = Int(token.firstAttribute)
        for index in start..<(start + Int(token.attributeCount)) {
            adjustAttribute(at: index, namespace)
        }
        let name = namespace == .svg ? SVGNames.table.element(token.name) : token.name
        var traits = ElementTraits.foreign(name, namespace)
        if name == .annotationXml, namespace == .mathML, isHTMLAnnotation(token) {
            traits.insert(.htmlIntegrationPoint)
        }
        _ = insertElement(
            name,
            namespace,
            traits,
            attributes: token.firstAttribute,
            count: token.attributeCount
        )
        if token.isSelfClosing { popCurrent() }
    }

    private func isHTMLAnnotation(_ token: Token) -> Bool {
        guard let encoding = tokenAttribute(.encoding, of: token) else { return false }
        let buffer = encoding.isDecoded ? tokenizer.decoded : tokenizer.sourceBytes
        let value = String(decoding: buffer[encoding.bounds].prefix(64).map(ASCII.lowercased), as: UTF8.self)
        return value == "text/html" || value == "application/xhtml+xml"
    }

    private mutating func adjustAttribute(at index: Int, _ namespace: Namespace) {
        let attribute = tokenizer.attributes[index]
        var name = attribute.name
        var space = AttributeNamespace.none
        switch name {
        case .xlinkActuate: (name, space) = (.actuate, .xlink)
        case .xlinkArcrole: (name, space) = (.arcrole, .xlink)
        case .xlinkHref: (name, space) = (.href, .xlink)
        case .xlinkRole: (name, space) = (.role, .xlink)
        case .xlinkShow: (name, space) = (.show, .xlink)
        case .xlinkTitle: (name, space) = (.title, .xlink)
        case .xlinkType: (name, space) = (.type, .xlink)
        case .xmlLang: (name, space) = (.lang, .xml)
        case .xmlSpace: (name, space) = (.space, .xml)
        case .xmlns: space = .xmlns
        case .xmlnsXlink: (name, space) = (.xlink, .xmlns)
        case .definitionurl where namespace == .mathML:
            name = tokenizer.names.intern(Array("definitionURL".utf8))
        default:
            guard namespace == .svg else { return }
            name = SVGNames.table.attribute(name)
        }
        tokenizer.attributes[index] = HTMLAttribute(name: name, namespace: space, value: attribute.value)
    }
}
