import LarderHTML
internal import LarderModel

/// Presentational attributes (HTML §15).
extension StyleResolver {
    /// Applies them, and gives the value of the `style` attribute, which comes later.
    func applyHints(_ node: NodeID, _ entry: UserAgentEntry, _ style: inout ComputedStyle) -> TextRange? {
        let isHTML = document.namespace(of: node) == .html
        return document.withAttributes(of: node) { attributes in
            var inline: TextRange?
            for index in attributes.indices where attributes[index].namespace == .none {
                if attributes[index].name == .style {
                    inline = attributes[index].value
                } else {
                    applyHint(attributes[index], isHTML, node, entry, &style)
                }
            }
            return inline
        }
    }

    private func applyHint(
        _ attribute: HTMLAttribute,
        _ isHTML: Bool,
        _ node: NodeID,
        _ entry: UserAgentEntry,
        _ style: inout ComputedStyle
    ) {
        switch attribute.name {
        case .hidden where isHTML: style.display = .none
        case .lang:
            let language = document.string(attribute.value).unicodeScalars.prefix(2)
            style.isTurkish = ["tr", "az"].contains(Substring(language).lowercased())
        case .type where isHTML: applyType(attribute.value, node, entry, &style)
        case .color where entry.role == .font:
            if let color = ColorParser.legacy(document.string(attribute.value)) { style.color = color }
        case .text where isHTML && document.name(of: node) == .body:
            if let color = ColorParser.legacy(document.string(attribute.value)) { style.color = color }
        case .size where entry.role == .font:
            if let size = Self.legacySize(document.string(attribute.value)) { style.size = size }
        case .face where entry.role == .font:
            Self.setMonospace(document.string(attribute.value).knownWord.lowercased() == "monospace", &style)
        case .align where isHTML && style.display != .inline && !style.display.isAtomicInline:
            if style.display != .table,
                let alignment = TextAlignment(keyword: document.string(attribute.value).knownWord.lowercased())
            {
                style.alignment = alignment
            }
        case .nowrap where entry.role == .cell: style.whiteSpace = .nowrap
        default: break
        }
    }

    private func applyType(
        _ value: TextRange,
        _ node: NodeID,
        _ entry: UserAgentEntry,
        _ style: inout ComputedStyle
    ) {
        switch entry.role {
        case .list, .item:
            if let list = ListStyle(typeAttribute: document.string(value).knownWord) { style.listStyle = list }
        case .replaced:
            if document.name(of: node) == .input, document.string(value).knownWord.lowercased() == "hidden" {
                style.display = .none
            }
        default: break
        }
    }

    /// The rules for parsing a legacy font size (HTML §15.3.2).
    private static func legacySize(_ text: String) -> Double? {
        var rest = CSSText.trimmed(text).unicodeScalars[...]
        var sign: Unicode.Scalar?
        if let first = rest.first, first == "+" || first == "-" {
            sign = first
            rest = rest.dropFirst()
        }
        let digits = rest.prefix { ("0"..."9").contains($0) }.prefix(9)
        guard var value = Int(Substring(digits)) else { return nil }
        if sign == "+" { value = 3 + value }
        if sign == "-" { value = 3 - value }
        let sizes: [Double] = [10, 13, 16, 18, 24, 32, 48]
        return sizes[min(max(value, 1), 7) - 1]
    }
}
