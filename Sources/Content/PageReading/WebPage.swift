public import LarderHTML
internal import LarderModel

/// A page with what it says of itself in its head and in its JSON-LD, read once for its recipe and its article.
public struct WebPage: Sendable {
    /// The whole page.
    public let document: HTMLDocument
    /// Where the page is from, absolute; nil where that is unknown.
    let url: String?
    /// What its `meta`, `link`, `base` and `title` elements say.
    package let head: PageHead
    /// What its relative references are resolved against.
    let base: PageBase
    /// The objects of its JSON-LD.
    let graph: SchemaGraph

    /// Reads head and JSON-LD.
    ///
    /// - Parameters:
    ///   - document: The whole page.
    ///   - url: Where the page is from, absolute; relative references are resolved against it.
    public init(_ document: HTMLDocument, url: String?) {
        self.document = document
        self.url = url.nonEmpty
        head = PageHead(document: document, url: url ?? "")
        base = PageBase(head, url: self.url)
        graph = SchemaGraph(linkedDataIn: head.linkedData, document)
    }
}
