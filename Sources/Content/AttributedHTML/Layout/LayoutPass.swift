internal import LarderAttributedText
import LarderHTML
internal import LarderModel

/// Walks the tree once and writes the text, with a stack of its own: depth costs memory, never the thread's stack.
struct LayoutPass {
    let document: HTMLDocument
    let options: TextOptions
    let base: LinkBase
    var resolver: StyleResolver
    var writer = PieceWriter()
    var attributes = AttributeTable()
    var stack: [LayoutFrame] = []
    var tables: [OpenTable] = []
    var finishedTables: [TableGrid] = []
    var lists: [ListCounter] = []
    var items: [ListItem] = []
    var links: [FoundLink] = []
    /// The names of elements that links may lead to, in document order.
    var targets: [String] = []
    var attachments: [TextAttachment] = []
    /// Bytes of the texts of links and attachments.
    var linkBytes = 0
    /// Markers of list items and pairs of quotation marks.
    var markerCount = 0
    /// Cells of all tables.
    var cellCount = 0
    var omissions = TextOmissions()

    init(_ document: HTMLDocument, options: TextOptions, documentURL: String?) {
        self.document = document
        self.options = options
        resolver = StyleResolver(document, readsStyleSheets: options.readsStyleSheets)
        base = LinkBase(document, documentURL: documentURL, schemes: options.linkSchemes)
    }

    mutating func run() {
        writer.reserve(min(document.sourceBytes.count / 4, options.limits.maxBytes))
        stack.reserveCapacity(64)
        stack.append(
            LayoutFrame(node: document.root, role: .plain, style: ComputedStyle(), context: LayoutContext())
        )
        var next = document.firstChild(of: document.root)
        while true {
            if isFull {
                close()
                break
            }
            guard let node = next else {
                guard stack.count > 1 else { break }
                next = document.nextSibling(of: stack[stack.count - 1].node)
                leave()
                continue
            }
            switch document.kind(of: node) {
            case .text: text(node)
            case .element:
                if enter(node) {
                    next = document.firstChild(of: node)
                    continue
                }
            default: break
            }
            next = document.nextSibling(of: node)
        }
        writer.finish()
    }

    /// Whether the text has its most characters or runs.
    @inline(__always)
    private var isFull: Bool {
        omissions.end != nil || writer.bytes.count >= options.limits.maxBytes
            || writer.runs.count >= options.limits.maxRuns || attributes.sets.count >= options.limits.maxRuns
    }

    /// As much of a text as there is room for, whole characters only.
    @inline(__always)
    private mutating func withinLimit(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var end = bytes.startIndex + max(0, options.limits.maxBytes - writer.bytes.count)
        guard end < bytes.endIndex else { return bytes }
        while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        omissions.end = .textBytes
        return bytes[..<end]
    }

    /// Ends all elements and the text, with a mark that there was more.
    private mutating func close() {
        omissions.end = omissions.end ?? (writer.bytes.count >= options.limits.maxBytes ? .textBytes : .textRuns)
        while stack.count > 1 { leave() }
        writer.boundary(breaks: 1, attributes: 0)
        writer.collapsed(Array("…".utf8)[...], attributes: 0)
    }

    // MARK: Attributes

    @inline(__always)
    mutating func currentAttributes() -> Int {
        let index = stack.count - 1
        let known = stack[index].attributes
        if known >= 0 { return known }
        let made = intern(stack[index].style, stack[index].context)
        stack[index].attributes = made
        return made
    }

    /// The attributes of breaks and marks of the innermost element.
    mutating func attributesWithoutLines() -> Int { attributes.withoutLines(currentAttributes()) }

    private mutating func intern(_ style: ComputedStyle, _ context: LayoutContext) -> Int {
        attributes.intern(
            LayoutAttributes(
                size: style.size,
                color: style.color,
                background: context.background,
                link: context.link,
                item: context.item,
                weight: style.weight,
                listDepth: context.listDepth,
                quoteDepth: context.quoteDepth,
                heading: context.heading,
                script: context.script,
                isItalic: style.isItalic,
                isMonospace: style.isMonospace,
                isUnderlined: context.isUnderlined,
                isStruck: context.isStruck,
                alignment: style.alignment
            )
        )
    }

    // MARK: Text

    private mutating func text(_ node: NodeID) {
        let range = document.text(of: node)
        let index = stack.count - 1
        guard stack[index].drawsText, stack[index].children == .all, !range.isEmpty else { return }
        let bytes = withinLimit(document.buffer(of: range)[range.bounds])
        if stack[index].isTablePart || stack[index].display == .flex, bytes.allSatisfy({ CSSText.isSpace($0) }) {
            return
        }
        guard stack[index].style.isVisible else {
            writer.invisible(bytes)
            return
        }
        let attributes = currentAttributes()
        if stack[index].style.transform == .none {
            write(bytes, stack[index].style.whiteSpace, attributes)
        } else {
            let style = stack[index].style
            let changed = TextTransformer.apply(
                style.transform,
                to: bytes,
                isTurkish: style.isTurkish,
                continuesWord: writer.lastScalarIsLetter
            )
            write(changed[...], style.whiteSpace, attributes)
        }
    }

    @inline(__always)
    private mutating func write(_ bytes: ArraySlice<UInt8>, _ whiteSpace: WhiteSpace, _ attributes: Int) {
        switch whiteSpace {
        case .normal, .nowrap: writer.collapsed(bytes, attributes: attributes)
        case .pre, .preWrap: writer.kept(bytes, attributes: attributes)
        case .preLine: writer.keepingLines(bytes, attributes: attributes)
        }
    }

    // MARK: Elements

    /// Begins an element; false where nothing below it is shown.
    private mutating func enter(_ node: NodeID) -> Bool {
        let parentIndex = stack.count - 1
        let entry = resolver.entry(for: node)
        let filter = stack[parentIndex].children
        if filter != .all, !passes(filter, node, entry, at: parentIndex) { return false }
        if entry.display == .none, mayNeverShow(node) { return false }
        var style = resolver.style(
            of: node,
            entry,
            parent: stack[parentIndex].style,
            listDepth: Int(stack[parentIndex].context.listDepth)
        )
        if style.display == .none { return false }
        if stack[parentIndex].display == .flex { style.display = style.display.blockified }
        if style.display == .column {
            column(node)
            return false
        }
        switch entry.role {
        case .lineBreak:
            if style.isVisible { writer.lineBreak(attributes: currentAttributes()) }
            return false
        case .image, .replaced, .media:
            replaced(node, entry, style)
            return false
        case .object:
            if imageObject(node, style) { return false }
        default: break
        }
        var frame = LayoutFrame(node: node, role: entry.role, style: style, context: stack[parentIndex].context)
        frame.display = style.display == .contents ? stack[parentIndex].display : Self.inner(style.display)
        frame.isTablePart = style.display == .contents && stack[parentIndex].isTablePart
        inherit(entry, style, from: parentIndex, &frame)
        frame.drawsText =
            document.namespace(of: node) != .svg || resolver.drawsText(node, inherited: stack[parentIndex].drawsText)
        begin(node, entry, style, parentIndex, &frame)
        stack.append(frame)
        afterBegin(node, entry)
        return true
    }

    private static func inner(_ display: Display) -> Display {
        switch display {
        case .inlineFlex: .flex
        case .inlineTable: .table
        case .inlineBlock, .listItem, .caption: .block
        default: display
        }
    }

    /// Whether no style can show the element.
    private func mayNeverShow(_ node: NodeID) -> Bool {
        switch document.name(of: node) {
        case .script, .style, .template, .head, .title, .noframes, .noembed, .frameset: true
        default: document.namespace(of: node) != .html
        }
    }

    private func passes(_ filter: ChildFilter, _ node: NodeID, _ entry: UserAgentEntry, at index: Int) -> Bool {
        switch filter {
        case .all: true
        case .options: entry.role == .option || entry.role == .optionGroup
        case .groupedOptions: entry.role == .option
        case .summary: node == stack[index].summary
        }
    }

    private mutating func inherit(
        _ entry: UserAgentEntry,
        _ style: ComputedStyle,
        from parentIndex: Int,
        _ frame: inout LayoutFrame
    ) {
        if style.display.isAtomicInline || style.isOutOfFlow {
            frame.context.isUnderlined = false
            frame.context.isStruck = false
        }
        if style.isUnderlined { frame.context.isUnderlined = true }
        if style.isStruck { frame.context.isStruck = true }
        if style.display.isInlineLevel {
            if style.verticalAlign != 0 { frame.context.script = style.verticalAlign }
            if style.background != 0 { frame.context.background = style.background }
        }
        if entry.heading > 0 { frame.context.heading = entry.heading }
        if entry.role == .list { frame.context.listDepth = min(frame.context.listDepth + 1, 60_000) }
        if entry.role == .blockquote { frame.context.quoteDepth = min(frame.context.quoteDepth + 1, 60_000) }
        // Most elements change nothing and share the attributes of the parent.
        if entry.isTrivial, !resolver.hasStyleSheet, stack[parentIndex].attributes >= 0,
            document.attributes(of: frame.node).isEmpty,
            !style.isOutOfFlow, !style.display.isAtomicInline
        {
            frame.attributes = stack[parentIndex].attributes
        }
    }
}
