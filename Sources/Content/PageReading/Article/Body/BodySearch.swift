internal import LarderHTML

/// The whole search for a body: what is left out, which element holds the rest, which of its blocks stay.
struct BodySearch {
    private(set) var root = 0
    private(set) var share: Float = 0
    private(set) var kept: [Int] = []
    private(set) var captions: [Int] = []
    private(set) var reasons: [DropReason] = []
    private(set) var method = ReaderMethod.container
    /// Scalars of the blocks that stay.
    private(set) var length = 0

    private var rules: ReaderRules
    private var kind: PageKind

    /// A body of fewer scalars is looked for again in another way.
    static let minLength = 250

    init(_ tree: inout PageTree, titles: [FoldedText], _ document: HTMLDocument, _ rules: ReaderRules, kind: PageKind) {
        self.rules = rules
        self.kind = kind
        search(&tree, titles, document, ignoresMarks: false)
        guard length < Self.minLength else { return }
        let first = (self, tree)
        search(&tree, titles, document, ignoresMarks: true)
        method = .withoutClasses
        if length < first.0.length * 2 || length == 0 { (self, tree) = first }
        if length == 0 { method = .nothing }
    }

    private mutating func search(
        _ tree: inout PageTree,
        _ titles: [FoldedText],
        _ document: HTMLDocument,
        ignoresMarks: Bool
    ) {
        reasons = DropGuard(&tree, rules, ignoresMarks: ignoresMarks, isForum: kind == .forum).reasons
        let choice = RootChoice(tree, reasons, titles: titles, document, kind: kind)
        (root, share) = (choice.root, choice.share)
        let blocks = BodyBlocks(tree, reasons, root: root, titles: titles, document, rules, isForum: kind == .forum)
        (kept, captions) = (blocks.kept, blocks.captions)
        length = kept.reduce(0) { $0 + Int(tree.blocks[$1].length) }
    }

    /// The nodes of the blocks.
    func write(to article: inout ReaderArticle, _ tree: PageTree) {
        article.body.root = kept.isEmpty ? nil : tree.elements[root].node
        for index in kept {
            let block = block(index, tree)
            article.body.leaves += block.leaves
            article.body.blocks.append(block)
        }
        article.captions = captions.map { block($0, tree) }
        article.method = method
        article.confidence = Double(min(1, max(0, share)))
    }

    /// A block with the leaves that are not left out.
    func block(_ index: Int, _ tree: PageTree) -> ReaderBlock {
        let block = tree.blocks[index]
        let reason = tree.elements[Int(block.owner)].drop
        let leaves = tree.leaves[Int(block.firstLeaf)..<Int(block.endLeaf)].filter {
            let drop = tree.elements[Int($0.element)].drop
            return drop == .none || drop == reason
        }
        return ReaderBlock(
            kind: ReaderBlock.Kind(block.kind),
            level: Int(block.level),
            element: tree.elements[Int(block.owner)].node,
            leaves: leaves.map(\.node)
        )
    }
}

extension ReaderBlock.Kind {
    init(_ kind: PageBlock.Kind) {
        self =
            switch kind {
            case .paragraph: .paragraph
            case .heading: .heading
            case .item: .item
            case .cell: .cell
            case .term: .term
            case .definition: .definition
            case .preformatted: .preformatted
            case .caption: .caption
            case .loose: .loose
            case .summary: .summary
            }
    }
}
