internal import LarderHTML
internal import LarderModel

/// The pictures of an article, in order: the one that opens it, then those inside the body.
struct BodyPictures {
    private let tree: PageTree
    private let found: BodySearch
    private let finder: PictureFinder
    private let document: HTMLDocument
    /// Scalars of linked text that is no part of the article, before each block.
    private let leftOut: [Int32]

    private var pictures: [ReaderPicture] = []
    private var seen: Set<[UInt8]> = []
    private var captions: [Int32: String] = [:]

    /// A link with more scalars of text that was left out is a card.
    private static let maxCardText: Int32 = 20
    /// How many inline elements round a picture are looked at.
    private static let maxDepth = 6

    /// - Parameter opening: The leaves of the picture before the text; nil where there is none.
    static func pictures(
        _ tree: PageTree,
        _ found: BodySearch,
        opening: Range<Int>?,
        _ finder: PictureFinder,
        _ document: HTMLDocument
    ) -> [ReaderPicture] {
        var body = BodyPictures(tree, found, finder, document)
        if let opening { body.addOpening(opening) }
        let root = tree.elements[found.root]
        for index in Int(root.firstLeaf)..<Int(root.endLeaf) where body.isShown(tree.leaves[index]) {
            body.add(tree.leaves[index])
        }
        if opening != nil, let first = body.pictures.first,
            body.pictures.dropFirst().contains(where: { isSameFile($0.url, first.url) })
        {
            body.pictures.removeFirst()
        }
        return body.pictures
    }

    private init(_ tree: PageTree, _ found: BodySearch, _ finder: PictureFinder, _ document: HTMLDocument) {
        self.tree = tree
        self.found = found
        self.finder = finder
        self.document = document
        var isKept = [Bool](repeating: false, count: tree.blocks.count)
        for index in found.kept { isKept[index] = true }
        for index in found.captions { isKept[index] = true }
        var leftOut: [Int32] = [0]
        leftOut.reserveCapacity(tree.blocks.count + 1)
        for (index, block) in tree.blocks.enumerated() {
            leftOut.append(leftOut[index] &+ (isKept[index] ? 0 : block.linkLength))
        }
        self.leftOut = leftOut
    }

    /// The first picture of the leaves.
    private mutating func addOpening(_ leaves: Range<Int>) {
        for index in leaves where tree.leaves[index].kind == .picture && !finder.isIcon(tree.leaves[index].node) {
            let isFallback = tree.elements[Int(tree.leaves[index].element)].context.contains(.noscript)
            if pictures.isEmpty || isFallback { add(tree.leaves[index]) }
        }
        if pictures.count > 1 { pictures.removeLast(pictures.count - 1) }
    }

    /// Whether a leaf of the root is a picture of the article.
    private func isShown(_ leaf: PageLeaf) -> Bool {
        guard leaf.kind == .picture, leaf.block < 0 || keeps(found.reasons[Int(leaf.block)]),
            !finder.isIcon(leaf.node), !isCard(leaf)
        else { return false }
        // An inline element that is left out takes along what it holds.
        var element = Int(leaf.element)
        for _ in 0..<Self.maxDepth where element >= 0 {
            guard keeps(tree.elements[element].drop) else { return false }
            let parent = Int(tree.elements[element].parent)
            guard parent >= 0, TagRules.treatment(of: tree.elements[parent].name) == .inline else { return true }
            element = parent
        }
        return true
    }

    private func keeps(_ reason: DropReason) -> Bool { reason == .none || reason == .caption }

    /// Whether a picture stands in a link to another page whose text is left out.
    private func isCard(_ leaf: PageLeaf) -> Bool {
        guard leaf.isLink, !tree.elements[Int(leaf.element)].context.contains(.figure),
            let link = PictureLink.element(round: leaf, tree)
        else { return false }
        let element = tree.elements[link]
        return leftOut[Int(element.endBlock)] &- leftOut[Int(element.firstBlock)] > Self.maxCardText
            && PictureLink.leadsToPage(element, document)
    }

    private mutating func add(_ leaf: PageLeaf) {
        let candidates = finder.candidates(of: leaf.node)
        guard let best = candidates.first else { return }
        let isFallback = tree.elements[Int(leaf.element)].context.contains(.noscript)
        if isFallback, let last = pictures.last,
            isBeside(last.node, leaf.node) || Self.isSameFile(last.url, best.url)
        {
            // What stands in the noscript is the picture; what stands beside it may be a blur until scripts run.
            pictures[pictures.count - 1].url = best.url
            pictures[pictures.count - 1].candidates =
                candidates + last.candidates.filter { !$0.url.isSame(as: best.url) }
            seen.insert(Array(best.url.utf8))
            return
        }
        guard seen.insert(Array(best.url.utf8)).inserted || !isFallback else { return }
        pictures.append(
            ReaderPicture(
                node: leaf.node,
                url: best.url,
                candidates: candidates,
                alternative: document.value(of: .alt, on: leaf.node),
                caption: caption(of: leaf.element)
            )
        )
    }

    /// Whether two addresses end in the same name of a file, of eight bytes or more.
    private static func isSameFile(_ first: String, _ second: String) -> Bool {
        let name = name(first)
        return name.count >= 8 && name == Self.name(second)
    }

    /// The bytes of the last part of a URL's path, from the last to the first.
    private static func name(_ url: String) -> [UInt8] {
        let path = url.utf8.prefix { $0 != 0x3F }
        return Array(path.reversed().prefix { $0 != 0x2F })
    }

    /// Whether the second picture stands in a `noscript` right behind the first or what holds it.
    private func isBeside(_ first: NodeID?, _ second: NodeID) -> Bool {
        guard let first else { return false }
        var fallback = second
        while let parent = document.parent(of: fallback) {
            fallback = parent
            if document.isElement(fallback, .noscript) { break }
        }
        var before = document.previousSibling(of: fallback)
        while let node = before, document.kind(of: node) != .element { before = document.previousSibling(of: node) }
        guard let before else { return false }
        var node = first
        for _ in 0..<6 {
            if node == before { return true }
            guard let parent = document.parent(of: node) else { return false }
            node = parent
        }
        return false
    }

    /// The caption of the figure that a picture stands in.
    private mutating func caption(of element: Int32) -> String? {
        guard tree.elements[Int(element)].context.contains(.figure) else { return nil }
        var figure = element
        while figure >= 0, tree.elements[Int(figure)].name != .figure { figure = tree.elements[Int(figure)].parent }
        guard figure >= 0 else { return nil }
        if let caption = captions[figure] { return caption.isEmpty ? nil : caption }
        let range = Int(tree.elements[Int(figure)].firstBlock)..<Int(tree.elements[Int(figure)].endBlock)
        let texts = range.filter { tree.blocks[$0].kind == .caption }.prefix(5).map {
            BlockText.text(tree.blocks[$0], tree, document)
        }
        let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
        captions[figure] = text
        return text.isEmpty ? nil : text
    }
}
