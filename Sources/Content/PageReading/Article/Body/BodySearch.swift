internal import LarderHTML

/// The search for a body: what is left out, which element holds the rest, which of its blocks stay.
struct BodySearch {
    private(set) var tree: PageTree
    private(set) var root = 0
    private(set) var share: Float = 0
    private(set) var kept: [Int] = []
    private(set) var captions: [Int] = []
    private(set) var leftOut: [Int: LeftOutRule] = [:]
    private(set) var reasons: [ClassMarks] = []
    private(set) var method = ReaderMethod.container
    private(set) var length = 0
    private(set) var titles: [FoldedText]
    private(set) var kind: PageKind

    /// A body of fewer scalars is looked for again in another way.
    static let minLength = 250

    init(_ tree: PageTree, titles: [FoldedText], kind: PageKind, _ page: WebPage) {
        self.tree = tree
        self.titles = titles
        self.kind = kind
        if kind != .forum, let post = ShortPost(&self.tree, titles: titles, page) {
            read(post)
            return
        }
        search(ignoresMarks: false)
        guard length < Self.minLength else { return }
        var other = self
        other.search(ignoresMarks: true)
        other.method = .withoutClasses
        if other.length > 0, other.length >= 2 * length { self = other }
        if length == 0 { method = .nothing }
    }

    private mutating func search(ignoresMarks: Bool) {
        reasons = tree.drop(ignoresMarks: ignoresMarks, isForum: kind == .forum)
        let choice = RootChoice(tree, reasons, titles: titles, kind: kind)
        (root, share) = (choice.root, choice.share)
        take(BodyBlocks(tree, reasons, root: root, titles: titles, isForum: kind == .forum))
    }

    private mutating func read(_ post: ShortPost) {
        (reasons, root, share) = (post.reasons, post.root, 1)
        take(BodyBlocks(tree, reasons, root: root, titles: titles, isForum: false, post: post))
    }

    private mutating func take(_ blocks: BodyBlocks) {
        (kept, captions, leftOut) = (blocks.kept, blocks.captions, blocks.leftOut)
        length = kept.reduce(0) { $0 + Int(tree.blocks[$1].length) }
    }

    var firstBlock: Int { kept.first ?? 0 }
    var lastBlock: Int { kept.last ?? 0 }

    func write(to article: inout ReaderArticle) {
        article.body.root = kept.isEmpty ? nil : tree.elements[root].node
        article.body.blocks = kept.map(block)
        article.body.leaves = article.body.blocks.flatMap(\.leaves)
        article.captions = captions.map(block)
        article.leftOut = leftOut.sorted { $0.key < $1.key }
            .map { ReaderLeftOut(rule: $0.value.name, block: block($0.key)) }
        article.method = method
        article.confidence = Double(min(1, max(0, share)))
    }

    func block(_ index: Int) -> ReaderBlock {
        let block = tree.blocks[index]
        let owner = tree.elements[Int(block.owner)]
        let isCaption = block.kind == .caption || tree.isCaption(block)
        var leaves: [NodeID] = []
        leaves.reserveCapacity(block.leaves.count)
        for index in block.leaves where tree.leaves[index].kind != .mark {
            let leaf = tree.leaves[index]
            let drop = tree.elements[Int(leaf.element)].drop
            if drop.isEmpty || drop == owner.drop || drop == .caption && isCaption { leaves.append(leaf.node) }
        }
        return ReaderBlock(kind: block.kind, level: Int(block.level), element: owner.node, leaves: leaves)
    }
}
