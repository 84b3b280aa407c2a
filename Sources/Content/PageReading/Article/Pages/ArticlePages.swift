package import LarderHTML
internal import LarderModel

/// The main parts of an article's pages, one after the other, each without what stands on the pages before.
package struct ArticlePages {
    /// The HTML of each page's part, in order; empty for a page that adds nothing.
    package private(set) var parts: [String] = []
    package private(set) var pictures: [ReaderPicture] = []
    /// Bytes of a part that was left out because it had no room; nil: no part was.
    package private(set) var leftOutBytes: Int?
    package private(set) var refusal: Refusal?
    /// Further pages that the pages name, those of the last one first.
    private var named: [String] = []
    /// Further pages at other hosts or with other schemes.
    private var elsewhere: [String] = []
    private var urls: Set<String> = []
    private var texts: Set<String> = []
    private var identity: ArticleIdentity?
    private var room: Int
    private let isSingle: Bool
    /// A block of this many bytes is more than a time or a number.
    private static let minNewBytes = 140

    /// Why a page is no part of the article; the raw value completes a sentence that begins with its address.
    package enum Refusal: String, Sendable {
        /// Neither text nor pictures were found.
        case empty = "no article was found in it"
        /// It says what pages before it say.
        case repeated = "it repeats the pages before it"
        /// It has no sign of being a page of this article.
        case other = "nothing in it tells that it is a page of this article"
    }

    /// - Parameters:
    ///   - count: How many pages there will be; for a single page nothing is remembered.
    ///   - maxBytes: Limit for the HTML of all parts together; nil: the limit of a single page.
    package init(of count: Int, maxBytes: Int? = nil) {
        isSingle = count <= 1
        room = maxBytes ?? RecordBound.htmlBytes.limit
    }

    package var markup: String {
        let said = parts.filter { !$0.isEmpty }
        guard said.count > 1 else { return said.first ?? "" }
        return said.map { "<div>\($0)</div>\n" }.joined()
    }

    /// The page to read next; nil where the pages name no other, the first is no article, or the last added nothing.
    package var next: String? {
        guard parts.last?.isEmpty == false else { return nil }
        return named.first { !urls.contains($0) }
    }

    /// The next page at another host or with another scheme, which is not followed; nil: there is none.
    package var nextElsewhere: String? {
        guard !elsewhere.isEmpty, parts.last?.isEmpty == false, next == nil else { return nil }
        let read = Set(urls.compactMap { WebURL($0)?.pathAndQuery })
        return elsewhere.first { WebURL($0).map { !read.contains($0.pathAndQuery) } ?? false }
    }

    /// Adds a page; a further page of another article, or one without new text, gets an empty part.
    ///
    /// - Parameter askedURL: The address before redirects, as pages may name it.
    package mutating func add(
        _ article: ReaderArticle,
        in document: HTMLDocument,
        url: String,
        askedURL: String? = nil
    ) {
        let isFirst = parts.isEmpty
        let part = isFirst ? article : withoutRepeats(article, document)
        refusal = objection(to: article, part, document, url)
        for url in [url, askedURL].compactMap(\.self) {
            urls.insert(url)
            if let address = WebURL(url) { urls.insert(address.withoutFragment.description) }
        }
        guard refusal == nil else {
            parts.append("")
            return
        }
        if isFirst, !isSingle { identity = ArticleIdentity(article, url: url) }
        var markup = part.isEmpty ? "" : part.markup(in: document, isFurtherPage: !isFirst)
        if !isFirst, markup.utf8.count > room {
            leftOutBytes = markup.utf8.count
            markup = ""
        }
        room -= markup.utf8.count
        parts.append(markup)
        if !markup.isEmpty { pictures += part.pictures }
        if !isFirst || article.isReadable {
            named = article.furtherPages + named
            elsewhere = article.pagesElsewhere + elsewhere
        }
        guard !isSingle else { return }
        for text in article.texts(in: document) { texts.insert(StableHash.hex(text)) }
    }

    /// Why a page is no part of the article; `part` is what the pages before do not have.
    private func objection(
        to article: ReaderArticle,
        _ part: ReaderArticle,
        _ document: HTMLDocument,
        _ url: String
    ) -> Refusal? {
        guard let identity else { return nil }
        if article.isEmpty { return .empty }
        if part.isEmpty || isRepetition(article, part, document) { return .repeated }
        return identity.includes(article, url: url, known: urls.union(named)) ? nil : .other
    }

    /// Whether at most an eighth of the text is new, in short blocks, and no picture.
    ///
    /// For a page that does not exist some sites repeat the first page, with another time or number in it.
    private func isRepetition(_ article: ReaderArticle, _ part: ReaderArticle, _ document: HTMLDocument) -> Bool {
        guard part.pictures.isEmpty else { return false }
        let all = article.texts(in: document)
        let new = all.filter { !texts.contains(StableHash.hex($0)) }
        if new.contains(where: { $0.utf8.count >= Self.minNewBytes }) { return false }
        return 8 * new.reduce(0) { $0 + $1.utf8.count } <= all.reduce(0) { $0 + $1.utf8.count }
    }

    /// A further page's article without the pictures, and the first and last blocks, that stood on the pages before.
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
    fileprivate var isEmpty: Bool {
        method == .linkedData ? linkedText.isEmpty : body.leaves.isEmpty && pictures.isEmpty
    }

    fileprivate func texts(in document: HTMLDocument) -> [String] {
        body.blocks.map { $0.text(in: document) } + linkedText
    }
}
