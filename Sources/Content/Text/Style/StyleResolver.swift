import LarderHTML
internal import LarderModel

/// Computes the style of elements: user agent, presentational attributes, style sheets, the `style` attribute, in this
/// order.
struct StyleResolver {
    let document: HTMLDocument
    private let isQuirky: Bool
    private let matcher: SelectorMatcher?
    private let foreignObject: NameID?
    private var rootSize = 16.0
    private let linkColor: UInt32
    private var knownDeclarations = DeclarationCache()
    private var customProperties = CustomProperties()
    private let resolvedValues = ResolvedValues()

    init(_ document: HTMLDocument, readsStyleSheets: Bool) {
        self.document = document
        isQuirky = document.quirksMode == .quirks
        foreignObject = document.nameID(for: "foreignObject")
        let color = document.body.flatMap { document.value(of: .link, on: $0) }.flatMap { ColorParser.legacy($0) }
        linkColor = color ?? 0x0000_EEFF
        let styles = readsStyleSheets ? Array(document.elements(named: .style)) : []
        if styles.isEmpty {
            matcher = nil
        } else {
            let words = DocumentWords(document, ignoresCase: isQuirky)
            let sheet = StyleSheet(of: document, styles: styles, words: words)
            matcher = sheet.isEmpty ? nil : SelectorMatcher(document, words, sheet)
        }
    }

    /// Whether elements without attributes may have a style of the page's own.
    var hasStyleSheet: Bool { matcher != nil }

    func entry(for node: NodeID) -> UserAgentEntry {
        let index = Int(document.name(of: node).rawValue)
        switch document.namespace(of: node) {
        case .html: return index < UserAgentStyle.table.count ? UserAgentStyle.table[index] : UserAgentStyle.unknown
        case .svg: return svgEntry(document.name(of: node))
        case .mathML: return mathEntry(node)
        }
    }

    private func svgEntry(_ name: NameID) -> UserAgentEntry {
        var entry = UserAgentEntry()
        switch name {
        case .svg: entry.role = .svg
        case .text: entry.display = .block
        case .desc, .title, .defs, .symbol, .mask, .filter, .style, .script, .stop: entry.display = .none
        default:
            if name == foreignObject { entry.display = .block }
            let hidden: Set<String> = ["metadata", "clipPath", "marker", "pattern", "linearGradient", "radialGradient"]
            if name.rawValue > 0, hidden.contains(document.string(for: name).knownWord) { entry.display = .none }
        }
        return entry
    }

    private func mathEntry(_ node: NodeID) -> UserAgentEntry {
        var entry = UserAgentEntry()
        let name = document.tagName(of: node).knownWord
        if name == "annotation" || name == "annotation-xml" { entry.display = .none }
        return entry
    }

    /// Whether text directly in this SVG element is drawn, or text in any element of another namespace.
    func drawsText(_ node: NodeID, inherited: Bool) -> Bool {
        guard document.namespace(of: node) == .svg else { return true }
        let name = document.name(of: node)
        if name == .svg { return false }
        return name == .text || name == foreignObject ? true : inherited
    }

    mutating func style(
        of node: NodeID,
        _ entry: UserAgentEntry,
        parent: ComputedStyle,
        listDepth: Int
    ) -> ComputedStyle {
        var style = parent.inherited
        style.display = entry.display
        if !entry.isTrivial || entry.role == .cell { applyUserAgent(node, entry, parent, listDepth, &style) }
        let attributes = document.attributes(of: node)
        if attributes.isEmpty, matcher == nil { return style }
        if !attributes.isEmpty { applyHints(node, attributes, entry, parent, &style) }
        let base = style
        guard matcher != nil || document.hasAttribute(.style, on: node) else { return style }
        cascade(node, base: base, parent: parent, &style)
        if document.parent(of: node) == document.root { rootSize = style.size }
        if style.isOutOfFlow { style.display = style.display.blockified }
        return style
    }

    private mutating func cascade(
        _ node: NodeID,
        base: ComputedStyle,
        parent: ComputedStyle,
        _ style: inout ComputedStyle
    ) {
        let inline = inlineDeclarations(node)
        let found = matcher?.rules(for: node) ?? []
        if found.isEmpty, inline.isEmpty { return }
        if matcher?.hasCustomProperties ?? false || inline.contains(where: \.isCustom) {
            var added: [UnreadDeclaration] = []
            forEach(found, inline) { item in
                if case .custom(let property) = item { added.append(property) }
            }
            if !added.isEmpty { style.properties = customProperties.set(adding: added, to: parent.properties) }
        }
        forEach(found, inline) { item in apply(item, base, parent, &style) }
    }

    /// All declarations, those that win last.
    private func forEach(_ rules: [Int32], _ inline: [WeightedDeclaration], _ body: (StyleDeclaration) -> Void) {
        for pass in [false, true] {
            if let matcher {
                for number in rules {
                    for item in matcher.declarations(of: number) where item.isImportant == pass {
                        body(item.declaration)
                    }
                }
            }
            for item in inline where item.isImportant == pass { body(item.declaration) }
        }
    }

    private mutating func inlineDeclarations(_ node: NodeID) -> [WeightedDeclaration] {
        guard let range = document.attribute(.style, of: node), !range.isEmpty else { return [] }
        let bytes = (range.isDecoded ? document.decodedBytes : document.sourceBytes)[range.bounds]
        return DeclarationParser.declarations(bytes, &knownDeclarations)
    }

    private func applyUserAgent(
        _ node: NodeID,
        _ entry: UserAgentEntry,
        _ parent: ComputedStyle,
        _ listDepth: Int,
        _ style: inout ComputedStyle
    ) {
        if entry.isBold { style.weight = 700 }
        if entry.isBolder { style.weight = ComputedStyle.bolder(than: parent.weight) }
        if entry.isItalic { style.isItalic = true }
        if entry.isUnderlined { style.isUnderlined = true }
        if entry.isStruck { style.isStruck = true }
        if entry.scale != 1 { style.size = ComputedStyle.clamped(parent.size * entry.scale) }
        if entry.isMonospace { Self.setMonospace(true, &style) }
        style.verticalAlign = entry.verticalAlign
        if let whiteSpace = entry.whiteSpace { style.whiteSpace = whiteSpace }
        guard document.namespace(of: node) == .html else { return }
        switch document.name(of: node) {
        case .mark:
            style.background = 0xFFFF_00FF
            style.color = 0x0000_00FF
        case .abbr, .acronym: style.isUnderlined = document.hasAttribute(.title, on: node)
        case .center, .th, .caption: style.alignment = .center
        case .option: style.weight = 400
        case .button, .select: Self.setControlFont(&style)
        case .a:
            if document.hasAttribute(.href, on: node) {
                style.isUnderlined = true
                style.color = linkColor
            }
        case .ul, .menu, .dir: style.listStyle = listDepth == 0 ? .disc : listDepth == 1 ? .circle : .square
        case .ol: style.listStyle = .decimal
        case .dialog:
            style.isOutOfFlow = true
            style.color = 0x0000_00FF
            if document.hasAttribute(.open, on: node) { style.display = .block }
        case .table where isQuirky:
            // The quirk that tables do not inherit their font (HTML §15.3.10).
            style.size = 16
            style.weight = 400
            style.isItalic = false
            style.isMonospace = false
            style.whiteSpace = .normal
            style.alignment = .natural
        default: break
        }
    }

    /// Controls have a font of their own (HTML §15.5.1) and inherit nothing of the text around them.
    private static func setControlFont(_ style: inout ComputedStyle) {
        style.size = 40.0 / 3
        style.weight = 400
        style.isItalic = false
        style.isMonospace = false
        style.color = 0x0000_00FF
        style.transform = .none
        style.alignment = .center
    }

    /// Fonts of one width are drawn at 13 pixels where others are drawn at 16.
    static func setMonospace(_ value: Bool, _ style: inout ComputedStyle) {
        guard style.isMonospace != value else { return }
        style.isMonospace = value
        style.size = ComputedStyle.clamped(style.size * (value ? 13.0 / 16 : 16.0 / 13))
    }

    private func apply(
        _ declaration: StyleDeclaration,
        _ base: ComputedStyle,
        _ parent: ComputedStyle,
        _ style: inout ComputedStyle
    ) {
        switch declaration {
        case .display(let value): style.display = value
        case .whiteSpace(let value): style.whiteSpace = value
        case .visibility(let value): style.isVisible = value
        case .transform(let value): style.transform = value
        case .weight(.number(let value)): style.weight = value
        case .weight(.bolder): style.weight = ComputedStyle.bolder(than: parent.weight)
        case .weight(.lighter): style.weight = ComputedStyle.lighter(than: parent.weight)
        case .italic(let value): style.isItalic = value
        case .size(let value): style.size = ComputedStyle.clamped(size(value, parent, style))
        case .monospace(let value): Self.setMonospace(value, &style)
        case .color(let value): style.color = value ?? parent.color
        case .background(let value): style.background = value
        case .decoration(let underline, let strike):
            style.isUnderlined = underline
            style.isStruck = strike
        case .verticalAlign(let value): style.verticalAlign = value
        case .listStyle(let value): style.listStyle = value
        case .float(let value), .position(let value): style.isOutOfFlow = style.isOutOfFlow || value
        case .alignment(let value): style.alignment = value
        case .wide(let property, let keyword): set(property, keyword, base, parent, &style)
        case .all(let keyword):
            for property in StyleProperty.allCases { set(property, keyword, base, parent, &style) }
        case .custom: break
        case .pending(let unread):
            let properties = style.properties
            let parsed = resolvedValues.declarations(of: unread, in: properties) {
                let tokens = customProperties.resolved(unread.value, in: properties)
                return tokens.map { DeclarationParser.parse(unread.name, $0.filter { $0 != .whiteSpace }) } ?? []
            }
            for declaration in parsed { apply(declaration, base, parent, &style) }
            // A value found wrong only now leaves nothing of the ones before it.
            if parsed.isEmpty {
                for property in DeclarationParser.affected(by: unread.name) {
                    set(property, .unset, base, parent, &style)
                }
            }
        }
    }

    private func size(_ value: FontSize, _ parent: ComputedStyle, _ style: ComputedStyle) -> Double {
        let factor = style.isMonospace && !parent.isMonospace ? 13.0 / 16 : 1
        switch value {
        case .pixels(let pixels): return pixels
        case .relative(let times): return parent.size * times * factor
        case .rootRelative(let times): return rootSize * times
        case .keyword(let pixels): return style.isMonospace ? pixels * 13 / 16 : pixels
        }
    }

    private func set(
        _ property: StyleProperty,
        _ keyword: WideKeyword,
        _ base: ComputedStyle,
        _ parent: ComputedStyle,
        _ style: inout ComputedStyle
    ) {
        let source: ComputedStyle
        switch keyword {
        case .inherit: source = parent
        case .initial: source = ComputedStyle()
        case .unset: source = parent.inherited
        case .revert: source = base
        }
        switch property {
        case .display: style.display = source.display
        case .whiteSpace: style.whiteSpace = source.whiteSpace
        case .visibility: style.isVisible = source.isVisible
        case .transform: style.transform = source.transform
        case .weight: style.weight = source.weight
        case .italic: style.isItalic = source.isItalic
        case .size: style.size = source.size
        case .family: style.isMonospace = source.isMonospace
        case .color: style.color = source.color
        case .background: style.background = source.background
        case .decoration:
            style.isUnderlined = source.isUnderlined
            style.isStruck = source.isStruck
        case .verticalAlign: style.verticalAlign = source.verticalAlign
        case .listStyle: style.listStyle = source.listStyle
        case .float, .position: style.isOutOfFlow = source.isOutOfFlow
        case .alignment: style.alignment = source.alignment
        }
    }
}
