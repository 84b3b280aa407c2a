internal import LarderModel

/// By what further pages of an article are known from what sites give in their place under the status 200: "not found", or a front page.
struct ArticleIdentity {
    /// The part of the words of the article's title that another page's has to have, in percent.
    private static let minWords = 60
    /// Titles without spaces are looked for as a whole where they are this long, in bytes.
    private static let minTitleBytes = 12

    private let first: WebURL?
    /// What the first page calls its own or the article's address.
    private let named: WebURL?
    private let title: String
    private let words: Set<Substring>

    /// - Parameters:
    ///   - article: What was read of the first page.
    ///   - url: Where that is from.
    init(_ article: ReaderArticle, url: String) {
        first = WebURL(url)
        named = article.identity.address
        title = article.title?.lowercased() ?? ""
        words = Self.words(of: title)
    }

    /// Whether a page is one of this article; one sign is enough, as few sites give them all.
    ///
    /// The signs are: it leads back to a page before, or to another page that one of those named; its canonical address is one of the
    /// article's, or its own where it reads like an article; it has the article's title, unless its canonical address is another one; a
    /// link of any name leads to the first page, where the page reads like an article or calls its address its own.
    ///
    /// - Parameters:
    ///   - url: Where the page is from.
    ///   - known: The pages before, and those that they name.
    func includes(_ page: ReaderArticle, url: String, known: Set<String>) -> Bool {
        if page.identity.leadsBack || !known.isDisjoint(with: page.furtherPages) { return true }
        let linksToFirst = page.identity.linksToFirst
        guard let address = page.identity.address else { return hasTitle(page) || linksToFirst && page.isReadable }
        if address.pathAndQuery == WebURL(url)?.pathAndQuery {
            // Sites that scripts draw say so of any page, also of one that is not there.
            return page.isReadable || hasTitle(page) || linksToFirst
        }
        return isOfArticle(address) || isBeside(address) && hasTitle(page)
    }

    /// Whether an address is what the first page calls the article's, or one below the first page's, such as that of all pages in one.
    private func isBeside(_ address: WebURL) -> Bool {
        if address.pathAndQuery == named?.pathAndQuery { return true }
        guard let first, first.path.utf8.count > 1 else { return false }
        return address.path.hasPrefix(first.path.hasSuffix("/") ? first.path : first.path + "/")
    }

    /// Whether an address is the article's, or that of one of its pages.
    private func isOfArticle(_ address: WebURL) -> Bool {
        if address.pathAndQuery == first?.pathAndQuery { return true }
        // Some sites have their front page as the canonical address of all.
        let starts = [first, named].compactMap { $0 }.filter { !$0.pathAndQuery.isEmpty }
        return starts.contains {
            address.pathAndQuery == $0.pathAndQuery
                || FurtherPages.number(of: address, after: $0, isLabelled: true).map(FurtherPages.numbers.contains)
                    ?? false
        }
    }

    /// Whether the page has the article's title, in its text and outside of it; of an article's page one of the two is enough, as
    /// headlines are those of parts, and titles those of sites.
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
