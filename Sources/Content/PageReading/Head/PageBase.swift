internal import LarderHTML
internal import LarderModel

/// What relative references of a page are resolved against (HTML §2.4.3).
struct PageBase {
    /// The URL of the document.
    let document: WebURL?
    /// The URL of the first `base` element, or that of the document.
    let url: WebURL?

    init(_ tree: PageTree, url: String?, _ document: HTMLDocument) {
        self.document = url.flatMap { WebURL($0) }
        let reference = tree.base.flatMap { document.value(of: .href, on: $0) }
        let base = reference.flatMap { [page = self.document] in WebURL($0, relativeTo: page) }
        self.url = base ?? self.document
    }

    /// The absolute URL, or the reference as it stands where there is nothing to resolve it against.
    func resolve(_ reference: String) -> String { WebURL(reference, relativeTo: url)?.description ?? reference }
}
