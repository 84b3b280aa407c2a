public import LarderHTML
internal import LarderModel

/// Finds the article in a page: its text, its pictures, and what the page says of it.
///
///     let article = ArticleReader.read(document, url: "https://example.com/2026/03/ferry")
///     print(article.title ?? "", article.body.text(in: document))
///
/// It never changes the document, never fails and takes time that grows with the size of the page.
public enum ArticleReader {
    /// - Parameters:
    ///   - document: The whole page; a fragment is taken for the content of a body.
    ///   - url: Where the page is from, absolute; relative references are resolved against it.
    public static func read(_ document: HTMLDocument, url: String? = nil) -> ReaderArticle {
        read(WebPage(document, url: url))
    }

    /// - Parameter firstPage: Where the article begins, if this is a further page of it.
    package static func read(
        _ page: WebPage,
        firstPage: String? = nil,
        rules: ReaderRules = .standard
    ) -> ReaderArticle {
        let tree = PageTree(page.document, rules)
        guard !tree.elements.isEmpty else { return ReaderArticle() }
        let head = page.head
        let data = ArticleData(page.graph)
        var article = ReaderArticle()
        article.base = page.base?.description
        article.siteName = head.first("og:site_name") ?? data.publisher ?? head.first("application-name")
        article.language = page.document.language
        article.excerpt = head.first(of: ["og:description", "description", "twitter:description"])
        let titles = TitleChoice.title(tree, page, data, siteName: article.siteName)
        article.title = titles.title
        let found = body(tree, &article, titles.all, PageKind(page, data), page, data)
        article.byline = BylineChoice.byline(found, head, data)
        article.published = DateChoice(found, language: article.language).published(page, data)
        addPictures(to: &article, found, page, data)
        let others = FurtherPages(found.tree, page, first: firstPage.flatMap { WebURL($0) })
        article.furtherPages = others?.urls ?? []
        article.pagesElsewhere = others?.elsewhere ?? []
        article.identity = PageIdentity(page, data, others)
        let verdict = PageVerdict(found: found, head: head, data: data, address: page.address)
        article.isReadable =
            article.method == .linkedData || verdict.isReadable(published: article.published)
        return article
    }

    /// Finds the body and writes it to the article: in the page, else in its `noscript`, else in its JSON-LD.
    private static func body(
        _ tree: PageTree,
        _ article: inout ReaderArticle,
        _ titles: [FoldedText],
        _ kind: PageKind,
        _ page: WebPage,
        _ data: ArticleData
    ) -> BodySearch {
        var found = BodySearch(tree, titles: titles, kind: kind, page)
        // Some pages that scripts draw have their whole text in the noscript.
        if found.length < BodySearch.minLength, tree.fallbackBytes >= BodySearch.minLength {
            let fallback = PageTree(tree.document, tree.rules, readsFallback: true)
            let other = BodySearch(fallback, titles: titles, kind: kind, page)
            if other.length >= BodySearch.minLength, other.length > 2 * found.length { found = other }
        }
        found.write(to: &article)
        if found.length < BodySearch.minLength, let text = data.body {
            let paragraphs = paragraphs(text)
            if paragraphs.reduce(0, { $0 + $1.utf8.count }) > 2 * found.length {
                article.body = ReaderBody()
                article.linkedText = paragraphs
                article.method = .linkedData
            }
        }
        return found
    }

    private static func addPictures(
        to article: inout ReaderArticle,
        _ found: BodySearch,
        _ page: WebPage,
        _ data: ArticleData
    ) {
        let finder = PictureFinder(page)
        let stated = [page.head.first(of: LeadPictures.metadata), data.pictures.first, page.head.targets["image_src"]]
            .compactMap(\.self)
        let opening = OpeningPicture(found, stated: stated, finder)
        article.captions.insert(contentsOf: (opening?.captions ?? []).map(found.block), at: 0)
        article.pictures = BodyPictures.pictures(found, opening: opening?.leaves, finder)
        article.leadPicture = stated.first.map(page.resolve) ?? article.pictures.first?.url
        article.statedPictures = data.pictures.map(page.resolve)
    }

    private static let maxLinkedBytes = 1_000_000

    /// The paragraphs of a text in JSON-LD; a text with tags is read as HTML.
    private static func paragraphs(_ text: String) -> [String] {
        guard text.utf8.count <= maxLinkedBytes else { return [] }
        var lines = text.split(whereSeparator: \.isNewline).map(String.init)
        if text.contains("</") || text.contains("<p") || text.contains("<br") {
            let tree = PageTree(HTMLDocument.fragment(parsing: Array(text.utf8)))
            lines = tree.blocks.map { tree.text(of: $0) }
        }
        return lines.map { FieldText.clean($0) }.filter { !$0.isEmpty }
    }
}
