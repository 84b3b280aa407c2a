package import LarderHTML
internal import LarderModel

/// The main parts of an article's pages, one after the other, each without what stands on the pages before.
package struct ArticlePages {
    /// The HTML of each page's part, in order; empty for a page that adds nothing.
    package private(set) var parts: [String] = []
    /// The pictures of all parts, in order.
    package private(set) var pictures: [ReaderPicture] = []
    /// Bytes of a part that was left out, as all of them were too many; nil: none was.
    package private(set) var leftOutBytes: Int?
    /// Further pages that the pages name, those of the last one first.
    private var named: [String] = []
    /// Where the pages are from.
    private var urls: Set<String> = []
    /// Hashes of the texts of all blocks.
    private var texts: Set<String> = []
    private var room: Int
    private let isSingle: Bool

    /// - Parameters:
    ///   - count: How many pages there will be: of one alone nothing has to be remembered.
    ///   - maxBytes: The most bytes of HTML that all parts have; nil: those of one page.
    package init(of count: Int, maxBytes: Int? = nil) {
        isSingle = count <= 1
        room = maxBytes ?? RecordBound.htmlBytes.limit
    }

    /// All parts as one piece of HTML.
    package var markup: String {
        let said = parts.filter { !$0.isEmpty }
        guard said.count > 1 else { return said.first ?? "" }
        return said.map { "<div>\($0)</div>\n" }.joined()
    }

    /// The page that is to be read next; nil where the pages name no other one, the first is no article, or the last one added nothing.
    package var next: String? {
        guard parts.last?.isEmpty == false else { return nil }
        return named.first { !urls.contains($0) }
    }

    /// Adds a page.
    ///
    /// - Parameters:
    ///   - article: What was read of it.
    ///   - url: Where it is from, absolute.
    package mutating func add(_ article: ReaderArticle, in document: HTMLDocument, url: String) {
        let isFirst = parts.isEmpty
        let part = isFirst ? article : withoutRepeats(article, document)
        var markup = part.isEmpty ? "" : part.markup(in: document, isFurtherPage: !isFirst)
        if !isFirst, markup.utf8.count > room {
            leftOutBytes = markup.utf8.count
            markup = ""
        }
        room -= markup.utf8.count
        parts.append(markup)
        if !markup.isEmpty { pictures += part.pictures }
        urls.insert(url)
        if let address = WebURL(url) { urls.insert(address.withoutFragment.description) }
        if !isFirst || article.isReadable { named = article.furtherPages + named }
        guard !isSingle else { return }
        for block in article.body.blocks { texts.insert(StableHash.hex(block.text(in: document))) }
        for paragraph in article.linkedText { texts.insert(StableHash.hex(paragraph)) }
    }

    /// A further page's article without pictures that were there before, and without blocks at its beginning and end whose text was: sites
    /// repeat headlines, summaries and notices on each page.
    private func withoutRepeats(_ article: ReaderArticle, _ document: HTMLDocument) -> ReaderArticle {
        var article = article
        let shown = Set(pictures.map(\.url))
        article.pictures.removeAll { shown.contains($0.url) }
        article.linkedText.removeAll { texts.contains(StableHash.hex($0)) }
        let fresh = Set(article.pictures.map(\.node))
        func isRepeated(_ block: ReaderBlock) -> Bool {
            guard !block.leaves.contains(where: { fresh.contains($0) }) else { return false }
            let text = block.text(in: document)
            return text.isEmpty || texts.contains(StableHash.hex(text))
        }
        var blocks = article.body.blocks.drop(while: isRepeated)
        while let last = blocks.last, isRepeated(last) { blocks.removeLast() }
        article.body.blocks = Array(blocks)
        article.body.leaves = blocks.flatMap(\.leaves)
        return article
    }
}

extension ReaderArticle {
    /// Whether no main part was found.
    fileprivate var isEmpty: Bool {
        method == .linkedData ? linkedText.isEmpty : body.leaves.isEmpty && pictures.isEmpty
    }
}
