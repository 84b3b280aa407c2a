internal import LarderHTML
internal import LarderModel

/// What a page says of the article that it is a page of.
package struct PageIdentity: Sendable {
    /// The titles that the page has outside of its text, without those that say nothing.
    var titles: [String] = []
    /// The address that the page calls its own or the article's, absolute: the canonical one, else that of Open Graph.
    var address: WebURL?
    /// Whether it leads back to the article's first page, or to the page before.
    var leadsBack = false
    /// Whether any of its links leads to the article's first page.
    var linksToFirst = false
}

extension PageIdentity {
    init(_ page: WebPage, _ data: ArticleData, _ others: FurtherPages?) {
        let head = page.head
        titles = [head.first("og:title"), head.first("twitter:title"), data.headline, page.title].compactMap { $0 }
            .filter { !$0.isEmpty && $0.utf8.count <= WebPage.maxTitleBytes }
        address = (head.target("canonical") ?? head.first("og:url")).flatMap { WebURL($0, relativeTo: page.base) }
        leadsBack = others?.leadsBack ?? false
        linksToFirst = others?.linksToFirst ?? false
    }
}
