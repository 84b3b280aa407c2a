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
    /// Longer titles are not read, in bytes.
    private static let maxBytes = 1_000

    init(
        _ head: PageHead,
        _ data: ArticleData,
        _ base: PageBase,
        _ document: HTMLDocument,
        _ others: FurtherPages?
    ) {
        let element = head.titleElement.map {
            FieldText.clean(document.textContent(of: $0), maxBytes: Self.maxBytes)
        }
        titles = [head.first("og:title"), head.first("twitter:title"), data.headline, element].compactMap { $0 }
            .filter { !$0.isEmpty && $0.utf8.count <= Self.maxBytes }
        address = (head.target("canonical") ?? head.first("og:url")).flatMap {
            WebURL($0, relativeTo: base.url)
        }
        leadsBack = others?.leadsBack ?? false
        linksToFirst = others?.linksToFirst ?? false
    }
}
