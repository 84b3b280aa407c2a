extension TreeBuilder {
    mutating func afterBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        guard token.endName == .html else { return afterAfterBody(&token, source) }
        if context == nil { mode = .afterAfterBody }
        return false
    }

    mutating func afterAfterBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.startName == .html { return inBody(&token, source) }
        if token.kind == .text {
            let space = takeWhiteSpace(of: &token, source)
            if !space.isEmpty { textInBody(Token(.text, text: space), source) }
            if token.text.isEmpty { return false }
        }
        isStopped = token.kind == .endOfFile
        if !isStopped { mode = .inBody }
        return !isStopped
    }

    mutating func inFrameset(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch (token.kind, token.name) {
        case (.startTag, .frameset):
            insertElement(token)
        case (.startTag, .frame):
            insertVoid(token)
        case (.endTag, .frameset) where open.count > 1:
            open.pop()
            if context == nil, !open.current.isHTML(.frameset) { mode = .afterFrameset }
        default:
            return inFrames(&token, source)
        }
        return false
    }

    mutating func afterFrameset(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.endName == .html { mode = .afterAfterFrameset }
        return inFrames(&token, source)
    }

    mutating func afterAfterFrameset(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.kind == .text, (0..<token.text.count).contains(where: { isWhiteSpace(at: $0, of: token.text, source) })
        {
            reconstructFormatting()
        }
        return inFrames(&token, source)
    }

    /// What the modes around frames have in common.
    private mutating func inFrames(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch (token.kind, token.name) {
        case (.text, _): insertOnlyWhiteSpace(token.text, source)
        case (.startTag, .html): return inBody(&token, source)
        case (.startTag, .noframes): return inHead(&token, source)
        case (.endOfFile, _): isStopped = true
        default: break
        }
        return false
    }

    private func isWhiteSpace(at index: Int, of text: TextRange, _ source: Span<UInt8>) -> Bool {
        ASCII.isWhiteSpace(byte(text, index, source))
    }

    /// Inserts the white space of a text and drops its other characters.
    private mutating func insertOnlyWhiteSpace(_ text: TextRange, _ source: Span<UInt8>) {
        var index = 0
        while index < text.count {
            let start = index
            while index < text.count, isWhiteSpace(at: index, of: text, source) { index += 1 }
            insertText(TextRange(position: text.position + UInt32(start), length: UInt32(index - start)))
            while index < text.count, !isWhiteSpace(at: index, of: text, source) { index += 1 }
        }
    }
}
