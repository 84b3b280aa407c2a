internal import LarderHTML

/// The body of a page in flat arrays: elements, leaves and blocks in document order, made in one walk.
struct PageTree {
    let document: HTMLDocument
    let rules: ReaderRules
    private(set) var leaves: [PageLeaf] = []
    private(set) var blocks: [PageBlock] = []
    var elements: [PageElement] = []
    /// Bytes of text inside `noscript` that were left out.
    private(set) var fallbackBytes = 0

    private let readsFallback: Bool
    private var words: ClassWordCache
    /// The `amp-img` of AMP, which stands for an `img`; what it holds is for browsers without scripts.
    private let ampPicture: NameID?
    /// Whether the last block can go on; false after a block element began or ended.
    private var isBlockOpen = false
    private var breaks = 0
    private var current: Int32 = -1
    private var linkDepth = 0
    private var anchorDepth = 0
    /// The last leaf that is a picture or an embed.
    private var lastObject = -1
    /// The last heading, as long as few blocks follow it.
    private var heading = -1

    private static let minTeasers = 3
    private static let teaserBlocks = 3

    /// - Parameter readsFallback: Whether text inside `noscript` is text of the page.
    init(_ document: HTMLDocument, _ rules: ReaderRules = .standard, readsFallback: Bool = false) {
        self.document = document
        self.rules = rules
        self.readsFallback = readsFallback
        words = ClassWordCache(rules.classTable)
        ampPicture = document.nameID(for: "amp-img")
        elements.reserveCapacity(document.nodeCapacity / 3)
        leaves.reserveCapacity(document.nodeCapacity / 3)
        var walk = document.events(of: document.root)
        while let event = walk.next() {
            switch event {
            case .enter(let node): if !enter(node) { walk.skipChildren() }
            case .leave(let node): leave(node)
            case .leaf(let node): if current >= 0, document.kind(of: node) == .text { text(node) }
            }
        }
        let openings = blocks.map { opening(of: $0) }
        for index in blocks.indices {
            blocks[index].opening = openings[index]
            blocks[index].settleKind()
        }
        markComments()
        // Cards come in groups; a single one is a paragraph behind some link.
        if blocks.count(where: \.isTeaser) < Self.minTeasers {
            for index in blocks.indices { blocks[index].isTeaser = false }
        }
    }

    /// Marks what a heading such as "Comments" begins, where it stands beside the page's article.
    private mutating func markComments() {
        guard elements.contains(where: { $0.name == .article }) else { return }
        for (index, block) in blocks.enumerated() where block.kind == .heading && block.opening == .comment {
            let holder = Int(elements[Int(block.owner)].parent)
            guard holder > 0, elements[holder].firstBlock == index, !elements[holder].context.contains(.article)
            else { continue }
            elements[holder].marks.insert(.comment)
        }
    }

    private mutating func enter(_ node: NodeID) -> Bool {
        guard document.kind(of: node) == .element else {
            // A fragment has no body; its first node stands for it.
            if node == document.root, document.documentElement == nil { open(node, .body) }
            return true
        }
        let name = document.name(of: node)
        guard document.namespace(of: node) == .html else { return document.namespace(of: node) == .mathML }
        let treatment = name == ampPicture ? .picture : TagRules.treatment(of: name)
        switch treatment {
        case .skip: return false
        case .head: return true
        case .picture, .embed:
            guard current >= 0 else { return false }
            open(node, name)
            append(node, treatment == .picture ? .picture : .embed, to: current)
            return false
        case .lineBreak:
            guard current >= 0 else { return false }
            breaks += 1
            if isBlockOpen {
                let block = blocks.count - 1
                leaves.append(PageLeaf(node: node, kind: .lineBreak, element: current, block: Int32(block)))
                blocks[block].endLeaf = Int32(leaves.count)
            }
            return false
        case .block:
            // What stands in the head, a noscript or the like, is no text of the page.
            guard current >= 0 || name == .body else { return true }
            isBlockOpen = false
            open(node, name)
        case .inline:
            guard current >= 0 else { return true }
            open(node, name)
            guard name == .a else { break }
            if leads(node) {
                linkDepth += 1
                elements[Int(current)].isLink = true
            } else if document.attribute(.href, of: node).map({ $0.count > 1 }) ?? false {
                anchorDepth += 1
                elements[Int(current)].isAnchor = true
            }
        }
        return true
    }

    private mutating func leave(_ node: NodeID) {
        guard current >= 0, elements[Int(current)].node == node else { return }
        let index = Int(current)
        if elements[index].name == .figure { addStatedPicture(index) }
        elements[index].end = Int32(elements.count)
        elements[index].endLeaf = Int32(leaves.count)
        elements[index].endBlock = Int32(blocks.count)
        if elements[index].isLink { linkDepth -= 1 }
        if elements[index].isAnchor {
            anchorDepth -= 1
            if isHeadingMark(elements[index]) {
                elements[index].marks.insert(.hidden)
                for leaf in elements[index].leaves where leaves[leaf].kind == .text { leaves[leaf].kind = .mark }
            }
        }
        if elements[index].isBlock { isBlockOpen = false }
        current = elements[index].parent
    }

    /// Whether a link to a place of the page is nothing but what generators put beside each heading or note.
    private func isHeadingMark(_ element: PageElement) -> Bool {
        let text = String(decoding: bytes(of: element.leaves, maxBytes: 32), as: UTF8.self)
        if TagRules.headingMarks.contains(text) { return true }
        guard !text.isEmpty, let block = blocks.last, block.kind == .heading else { return false }
        let hasWord = text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        return !hasWord || element.firstLeaf > block.firstLeaf && isCalledMark(element)
    }

    /// Whether the class of a link says that it is there to be copied.
    private func isCalledMark(_ link: PageElement) -> Bool {
        let name = document.value(of: .class, on: link.node)?.lowercased() ?? ""
        return TagRules.markClasses.contains { name.contains($0) }
    }

    /// The picture of a figure that scripts fill, and that names its file as the identifier of an item (HTML §5.2.4).
    private mutating func addStatedPicture(_ figure: Int) {
        let node = elements[figure].node
        guard let file = document.attribute(.itemid, of: node), file.count > 0,
            lastObject < Int(elements[figure].firstLeaf)
        else { return }
        append(node, .picture, to: Int32(figure))
    }

    private mutating func open(_ node: NodeID, _ name: NameID) {
        var marks = ClassMarks()
        func add(_ words: ReaderRules.Words, _ value: TextRange) {
            for (word, mark) in words where document.text(value, hasWord: word) {
                marks.formUnion(mark)
                return
            }
        }
        for attribute in document.attributes(of: node) {
            let value = attribute.value
            switch attribute.name {
            case .class, .id: marks.formUnion(words.marks(of: value, document))
            case .hidden: marks.insert(.hidden)
            case .ariaHidden: if document.text(value, equals: "true") { marks.insert(.hidden) }
            case .style: if TagRules.hides(value, document) { marks.insert(.hidden) }
            case .role: add(rules.roles, value)
            case .itemprop: add(rules.properties, value)
            case .rel: add(rules.relations, value)
            default: break
            }
        }
        let outer = current >= 0 ? elements[Int(current)].context : []
        elements.append(
            PageElement(
                node: node,
                name: name,
                parent: current,
                firstLeaf: Int32(leaves.count),
                // An inline element that goes on in an open block belongs to that block.
                firstBlock: Int32(blocks.count - (isBlockOpen ? 1 : 0)),
                marks: marks,
                context: outer.union(TagRules.context(of: name))
            )
        )
        current = Int32(elements.count - 1)
    }

    private mutating func text(_ node: NodeID) {
        guard readsFallback || !elements[Int(current)].context.contains(.noscript) else {
            fallbackBytes += document.text(of: node).count
            return
        }
        let measure = document.withTextBytes(of: node) { TextMeasure($0) }
        if measure.words > 0, breaks > 1 { isBlockOpen = false }
        guard measure.words > 0 || isBlockOpen else { return }
        append(node, .text, to: current, measure)
    }

    private mutating func append(
        _ node: NodeID,
        _ kind: PageLeaf.Kind,
        to element: Int32,
        _ measure: TextMeasure = .init()
    ) {
        if !isBlockOpen { beginBlock() }
        let index = blocks.count - 1
        if kind != .text { lastObject = leaves.count }
        leaves.append(
            PageLeaf(
                node: node,
                kind: kind,
                element: element,
                isLink: linkDepth > 0,
                measure: measure,
                block: Int32(index)
            )
        )
        blocks[index].endLeaf = Int32(leaves.count)
        blocks[index].measure += measure
        if linkDepth > 0 { blocks[index].linkLength &+= measure.length }
        if anchorDepth > 0 { blocks[index].anchorLength &+= measure.length }
        if kind != .text || measure.words > 0 { breaks = 0 }
    }

    private mutating func beginBlock() {
        var owner = current
        while owner > 0, !elements[Int(owner)].isBlock { owner = elements[Int(owner)].parent }
        let element = elements[Int(owner)]
        let kind = TagRules.blockKind(of: element.name, element.context)
        let last = blocks.count
        let level = TagRules.headingLevel(of: element.name)
        var block = PageBlock(kind, level: level, owner: owner, firstLeaf: leaves.count)
        if last > 0, blocks[last - 1].isLinkLine { heading = last - 1 }
        if level > 0 {
            heading = last
        } else if heading >= 0, last - heading <= Self.teaserBlocks {
            let isFirst = blocks[(heading + 1)..<last].allSatisfy { $0.measure.words <= 3 }
            block.isTeaser = isFirst && blocks[heading].level != 1 && blocks[heading].linkDensity > 0.8
        }
        blocks.append(block)
        isBlockOpen = true
        breaks = 0
    }

    private func leads(_ node: NodeID) -> Bool {
        guard let target = document.attribute(.href, of: node), target.count > 0 else { return false }
        return document.withBytes(of: target) { target in
            if target[0] == 0x23 { return target.count == 1 }
            // No other scheme has a v in this place and a colon in that one.
            return !(target.count > 10 && target[10] == 0x3A && target[2] | 0x20 == 0x76)
        }
    }
}
