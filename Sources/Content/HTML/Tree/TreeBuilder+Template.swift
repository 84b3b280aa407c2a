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

    mutating func endTemplate() {
        guard open.has(.template) else { return }
        open.generateAllImpliedEndTagsThoroughly()
        closeTemplate()
    }

    private mutating func closeTemplate() {
        open.pop(through: .template)
        clearFormattingToMarker()
        _ = templateModes.popLast()
        resetMode()
    }

    mutating func inTemplate(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        switch token.kind {
        case .text, .comment, .doctype:
            return inBody(&token, source)
        case .startTag:
            switch token.name {
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
                return inHead(&token, source)
            case .caption, .colgroup, .tbody, .tfoot, .thead:
                setTemplateMode(.inTable)
            case .col:
                setTemplateMode(.inColumnGroup)
            case .tr:
                setTemplateMode(.inTableBody)
            case .td, .th:
                setTemplateMode(.inRow)
            default:
                setTemplateMode(.inBody)
            }
            return true
        case .endTag:
            if token.name == .template { endTemplate() }
            return false
        case .endOfFile:
            guard open.has(.template) else {
                isStopped = true
                return false
            }
            closeTemplate()
            return true
        }
    }

    private mutating func setTemplateMode(_ new: Mode) {
        _ = templateModes.popLast()
        templateModes.append(new)
        mode = new
    }

    /// Resets the insertion mode appropriately (13.2.4.1).
    mutating func resetMode() {
        var index = open.count - 1
        while index >= 0 {
            let isLast = index == 0
            var name = open[index].name
            var isHTML = open[index].isHTML
            if isLast, let context {
                name = context.name
                isHTML = context.namespace == .html
            }
            if isHTML, let found = modeForReset(name, isLast: isLast) {
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
