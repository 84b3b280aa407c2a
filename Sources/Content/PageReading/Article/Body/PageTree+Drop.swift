internal import LarderHTML

extension PageTree {
    /// Comments stay on pages whose other long paragraphs have fewer scalars than this.
    private static let minProse: Float = 150
    /// Scalars of long paragraphs that make an article.
    private static let minLong: Float = 400

    /// Decides which elements are left out, and returns for each block the reason of the outermost of them.
    mutating func drop(ignoresMarks: Bool, isForum: Bool) -> [ClassMarks] {
        drop(reasons(ignoresMarks: ignoresMarks, isForum: isForum))
    }

    private func reasons(ignoresMarks: Bool, isForum: Bool) -> Reasons {
        let sums = PageSums(blocks)
        var isComment = [Bool](repeating: false, count: blocks.count)
        for element in elements
        where element.marks.contains(.comment) && element.hasBlocks && sums[element].headlines == 0 {
            for index in element.blocks where !isComment[index] { isComment[index] = true }
        }
        let others = PageSums(blocks) { !isComment[$0] }
        let withoutComments = others.whole
        let hasShortArticle = elements.contains {
            ($0.name == .article || $0.marks.contains(.body)) && !$0.marks.contains(.comment)
                && others[$0].prose > 0 && sums[$0].headlines == others[$0].headlines
        }
        let keepsComments = isForum || withoutComments.long < Self.minProse && !hasShortArticle
        let total = max(1, keepsComments ? sums.whole.prose : withoutComments.prose)
        let length = Float(max(1, sums.whole.length))
        return reasons { element in
            let sum = sums[element]
            // An element with the headline and long text is the article, whatever its class says.
            let isArticle = sum.headlines > 0 && sum.long >= Self.minLong
            return namedReason(
                element,
                isArticle
                    ? element.marks.intersection(.hidden)
                    : ignoresMarks ? element.marks.intersection([.hidden, .comment]) : element.marks,
                Content(
                    // A page of few sentences is measured by all its text.
                    share: total >= Self.minProse ? sum.prose / total : Float(sum.length) / length,
                    long: sum.long,
                    keepsComments: keepsComments
                )
            )
        }
    }

    /// Decides the same for a page with little text below its headline.
    ///
    /// There an element is left out by its name and attributes alone, whatever its share of the page is.
    mutating func dropBeside(headline: Int) -> [ClassMarks] {
        drop(reasonsBeside(headline: headline))
    }

    private func reasonsBeside(headline: Int) -> Reasons {
        reasons { element in
            if element.isBlock, element.blocks.contains(headline) { return [] }
            return namedReason(element, element.marks, Content(share: 0, long: 0, keepsComments: false))
        }
    }

    private mutating func drop(_ reasons: Reasons) -> [ClassMarks] {
        for (index, reason) in reasons.ofElements.enumerated() { elements[index].drop = reason }
        return reasons.ofBlocks
    }

    /// The reasons for which elements and blocks are left out; an element takes along all that is in it.
    private func reasons(_ reason: (PageElement) -> ClassMarks) -> Reasons {
        var reasons = Reasons(
            ofElements: [ClassMarks](repeating: [], count: elements.count),
            ofBlocks: [ClassMarks](repeating: [], count: blocks.count)
        )
        var index = 0
        while index < elements.count {
            let element = elements[index]
            let reason = reason(element)
            reasons.ofElements[index] = reason
            guard !reason.isEmpty, element.hasBlocks else {
                index += 1
                continue
            }
            for block in element.blocks { reasons.ofBlocks[block] = reason }
            for inner in index..<Int(element.end) { reasons.ofElements[inner] = reason }
            index = Int(element.end)
        }
        return reasons
    }

    private struct Reasons {
        var ofElements: [ClassMarks]
        var ofBlocks: [ClassMarks]
    }

    /// What an element holds of the page.
    private struct Content {
        /// Of the page's prose, 0 to 1.
        let share: Float
        /// Scalars of long paragraphs.
        let long: Float
        let keepsComments: Bool
    }

    /// See ``reason(_:_:_:)``; the identifier of a section that is made of its heading says nothing.
    private func namedReason(_ element: PageElement, _ marks: ClassMarks, _ content: Content) -> ClassMarks {
        let reason = reason(element, marks, content)
        guard !reason.isEmpty, element.isBlock, isNamedAfterHeading(element) else { return reason }
        let ofClass = document.attribute(.class, of: element.node).map { value in
            document.withBytes(of: value) { rules.classTable.marks(of: $0) }
        }
        return self.reason(element, marks.intersection(ofClass ?? []), content)
    }

    /// Whether the identifier of an element is the text of the heading that it begins with, as generators write it.
    private func isNamedAfterHeading(_ element: PageElement) -> Bool {
        guard let value = document.attribute(.id, of: element.node), value.count > 3, value.count <= 200,
            let heading = element.blocks.lazy.map({ blocks[$0] }).first(where: { $0.measure.words > 0 }),
            heading.kind == .heading
        else { return false }
        return FoldedText(document.value(of: .id, on: element.node) ?? "").isSlug(of: FoldedText(heading, self))
    }

    private func reason(_ element: PageElement, _ marks: ClassMarks, _ content: Content) -> ClassMarks {
        let share = content.share
        switch element.name {
        case .body, .main, .article: return marks.contains(.hidden) && share < 0.35 ? .hidden : []
        case .nav where share < 0.35: return .navigation
        case .footer where share < 0.4: return .footer
        case .aside where share < 0.2 && marks.isDisjoint(with: [.callout, .note]): return .sidebar
        case .form where share < 0.15: return .form
        case .dialog where share < 0.2: return .tool
        case .h1, .h2, .h3, .h4, .h5, .h6, .tr, .td, .th, .tbody: return marks.intersection(.hidden)
        default: break
        }
        guard !marks.isEmpty else { return [] }
        var kept: ClassMarks = content.keepsComments ? .comment : []
        if marks.contains(.recipe) { kept.formUnion([.sidebar, .tool, .meta, .tags, .newsletter, .share]) }
        // A figure may be named after the viewer that opens it.
        if element.name == .figure { kept.formUnion([.tool, .share]) }
        let hasBlocks = element.hasBlocks
        for row in rules.drops where marks.contains(row.marks) && share < row.limit && content.long <= row.maxLong {
            if !hasBlocks, !row.isInline { continue }
            if !marks.isDisjoint(with: [.body, .note]), row.marks != .comment, row.marks != .hidden { continue }
            if marks.contains(.callout), ClassMarks.ofCallouts.contains(row.marks) { continue }
            if !kept.contains(row.marks) { return row.marks }
        }
        return []
    }
}

extension PageElement {
    /// Whether it takes whole blocks with it where it is left out; a picture in a sentence does not.
    fileprivate var hasBlocks: Bool { isBlock || endBlock - firstBlock > 1 }
}
