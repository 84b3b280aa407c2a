import LarderHTML

extension LayoutPass {
    mutating func beginList(_ node: NodeID, _ frame: inout LayoutFrame) {
        frame.opensList = true
        let isOrdered = document.isElement(node, .ol)
        let start = isOrdered ? document.value(of: .start, on: node).flatMap { ListCounter.integer($0) } : nil
        lists.append(ListCounter(start: start, isReversed: isOrdered && document.hasAttribute(.reversed, on: node)))
    }

    mutating func beginItem(_ node: NodeID, _ style: ComputedStyle, _ frame: inout LayoutFrame) {
        let item = items.count
        let value =
            document.isElement(node, .li)
            ? document.value(of: .value, on: node).flatMap { ListCounter.integer($0) } : nil
        items.append(ListItem(style: style.listStyle, isShown: style.isVisible, ordinal: value ?? 1))
        if !lists.isEmpty { items[item].ordinal = lists[lists.count - 1].number(item: item, value: value) }
        frame.item = item
        frame.context.item = Int32(truncatingIfNeeded: item)
        frame.attributes = -1
    }

    mutating func beginLink(_ node: NodeID, _ frame: inout LayoutFrame) {
        guard let reference = document.value(of: .href, on: node) else { return }
        guard links.count < options.limits.maxLinks, linkBytes < options.limits.maxLinkBytes else {
            omissions.links += 1
            return
        }
        let link = base.link(reference)
        linkBytes += link.url.utf8.count
        guard linkBytes <= options.limits.maxLinkBytes else {
            omissions.links += 1
            return
        }
        links.append(link)
        frame.link = links.count - 1
        frame.context.link = link.isUnsafe ? -1 : Int32(truncatingIfNeeded: links.count - 1)
        frame.attributes = -1
        writer.land(.link(links.count - 1))
    }
}
