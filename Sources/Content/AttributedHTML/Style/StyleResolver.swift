import LarderHTML
internal import LarderModel

/// Computes the style of elements: user agent, presentational attributes, style sheets, the `style` attribute, in this
/// order.
struct StyleResolver {
    let document: HTMLDocument
    private let isQuirky: Bool
    private let matcher: SelectorMatcher?
    /// Whether any rule sets a custom property that counts.
    private let rulesSetProperties: Bool
    private let foreignObject: NameID?
    /// Elements of SVG that are never drawn where they stand.
    private let hiddenInSVG: [NameID]
    private let entries = UserAgentStyle.table
    private(set) var rootSize = 16.0
    private let linkColor: UInt32
    private(set) var declarations = DeclarationCache()
    /// The rules and the declarations of the `style` attribute of one element.
    private var matched: (rules: [Int32], inline: [Int32]) = ([], [])
    private var budget = SelectorMatcher.budget
    private(set) var customProperties = CustomProperties()
    let resolvedValues = ResolvedValues()

    init(_ document: HTMLDocument, readsStyleSheets: Bool) {
        self.document = document
        isQuirky = document.quirksMode == .quirks
        foreignObject = document.nameID(for: "foreignObject")
        let hidden = ["metadata", "clipPath", "marker", "pattern", "linearGradient", "radialGradient"]
        hiddenInSVG = hidden.compactMap { document.nameID(for: $0) }
        let color = document.body.flatMap { document.value(of: .link, on: $0) }.flatMap { ColorParser.legacy($0) }
        linkColor = color ?? 0x0000_EEFF
        var styles: [NodeID] = []
        if readsStyleSheets {
            for node in document.descendants(of: document.root) where document.isElement(node, .style) {
                styles.append(node)
            }
        }
        guard !styles.isEmpty else {
            matcher = nil
            rulesSetProperties = false
            return
        }
        let words = DocumentWords(document, ignoresCase: isQuirky)
        let sheet = StyleSheet(of: document, styles: styles, words: words)
        matcher = sheet.rules.rules.isEmpty ? nil : SelectorMatcher(document, words, sheet.rules)
        rulesSetProperties = sheet.hasCustomProperties
        declarations = sheet.known
    }

    /// Whether elements without attributes may have a style of the page's own.
    var hasStyleSheet: Bool { matcher != nil }

    func entry(for node: NodeID) -> UserAgentEntry {
        let index = Int(document.name(of: node).rawValue)
        switch document.namespace(of: node) {
        case .html: return index < entries.count ? entries[index] : UserAgentStyle.unknown
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
            if hiddenInSVG.contains(name) { entry.display = .none }
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
        let inline = applyHints(node, entry, &style)
        guard matcher != nil || inline != nil else { return style }
        cascade(node, inline, base: style, parent: parent, &style)
        if document.parent(of: node) == document.root { rootSize = style.size }
        if style.isOutOfFlow { style.display = style.display.blockified }
        return style
    }

    private mutating func cascade(
        _ node: NodeID,
        _ inline: TextRange?,
        base: ComputedStyle,
        parent: ComputedStyle,
        _ style: inout ComputedStyle
    ) {
        readInline(inline)
        matched.rules.removeAll(keepingCapacity: true)
        matcher?.appendRules(for: node, to: &matched.rules, &budget)
        if matched.rules.isEmpty, matched.inline.isEmpty { return }
        if rulesSetProperties || matched.inline.contains(where: { declarations[$0].isCustom }) {
            addProperties(parent, &style)
        }
        if apply(isImportant: false, base, parent, &style) { _ = apply(isImportant: true, base, parent, &style) }
    }

    private mutating func readInline(_ range: TextRange?) {
        matched.inline.removeAll(keepingCapacity: true)
        guard let range, !range.isEmpty else { return }
        let bytes = range.isDecoded ? document.decodedBytes : document.sourceBytes
        DeclarationParser.forEachDeclaration(bytes, range.bounds, &declarations) {
            matched.inline.append(contentsOf: $0)
        }
    }

    private mutating func addProperties(_ parent: ComputedStyle, _ style: inout ComputedStyle) {
        var added: [UnreadDeclaration] = []
        for isImportant in [false, true] {
            forEachMatched { number in
                let item = declarations[number]
                guard item.isImportant == isImportant, case .custom(let index) = item.declaration else { return }
                added.append(declarations.unread[Int(index)])
            }
        }
        if !added.isEmpty { style.properties = customProperties.set(adding: added, to: parent.properties) }
    }

    /// All matched declarations, those that win last.
    @inline(__always)
    private func forEachMatched(_ body: (Int32) -> Void) {
        if let matcher {
            for rule in matched.rules {
                for index in matcher.declarations(of: rule) { body(matcher.declaration(index)) }
            }
        }
        for number in matched.inline { body(number) }
    }

    /// Applies all matched declarations of one importance; whether there are others.
    private func apply(
        isImportant: Bool,
        _ base: ComputedStyle,
        _ parent: ComputedStyle,
        _ style: inout ComputedStyle
    ) -> Bool {
        var hasOthers = false
        forEachMatched { number in
            let item = declarations[number]
            if item.isImportant == isImportant {
                apply(item.declaration, base, parent, &style)
            } else {
                hasOthers = true
            }
        }
        return hasOthers
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
}
