internal import LarderAttributedText
import LarderHTML
internal import LarderModel

/// Computes the style of elements: user agent, presentational attributes, style sheets, the `style` attribute, in this
/// order.
struct StyleResolver {
    let document: HTMLDocument
    private let isQuirky: Bool
    private let matcher: SelectorMatcher?
    private let foreignObject: NameID?
    /// Elements of SVG that are never drawn where they stand.
    private let hiddenInSVG: [NameID]
    private let entries = UserAgentStyle.table
    private(set) var rootSize = 16.0
    private let linkColor: UInt32
    private(set) var declarations = DeclarationCache()
    /// The rules of one element, and its declarations, the strongest last.
    private var rules: [Int32] = []
    private var matched: [Int32] = []
    private var budget = SelectorMatcher.budget
    var customProperties = CustomProperties()

    init(_ document: HTMLDocument, readsStyleSheets: Bool) {
        self.document = document
        isQuirky = document.quirksMode == .quirks
        foreignObject = document.nameID(for: "foreignObject")
        let hidden = ["metadata", "clipPath", "marker", "pattern", "linearGradient", "radialGradient"]
        hiddenInSVG = hidden.compactMap { document.nameID(for: $0) }
        let color = document.body.flatMap { document.value(of: .link, on: $0) }.flatMap { ColorParser.legacy($0) }
        linkColor = color ?? 0x0000_EEFF
        let styles = readsStyleSheets ? Array(document.elements(named: .style)) : []
        guard !styles.isEmpty else {
            matcher = nil
            return
        }
        let words = DocumentWords(document, ignoresCase: isQuirky)
        let sheet = StyleSheet(of: document, styles: styles, words: words)
        matcher = sheet.rules.rules.isEmpty ? nil : SelectorMatcher(document, words, sheet.rules)
        declarations = sheet.known
    }

    /// Whether elements without attributes may have a style of the page's own.
    var hasStyleSheet: Bool { matcher != nil }

    @inline(__always)
    func entry(for node: NodeID) -> UserAgentEntry {
        guard document.namespace(of: node) == .html else {
            return Self.foreignEntry(for: node, document, foreignObject, hiddenInSVG)
        }
        let index = Int(document.name(of: node).rawValue)
        return index < entries.count ? entries[index] : UserAgentEntry()
    }

    // Static, as the resolver would be copied for a method that changes nothing and is not inlined.
    private static func foreignEntry(
        for node: NodeID,
        _ document: HTMLDocument,
        _ foreignObject: NameID?,
        _ hiddenInSVG: [NameID]
    ) -> UserAgentEntry {
        let name = document.name(of: node)
        var entry = UserAgentEntry()
        switch document.namespace(of: node) {
        case .html: break
        case .svg:
            switch name {
            case .svg: entry.role = .svg
            case .text: entry.display = .block
            case .desc, .title, .defs, .symbol, .mask, .filter, .style, .script, .stop: entry.display = .none
            default:
                if name == foreignObject { entry.display = .block }
                if hiddenInSVG.contains(name) { entry.display = .none }
            }
        case .mathML:
            if ["annotation", "annotation-xml"].contains(document.tagName(of: node).knownWord) {
                entry.display = .none
            }
        }
        return entry
    }

    /// Whether text directly in this element of SVG is drawn, where only some elements draw it.
    func drawsText(_ node: NodeID, inherited: Bool) -> Bool {
        let name = document.name(of: node)
        if name == .svg { return false }
        return name == .text || name == foreignObject || inherited
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
        if !matched.isEmpty { matched.removeAll(keepingCapacity: true) }
        if let matcher {
            if !rules.isEmpty { rules.removeAll(keepingCapacity: true) }
            matcher.appendRules(for: node, to: &rules, &budget)
            for rule in rules { matcher.appendDeclarations(of: rule, to: &matched) }
        }
        if let inline, !inline.isEmpty {
            DeclarationParser.forEachDeclaration(document.buffer(of: inline), inline.bounds, &declarations) {
                matched += $0
            }
        }
        guard !matched.isEmpty else { return }
        addProperties(parent, &style)
        var hasImportant = false
        for number in matched {
            let item = declarations[number]
            if item.isImportant { hasImportant = true } else { apply(item.declaration, base, parent, &style) }
        }
        guard hasImportant else { return }
        for number in matched where declarations[number].isImportant {
            apply(declarations[number].declaration, base, parent, &style)
        }
    }

    private mutating func addProperties(_ parent: ComputedStyle, _ style: inout ComputedStyle) {
        if declarations.unread.isEmpty { return }
        var added: [(property: UnreadDeclaration, isImportant: Bool)] = []
        for number in matched {
            guard case .custom(let index) = declarations[number].declaration else { continue }
            added.append((declarations.unread[Int(index)], declarations[number].isImportant))
        }
        if added.isEmpty { return }
        let ordered = added.filter { !$0.isImportant } + added.filter(\.isImportant)
        style.properties = customProperties.set(adding: ordered.map(\.property), to: parent.properties)
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
        if entry.isMonospace { style.setMonospace(true) }
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
        case .button, .select:
            // Controls inherit nothing of the text around them (HTML §15.5.1).
            style.setFont(size: 40.0 / 3, alignment: .center)
            style.color = 0x0000_00FF
            style.transform = .none
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
        // The quirk that tables do not inherit their font (HTML §15.3.10).
        case .table where isQuirky:
            style.setFont(size: 16, alignment: .natural)
            style.whiteSpace = .normal
        default: break
        }
    }
}
