internal import LarderAttributedText
import LarderHTML
internal import LarderModel

/// Presentational attributes (HTML §15).
extension StyleResolver {
    /// - Returns: The value of the `style` attribute, which has precedence.
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
        case .color where entry.role == .font, .text where isHTML && document.name(of: node) == .body:
            if let color = ColorParser.legacy(document.string(attribute.value)) { style.color = color }
        case .size where entry.role == .font:
            if let size = Self.legacySize(document.string(attribute.value)) { style.size = size }
        case .face where entry.role == .font:
            style.setMonospace(document.string(attribute.value).knownWord.lowercased() == "monospace")
        case .align where isHTML && style.display != .inline && !style.display.isAtomicInline:
            if style.display != .table,
                let alignment = TextAlignment.keywords[document.string(attribute.value).knownWord.lowercased()]
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
        case .replaced where document.name(of: node) == .input:
            if document.string(value).knownWord.lowercased() == "hidden" { style.display = .none }
        default: break
        }
    }

    /// The rules for parsing a legacy font size (HTML §15.3.2).
    private static func legacySize(_ text: String) -> Double? {
        let trimmed = CSSText.trimmed(text).unicodeScalars
        let sign = trimmed.first.flatMap { $0 == "+" ? 1 : $0 == "-" ? -1 : nil }
        let digits = trimmed.dropFirst(sign == nil ? 0 : 1).prefix { ("0"..."9").contains($0) }.prefix(9)
        guard var value = Int(Substring(digits)) else { return nil }
        if let sign { value = 3 + sign * value }
        let sizes: [Double] = [10, 13, 16, 18, 24, 32, 48]
        return sizes[min(max(value, 1), 7) - 1]
    }
}
