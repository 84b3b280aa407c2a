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
            boundary(1, style)
            beginTable(&frame)
        case .rowGroup:
            frame.isTablePart = true
            if stack[parentIndex].isTablePart { endRowGroup() }
        case .row:
            frame.isTablePart = true
            if stack[parentIndex].isTablePart { beginRow(style) }
        case .cell: beginCell(node, style, parentIndex, &frame)
        case .caption:
            captionBreak(node)
            boundary(1, style)
        case .block, .listItem, .flex: boundary(1, style)
        default: break
        }
        if style.display.isBlockLevel, style.isVisible { frame.breaks = 1 }
        if entry.role == .paragraph, style.isVisible {
            boundary(2, style)
            frame.breaks = 2
        }
        if style.display == .listItem { beginItem(node, style, &frame) }
        switch entry.role {
        case .list: beginList(node, &frame)
        case .anchor:
            beginLink(node, &frame)
            if let name = document.value(of: .name, on: node) { land(at: name) }
        case .select: frame.children = .options
        case .optionGroup where stack[parentIndex].children == .options: frame.children = .groupedOptions
        case .details where !options.opensDetails && !document.hasAttribute(.open, on: node):
            frame.children = .summary
            frame.summary = document.children(of: node).first { document.isElement($0, .summary) }
        default: break
        }
        if let name = document.value(of: .id, on: node) { land(at: name) }
    }

    /// Keeps where an element begins that links may lead to.
    private mutating func land(at name: String) {
        guard targets.count < Self.maxTargets, (1...Self.longestTarget).contains(name.utf8.count) else { return }
        targets.append(name)
        writer.land(.target(targets.count - 1))
    }

    private static let maxTargets = 20_000
    private static let longestTarget = 256

    private mutating func boundary(_ breaks: Int, _ style: ComputedStyle) {
        writer.boundary(breaks: style.isVisible ? breaks : 0, attributes: attributesWithoutLines())
    }

    /// What needs the element itself on the stack.
    mutating func afterBegin(_ node: NodeID, _ entry: UserAgentEntry) {
        let index = stack.count - 1
        let item = stack[index].item
        let isVisible = stack[index].style.isVisible
        if item >= 0, items[item].style != .none, isVisible, hasRoomForMarker() {
            writer.marker(item: item, attributes: attributesWithoutLines())
        }
        if entry.role == .quote, isVisible, hasRoomForMarker() {
            let depth = stack[index].context.quotationDepth
            stack[index].opensQuote = true
            stack[index].context.quotationDepth = min(depth + 1, 60_000)
            writer.atom(.quote(depth % 2 == 0 ? "\u{201C}" : "\u{2018}"), attributes: currentAttributes())
        }
    }

    private mutating func hasRoomForMarker() -> Bool {
        markerCount += 1
        guard markerCount > options.limits.maxMarkers else { return true }
        omissions.markers += 1
        return false
    }

    /// Ends the innermost element, and takes it off the stack.
    mutating func leave() {
        let last = stack.count - 1
        if stack[last].opensQuote {
            let mark = stack[last].context.quotationDepth % 2 == 1 ? "\u{201D}" : "\u{2019}"
            writer.trailing(.quote(mark), attributes: currentAttributes())
        }
        let item = stack[last].item
        if item >= 0, writer.isWaiting(item: item) { writer.seal() }
        if stack[last].cell >= 0 { endCell(stack[last].cell) }
        if stack[last].opensTable { endTable() }
        let display = stack[last].style.display
        if display == .rowGroup, last > 0, stack[last - 1].isTablePart { endRowGroup() }
        if stack[last].opensList, let list = lists.popLast() {
            list.finish { item, number in items[item].ordinal = number }
        }
        let breaks = stack[last].breaks
        if stack[last].isBox {
            writer.endBox()
        } else if display.isBlockLevel {
            writer.boundary(breaks: breaks, attributes: attributesWithoutLines())
        }
        if stack[last].role == .paragraph, breaks == 2 {
            writer.boundary(breaks: 2, attributes: attributesWithoutLines())
        }
        stack.removeLast()
    }
}
