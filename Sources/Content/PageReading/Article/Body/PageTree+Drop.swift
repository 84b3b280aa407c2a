internal import LarderHTML

extension PageTree {
    /// Comments stay on pages whose other long paragraphs have fewer scalars than this.
    private static let minProse: Float = 150
    /// Scalars of long paragraphs that make an article.
    private static let minLong: Float = 400

    /// Decides which elements are left out, and returns for each block the reason of the outermost of them.
    mutating func drop(ignoresMarks: Bool, isForum: Bool) -> [ClassMarks] {
        let sums = PageSums(blocks)
        var isComment = [Bool](repeating: false, count: blocks.count)
        for element in elements
        where element.marks.contains(.comment) && element.hasBlocks && sums[element].headlines == 0 {
            for index in element.blocks where !isComment[index] { isComment[index] = true }
        }
        let withoutComments = PageSums(blocks) { !isComment[$0] }.whole
        let keepsComments = isForum || withoutComments.long < Self.minProse
        let total = max(1, keepsComments ? sums.whole.prose : withoutComments.prose)
        let length = Float(max(1, sums.whole.length))
        var reasons = [ClassMarks](repeating: [], count: blocks.count)
        var index = 0
        while index < elements.count {
            let element = elements[index]
            let sum = sums[element]
            // An element with the headline and long text is the article, whatever its class says.
            let isArticle = sum.headlines > 0 && sum.long >= Self.minLong
            let reason = reason(
                element,
                ignoresMarks || isArticle ? element.marks.intersection(.hidden) : element.marks,
                // A page of few sentences is measured by all its text.
                share: total >= Self.minProse ? sum.prose / total : Float(sum.length) / length,
                long: sum.long,
                keepsComments
            )
            elements[index].drop = reason
            guard !reason.isEmpty, element.hasBlocks else {
                index += 1
                continue
            }
            for block in element.blocks { reasons[block] = reason }
            for inner in index..<Int(element.end) { elements[inner].drop = reason }
            index = Int(element.end)
        }
        return reasons
    }

    private func reason(
        _ element: PageElement,
        _ marks: ClassMarks,
        share: Float,
        long: Float,
        _ keepsComments: Bool
    ) -> ClassMarks {
        switch element.name {
        case .body, .main, .article: return marks.contains(.hidden) && share < 0.35 ? .hidden : []
        case .nav where share < 0.35: return .navigation
        case .footer where share < 0.4: return .footer
        case .aside where share < 0.2: return .sidebar
        case .form where share < 0.15: return .form
        case .dialog where share < 0.2: return .tool
        case .h1, .h2, .h3, .h4, .h5, .h6, .tr, .td, .th, .tbody: return marks.intersection(.hidden)
        default: break
        }
        guard !marks.isEmpty else { return [] }
        var kept: ClassMarks = keepsComments ? .comment : []
        if marks.contains(.recipe) { kept.formUnion([.sidebar, .tool, .meta, .tags, .newsletter, .share]) }
        // A figure may be named after the viewer that opens it.
        if element.name == .figure { kept.formUnion([.tool, .share]) }
        let hasBlocks = element.hasBlocks
        for row in rules.drops where marks.contains(row.marks) && share < row.limit && long <= row.maxLong {
            if !hasBlocks, !row.isInline { continue }
            if marks.contains(.body), row.marks != .comment, row.marks != .hidden { continue }
            if !kept.contains(row.marks) { return row.marks }
        }
        return []
    }
}

extension PageElement {
    /// Whether it takes whole blocks with it where it is left out; a picture in a sentence does not.
    fileprivate var hasBlocks: Bool { isBlock || endBlock - firstBlock > 1 }
}
