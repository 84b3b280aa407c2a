internal import LarderHTML

/// Decides which elements are left out: by ``DropRules``, unless the page would lose too much text.
struct DropGuard {
    /// The reason for each block: the reason of the outermost dropped element around it.
    private(set) var reasons: [DropReason]

    /// Comments stay on pages whose other long paragraphs have fewer scalars than this.
    static let minProse: Float = 150

    /// Scalars of long paragraphs that make an article.
    private static let minLong: Float = 400

    init(_ tree: inout PageTree, _ rules: ReaderRules, ignoresMarks: Bool, isForum: Bool) {
        let whole = PageSums(tree.blocks)
        var isComment = [Bool](repeating: false, count: tree.blocks.count)
        for element in tree.elements
        where element.marks.contains(.comment) && Self.isBlock(element) && whole.headlines(in: element) == 0 {
            for index in Int(element.firstBlock)..<Int(element.endBlock) where !isComment[index] {
                isComment[index] = true
            }
        }
        let withoutComments = PageSums(tree.blocks) { !isComment[$0] }
        let keepsComments = isForum || (withoutComments.long.last ?? 0) < Self.minProse
        let total = max(1, (keepsComments ? whole : withoutComments).prose.last ?? 0)
        // A page of few sentences is measured by all its text.
        let isProse = total >= Self.minProse
        let length = Float(max(1, whole.length.last ?? 0))
        reasons = [DropReason](repeating: .none, count: tree.blocks.count)
        var index = 0
        while index < tree.elements.count {
            let element = tree.elements[index]
            // An element with the headline and long text is the article, whatever its class says.
            let isArticle = whole.headlines(in: element) > 0 && whole.long(in: element) >= Self.minLong
            let reason = Self.reason(
                element,
                ignoresMarks || isArticle ? element.marks.intersection(.hidden) : element.marks,
                share: isProse ? whole.prose(in: element) / total : Float(whole.length(in: element)) / length,
                long: whole.long(in: element),
                keepsComments,
                rules.drops
            )
            tree.elements[index].drop = reason
            guard reason != .none, Self.isBlock(element) else {
                index += 1
                continue
            }
            for block in Int(element.firstBlock)..<Int(element.endBlock) { reasons[block] = reason }
            for inner in index..<Int(element.end) { tree.elements[inner].drop = reason }
            index = Int(element.end)
        }
    }

    /// Whether an element left out takes whole blocks with it; a picture in a sentence does not.
    private static func isBlock(_ element: PageElement) -> Bool {
        TagRules.treatment(of: element.name) == .block || element.endBlock - element.firstBlock > 1
    }

    private static func reason(
        _ element: PageElement,
        _ marks: ClassMarks,
        share: Float,
        long: Float,
        _ keepsComments: Bool,
        _ rows: [DropRules.Row]
    ) -> DropReason {
        switch element.name {
        case .body, .main, .article: return marks.contains(.hidden) && share < 0.35 ? .hidden : .none
        case .nav where share < 0.35: return .navigation
        case .footer where share < 0.4: return .footer
        case .aside where share < 0.2: return .sidebar
        case .form where share < 0.15: return .form
        case .dialog where share < 0.2: return .tool
        case .h1, .h2, .h3, .h4, .h5, .h6, .tr, .td, .th, .tbody:
            return marks.contains(.hidden) ? .hidden : .none
        default: break
        }
        guard !marks.isEmpty else { return .none }
        let isInline = !isBlock(element)
        for row in rows where !marks.isDisjoint(with: row.marks) && share < row.limit {
            if isInline, !row.isInline { continue }
            if long > row.maxLong { continue }
            if row.reason == .comment, keepsComments { continue }
            if marks.contains(.recipe),
                [.sidebar, .tool, .meta, .tags, .newsletter, .share].contains(row.reason)
            {
                continue
            }
            // A figure may be named after the viewer that opens it.
            if element.name == .figure, row.reason == .tool || row.reason == .share { continue }
            if marks.contains(.body), row.reason != .comment, row.reason != .hidden { continue }
            return row.reason
        }
        return .none
    }
}
