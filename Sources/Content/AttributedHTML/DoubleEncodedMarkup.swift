import LarderHTML

/// Finds markup that was encoded twice, `&lt;p&gt;` for `<p>`, and decodes it.
enum DoubleEncodedMarkup {
    static let maxRounds = 3

    /// The document that was meant; nil where it is this one.
    static func decoded(_ document: HTMLDocument, _ mode: TextOptions.DoubleEncoding) -> HTMLDocument? {
        switch mode {
        case .off: return nil
        case .always: return HTMLDocument(parsing: document.textContent(of: top(document)))
        case .auto: break
        }
        var result: HTMLDocument?
        for _ in 0..<maxRounds {
            let current = result ?? document
            guard let text = bareText(current) else { break }
            let next = HTMLDocument(parsing: text)
            guard hasMarkup(next) || next.textContent(of: top(next)) != text else { break }
            // An unescaped ampersand or bracket is no reason to read again what is text.
            if !hasMarkup(next), !changesByReferences(text, next) { break }
            result = next
        }
        return result
    }

    private static func top(_ document: HTMLDocument) -> NodeID { document.body ?? document.root }

    /// The text of a body that has nothing else, or nothing but one wrapper around text.
    private static func bareText(_ document: HTMLDocument) -> String? {
        var holder = top(document)
        for _ in 0..<2 {
            var element: NodeID?
            var hasText = false
            for child in document.children(of: holder) {
                switch document.kind(of: child) {
                case .text:
                    hasText = hasText || document.string(document.text(of: child)).contains { !$0.isWhitespace }
                case .element:
                    if element != nil { return nil }
                    element = child
                default: break
                }
            }
            guard let only = element else { return hasText ? document.textContent(of: holder) : nil }
            let isWrapper = [NameID.div, .p, .span].contains { document.isElement(only, $0) }
            guard isWrapper, !hasText, holder == top(document) else { return nil }
            holder = only
        }
        return nil
    }

    private static func hasMarkup(_ document: HTMLDocument) -> Bool {
        document.descendants(of: document.root).contains { node in
            guard document.kind(of: node) == .element else { return false }
            let name = document.name(of: node)
            // The names of attributes come behind those of elements.
            return name != .html && name != .head && name != .body && name < .id
        }
    }

    /// The text differs by character references only, white space at its ends aside.
    private static func changesByReferences(_ text: String, _ document: HTMLDocument) -> Bool {
        let decoded = CSSText.trimmed(document.textContent(of: top(document)))
        return text.contains("&") && decoded != CSSText.trimmed(text)
    }
}
