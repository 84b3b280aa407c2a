internal import LarderHTML

/// Tells an article from a page of links, a shop or a front page.
enum PageVerdict {
    static func isReadable(
        _ tree: PageTree,
        root: Int,
        kept: [Int],
        _ reasons: [DropReason],
        share: Float,
        _ metadata: PageMetadata,
        _ data: LinkedData,
        published: String?,
        path: String
    ) -> Bool {
        var prose: Float = 0
        var long = 0
        var linkedHeadings = 0
        var headings = 0
        for index in kept {
            let block = tree.blocks[index]
            prose += block.plainProse
            if block.plainProse >= 140 { long += 1 }
            if block.kind == .heading {
                headings += 1
                if block.linkDensity > 0.8 { linkedHeadings += 1 }
            }
        }
        guard prose >= 140 else { return false }
        let teasers = kept.count { tree.blocks[$0].isTeaser && tree.blocks[$0].plainProse > 0 }
        if teasers >= 5, prose < 350 * Float(teasers) { return false }
        if linkedHeadings >= 4, linkedHeadings * 2 > headings, prose < 350 * Float(linkedHeadings) { return false }
        let root = tree.elements[root]
        let cards = (Int(root.firstBlock)..<Int(root.endBlock)).count { tree.blocks[$0].linkDensity > 0.8 && tree.blocks[$0].length >= 20 && reasons[$0] == .none }
        if cards >= 8, cards * 2 > long * 3, prose < 350 * Float(cards) { return false }
        var score: Float = 0
        score += min(3, Float(long)) * 0.5
        score += prose > 1_000 ? 1 : prose > 400 ? 0.5 : 0
        if data.isArticle { score += 1.5 }
        if data.isCollection, !data.isArticle { score -= 1.5 }
        switch metadata.first("og:type")?.lowercased() {
        case "article"?: score += 1
        case "website"?: score -= 0.5
        case "product"?, "product.group"?, "og:product"?: score -= 1.5
        default: break
        }
        if published != nil { score += 0.5 }
        if path == "/" || path.isEmpty { score -= 1 }
        if share < 0.4 { score -= 0.5 }
        return score >= 1
    }
}
