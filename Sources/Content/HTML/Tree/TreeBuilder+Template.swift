extension TreeBuilder {
    mutating func startTemplate(_ token: Token) {
        guard hasRoomForTable() else { return }
        let node = insertElement(token)
        append(addNode(NodeRecord(kind: .templateContents)), to: node)
        formatting.append(.marker)
        framesetOK = false
        mode = .inTemplate
        templateModes.append(.inTemplate)
    }

    /// Closes the innermost open template; whether there is one.
    private mutating func endTemplate() -> Bool {
        guard open.has(.template) else { return false }
        open.pop(through: .template)
        clearFormattingToMarker()
        _ = templateModes.popLast()
        resetMode()
        return true
    }

    /// Processes the end tag of a template; whether the token is such a tag.
    mutating func endsTemplate(_ token: Token) -> Bool {
        guard token.endName == .template else { return false }
        _ = endTemplate()
        return true
    }

    mutating func inTemplate(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text, .comment, .doctype:
            return inBody(&token, source)
        case .startTag:
            switch token.name {
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
                return inHead(&token, source)
            case .caption, .colgroup, .tbody, .tfoot, .thead: mode = .inTable
            case .col: mode = .inColumnGroup
            case .tr: mode = .inTableBody
            case .td, .th: mode = .inRow
            default: mode = .inBody
            }
            _ = templateModes.popLast()
            templateModes.append(mode)
            return true
        case .endTag:
            _ = endsTemplate(token)
            return false
        case .endOfFile:
            isStopped = !endTemplate()
            return !isStopped
        }
    }

    /// Resets the insertion mode appropriately (13.2.4.1).
    mutating func resetMode() {
        var index = open.count - 1
        while index >= 0 {
            let isLast = index == 0
            let element = isLast ? context ?? open[index] : open[index]
            if element.isHTML, let found = modeForReset(element.name, isLast: isLast) {
                mode = found
                return
            }
            index -= 1
        }
        mode = .inBody
    }

    private func modeForReset(_ name: NameID, isLast: Bool) -> Mode? {
        switch name {
        case .td, .th: isLast ? nil : .inCell
        case .tr: .inRow
        case .tbody, .thead, .tfoot: .inTableBody
        case .caption: .inCaption
        case .colgroup: .inColumnGroup
        case .table: .inTable
        case .template: templateModes.last ?? .inBody
        case .head: isLast ? nil : .inHead
        case .body: .inBody
        case .frameset: .inFrameset
        case .html: headNode == 0 ? .beforeHead : .afterHead
        default: nil
        }
    }
}
