/// The insertion modes "in row" and "in cell" (13.2.6.4.14 and 13.2.6.4.15).
extension TreeBuilder {
    mutating func inRow(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.kind == .startTag {
            switch token.name {
            case .th, .td:
                open.clearBackToRow()
                insertElement(token)
                mode = .inCell
                formatting.append(.marker)
                return false
            case .caption, .col, .colgroup, .tbody, .tfoot, .thead, .tr:
                return endRow()
            default:
                break
            }
        } else if token.kind == .endTag {
            switch token.name {
            case .tr:
                _ = endRow()
                return false
            case .table:
                return endRow()
            case .tbody, .tfoot, .thead:
                return open.hasInTableScope(token.name) && endRow()
            case .body, .caption, .col, .colgroup, .html, .td, .th:
                return false
            default:
                break
            }
        }
        return inTable(&token, source)
    }

    private mutating func endRow() -> Bool {
        guard open.hasInTableScope(.tr) else { return false }
        open.clearBackToRow()
        popCurrent()
        mode = .inTableBody
        return true
    }

    mutating func inCell(_ token: inout Token, _ source: Span<UInt8>) -> Bool {
        if token.kind == .startTag {
            switch token.name {
            case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
                return closeCell()
            default:
                break
            }
        } else if token.kind == .endTag {
            switch token.name {
            case .td, .th:
                guard open.hasInTableScope(token.name) else { return false }
                open.generateImpliedEndTags()
                open.pop(through: token.name)
                clearFormattingToMarker()
                mode = .inRow
                return false
            case .body, .caption, .col, .colgroup, .html:
                return false
            case .table, .tbody, .tfoot, .thead, .tr:
                return open.hasInTableScope(token.name) && closeCell()
            default:
                break
            }
        }
        return inBody(&token, source)
    }

    private mutating func closeCell() -> Bool {
        guard open.hasInScope(anyOf: .cell, .tableScope) else { return false }
        open.generateImpliedEndTags()
        open.pop(throughAnyOf: .cell)
        clearFormattingToMarker()
        mode = .inRow
        return true
    }
}
