internal import LarderModel

/// What relative references of a page are resolved against (HTML §2.4.3).
struct PageBase {
    /// The URL of the document.
    let document: WebURL?
    /// The URL of the first `base` element, or that of the document.
    let url: WebURL?

    init(_ head: PageHead, url: String?) {
        let document = url.flatMap { WebURL($0) }
        self.document = document
        self.url = head.baseReference.flatMap { WebURL($0, relativeTo: document) } ?? document
    }

    /// The absolute URL, or the reference as it stands where there is nothing to resolve it against.
    func resolve(_ reference: String) -> String { WebURL(reference, relativeTo: url)?.description ?? reference }
}
