import LarderHTML

/// What the beginning and the end of an element write.
extension LayoutPass {
    mutating func begin(
        _ node: NodeID,
        _ entry: UserAgentEntry,
        _ style: ComputedStyle,
        _ parentIndex: Int,
        _ frame: inout LayoutFrame
    ) {
        switch style.display {
        case .inlineBlock, .inlineFlex:
            writer.beginBox()
            frame.isBox = true
        case .inlineTable:
            writer.beginBox()
            frame.isBox = true
            beginTable(&frame)
        case .table:
            boundary(1, style, parentIndex)
            beginTable(&frame)
        case .rowGroup:
            frame.isTablePart = true
            if stack[parentIndex].isTablePart { endRowGroup() }
        case .row:
            frame.isTablePart = true
            if stack[parentIndex].isTablePart { beginRow(style, parentIndex) }
        case .cell: beginCell(node, style, parentIndex, &frame)
        case .caption:
            captionBreak(node, style, parentIndex)
            boundary(1, style, parentIndex)
        case .block, .listItem, .flex: boundary(1, style, parentIndex)
        default: break
        }
        if style.display.isBlockLevel, style.isVisible { frame.breaks = 1 }
        if entry.role == .paragraph, style.isVisible {
            boundary(2, style, parentIndex)
            frame.breaks = 2
        }
        if style.display == .listItem { beginItem(node, style, &frame) }
        switch entry.role {
        case .list: beginList(node, &frame)
        case .anchor: beginLink(node, &frame)
        case .select: frame.children = .options
        case .optionGroup where stack[parentIndex].children == .options: frame.children = .groupedOptions
        case .details where !options.opensDetails && !document.hasAttribute(.open, on: node):
            frame.children = .summary
            frame.summary = document.children(of: node).first { document.isElement($0, .summary) }
        default: break
        }
    }

    private mutating func boundary(_ breaks: Int, _ style: ComputedStyle, _ parentIndex: Int) {
        let index = currentAttributes()
        writer.boundary(breaks: style.isVisible ? breaks : 0, attributes: attributes.withoutLines(index))
    }

    /// What needs the element itself on the stack.
    mutating func afterBegin(_ node: NodeID, _ entry: UserAgentEntry) {
        let index = stack.count - 1
        let frame = stack[index]
        if frame.item >= 0, items[frame.item].style != .none, frame.style.isVisible, hasRoomForMarker() {
            let plain = attributes.withoutLines(currentAttributes())
            writer.marker(item: frame.item, attributes: plain)
        }
        if entry.role == .quote, frame.style.isVisible, hasRoomForMarker() {
            let mark = frame.context.quotationDepth % 2 == 0 ? "\u{201C}" : "\u{2018}"
            stack[index].opensQuote = true
            stack[index].context.quotationDepth = min(frame.context.quotationDepth + 1, 60_000)
            writer.atom(.quote(mark), attributes: currentAttributes())
        }
    }

    private mutating func hasRoomForMarker() -> Bool {
        markerCount += 1
        guard markerCount > options.limits.maxMarkers else { return true }
        omissions.markers += 1
        return false
    }

    mutating func leave(_ frame: LayoutFrame) {
        if frame.opensQuote {
            let mark = frame.context.quotationDepth % 2 == 1 ? "\u{201D}" : "\u{2019}"
            writer.trailing(.quote(mark), attributes: currentAttributes())
        }
        if frame.item >= 0, writer.isWaiting(item: frame.item) { writer.seal() }
        if frame.cell >= 0 { endCell(frame) }
        if frame.opensTable { endTable() }
        if frame.style.display == .rowGroup, stack.count > 1, stack[stack.count - 2].isTablePart { endRowGroup() }
        if frame.opensList, let list = lists.popLast() {
            list.finish { item, number in items[item].ordinal = number }
        }
        if frame.isBox {
            writer.endBox()
        } else if frame.style.display.isBlockLevel {
            let index = currentAttributes()
            writer.boundary(breaks: frame.breaks, attributes: attributes.withoutLines(index))
        }
        if frame.role == .paragraph, frame.breaks == 2 {
            let index = currentAttributes()
            writer.boundary(breaks: 2, attributes: attributes.withoutLines(index))
        }
    }
}
