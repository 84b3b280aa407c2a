internal import LarderHTML

/// The picture that opens an article: between the headline and the text, outside the element that holds the text.
struct OpeningPicture {
    let leaves: Range<Int>
    let captions: [Int]

    /// How many blocks before the text are looked at.
    private static let maxBlocks = 40
    /// Pictures up to this width or height are icons and portraits, in pixels.
    private static let maxIcon = 100

    /// - Parameter stated: The URLs of pictures that the page names for itself; these need no figure round them.
    init?(_ found: BodySearch, stated: [String], _ finder: PictureFinder) {
        let tree = found.tree
        guard !found.kept.isEmpty, let start = Self.start(found) else { return nil }
        let end = Int(tree.elements[found.root].firstLeaf)
        let files = Set(stated.map { Self.name($0) })
        for index in stride(from: start, to: end, by: 1) {
            let leaf = tree.leaves[index]
            let owner = tree.elements[Int(leaf.element)]
            guard leaf.kind == .picture, owner.drop.isSubset(of: Self.kept),
                found.reasons[Int(leaf.block)].isSubset(of: Self.kept),
                !finder.isIcon(leaf.node, upTo: Self.maxIcon), let best = finder.candidates(of: leaf.node).first
            else { continue }
            guard owner.context.contains(.figure) else {
                let name = Self.name(best.url)
                guard name.count >= Self.minName, files.contains(name) else { continue }
                leaves = index..<(index + 1)
                captions = []
                return
            }
            let element = tree.elements[tree.ancestor(.figure, of: Int(leaf.element)) ?? 0]
            guard Int(element.endLeaf) <= end else { continue }
            leaves = element.leaves
            captions = element.blocks.filter {
                tree.blocks[$0].measure.words > 0
                    && (tree.blocks[$0].kind == .caption || found.reasons[$0] == .caption)
            }
            return
        }
        return nil
    }

    /// What holds the headline may be named as a header.
    private static let kept: ClassMarks = [.caption, .header, .meta]

    /// Where pictures of the article can begin: at the headline, or at the `article` that holds it.
    private static func start(_ found: BodySearch) -> Int? {
        let tree = found.tree
        let last = Int(tree.elements[found.root].firstBlock)
        let heading = (max(0, last - maxBlocks)..<last).reversed().first {
            let block = tree.blocks[$0]
            guard block.isHeadline, block.measure.words > 0 else { return false }
            return block.level == 1 && block.linkDensity < 0.5 || FoldedText(block, tree).matches(anyOf: found.titles)
        }
        let outer = Int(tree.elements[found.root].parent)
        let holder = outer > 0 ? tree.ancestor(.article, of: outer).map { tree.elements[$0] } : nil
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
