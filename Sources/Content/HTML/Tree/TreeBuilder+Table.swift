extension TreeBuilder {
    mutating func inTable(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            if !open.current.traits.isDisjoint(with: [.fosters, .template]) {
                tableText.removeAll(keepingCapacity: true)
                originalMode = mode
                mode = .inTableText
                return true
            }
        case .startTag:
            if let again = startTagInTable(token, source) { return again }
        case .endTag:
            if token.name == .table {
                endTable()
                return false
            }
            if endsTemplate(token) || isInsideTable(token) { return false }
        case .endOfFile, .comment, .doctype:
            return inBody(&token, source)
        }
        fosterParenting = true
        let again = inBody(&token, source)
        fosterParenting = false
        return again
    }

    private mutating func endTable() {
        guard open.hasInTableScope(.table) else { return }
        open.pop(through: .table)
        resetMode()
    }

    /// Whether an end tag is of the page or of a part of a table, which no element inside ends.
    private func isInsideTable(_ token: Token) -> Bool {
        token.name == .body || token.name == .html || isTablePart(token)
    }

    private func isTablePart(_ token: Token) -> Bool { htmlTraits(of: token.name).contains(.tablePart) }

    /// - Returns: Whether to process the token again; `nil` if it is for the rules of the body.
    private mutating func startTagInTable(_ token: Token, _ source: Span<UInt8>) -> Bool? {
        switch token.name {
        case .caption:
            open.clearBackToTable()
            formatting.append(.marker)
            insertElement(token)
            mode = .inCaption
        case .colgroup, .col:
            open.clearBackToTable()
            return insert(.colgroup, for: token, then: .inColumnGroup)
        case .tbody, .tfoot, .thead, .td, .th, .tr:
            open.clearBackToTable()
            return insert(.tbody, for: token, then: .inTableBody)
        case .table:
            guard open.hasInTableScope(.table) else { return false }
            endTable()
            return true
        case .style, .script, .template:
            _ = startTagInHead(token)
        case .input:
            guard isHidden(token) else { return nil }
            insertVoid(token)
        case .form:
            if formNode != 0 || open.has(.template) { return false }
            formNode = insertElement(token)
            popCurrent()
        default:
            return nil
        }
        return false
    }

    /// Inserts a part of a table: the element of the start tag, or an implied one around it.
    ///
    /// - Returns: Whether the part was implied, so that the token is to be processed again.
    private mutating func insert(_ part: NameID, for token: Token, then next: Mode) -> Bool {
        mode = next
        let isPart = token.name == part || htmlTraits(of: token.name).contains(.tableSection)
        _ = isPart ? insertElement(token) : insertImplied(part)
        return !isPart
    }

    mutating func inTableText(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.kind == .text {
            let text = token.hasNull ? withoutNull(token.text, source) : token.text
            if !text.isEmpty { tableText.append(text) }
            return false
        }
        mode = originalMode
        let pending = tableText
        tableText.removeAll(keepingCapacity: true)
        if pending.allSatisfy({ isWhiteSpace($0, source) }) {
            for text in pending { insertText(text) }
        } else {
            fosterParenting = true
            for text in pending { textInBody(Token(.text, text: text), source) }
            fosterParenting = false
        }
        return true
    }

    mutating func inCaption(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.kind == .startTag, isTablePart(token) { return endCaption() }
        if token.kind == .endTag {
            if token.name == .caption || token.name == .table { return endCaption() && token.name == .table }
            if isInsideTable(token) { return false }
        }
        return inBody(&token, source)
    }

    private mutating func endCaption() -> Bool {
        guard open.close(.caption, .tableScope) else { return false }
        clearFormattingToMarker()
        mode = .inTable
        return true
    }

    mutating func inColumnGroup(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if insertWhiteSpace(of: &token, source) || endsTemplate(token) || token.endName == .col { return false }
        switch token.startName {
        case .html:
            return inBody(&token, source)
        case .col:
            insertVoid(token)
            return false
        case .template:
            startTemplate(token)
            return false
        default:
            break
        }
        if token.kind == .endOfFile { return inBody(&token, source) }
        guard open.current.isHTML(.colgroup) else { return false }
        popCurrent()
        mode = .inTable
        return token.endName != .colgroup
    }

    mutating func inTableBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.startName {
        case .tr, .th, .td:
            open.clearBackToSection()
            return insert(.tr, for: token, then: .inRow)
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead: return endSection()
        default: break
        }
        switch token.endName {
        case .tbody, .tfoot, .thead:
            if open.hasInTableScope(token.name) { _ = endSection() }
            return false
        case .table: return endSection()
        case .body, .caption, .col, .colgroup, .html, .td, .th, .tr: return false
        default: return inTable(&token, source)
        }
    }

    private mutating func endSection() -> Bool {
        guard open.hasInScope(anyOf: .tableSection, .tableScope) else { return false }
        open.clearBackToSection()
        popCurrent()
        mode = .inTable
        return true
    }

    mutating func inRow(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.startName {
        case .th, .td:
            open.clearBackToRow()
            insertElement(token)
            mode = .inCell
            formatting.append(.marker)
            return false
        case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr: return endRow()
        default: break
        }
        switch token.endName {
        case .tr, .table: return endRow() && token.name == .table
        case .tbody, .tfoot, .thead: return open.hasInTableScope(token.name) && endRow()
        case .body, .caption, .col, .colgroup, .html, .td, .th: return false
        default: return inTable(&token, source)
        }
    }

    private mutating func endRow() -> Bool {
        guard open.hasInTableScope(.tr) else { return false }
        open.clearBackToRow()
        popCurrent()
        mode = .inTableBody
        return true
    }

    mutating func inCell(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.kind == .startTag, isTablePart(token) { return closeCell() }
        switch token.endName {
        case .td, .th:
            if open.hasInTableScope(token.name) { _ = closeCell() }
            return false
        case .body, .caption, .col, .colgroup, .html: return false
        case .table, .tbody, .tfoot, .thead, .tr: return open.hasInTableScope(token.name) && closeCell()
        default: return inBody(&token, source)
        }
    }

    private mutating func closeCell() -> Bool {
        guard open.hasInScope(anyOf: .cell, .tableScope) else { return false }
        open.pop(throughAnyOf: .cell)
        clearFormattingToMarker()
        mode = .inRow
        return true
    }
}
