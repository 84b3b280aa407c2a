internal import LarderHTML
internal import LarderModel

/// Tells an article from a page of links, a shop or a front page.
struct PageVerdict {
    let found: BodySearch
    let head: PageHead
    let data: ArticleData
    let address: WebURL?

    /// As many links that look like headlines or pictures make a list, unless each has so many scalars of prose.
    private static let minCards = 6
    private static let prosePerCard: Float = 350

    func isReadable(published: String?) -> Bool {
        let prose = found.kept.map { found.tree.blocks[$0].plainProse }
        let long = prose.count { $0 >= 140 }
        let all = prose.reduce(0, +)
        guard all >= 140 else { return false }
        let cards = cards
        if cards >= Self.minCards, all < Self.prosePerCard * Float(cards) { return false }
        var score = min(3, Float(long)) * 0.5
        score += all > 1_000 ? 1 : all > 400 ? 0.5 : 0
        if data.isArticle { score += 1.5 }
        if data.isCollection, !data.isArticle { score -= 1.5 }
        switch head.first("og:type")?.lowercased() {
        case "article"?: score += 1
        case "website"?: score -= 0.5
        case "product"?, "product.group"?, "og:product"?: score -= 1.5
        default: break
        }
        if published != nil { score += 0.5 }
        if isFrontPage { score -= 1 }
        // Where a page says that it is an article, its path says nothing against it.
        if found.kind != .article, IndexPaths.lead(to: address?.path ?? "") { score -= 2 }
        if found.share < 0.4 { score -= 0.5 }
        return score >= 1
    }

    /// Whether the address leads to the site's front page or to a list; a query such as `?p=57` names a page.
    private var isFrontPage: Bool {
        guard let address, address.path == "/" || address.path.isEmpty else { return false }
        let names = (address.query ?? "").split(separator: "&").map { $0.prefix { $0 != "=" }.lowercased() }
        return names.isEmpty || names.contains { IndexPaths.parameters.contains($0) }
    }

    /// Link lines and linked headings; on a page that does not say that it is an article, linked pictures too.
    private var cards: Int {
        let tree = found.tree
        let root = tree.elements[found.root]
        let lines = root.blocks.count {
            let block = tree.blocks[$0]
            let isHeading = block.level > 1 && block.linkDensity > 0.8
            return found.reasons[$0].isEmpty
                && (isHeading || block.isLinkLine
                    || block.kind == .item && block.length >= 20 && block.linkDensity > 0.95)
        }
        guard found.kind == .unknown else { return lines }
        let pictures = tree.leaves[root.leaves].count {
            $0.kind == .picture && $0.isLink && found.reasons[Int($0.block)].isEmpty
                && (tree.link(round: $0).map { $0.leadsToPage(tree.document) } ?? true)
        }
        return max(lines, pictures)
    }
}
