internal import LarderHTML

/// The body of a page in flat arrays: elements, leaves and blocks in document order, made in one walk.
struct PageTree {
    private(set) var leaves: [PageLeaf] = []
    private(set) var blocks: [PageBlock] = []
    var elements: [PageElement] = []
    /// Bytes of text inside `noscript` that were left out.
    private(set) var fallbackBytes = 0

    private let readsFallback: Bool
    private var words: ClassWordCache
    private let rules: ReaderRules
    /// The `amp-img` of AMP, which stands for an `img`; what it holds is for browsers without scripts.
    private let ampPicture: NameID?
    /// The block being filled; nil after a block element began or ended.
    private var isBlockOpen = false
    private var breaks = 0
    private var current: Int32 = -1
    private var linkDepth = 0
    /// The last leaf that is a picture or an embed.
    private var lastObject = -1
    /// The last heading, as long as few blocks follow it.
    private var heading = -1

    /// Walks a page.
    ///
    /// - Parameter readsFallback: Whether text inside `noscript` is text of the page.
    init(_ document: HTMLDocument, _ rules: ReaderRules, readsFallback: Bool = false) {
        self.rules = rules
        self.readsFallback = readsFallback
        words = ClassWordCache(rules.classTable)
        ampPicture = document.nameID(for: "amp-img")
        elements.reserveCapacity(document.nodeCapacity / 3)
        leaves.reserveCapacity(document.nodeCapacity / 3)
        var walk = document.events(of: document.root)
        while let event = walk.next() {
            switch event {
            case .enter(let node):
                if !enter(node, document) { walk.skipChildren() }
            case .leave(let node):
                leave(node, document)
            case .leaf(let node):
                guard current >= 0, document.kind(of: node) == .text else { continue }
                text(node, document)
            }
        }
        for index in blocks.indices { blocks[index].settleKind() }
        // Cards come in groups; a single one is a paragraph behind some link.
        if blocks.count(where: \.isTeaser) < Self.minTeasers {
            for index in blocks.indices { blocks[index].isTeaser = false }
        }
    }

    /// Fewer teasers than this are none.
    private static let minTeasers = 3

    /// Whether the children are to be looked at.
    private mutating func enter(_ node: NodeID, _ document: HTMLDocument) -> Bool {
        guard document.kind(of: node) == .element else {
            // A fragment has no body; its first node stands for it.
            if node == document.root, document.documentElement == nil { open(node, .body, document) }
            return true
        }
        let name = document.name(of: node)
        guard document.namespace(of: node) == .html else { return document.namespace(of: node) == .mathML }
        switch name == ampPicture ? .picture : TagRules.treatment(of: name) {
        case .skip: return false
        case .head:
            return true
        case .picture, .embed:
            guard current >= 0 else { return false }
            let isPicture = TagRules.treatment(of: name) != .embed
            open(node, name, document)
            append(
                PageLeaf(
                    node: node,
                    kind: isPicture ? .picture : .embed,
                    isLink: linkDepth > 0,
                    element: current,
                    measure: .init()
                )
            )
            return false
        case .lineBreak:
            guard current >= 0 else { return false }
            breaks += 1
            if isBlockOpen {
                leaves.append(
                    PageLeaf(
                        node: node,
                        kind: .lineBreak,
                        isLink: false,
                        element: current,
                        block: Int32(blocks.count - 1),
                        measure: .init()
                    )
                )
                blocks[blocks.count - 1].endLeaf = Int32(leaves.count)
            }
            return false
        case .block:
            // What stands in the head, a noscript or the like, is no text of the page.
            guard current >= 0 || name == .body else { return true }
            isBlockOpen = false
            open(node, name, document)
        case .inline:
            guard current >= 0 else { return true }
            open(node, name, document)
            if name == .a, Self.leads(node, document) {
                linkDepth += 1
                elements[Int(current)].isLink = true
            }
        }
        return true
    }

    private mutating func leave(_ node: NodeID, _ document: HTMLDocument) {
        guard current >= 0, elements[Int(current)].node == node else { return }
        let index = Int(current)
        if elements[index].name == .figure { addStatedPicture(index, document) }
        elements[index].end = Int32(elements.count)
        elements[index].endLeaf = Int32(leaves.count)
        elements[index].endBlock = Int32(blocks.count)
        let name = elements[index].name
        if elements[index].isLink { linkDepth -= 1 }
        if TagRules.treatment(of: name) == .block { isBlockOpen = false }
        current = elements[index].parent
    }

    /// The picture of a figure that scripts fill, and that names its file as the identifier of an item (HTML §5.2.4).
    private mutating func addStatedPicture(_ figure: Int, _ document: HTMLDocument) {
        guard let file = document.attribute(.itemid, of: elements[figure].node), file.count > 0,
            lastObject < Int(elements[figure].firstLeaf)
        else { return }
        append(
            PageLeaf(
                node: elements[figure].node,
                kind: .picture,
                isLink: linkDepth > 0,
                element: Int32(figure),
                measure: .init()
            )
        )
    }

    private mutating func open(_ node: NodeID, _ name: NameID, _ document: HTMLDocument) {
        let parent = current
        var marks = ClassMarks()
        var isHidden = false
        for attribute in document.attributes(of: node) {
            switch attribute.name {
            case .class, .id: marks.formUnion(words.marks(of: attribute.value, document))
            case .hidden: isHidden = true
            case .ariaHidden: isHidden = isHidden || document.text(attribute.value, equals: "true")
            case .style: isHidden = isHidden || TagRules.hides(attribute.value, document)
            case .role: marks.formUnion(rules.marks(rules.roles, attribute.value, document))
            case .itemprop: marks.formUnion(rules.marks(rules.properties, attribute.value, document))
            case .rel: marks.formUnion(rules.marks(rules.relations, attribute.value, document))
            default: break
            }
        }
        if isHidden { marks.insert(.hidden) }
        let outer = parent >= 0 ? elements[Int(parent)].context : []
        elements.append(
            PageElement(
                node: node,
                name: name,
                parent: parent,
                end: 0,
                firstLeaf: Int32(leaves.count),
                endLeaf: 0,
                // An inline element that goes on in an open block belongs to that block.
                firstBlock: Int32(blocks.count - (isBlockOpen ? 1 : 0)),
                marks: marks,
                context: outer.union(TagRules.context(of: name))
            )
        )
        current = Int32(elements.count - 1)
    }

    private mutating func text(_ node: NodeID, _ document: HTMLDocument) {
        guard readsFallback || !elements[Int(current)].context.contains(.noscript) else {
            fallbackBytes += document.withTextBytes(of: node) { $0.count }
            return
        }
        let measure = document.withTextBytes(of: node) { TextMeasure($0) }
        guard measure.words > 0 else {
            if isBlockOpen {
                append(PageLeaf(node: node, kind: .text, isLink: false, element: current, measure: measure))
            }
            return
        }
        if breaks > 1 { isBlockOpen = false }
        append(PageLeaf(node: node, kind: .text, isLink: linkDepth > 0, element: current, measure: measure))
    }

    private mutating func append(_ leaf: PageLeaf) {
        if !isBlockOpen {
            beginBlock()
        }
        var leaf = leaf
        leaf.block = Int32(blocks.count - 1)
        if leaf.kind != .text { lastObject = leaves.count }
        leaves.append(leaf)
        let index = blocks.count - 1
        blocks[index].endLeaf = Int32(leaves.count)
        blocks[index].measure = blocks[index].measure + leaf.measure
        if leaf.isLink { blocks[index].linkLength &+= leaf.measure.length }
        if leaf.kind != .text { blocks[index].pictures &+= 1 }
        if leaf.kind != .text || leaf.measure.words > 0 { breaks = 0 }
    }

    private mutating func beginBlock() {
        var owner = current
        while owner > 0, TagRules.treatment(of: elements[Int(owner)].name) != .block {
            owner = elements[Int(owner)].parent
        }
        let name = elements[Int(owner)].name
        let context = elements[Int(owner)].context
        blocks.append(
            PageBlock(
                kind: TagRules.blockKind(of: name, context),
                owner: owner,
                firstLeaf: Int32(leaves.count),
                endLeaf: Int32(leaves.count),
                level: TagRules.headingLevel(of: name)
            )
        )
        let last = blocks.count - 1
        if last > 0, blocks[last - 1].isLinkLine { heading = last - 1 }
        if blocks[last].level > 0 {
            heading = last
        } else if heading >= 0, last - heading <= Self.teaserBlocks {
            let isFirst = blocks[(heading + 1)..<last].allSatisfy { $0.measure.words <= 3 }
            blocks[last].isTeaser = isFirst && blocks[heading].level != 1 && blocks[heading].linkDensity > 0.8
        }
        isBlockOpen = true
        breaks = 0
    }

    /// How many blocks behind a heading can be its teaser.
    private static let teaserBlocks = 3

    /// Whether a link leads out of the page.
    private static func leads(_ node: NodeID, _ document: HTMLDocument) -> Bool {
        guard let target = document.attribute(.href, of: node), target.count > 0 else { return false }
        return document.withBytes(of: target) { target in
            if target[0] == 0x23 { return target.count == 1 }
            // No other scheme has a v in this place and a colon in that one.
            return !(target.count > 10 && target[10] == 0x3A && target[2] | 0x20 == 0x76)
        }
    }
}
