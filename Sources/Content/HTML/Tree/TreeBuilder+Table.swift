extension TreeBuilder {
    mutating func inTable(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            if open.current.traits.contains(.fosters) || open.current.traits.contains(.template) {
                tableText.removeAll(keepingCapacity: true)
                originalMode = mode
                mode = .inTableText
                return true
            }
        case .comment:
            insertComment(token)
            return false
        case .doctype:
            return false
        case .startTag:
            if let again = startTagInTable(token, source) { return again }
        case .endTag:
            switch token.name {
            case .table:
                endTable()
                return false
            case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr:
                return false
            case .template:
                endTemplate()
                return false
            default:
                break
            }
        case .endOfFile:
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

    /// - Returns: Whether to process the token again; `nil` if it is for the rules of the body.
    private mutating func startTagInTable(_ token: Token, _ source: Span<UInt8>) -> Bool? {
        switch token.name {
        case .caption:
            open.clearBackToTable()
            formatting.append(.marker)
            insertElement(token)
            mode = .inCaption
        case .colgroup:
            open.clearBackToTable()
            insertElement(token)
            mode = .inColumnGroup
        case .col:
            open.clearBackToTable()
            _ = insertImplied(.colgroup)
            mode = .inColumnGroup
            return true
        case .tbody, .tfoot, .thead:
            open.clearBackToTable()
            insertElement(token)
            mode = .inTableBody
        case .td, .th, .tr:
            open.clearBackToTable()
            _ = insertImplied(.tbody)
            mode = .inTableBody
            return true
        case .table:
            guard open.hasInTableScope(.table) else { return false }
            endTable()
            return true
        case .style, .script, .template:
            _ = startTagInHead(token)
        case .input:
            guard isHidden(token, source) else { return nil }
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

    mutating func inTableText(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.kind == .text {
            let text = token.hasNull ? withoutNull(token.text, replacing: false, source) : token.text
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
        if token.kind == .startTag {
            switch token.name {
            case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr: return endCaption()
            default: break
            }
        } else if token.kind == .endTag {
            switch token.name {
            case .caption:
                _ = endCaption()
                return false
            case .table:
                return endCaption()
            case .body, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr:
                return false
            default:
                break
            }
        }
        return inBody(&token, source)
    }

    private mutating func endCaption() -> Bool {
        guard open.hasInTableScope(.caption) else { return false }
        open.generateImpliedEndTags()
        open.pop(through: .caption)
        clearFormattingToMarker()
        mode = .inTable
        return true
    }

    mutating func inColumnGroup(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text:
            insertText(takeWhiteSpace(of: &token, source))
            if token.text.isEmpty { return false }
        case .comment:
            insertComment(token)
            return false
        case .doctype:
            return false
        case .startTag:
            switch token.name {
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
        case .endTag:
            switch token.name {
            case .colgroup:
                _ = endColumnGroup()
                return false
            case .col:
                return false
            case .template:
                endTemplate()
                return false
            default:
                break
            }
        case .endOfFile:
            return inBody(&token, source)
        }
        return endColumnGroup()
    }

    private mutating func endColumnGroup() -> Bool {
        guard open.current.isHTML(.colgroup) else { return false }
        popCurrent()
        mode = .inTable
        return true
    }

    mutating func inTableBody(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.kind == .startTag {
            switch token.name {
            case .tr:
                open.clearBackToSection()
                insertElement(token)
                mode = .inRow
                return false
            case .th, .td:
                open.clearBackToSection()
                _ = insertImplied(.tr)
                mode = .inRow
                return true
            case .caption, .col, .colgroup, .tbody, .tfoot, .thead:
                return endSection()
            default:
                break
            }
        } else if token.kind == .endTag {
            switch token.name {
            case .tbody, .tfoot, .thead:
                if open.hasInTableScope(token.name) { _ = endSection() }
                return false
            case .table:
                return endSection()
            case .body, .caption, .col, .colgroup, .html, .td, .th, .tr:
                return false
            default:
                break
            }
        }
        return inTable(&token, source)
    }

    private mutating func endSection() -> Bool {
        guard open.hasInScope(anyOf: .tableSection, .tableScope) else { return false }
        open.clearBackToSection()
        popCurrent()
        mode = .inTable
        return true
    }
}
