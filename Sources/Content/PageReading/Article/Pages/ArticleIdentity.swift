internal import LarderModel

/// Tells a further page of an article from "not found" and front pages that sites send with status 200.
struct ArticleIdentity {
    /// The share of the article title's words that a further page's title must have, in percent.
    private static let minWords = 60
    /// Titles of this length are also searched as a whole, for scripts without spaces; in bytes.
    private static let minTitleBytes = 12

    private let first: WebURL?
    /// The address that the first page states for itself.
    private let named: WebURL?
    private let title: String
    private let words: Set<Substring>

    init(_ article: ReaderArticle, url: String) {
        first = WebURL(url)
        named = article.identity.address
        title = article.title?.lowercased() ?? ""
        words = Self.words(of: title)
    }

    /// Whether a page belongs to this article; one sign is enough, as few sites give all.
    ///
    /// - It links back to an earlier page, or to a further page that an earlier one named: the `known` addresses.
    /// - Its canonical address is one of the article's, or its own address and it reads like an article.
    /// - It has the article's title, and no other canonical address.
    /// - It links to the first page, and reads like an article or states its own address.
    func includes(_ page: ReaderArticle, url: String, known: Set<String>) -> Bool {
        if page.identity.leadsBack || !known.isDisjoint(with: page.furtherPages) { return true }
        let linksToFirst = page.identity.linksToFirst
        guard let address = page.identity.address else { return hasTitle(page) || linksToFirst && page.isReadable }
        if address.pathAndQuery == WebURL(url)?.pathAndQuery {
            // Sites that scripts draw state the requested address for any page, also for a missing one.
            return page.isReadable || hasTitle(page) || linksToFirst
        }
        return isOfArticle(address) || isBeside(address) && hasTitle(page)
    }

    /// Whether an address is the first page's canonical address or lies below the first page.
    private func isBeside(_ address: WebURL) -> Bool {
        if address.pathAndQuery == named?.pathAndQuery { return true }
        guard let first, first.path.utf8.count > 1 else { return false }
        return address.path.hasPrefix(first.path.hasSuffix("/") ? first.path : first.path + "/")
    }

    /// Whether an address is the first page's or a further page's.
    private func isOfArticle(_ address: WebURL) -> Bool {
        if address.pathAndQuery == first?.pathAndQuery { return true }
        // Some sites state their front page as the canonical address of every page.
        let starts = [first, named].compactMap { $0 }.filter { !$0.pathAndQuery.isEmpty }
        return starts.contains {
            address.pathAndQuery == $0.pathAndQuery
                || FurtherPages.number(of: address, after: $0, isLabelled: true).map(FurtherPages.numbers.contains)
                    ?? false
        }
    }

    /// Whether the article's title is in the page's text and head; one is enough for a page that reads like an article.
    private func hasTitle(_ page: ReaderArticle) -> Bool {
        guard !title.isEmpty else { return page.title == nil }
        let isChosen = page.title.map(isTitle) ?? false
        let isStated = page.identity.titles.contains(where: isTitle)
        if isChosen, isStated || page.identity.titles.isEmpty { return true }
        return page.isReadable && (isChosen || isStated)
    }

    /// Whether a text has most words of the article's title, or the title as a whole.
    private func isTitle(_ text: String) -> Bool {
        let text = text.lowercased()
        let shared = words.intersection(Self.words(of: text)).count
        return !words.isEmpty && 100 * shared >= Self.minWords * words.count
            || title.utf8.count >= Self.minTitleBytes && text.contains(title)
    }

    private static func words(of text: String) -> Set<Substring> {
        Set(text.split { !$0.isLetter && !$0.isNumber }.prefix(40))
    }
}

/// What a page says of the article that it belongs to.
package struct PageIdentity: Sendable {
    /// The titles in the page's head and JSON-LD, without empty ones.
    var titles: [String] = []
    /// The canonical address of the page or its article, else Open Graph's; absolute.
    var address: WebURL?
    /// Whether it leads back to the article's first page, or to the page before.
    var leadsBack = false
    /// Whether any of its links leads to the article's first page.
    var linksToFirst = false

    init() {}

    init(_ page: WebPage, _ data: ArticleData, _ others: FurtherPages?) {
        let head = page.head
        titles = [head.first("og:title"), head.first("twitter:title"), data.headline, page.title].compactMap { $0 }
            .filter { !$0.isEmpty && $0.utf8.count <= WebPage.maxTitleBytes }
        address = (head.targets["canonical"] ?? head.first("og:url")).flatMap { WebURL($0, relativeTo: page.base) }
        leadsBack = others?.leadsBack ?? false
        linksToFirst = others?.linksToFirst ?? false
    }
}
