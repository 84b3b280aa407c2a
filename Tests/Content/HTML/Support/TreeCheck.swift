import LarderHTML

/// Looks for links that disagree.
enum TreeCheck {
    /// What is wrong with the tree, if anything is.
    static func problem(in document: HTMLDocument) -> String? {
        var seen = 0
        var depth = 0
        for node in document.descendants(of: document.root, andSelf: true, withTemplates: true) {
            seen += 1
            if seen > document.nodeCapacity { return "the walk does not end" }
            if let problem = problem(at: node, document) { return "node \(node.rawValue): \(problem)" }
        }
        for event in document.events(of: document.root, withTemplates: true) {
            switch event {
            case .enter: depth += 1
            case .leave: depth -= 1
            case .leaf: break
            }
        }
        if depth != 0 { return "the walk leaves \(depth) nodes open" }
        let written = document.outerHTML(of: document.root)
        return written.utf8.count > 64 << 20 ? "serialized to \(written.utf8.count) bytes" : nil
    }

    private static func problem(at node: NodeID, _ document: HTMLDocument) -> String? {
        var previous: NodeID?
        var child = document.firstChild(of: node)
        while let current = child {
            if document.parent(of: current) != node { return "child \(current.rawValue) has another parent" }
            if document.previousSibling(of: current) != previous {
                return "child \(current.rawValue) has a wrong previous"
            }
            if let previous, document.kind(of: previous) == .text, document.kind(of: current) == .text {
                return "adjacent texts \(previous.rawValue), \(current.rawValue)"
            }
            previous = current
            child = document.nextSibling(of: current)
        }
        if document.lastChild(of: node) != previous { return "wrong last child" }
        switch document.kind(of: node) {
        case .text:
            if document.text(of: node).isEmpty { return "empty text" }
            if previous != nil { return "text with children" }
        case .comment, .doctype:
            if previous != nil { return "leaf with children" }
        case .element:
            if document.isElement(node, .template) {
                let child = document.firstChild(of: node)
                if child == nil || child.map({ document.kind(of: $0) }) != .templateContents {
                    return "template without contents"
                }
            }
        case .document, .templateContents:
            break
        }
        return nil
    }
}
