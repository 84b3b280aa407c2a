extension TreeBuilder {
    mutating func initial(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if dropWhiteSpace(of: &token, source) { return false }
        quirksMode = .quirks
        mode = .beforeHTML
        return true
    }

    mutating func insertDoctype() {
        let read = tokenizer.doctype
        func string(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
        doctype = HTMLDocument.Doctype(
            name: string(read.name) ?? "",
            publicID: string(read.publicID),
            systemID: string(read.systemID)
        )
        append(addNode(NodeRecord(kind: .doctype)), to: Self.document)
        quirksMode = QuirksRules.mode(of: read)
        mode = .beforeHTML
    }

    mutating func beforeHTML(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if dropWhiteSpace(of: &token, source) || isIgnoredEndTag(token) { return false }
        let isHTML = token.startName == .html
        append(isHTML ? insertElement(token) : insertImplied(.html), to: Self.document)
        mode = .beforeHead
        return !isHTML
    }

    mutating func beforeHead(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if dropWhiteSpace(of: &token, source) || isIgnoredEndTag(token) { return false }
        if token.startName == .html { return inBody(&token, source) }
        let isHead = token.startName == .head
        headNode = isHead ? insertElement(token) : insertImplied(.head)
        mode = .inHead
        return !isHead
    }

    mutating func inHead(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if insertWhiteSpace(of: &token, source) || endsTemplate(token) || isIgnoredEndTag(token) { return false }
        if token.startName == .html { return inBody(&token, source) }
        if token.startName == .head || token.kind == .startTag && startTagInHead(token) { return false }
        popCurrent()
        mode = .afterHead
        return token.endName != .head
    }

    /// Drops the white space at the front of a text; whether the token was a text of nothing else.
    private func dropWhiteSpace(of token: inout Token, _ source: Span<UInt8>) -> Bool {
        guard token.kind == .text else { return false }
        _ = takeWhiteSpace(of: &token, source)
        return token.text.isEmpty
    }

    /// Inserts the white space at the front of a text; whether the token was a text of nothing else.
    mutating func insertWhiteSpace(of token: inout Token, _ source: Span<UInt8>) -> Bool {
        guard token.kind == .text else { return false }
        insertText(takeWhiteSpace(of: &token, source))
        return token.text.isEmpty
    }

    /// Whether an end tag in or before the head means nothing.
    private func isIgnoredEndTag(_ token: Token) -> Bool {
        switch token.name {
        case .head, .body, .html, .br: false
        default: token.kind == .endTag
        }
    }

    /// Processes a start tag that belongs in the head, wherever it stands; whether the token was such a tag.
    mutating func startTagInHead(_ token: Token) -> Bool {
        switch token.name {
        case .base, .basefont, .bgsound, .link, .meta:
            insertVoid(token)
        case .title:
            insertRaw(token, .rcdata)
        case .noscript where !scripting:
            insertElement(token)
            mode = .inHeadNoscript
        case .noframes, .style, .noscript:
            insertRaw(token, .rawText)
        case .script:
            insertRaw(token, .scriptData)
        case .template:
            startTemplate(token)
        default:
            return false
        }
        return true
    }

    /// Inserts an element whose content is text up to its end tag.
    mutating func insertRaw(_ token: Token, _ state: Tokenizer.State) {
        insertElement(token)
        tokenizer.state = state
        originalMode = mode
        mode = .text
    }

    mutating func text(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.kind == .text {
            insertText(token.text)
            return false
        }
        popCurrent()
        mode = originalMode
        return token.kind == .endOfFile
    }

    mutating func inHeadNoscript(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if insertWhiteSpace(of: &token, source) { return false }
        switch token.startName {
        case .html: return inBody(&token, source)
        case .basefont, .bgsound, .link, .meta, .noframes, .style: return inHead(&token, source)
        case .head, .noscript: return false
        default: break
        }
        if token.kind == .endTag, token.name != .noscript, token.name != .br { return false }
        popCurrent()
        mode = .inHead
        return token.endName != .noscript
    }

    mutating func afterHead(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if insertWhiteSpace(of: &token, source) || endsTemplate(token) { return false }
        if token.endName == .head || isIgnoredEndTag(token) { return false }
        switch token.startName {
        case .html:
            return inBody(&token, source)
        case .body:
            insertElement(token)
            framesetOK = false
            mode = .inBody
        case .frameset:
            insertElement(token)
            mode = .inFrameset
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            open.push(OpenElement(node: headNode, name: .head, traits: htmlTraits(of: .head)))
            _ = startTagInHead(token)
            if let index = open.index(of: headNode) { open.remove(at: index) }
        case .head:
            break
        default:
            _ = insertImplied(.body)
            mode = .inBody
            return true
        }
        return false
    }
}
