internal import LarderHTML

/// The picture that opens an article: between the headline and the text, outside the element that holds the text.
struct OpeningPicture {
    /// Its leaves: those of its figure, or that of the picture alone.
    let leaves: Range<Int>
    /// The blocks of its figure's caption.
    let captions: [Int]

    /// How many blocks before the text are looked at.
    private static let maxBlocks = 40
    /// Pictures up to this width or height are icons and portraits, in pixels.
    private static let maxIcon = 100

    /// - Parameters:
    ///   - titles: What may be the headline.
    ///   - stated: The URLs of pictures that the page names for itself; one of them needs no figure round it.
    init?(
        _ tree: PageTree,
        _ found: BodySearch,
        titles: [FoldedText],
        stated: [String],
        _ finder: PictureFinder,
        _ document: HTMLDocument
    ) {
        guard !found.kept.isEmpty, let start = Self.start(tree, found, titles, document) else { return nil }
        let end = Int(tree.elements[found.root].firstLeaf)
        let files = Set(stated.map { Self.name($0) })
        for index in stride(from: start, to: end, by: 1) {
            let leaf = tree.leaves[index]
            let owner = tree.elements[Int(leaf.element)]
            guard leaf.kind == .picture, Self.keeps(owner.drop),
                leaf.block < 0 || Self.keeps(found.reasons[Int(leaf.block)]),
                !finder.isIcon(leaf.node, upTo: Self.maxIcon), let best = finder.candidates(of: leaf.node).first
            else { continue }
            guard owner.context.contains(.figure) else {
                let name = Self.name(best.url)
                guard name.count >= Self.minName, files.contains(name) else { continue }
                leaves = index..<(index + 1)
                captions = []
                return
            }
            var figure = Int(leaf.element)
            while figure > 0, tree.elements[figure].name != .figure { figure = Int(tree.elements[figure].parent) }
            let element = tree.elements[figure]
            guard Int(element.endLeaf) <= end else { continue }
            leaves = Int(element.firstLeaf)..<Int(element.endLeaf)
            captions = (Int(element.firstBlock)..<Int(element.endBlock)).filter {
                tree.blocks[$0].measure.words > 0
                    && (tree.blocks[$0].kind == .caption || found.reasons[$0] == .caption)
            }
            return
        }
        return nil
    }

    /// What holds the headline may be named as a header.
    private static func keeps(_ reason: DropReason) -> Bool {
        [.none, .caption, .header, .meta, .title].contains(reason)
    }

    /// The leaf from which on a picture belongs to the article: the headline's, or the first of the `article` that holds it too.
    private static func start(
        _ tree: PageTree,
        _ found: BodySearch,
        _ titles: [FoldedText],
        _ document: HTMLDocument
    ) -> Int? {
        let last = Int(tree.elements[found.root].firstBlock)
        let heading = (max(0, last - maxBlocks)..<last).reversed().first {
            let block = tree.blocks[$0]
            guard block.level > 0, block.level < 3, block.measure.words > 0 else { return false }
            if block.level == 1, block.linkDensity < 0.5 { return true }
            let text = FoldedText(block, tree, document)
            return titles.contains { $0.matches(text) }
        }
        var article = Int(tree.elements[found.root].parent)
        while article > 0, tree.elements[article].name != .article { article = Int(tree.elements[article].parent) }
        let holder = article > 0 ? tree.elements[article] : nil
        guard let heading else { return holder.map { Int($0.firstLeaf) } }
        if let holder, Int(holder.firstBlock) <= heading { return Int(holder.firstLeaf) }
        return Int(tree.blocks[heading].firstLeaf)
    }

    /// Shorter names of files, such as `1.jpg`, are those of many.
    private static let minName = 6

    /// The name of a URL's file without its ending and size: `tram` of `/a/tram-1024x576.jpg`.
    private static func name(_ url: String) -> [UInt8] {
        let path = url.utf8.prefix { $0 != 0x3F }
        var name = Array(path.suffix(from: path.lastIndex(of: 0x2F).map { path.index(after: $0) } ?? path.startIndex))
        if let dot = name.lastIndex(of: 0x2E), dot > 0 { name.removeLast(name.count - dot) }
        while let last = name.last, (0x30...0x39).contains(last) || [0x2D, 0x5F, 0x78].contains(last) {
            name.removeLast()
        }
        return name
    }
}
