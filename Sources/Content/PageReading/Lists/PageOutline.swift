import LarderHTML
internal import LarderModel

/// The lines of a page in document order, made in one walk.
struct PageOutline {
    private(set) var lines: [PageLine] = []
    /// The blocks in the order of their beginnings; the first is the page.
    private(set) var blocks: [PageBlockSpan] = [PageBlockSpan(parent: 0, name: .body)]

    private(set) var allPictures: [NodeID] = []

    private let document: HTMLDocument
    private var text: [UInt8] = []
    private var strongBytes = 0
    private var linkBytes = 0
    private var strongDepth = 0
    private var linkDepth = 0
    private var needsSpace = false
    private var pictures: [NodeID] = []
    /// The blocks that hold the line, the innermost last.
    private var open: [Block] = []
    private var orderedDepth = 0
    private var roles: [(node: NodeID, role: PageRole)] = []

    private struct Block {
        var node: NodeID
        var kind: PageLine.Kind?
        var index: Int
    }

    /// More lines than any page has that is about one recipe.
    private static let maxLines = 20_000
    /// A longer line is no line of a recipe.
    private static let maxLineBytes = RecordBound.fieldBytes.limit
    private static let maxRowBytes = 240
    private static let maxLinePictures = 10

    init(_ document: HTMLDocument) {
        self.document = document
        var walk = document.events(of: document.body ?? document.root)
        while lines.count < Self.maxLines, let event = walk.next() {
            switch event {
            case .enter(let node):
                if !enter(node) { walk.skipChildren() }
            case .leave(let node): leave(node)
            case .leaf(let node):
                if document.kind(of: node) == .text { append(node) }
            }
        }
        flush()
        for block in open { blocks[block.index].end = lines.count }
        blocks[0].end = lines.count
    }

    private mutating func enter(_ node: NodeID) -> Bool {
        guard document.kind(of: node) == .element else { return true }
        guard document.namespace(of: node) == .html else { return false }
        let name = document.name(of: node)
        var role = roles.last?.role ?? []
        let outer = role
        switch name {
        case .script, .style, .noscript, .template, .select, .iframe, .video, .audio, .textarea, .head, .object:
            return false
        case .nav, .footer, .dialog: role.insert(.aside)
        case .br:
            lineBreak()
            return true
        case .img:
            if pictures.count < Self.maxLinePictures { pictures.append(node) }
            if !outer.contains(.aside), allPictures.count < RecordBound.pictures.limit { allPictures.append(node) }
            return true
        case .strong, .b, .u: strongDepth += 1
        case .a: linkDepth += 1
        case .span:
            // Amount and unit in elements of their own are set apart by styles.
            if let last = text.last, last.isASCIIDigit { needsSpace = true }
        default: break
        }
        for attribute in [NameID.class, .id] {
            if let value = document.attribute(attribute, of: node) { role.formUnion(ClassRoles.roles(value, document)) }
        }
        if !outer.contains(.aside), name == .main || name == .article || name == .body { role.remove(.aside) }
        if role != outer, roles.count < 200 { roles.append((node, role)) }
        if let kind = Self.blockKind(of: name) { begin(node, kind) }
        return true
    }

    private mutating func leave(_ node: NodeID) {
        switch document.name(of: node) {
        case .strong, .b, .u: strongDepth -= 1
        case .a: linkDepth -= 1
        case .ol: orderedDepth -= 1
        case .span: if let last = text.last, last.isASCIIDigit { needsSpace = true }
        default: break
        }
        if let last = open.last, last.node == node {
            if last.kind != nil { flush() } else { lineBreak() }
            open.removeLast()
            blocks[last.index].end = lines.count
        }
        if let last = roles.last, last.node == node { roles.removeLast() }
    }

    /// The kind of the lines of a block element; an inner nil for a block whose lines have no kind.
    private static func blockKind(of name: NameID) -> PageLine.Kind?? {
        switch name {
        case .h1, .h2, .h3, .h4, .h5, .h6: .some(.heading(level: Int(TagRules.headingLevel(of: name))))
        case .li: .some(.item)
        case .tr, .dt: .some(.row)
        case .button, .summary: .some(.button)
        case .ul, .ol, .table, .dl: .some(.paragraph)
        case .p, .div, .section, .article, .aside, .header, .footer, .main, .nav, .blockquote, .figure, .figcaption,
            .form, .fieldset, .legend, .address, .details, .td, .th, .dd, .pre, .center, .hr:
            .some(nil)
        default: nil
        }
    }

    private mutating func begin(_ node: NodeID, _ kind: PageLine.Kind?) {
        if document.name(of: node) == .ol { orderedDepth += 1 }
        if kind != nil { flush() } else { lineBreak() }
        // Beyond this depth a block is part of the one round it.
        guard open.count < 500 else { return }
        blocks.append(PageBlockSpan(parent: open.last?.index ?? 0, name: document.name(of: node)))
        open.append(Block(node: node, kind: kind, index: blocks.count - 1))
    }

    private var kind: PageLine.Kind { open.last { $0.kind != nil }?.kind ?? .paragraph }

    private mutating func lineBreak() {
        switch kind {
        case .item, .row:
            if let last = text.last, last != 0x0A { text.append(0x0A) }
            needsSpace = false
        case .heading: needsSpace = !text.isEmpty
        default: flush()
        }
    }

    private mutating func append(_ node: NodeID) {
        let range = document.text(of: node)
        let source = range.isDecoded ? document.decodedBytes : document.sourceBytes
        let start = text.count
        source.withSpan { append(source, $0, range) }
        let count = text.count - start
        if strongDepth > 0 { strongBytes += count }
        if linkDepth > 0 { linkBytes += count }
    }

    /// Appends the words of a range of `source`, whose bytes these are.
    private mutating func append(_ source: [UInt8], _ bytes: Span<UInt8>, _ range: TextRange) {
        let end = range.bounds.upperBound
        var index = range.offset
        while index < end, text.count < Self.maxLineBytes {
            let byte = bytes[index]
            let isNoBreakSpace = byte == 0xC2 && index + 1 < end && bytes[index + 1] == 0xA0
            if byte <= 0x20 || isNoBreakSpace {
                needsSpace = true
                index += isNoBreakSpace ? 2 : 1
                continue
            }
            if needsSpace, let last = text.last, last != 0x0A { text.append(0x20) }
            needsSpace = false
            let room = max(1, Self.maxLineBytes - text.count - 1)
            let plainEnd = SpaceText.plainEnd(bytes, from: index, to: min(end, index + room))
            text.append(contentsOf: source[index..<plainEnd])
            index = plainEnd
        }
    }

    private mutating func flush() {
        defer {
            text.removeAll(keepingCapacity: true)
            strongBytes = 0
            linkBytes = 0
            needsSpace = false
            pictures = []
        }
        while let last = text.last, last == 0x0A || last == 0x20 { text.removeLast() }
        guard !text.isEmpty else {
            // A picture with no words belongs to the line before it.
            if !pictures.isEmpty, let last = lines.indices.last, lines[last].pictures.count < 4 {
                lines[last].pictures += pictures
            }
            return
        }
        let kind = kind
        let isLong = kind == .row && text.count > Self.maxRowBytes
        let marks = text.count - text.count / 8
        // A long row is a page's layout, and its parts are lines of their own.
        for part in isLong ? text.split(separator: 0x0A) : [text[...]] {
            lines.append(
                PageLine(
                    text: String(decoding: part, as: UTF8.self),
                    kind: isLong ? .paragraph : kind,
                    isOrdered: orderedDepth > 0,
                    isStrong: strongBytes >= marks,
                    isLink: linkBytes >= marks,
                    role: roles.last?.role ?? [],
                    pictures: pictures,
                    block: open.last?.index ?? 0
                )
            )
            pictures = []
        }
    }
}

/// A block of a page and how far it reaches.
struct PageBlockSpan {
    let parent: Int
    let name: NameID
    var end = 0
}
