internal import LarderModel

/// What a page says that it is, judged by its head, JSON-LD and path.
enum PageKind {
    case article, forum, unknown

    init(_ page: WebPage, _ data: ArticleData) {
        let head = page.head
        let path = Array((page.address?.path ?? "").utf8)
        if data.isForum || ForumPages.paths.contains(where: { path.index(of: Array($0.utf8)) != nil }) {
            self = .forum
        } else if data.isArticle || data.published != nil || head.first("og:type")?.lowercased() == "article"
            || head.first(of: DateSources.published) != nil
        {
            self = .article
        } else {
            self = .unknown
        }
    }
}
