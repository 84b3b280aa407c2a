public import LarderHTML
internal import LarderModel

/// Finds the article in a page: its text, its pictures, and what the page says of it.
///
///     let article = ArticleReader.read(document, url: "https://example.com/2026/03/ferry")
///     print(article.title ?? "", article.body.text(in: document))
///
/// It never changes the document, never fails and takes time that grows with the size of the page.
public enum ArticleReader {
    /// Reads a page.
    ///
    /// - Parameters:
    ///   - document: The whole page; a fragment is taken for the content of a body.
    ///   - url: Where the page is from, absolute; relative references are resolved against it.
    public static func read(_ document: HTMLDocument, url: String? = nil) -> ReaderArticle {
        read(WebPage(document, url: url))
    }

    /// Reads a page whose head and JSON-LD have been read.
    ///
    /// - Parameters:
    ///   - firstPage: Where the article begins, if this is a further page of it; nil: it begins here.
    ///   - rules: Other tables than the standard ones, for tests.
    package static func read(
        _ page: WebPage,
        firstPage: String? = nil,
        rules: ReaderRules = .standard
    ) -> ReaderArticle {
        let (document, head, base) = (page.document, page.head, page.base)
        var tree = PageTree(document, rules)
        guard !tree.elements.isEmpty else { return ReaderArticle() }
        let data = ArticleData(page.graph)
        var article = ReaderArticle()
        article.base = base.url?.description
        article.siteName = head.first("og:site_name") ?? data.publisher ?? head.first("application-name")
        article.language = document.language
        article.excerpt = head.first(of: ["og:description", "description", "twitter:description"])
        let titles = TitleChoice.title(
            tree,
            head,
            data,
            siteName: article.siteName,
            host: base.document?.host ?? "",
            document
        )
        article.title = titles.title
        let kind = PageKind(head, data, path: base.document?.path ?? "")
        let found = body(&tree, &article, titles.all, kind, data, document, rules)
        addOrigin(to: &article, tree, found, page, data, rules)
        addPictures(to: &article, tree, found, page, titles.all, data)
        let others = FurtherPages(tree, head, base, document, first: firstPage.flatMap { WebURL($0) })
        article.furtherPages = others?.urls ?? []
        article.pagesElsewhere = others?.elsewhere ?? []
        article.identity = PageIdentity(head, data, base, document, others)
        let verdict = PageVerdict(
            tree: tree,
            document: document,
            head: head,
            data: data,
            kind: kind,
            path: base.document?.path ?? "-"
        )
        article.isReadable =
            article.method == .linkedData || verdict.isReadable(found, published: article.published)
        return article
    }

    /// Finds the body and writes it to the article: in the page, else in its `noscript`, else in its JSON-LD.
    private static func body(
        _ tree: inout PageTree,
        _ article: inout ReaderArticle,
        _ titles: [FoldedText],
        _ kind: PageKind,
        _ data: ArticleData,
        _ document: HTMLDocument,
        _ rules: ReaderRules
    ) -> BodySearch {
        var found = BodySearch(&tree, titles: titles, document, rules, kind: kind)
        // Some pages that scripts draw have their whole text in the noscript.
        if found.length < BodySearch.minLength, tree.fallbackBytes >= BodySearch.minLength {
            var other = PageTree(document, rules, readsFallback: true)
            let search = BodySearch(&other, titles: titles, document, rules, kind: kind)
            if search.length >= BodySearch.minLength, search.length > 2 * found.length {
                (tree, found) = (other, search)
            }
        }
        found.write(to: &article, tree)
        if found.length < BodySearch.minLength, let text = data.body {
            let paragraphs = LinkedText.paragraphs(text)
            if paragraphs.reduce(0, { $0 + $1.utf8.count }) > 2 * found.length {
                article.body = ReaderBody()
                article.linkedText = paragraphs
                article.method = .linkedData
            }
        }
        return found
    }

    /// Adds who wrote the article, and when.
    private static func addOrigin(
        to article: inout ReaderArticle,
        _ tree: PageTree,
        _ found: BodySearch,
        _ page: WebPage,
        _ data: ArticleData,
        _ rules: ReaderRules
    ) {
        article.byline = BylineChoice.byline(
            tree,
            page.head,
            data,
            firstBlock: found.kept.first ?? 0,
            siteName: article.siteName,
            page.document
        )
        article.published = DateChoice.published(
            tree,
            page.head,
            data,
            root: found.root,
            firstBlock: found.kept.first ?? 0,
            lastBlock: found.kept.last ?? 0,
            openings: rules.openingTable,
            url: page.url,
            language: article.language,
            page.document
        )
    }

    /// Adds the pictures of head and body.
    private static func addPictures(
        to article: inout ReaderArticle,
        _ tree: PageTree,
        _ found: BodySearch,
        _ page: WebPage,
        _ titles: [FoldedText],
        _ data: ArticleData
    ) {
        let (document, head) = (page.document, page.head)
        let finder = PictureFinder(document, page.base)
        let stated = [head.first(of: LeadPictures.metadata), data.picture, head.target("image_src")]
            .compactMap(\.self)
        let opening = OpeningPicture(tree, found, titles: titles, stated: stated, finder, document)
        article.captions.insert(contentsOf: (opening?.captions ?? []).map { found.block($0, tree) }, at: 0)
        article.pictures = BodyPictures.pictures(tree, found, opening: opening?.leaves, finder, document)
        article.leadPicture = stated.first.map { page.base.resolve($0) } ?? article.pictures.first?.url
    }
}
