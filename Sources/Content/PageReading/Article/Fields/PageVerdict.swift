internal import LarderHTML

/// Tells an article from a page of links, a shop or a front page.
struct PageVerdict {
    let tree: PageTree
    let document: HTMLDocument
    let head: PageHead
    let data: ArticleData
    let kind: PageKind
    let path: String

    /// This many links that look like headlines or pictures make a list, unless there is `prosePerCard` prose for each, in scalars.
    private static let minCards = 6
    private static let prosePerCard: Float = 350

    func isReadable(_ found: BodySearch, published: String?) -> Bool {
        let prose = found.kept.reduce(Float(0)) { $0 + tree.blocks[$1].plainProse }
        let long = found.kept.count { tree.blocks[$0].plainProse >= 140 }
        guard prose >= 140 else { return false }
        let cards = cards(found)
        if cards >= Self.minCards, prose < Self.prosePerCard * Float(cards) { return false }
        var score = min(3, Float(long)) * 0.5
        score += prose > 1_000 ? 1 : prose > 400 ? 0.5 : 0
        if data.isArticle { score += 1.5 }
        if data.isCollection, !data.isArticle { score -= 1.5 }
        switch head.first("og:type")?.lowercased() {
        case "article"?: score += 1
        case "website"?: score -= 0.5
        case "product"?, "product.group"?, "og:product"?: score -= 1.5
        default: break
        }
        if published != nil { score += 0.5 }
        if path == "/" || path.isEmpty { score -= 1 }
        // Where a page says that it is an article, its path says nothing against it.
        if kind != .article, IndexPaths.lead(to: path) { score -= 2 }
        if found.share < 0.4 { score -= 0.5 }
        return score >= 1
    }

    /// Link lines and linked headings; on a page that does not say that it is an article, linked pictures too.
    private func cards(_ found: BodySearch) -> Int {
        let root = tree.elements[found.root]
        let lines = (Int(root.firstBlock)..<Int(root.endBlock)).count {
            let block = tree.blocks[$0]
            let isHeading = block.level > 1 && block.linkDensity > 0.8
            return found.reasons[$0] == .none
                && (isHeading || block.isLinkLine
                    || block.kind == .item && block.length >= 20 && block.linkDensity > 0.95)
        }
        guard kind == .unknown else { return lines }
        let pictures = tree.leaves[Int(root.firstLeaf)..<Int(root.endLeaf)].count {
            $0.kind == .picture && $0.isLink && $0.block >= 0 && found.reasons[Int($0.block)] == .none
                && (PictureLink.element(round: $0, tree).map { PictureLink.leadsToPage(tree.elements[$0], document) }
                    ?? true)
        }
        return max(lines, pictures)
    }
}
