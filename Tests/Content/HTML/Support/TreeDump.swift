import LarderHTML

/// Writes a tree in the form of the html5lib tests.
enum TreeDump {
    static func lines(of document: HTMLDocument) -> String {
        var result: [String] = []
        var depth = 0
        for event in document.events(of: document.root, withTemplates: true) {
            switch event {
            case .enter(let node) where node == document.root:
                break
            case .leave(let node):
                if node != document.root { depth -= 1 }
            case .enter(let node):
                let indent = "| " + String(repeating: "  ", count: depth)
                depth += 1
                if document.kind(of: node) == .templateContents {
                    result.append(indent + "content")
                    continue
                }
                result.append(indent + "<" + prefix(document.namespace(of: node)) + document.tagName(of: node) + ">")
                result += attributes(of: node, document).map { indent + "  " + $0 }
            case .leaf(let node):
                result.append("| " + String(repeating: "  ", count: depth) + leaf(node, document))
            }
        }
        return result.joined(separator: "\n")
    }

    private static func prefix(_ namespace: Namespace) -> String {
        switch namespace {
        case .html: ""
        case .svg: "svg "
        case .mathML: "math "
        }
    }

    private static func attributes(of node: NodeID, _ document: HTMLDocument) -> [String] {
        let pairs = document.attributes(of: node).map { attribute in
            let space: String
            switch attribute.namespace {
            case .none: space = ""
            case .xlink: space = "xlink "
            case .xml: space = "xml "
            case .xmlns: space = "xmlns "
            }
            return (name: space + document.string(for: attribute.name), value: document.string(attribute.value))
        }
        let sorted = pairs.sorted { $0.name.utf16.lexicographicallyPrecedes($1.name.utf16) }
        return sorted.map { "\($0.name)=\"\($0.value)\"" }
    }

    private static func leaf(_ node: NodeID, _ document: HTMLDocument) -> String {
        switch document.kind(of: node) {
        case .text:
            return "\"" + document.string(document.text(of: node)) + "\""
        case .comment:
            return "<!-- " + document.string(document.text(of: node)) + " -->"
        default:
            let doctype = document.doctype
            guard doctype?.publicID?.isEmpty == false || doctype?.systemID?.isEmpty == false else {
                return "<!DOCTYPE " + (doctype?.name ?? "") + ">"
            }
            return "<!DOCTYPE \(doctype?.name ?? "") \"\(doctype?.publicID ?? "")\" \"\(doctype?.systemID ?? "")\">"
        }
    }
}
