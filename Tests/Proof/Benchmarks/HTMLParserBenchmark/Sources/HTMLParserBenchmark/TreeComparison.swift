import CGumbo
import Foundation
import LarderHTML

/// The trees of real pages beside libgumbo's: depth and name of each element, its attributes, comments, and all texts
/// joined.
///
/// The texts are joined because libgumbo puts white space before `</form>` behind the form: it takes the form off the
/// stack before it writes the text it holds back.
///
/// libgumbo 0.10.1 follows the standard of 2015. A page that differs is explained if it has one of the tags whose
/// rules changed since; any other difference fails the run.
enum TreeComparison {
    /// What the standard changed since libgumbo: `dialog`, `search` and `summary` close a `p`, a `select` may hold
    /// any tag, `menuitem` is an unknown tag, `rb` and `rtc` close each other, and so on.
    private static let changed = ["dialog", "search", "select", "menuitem", "isindex", "rtc", "rb", "template"]

    static func run(corpus: String) throws {
        let pages = try Pages(corpus: corpus, count: 0)
        defer { try? pages.remove() }  // A folder left behind does not change the result.
        var equal = 0
        var explained = 0
        var unexplained = 0
        for page in pages.whole {
            let document = HTMLDocument(parsing: page)
            let ours = joined(lines(of: document))
            let theirs = joined(gumboLines(of: page))
            if ours == theirs {
                equal += 1
                continue
            }
            let first = zip(ours, theirs).prefix { $0 == $1 }.count
            var reasons = changed.filter { name in
                document.nameID(for: name).map { document.firstElement(named: $0) != nil } ?? false
            }
            if hasRunTogetherName(ours, theirs) { reasons.append("names of attributes run together") }
            if reasons.isEmpty { unexplained += 1 } else { explained += 1 }
            print(
                "\(document.title ?? "?"): line \(first), \(reasons.isEmpty ? "UNEXPLAINED" : reasons.joined(separator: " "))"
            )
            let (own, other) = difference(ours, theirs, at: first)
            print("  ours   \(own)\n  gumbo  \(other)")
        }
        print("\(equal) of \(pages.whole.count) trees equal, \(explained) explained, \(unexplained) unexplained")
        if unexplained > 0 { exit(1) }
    }

    /// libgumbo replaces control characters, as the standard once did.
    private static func withoutControls(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && !scalar.properties.isWhitespace
            result.unicodeScalars.append(isControl || scalar == "\u{85}" ? "\u{FFFD}" : scalar)
        }
        return result
    }

    /// After an attribute that stands twice, libgumbo puts its name in front of the next one's.
    private static func hasRunTogetherName(_ ours: [String], _ theirs: [String]) -> Bool {
        func names(_ lines: [String]) -> Set<String> {
            Set(lines.filter { $0.hasPrefix("@") }.map { String($0.dropFirst().prefix { $0 != "=" }) })
        }
        let own = names(ours)
        return names(theirs).subtracting(own).contains { name in
            own.contains { name.hasPrefix($0) && own.contains(String(name.dropFirst($0.count))) }
        }
    }

    /// What both have where they begin to differ.
    private static func difference(_ ours: [String], _ theirs: [String], at line: Int) -> (String, String) {
        let own = Array((line < ours.count ? ours[line] : "").unicodeScalars)
        let other = Array((line < theirs.count ? theirs[line] : "").unicodeScalars)
        let start = max(zip(own, other).prefix { $0 == $1 }.count - 30, 0)
        func part(_ scalars: [Unicode.Scalar]) -> String {
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars.dropFirst(start).prefix(90))
            return text.debugDescription
        }
        return (part(own), part(other))
    }

    /// The lines of elements, attributes and comments, then the texts as one.
    private static func joined(_ lines: [String]) -> [String] {
        let texts = lines.filter { $0.drop(while: \.isNumber).hasPrefix(" \"") }
        let others = lines.filter { !$0.drop(while: \.isNumber).hasPrefix(" \"") }
        return others + [withoutControls(texts.map { $0.drop { $0 != "\"" }.dropFirst() }.joined())]
    }

    private static func lines(of document: HTMLDocument) -> [String] {
        var result: [String] = []
        var depth = -1
        for event in document.events(of: document.root, withTemplates: true) {
            switch event {
            case .enter(let node):
                if document.kind(of: node) == .templateContents { continue }
                if depth >= 0 {
                    result.append("\(depth) \(document.tagName(of: node).lowercased())")
                    result += document.attributes(of: node).map {
                        "@\(document.string(for: $0.name).lowercased())=\(document.string($0.value))"
                    }.sorted()
                }
                depth += 1
            case .leave(let node):
                depth -= document.kind(of: node) == .templateContents ? 0 : 1
            case .leaf(let node):
                let mark = document.kind(of: node) == .text ? "\"" : "!"
                if document.kind(of: node) == .doctype { continue }
                result.append("\(depth) \(mark)\(document.string(document.text(of: node)))")
            }
        }
        return result
    }

    private static func gumboLines(of page: [UInt8]) -> [String] {
        var options = unsafe kGumboDefaultOptions
        unsafe options.max_errors = 0
        return unsafe page.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let output = unsafe gumbo_parse_with_options(
                    &options,
                    start.assumingMemoryBound(to: CChar.self),
                    bytes.count
                )
            else { return [] }
            defer { unsafe gumbo_destroy_output(&options, output) }
            var result: [String] = []
            var pending: [(node: UnsafeMutablePointer<GumboNode>, depth: Int)] = unsafe [(output.pointee.document, -1)]
            while let (node, depth) = unsafe pending.popLast() {
                unsafe append(node, depth, &result)
                let children: GumboVector
                switch unsafe node.pointee.type {
                case GUMBO_NODE_DOCUMENT: unsafe children = node.pointee.v.document.children
                case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE: unsafe children = node.pointee.v.element.children
                default: continue
                }
                for index in unsafe stride(from: Int(children.length) - 1, through: 0, by: -1) {
                    guard let child = unsafe children.data[index] else { continue }
                    unsafe pending.append((child.assumingMemoryBound(to: GumboNode.self), depth + 1))
                }
            }
            return result
        }
    }

    private static func append(_ node: UnsafeMutablePointer<GumboNode>, _ depth: Int, _ result: inout [String]) {
        switch unsafe node.pointee.type {
        case GUMBO_NODE_TEXT, GUMBO_NODE_WHITESPACE, GUMBO_NODE_CDATA:
            unsafe result.append("\(depth) \"\(String(cString: node.pointee.v.text.text))")
        case GUMBO_NODE_COMMENT:
            unsafe result.append("\(depth) !\(String(cString: node.pointee.v.text.text))")
        case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
            let element = unsafe node.pointee.v.element
            unsafe result.append("\(depth) \(name(of: element).lowercased())")
            var attributes: [String] = []
            for index in unsafe 0..<Int(element.attributes.length) {
                guard let data = unsafe element.attributes.data[index] else { continue }
                let attribute = unsafe data.assumingMemoryBound(to: GumboAttribute.self)
                unsafe attributes.append(
                    "@\(String(cString: attribute.pointee.name).lowercased())=\(String(cString: attribute.pointee.value))"
                )
            }
            result += attributes.sorted()
        default:
            break
        }
    }

    private static func name(of element: GumboElement) -> String {
        if unsafe element.tag != GUMBO_TAG_UNKNOWN {
            return unsafe String(cString: gumbo_normalized_tagname(element.tag))
        }
        var piece = unsafe element.original_tag
        unsafe gumbo_tag_from_original_text(&piece)
        return unsafe String(
            decoding: UnsafeRawBufferPointer(start: piece.data, count: piece.length),
            as: UTF8.self
        )
    }
}
