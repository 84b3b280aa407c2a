internal import LarderHTML

/// Tells an article from a page of links, a shop or a front page.
enum PageVerdict {
    /// From this count on, links that look like headlines make a list, unless each has as much prose.
    private static let minCards = 6
    private static let prosePerCard: Float = 300

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
        for index in kept {
            let block = tree.blocks[index]
            prose += block.plainProse
            if block.plainProse >= 140 { long += 1 }
        }
        guard prose >= 140 else { return false }
        // A page of cards: link lines or linked headings with little text between them.
        let range = Int(tree.elements[root].firstBlock)..<Int(tree.elements[root].endBlock)
        let cards = range.count {
            let block = tree.blocks[$0]
            let isHeading = block.level > 1 && block.linkDensity > 0.8
            return reasons[$0] == .none
                && (isHeading || block.isLinkLine
                    || block.kind == .item && block.length >= 20 && block.linkDensity > 0.95)
        }
        if cards >= minCards, prose < prosePerCard * Float(cards) { return false }
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
