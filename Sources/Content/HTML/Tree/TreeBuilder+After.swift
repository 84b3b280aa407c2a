extension TreeBuilder {
    mutating func afterBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            return textAfterBody(&token, source)
        case .comment:
            insertComment(token, below: open[0].node)
            return false
        case .doctype:
            return false
        case .startTag:
            if token.name == .html { return inBody(&token, source) }
        case .endTag:
            if token.name == .html {
                if context == nil { mode = .afterAfterBody }
                return false
            }
        case .endOfFile:
            isStopped = true
            return false
        }
        mode = .inBody
        return true
    }

    /// White space is the body's; other characters open the body again.
    private mutating func textAfterBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        let space = takeWhiteSpace(of: &token, source)
        if !space.isEmpty { textInBody(Token(.text, text: space), source) }
        guard !token.text.isEmpty else { return false }
        mode = .inBody
        return true
    }

    mutating func afterAfterBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            return textAfterBody(&token, source)
        case .comment:
            insertComment(token, below: Self.document)
            return false
        case .doctype:
            return false
        case .startTag:
            if token.name == .html { return inBody(&token, source) }
        case .endTag:
            break
        case .endOfFile:
            isStopped = true
            return false
        }
        mode = .inBody
        return true
    }

    mutating func inFrameset(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            insertOnlyWhiteSpace(token, source)
        case .comment:
            insertComment(token)
        case .doctype:
            break
        case .startTag:
            switch token.name {
            case .html: return inBody(&token, source)
            case .frameset: insertElement(token)
            case .frame: insertVoid(token)
            case .noframes: return inHead(&token, source)
            default: break
            }
        case .endTag:
            if token.name == .frameset, open.count > 1 {
                open.pop()
                if context == nil, !open.current.isHTML(.frameset) { mode = .afterFrameset }
            }
        case .endOfFile:
            isStopped = true
        }
        return false
    }

    mutating func afterFrameset(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            insertOnlyWhiteSpace(token, source)
        case .comment:
            insertComment(token)
        case .doctype:
            break
        case .startTag:
            if token.name == .html { return inBody(&token, source) }
            if token.name == .noframes { return inHead(&token, source) }
        case .endTag:
            if token.name == .html { mode = .afterAfterFrameset }
        case .endOfFile:
            isStopped = true
        }
        return false
    }

    mutating func afterAfterFrameset(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            let count = whiteSpaceCount(token.text, source)
            if count > 0 { reconstructFormatting() }
            insertOnlyWhiteSpace(token, source)
        case .comment:
            insertComment(token, below: Self.document)
        case .doctype, .endTag:
            break
        case .startTag:
            if token.name == .html { return inBody(&token, source) }
            if token.name == .noframes { return inHead(&token, source) }
        case .endOfFile:
            isStopped = true
        }
        return false
    }

    private func whiteSpaceCount(_ text: TextRange, _ source: Span<UInt8>) -> Int {
        (0..<text.count).count { ASCII.isWhiteSpace(byte(text, $0, source)) }
    }

    /// Inserts the white space of a text and drops its other characters.
    private mutating func insertOnlyWhiteSpace(_ token: Token, _ source: Span<UInt8>) {
        var index: UInt32 = 0
        while index < token.text.length {
            let start = index
            while index < token.text.length, ASCII.isWhiteSpace(byte(token.text, Int(index), source)) { index += 1 }
            insertText(TextRange(position: token.text.position + start, length: index - start))
            while index < token.text.length, !ASCII.isWhiteSpace(byte(token.text, Int(index), source)) { index += 1 }
        }
    }
}
