public import LarderHTML

/// Finds the article in a page.
public enum ArticleReader {
    /// Reads a page.
    public static func read(_ document: HTMLDocument, url: String? = nil) -> ReaderArticle {
        var tree = PageTree(document)
        let dropped = DropGuard(&tree, ignoresMarks: false)
        let choice = RootChoice(tree, dropped.reasons)
        var article = ReaderArticle()
        guard !tree.elements.isEmpty else { return article }
        let title = document.title ?? ""
        let body = BodyBlocks(tree, dropped.reasons, root: choice.root, title: FoldedText(title), document)
        article.title = title
        article.text = body.kept.map { PlainBlockText.text(tree.blocks[$0], tree, document) }.joined(separator: "\n")
        article.captions = body.captions.map { PlainBlockText.text(tree.blocks[$0], tree, document) }
        return article
    }
}
