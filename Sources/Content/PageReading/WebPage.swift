public import LarderHTML
internal import LarderModel

/// A page with what it says of itself in its head and in its JSON-LD, read once for its recipe and its article.
public struct WebPage: Sendable {
    /// The whole page.
    public let document: HTMLDocument
    /// Where the page is from, absolute; nil where that is unknown.
    let url: String?
    /// `url` parsed.
    let address: WebURL?
    /// What its `meta`, `link`, `base` and `title` elements say.
    package let head: PageHead
    /// Base of relative references (HTML §2.4.3): the `base` element, else the address.
    let base: WebURL?
    let graph: SchemaGraph

    /// - Parameter url: Where the page is from, absolute; relative references are resolved against it.
    public init(_ document: HTMLDocument, url: String?) {
        self.document = document
        self.url = url.nonEmpty
        head = PageHead(document: document, url: url ?? "")
        let address = self.url.flatMap { WebURL($0) }
        self.address = address
        base = head.baseReference.flatMap { WebURL($0, relativeTo: address) } ?? address
        graph = SchemaGraph(linkedDataIn: head.linkedData, document)
    }

    /// Longer titles are not read, in bytes.
    static let maxTitleBytes = 1_000

    /// The text of the `title` element; empty where it is too long.
    var title: String? {
        head.titleElement.map { FieldText.clean(document.textContent(of: $0), maxBytes: Self.maxTitleBytes) }
    }

    /// The absolute URL, or the reference as it stands where there is nothing to resolve it against.
    func resolve(_ reference: String) -> String { WebURL(reference, relativeTo: base)?.description ?? reference }
}
