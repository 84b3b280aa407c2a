extension TreeBuilder {
    mutating func initial(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            _ = takeWhiteSpace(of: &token, source)
            if token.text.isEmpty { return false }
        case .comment:
            insertComment(token, below: Self.document)
            return false
        case .doctype:
            insertDoctype()
            mode = .beforeHTML
            return false
        case .startTag, .endTag, .endOfFile:
            break
        }
        quirksMode = .quirks
        mode = .beforeHTML
        return true
    }

    private mutating func insertDoctype() {
        let read = tokenizer.doctype
        func string(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
        doctype = HTMLDocument.Doctype(
            name: string(read.name) ?? "",
            publicID: string(read.publicID),
            systemID: string(read.systemID)
        )
        append(addNode(NodeRecord(kind: .doctype)), to: Self.document)
        quirksMode = QuirksRules.mode(of: read)
    }

    mutating func beforeHTML(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .doctype:
            return false
        case .comment:
            insertComment(token, below: Self.document)
            return false
        case .text:
            _ = takeWhiteSpace(of: &token, source)
            if token.text.isEmpty { return false }
        case .startTag:
            if token.name == .html {
                append(insertElement(token), to: Self.document)
                mode = .beforeHead
                return false
            }
        case .endTag:
            switch token.name {
            case .head, .body, .html, .br: break
            default: return false
            }
        case .endOfFile:
            break
        }
        append(insertImplied(.html), to: Self.document)
        mode = .beforeHead
        return true
    }

    mutating func beforeHead(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .doctype:
            return false
        case .comment:
            insertComment(token)
            return false
        case .text:
            _ = takeWhiteSpace(of: &token, source)
            if token.text.isEmpty { return false }
        case .startTag:
            if token.name == .html { return inBody(&token, source) }
            if token.name == .head {
                headNode = insertElement(token)
                mode = .inHead
                return false
            }
        case .endTag:
            switch token.name {
            case .head, .body, .html, .br: break
            default: return false
            }
        case .endOfFile:
            break
        }
        headNode = insertImplied(.head)
        mode = .inHead
        return true
    }

    mutating func inHead(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .doctype:
            return false
        case .comment:
            insertComment(token)
            return false
        case .text:
            insertText(takeWhiteSpace(of: &token, source))
            if token.text.isEmpty { return false }
        case .startTag:
            switch token.name {
            case .html:
                return inBody(&token, source)
            case .head:
                return false
            default:
                if startTagInHead(token) { return false }
            }
        case .endTag:
            switch token.name {
            case .head:
                popCurrent()
                mode = .afterHead
                return false
            case .template:
                endTemplate()
                return false
            case .body, .html, .br:
                break
            default:
                return false
            }
        case .endOfFile:
            break
        }
        popCurrent()
        mode = .afterHead
        return true
    }

    /// The start tags that belong in the head, wherever they stand.
    ///
    /// - Returns: Whether the token was one of them.
    mutating func startTagInHead(_ token: Token) -> Bool {
        switch token.name {
        case .base, .basefont, .bgsound, .link, .meta:
            insertVoid(token)
        case .title:
            insertRaw(token, .rcdata)
        case .noscript:
            if scripting {
                insertRaw(token, .rawText)
            } else {
                insertElement(token)
                mode = .inHeadNoscript
            }
        case .noframes, .style:
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
        switch token.kind {
        case .doctype:
            return false
        case .comment:
            return inHead(&token, source)
        case .text:
            insertText(takeWhiteSpace(of: &token, source))
            if token.text.isEmpty { return false }
        case .startTag:
            switch token.name {
            case .html: return inBody(&token, source)
            case .basefont, .bgsound, .link, .meta, .noframes, .style: return inHead(&token, source)
            case .head, .noscript: return false
            default: break
            }
        case .endTag:
            if token.name == .noscript {
                popCurrent()
                mode = .inHead
                return false
            }
            if token.name != .br { return false }
        case .endOfFile:
            break
        }
        popCurrent()
        mode = .inHead
        return true
    }

    mutating func afterHead(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .doctype:
            return false
        case .comment:
            insertComment(token)
            return false
        case .text:
            insertText(takeWhiteSpace(of: &token, source))
            if token.text.isEmpty { return false }
        case .startTag:
            switch token.name {
            case .html:
                return inBody(&token, source)
            case .body:
                insertElement(token)
                framesetOK = false
                mode = .inBody
                return false
            case .frameset:
                insertElement(token)
                mode = .inFrameset
                return false
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
                insertInClosedHead(token)
                return false
            case .head:
                return false
            default:
                break
            }
        case .endTag:
            switch token.name {
            case .template:
                endTemplate()
                return false
            case .body, .html, .br:
                break
            default:
                return false
            }
        case .endOfFile:
            break
        }
        _ = insertImplied(.body)
        mode = .inBody
        return true
    }

    private mutating func insertInClosedHead(_ token: Token) {
        open.push(OpenElement(node: headNode, name: .head, traits: htmlTraits(of: .head)))
        _ = startTagInHead(token)
        if let index = open.index(of: headNode) { open.remove(at: index) }
    }
}
