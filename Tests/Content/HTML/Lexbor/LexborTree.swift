import Foundation
import LarderHTML

/// A tree in lines, one form for both parsers: depth and name of each element, its attributes sorted, texts and
/// comments.
///
/// lexbor's Python binding shows neither doctype nor namespaces nor the contents of templates; it gives prefixed
/// names as they stand in the source.
enum LexborTree {
    static let isAvailable = Python.runs("import selectolax.lexbor")

    /// Writes the lines of each page of the folder, as lexbor has them, to a file beside it.
    static func write(in folder: URL) throws {
        try Python.run(Self.script, [folder.path])
    }

    static func lines(of document: HTMLDocument) -> [String] {
        var result: [String] = []
        var depth = -1
        for event in document.events(of: document.root) {
            switch event {
            case .enter(let node):
                if depth >= 0 {
                    result.append("\(depth) \(document.tagName(of: node))")
                    result += attributes(of: node, document)
                }
                depth += 1
            case .leave:
                depth -= 1
            case .leaf(let node):
                let text = escaped(document.string(document.text(of: node)))
                switch document.kind(of: node) {
                case .text: result.append("\(depth) \"\(text)")
                case .comment: result.append("\(depth) !\(text)")
                default: break
                }
            }
        }
        return result
    }

    private static func attributes(of node: NodeID, _ document: HTMLDocument) -> [String] {
        let lines = document.attributes(of: node).map { attribute in
            let local = document.string(for: attribute.name)
            let name: String
            switch attribute.namespace {
            case .none: name = local
            case .xlink: name = "xlink:" + local
            case .xml: name = "xml:" + local
            case .xmlns: name = local == "xmlns" ? local : "xmlns:" + local
            }
            return "@\(name)=\(escaped(document.string(attribute.value)))"
        }
        return lines.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static let script = #"""
        import glob, sys
        from selectolax.lexbor import LexborHTMLParser

        def escaped(text):
            return (text or "").replace("\\", "\\\\").replace("\n", "\\n")

        for page in glob.glob(sys.argv[1] + "/*.html"):
            node = LexborHTMLParser(open(page, "rb").read()).root
            while node.prev is not None:
                node = node.prev
            out, depth = [], 0
            while node is not None:
                if node.is_text_node:
                    out.append('%d "%s' % (depth, escaped(node.text_content)))
                elif node.is_comment_node:
                    out.append('%d !%s' % (depth, escaped(node.html[4:-3])))
                elif node.is_element_node:
                    out.append('%d %s' % (depth, node.tag))
                    out.extend(sorted('@%s=%s' % (k, escaped(v)) for k, v in node.attributes.items()))
                below = node.child if node.is_element_node else None
                if below is not None:
                    node, depth = below, depth + 1
                    continue
                while node is not None and node.next is None:
                    node, depth = (node.parent if depth > 0 else None), depth - 1
                if node is not None:
                    node = node.next
            with open(page + ".lines", "w", newline="\n") as f:
                f.write("\n".join(out))
        """#
}
