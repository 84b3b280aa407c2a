internal import LarderHTML
internal import LarderModel

/// The pictures of an article, in order: the one that opens it, then those inside the body.
struct BodyPictures {
    private let found: BodySearch
    private let tree: PageTree
    private let document: HTMLDocument
    private let finder: PictureFinder
    /// Scalars of linked text that is no part of the article, before each block.
    private let leftOut: [Int32]
    /// The blocks that are captions.
    private let isCaption: Set<Int>

    private var pictures: [ReaderPicture] = []
    private var seen: Set<[UInt8]> = []
    private var captions: [Int: String] = [:]
    /// Whether the last picture stands in a `noscript`.
    private var isLastFallback = false

    /// A link with more scalars of text that was left out is a card.
    private static let maxCardText: Int32 = 20
    /// A picture with its caption has no more blocks, so that many pictures take no time that grows with their square.
    private static let maxFigureBlocks = 20
    /// How many inline elements round a picture are looked at.
    private static let maxDepth = 6
    /// How many nodes beside a `noscript` may be text or comments.
    private static let maxSiblings = 8

    /// - Parameter opening: The leaves of the picture before the text; nil where there is none.
    static func pictures(_ found: BodySearch, opening: Range<Int>?, _ finder: PictureFinder) -> [ReaderPicture] {
        var body = BodyPictures(found, finder)
        if let opening { body.addOpening(opening) }
        let root = found.tree.elements[found.root]
        for leaf in found.tree.leaves[root.leaves] where leaf.kind == .picture && body.isShown(leaf) {
            body.add(leaf)
        }
        if opening != nil, let first = body.pictures.first,
            body.pictures.dropFirst().contains(where: { isSameFile($0.url, first.url) })
        {
            body.pictures.removeFirst()
        }
        return body.pictures
    }

    private init(_ found: BodySearch, _ finder: PictureFinder) {
        self.found = found
        tree = found.tree
        document = tree.document
        self.finder = finder
        var isKept = [Bool](repeating: false, count: tree.blocks.count)
        for index in found.kept + found.captions { isKept[index] = true }
        var leftOut: [Int32] = [0]
        leftOut.reserveCapacity(tree.blocks.count + 1)
        for (index, block) in tree.blocks.enumerated() {
            leftOut.append(leftOut[index] &+ (isKept[index] ? 0 : block.linkLength))
        }
        self.leftOut = leftOut
        isCaption = Set(found.captions)
    }

    private mutating func addOpening(_ leaves: Range<Int>) {
        for leaf in tree.leaves[leaves] where leaf.kind == .picture && !finder.isIcon(leaf.node) {
            if pictures.isEmpty || isFallback(leaf) { add(leaf) }
        }
        if pictures.count > 1 { pictures.removeLast(pictures.count - 1) }
    }

    private func isFallback(_ leaf: PageLeaf) -> Bool {
        tree.elements[Int(leaf.element)].context.contains(.noscript)
    }

    /// Whether a picture of the root is one of the article.
    private func isShown(_ leaf: PageLeaf) -> Bool {
        guard found.reasons[Int(leaf.block)].isSubset(of: .caption), !finder.isIcon(leaf.node), !isCard(leaf)
        else { return false }
        // An inline element that is left out takes along what it holds.
        var element = Int(leaf.element)
        for _ in 0..<Self.maxDepth where element >= 0 {
            guard tree.elements[element].drop.isSubset(of: .caption) else { return false }
            let parent = Int(tree.elements[element].parent)
            guard parent >= 0, TagRules.treatment(of: tree.elements[parent].name) == .inline else { return true }
            element = parent
        }
        return true
    }

    /// Whether a picture stands in a link to another page whose text is left out.
    private func isCard(_ leaf: PageLeaf) -> Bool {
        guard leaf.isLink, !tree.elements[Int(leaf.element)].context.contains(.figure),
            let link = tree.link(round: leaf)
        else { return false }
        return leftOut[Int(link.endBlock)] &- leftOut[Int(link.firstBlock)] > Self.maxCardText
            && link.leadsToPage(document)
    }

    private mutating func add(_ leaf: PageLeaf) {
        let candidates = finder.candidates(of: leaf.node)
        guard let best = candidates.first else { return }
        let isFallback = isFallback(leaf)
        let picture = ReaderPicture(
            node: leaf.node,
            url: best.url,
            candidates: candidates,
            alternative: document.value(of: .alt, on: leaf.node),
            caption: caption(of: leaf.element)
        )
        if let last = pictures.last, isFallback != isLastFallback,
            isTwin(isFallback ? last : picture, ofFallback: isFallback ? picture : last)
        {
            // The picture in the noscript is the whole one; the element beside it may show a blur until scripts run.
            let (whole, other) = isFallback ? (picture, last) : (last, picture)
            pictures[pictures.count - 1].url = whole.url
            pictures[pictures.count - 1].candidates =
                whole.candidates
                + other.candidates.filter { file in !whole.candidates.contains { $0.url.isSame(as: file.url) } }
            seen.insert(Array(whole.url.utf8))
            return
        }
        guard seen.insert(Array(best.url.utf8)).inserted || !isFallback else { return }
        isLastFallback = isFallback
        pictures.append(picture)
    }

    /// Whether an element and the picture in a `noscript` show one picture.
    private func isTwin(_ picture: ReaderPicture, ofFallback fallback: ReaderPicture) -> Bool {
        if Self.isSameFile(picture.url, fallback.url) { return true }
        guard isBeside(picture.node, fallback.node) else { return false }
        if finder.isLoadedByScript(picture.node) || finder.isPreview(picture.url) { return true }
        if let words = picture.alternative.nonEmpty, words == fallback.alternative { return true }
        return picture.candidates.contains { file in
            fallback.candidates.contains {
                Self.name($0.url) == Self.name(file.url) || PictureChoice.isSamePicture($0.url, file.url)
            }
        }
    }

    /// Whether two addresses end in the same name of a file, of eight bytes or more.
    private static func isSameFile(_ first: String, _ second: String) -> Bool {
        let name = name(first)
        return name.count >= 8 && name == Self.name(second)
    }

    private static func name(_ url: String) -> [UInt8] {
        let path = url.utf8.prefix { $0 != 0x3F }
        return Array(path.reversed().prefix { $0 != 0x2F })
    }

    /// Whether the second picture stands in a `noscript` right behind or before the first or the element that holds it.
    private func isBeside(_ first: NodeID, _ second: NodeID) -> Bool {
        var fallback = second
        while let parent = document.parent(of: fallback) {
            fallback = parent
            if document.isElement(fallback, .noscript) { break }
        }
        let holders = sequence(first: first, next: document.parent(of:)).prefix(Self.maxDepth)
        return [document.previousSibling(of:), document.nextSibling(of:)].contains { next in
            let sibling = sequence(first: fallback, next: next).dropFirst().prefix(Self.maxSiblings)
                .first { document.kind(of: $0) == .element }
            return sibling.map(holders.contains) ?? false
        }
    }

    /// The `figure` that a picture is in, else what holds nothing but pictures and a caption.
    private func figure(round element: Int) -> Int? {
        if tree.elements[element].context.contains(.figure), let figure = tree.ancestor(.figure, of: element) {
            return figure
        }
        for outer in tree.ancestors(of: element).prefix(Self.maxDepth) {
            guard tree.elements[outer].blocks.count <= Self.maxFigureBlocks else { return nil }
            let blocks = tree.elements[outer].blocks.filter { tree.blocks[$0].measure.words > 0 }
            guard blocks.allSatisfy(isCaption.contains) else { return nil }
            if !blocks.isEmpty { return outer }
        }
        return nil
    }

    private mutating func caption(of element: Int32) -> String? {
        guard let figure = figure(round: Int(element)) else { return nil }
        if let caption = captions[figure] { return caption.nonEmpty }
        let isNamed = tree.elements[figure].name == .figure
        let blocks = tree.elements[figure].blocks.filter {
            isNamed ? tree.blocks[$0].kind == .caption : isCaption.contains($0)
        }
        let text = blocks.prefix(5).map { found.block($0).text(in: document) }.filter { !$0.isEmpty }
            .joined(separator: " ")
        captions[figure] = text
        return text.nonEmpty
    }
}
