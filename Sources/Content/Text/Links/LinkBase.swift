internal import LarderHTML
internal import LarderModel

/// The URL that the references of a document are seen from.
struct LinkBase {
    let url: WebURL?

    /// The first `base` with an `href` counts, seen from the URL of the document (HTML §2.4.3).
    init(_ document: HTMLDocument, documentURL: String?) {
        let page = documentURL.flatMap { WebURL($0) }
        let element = document.elements(named: .base).first { document.hasAttribute(.href, on: $0) }
        let reference = element.flatMap { document.value(of: .href, on: $0) }
        let base = reference.flatMap { WebURL($0, relativeTo: page) }
        url = base.flatMap { $0.scheme == "data" || $0.scheme == "javascript" ? nil : $0 } ?? page
    }

    /// The absolute URL, or the reference as written where there is none.
    func resolve(_ reference: String) -> String {
        WebURL(reference, relativeTo: url)?.description ?? reference
    }

    func link(_ reference: String) -> FoundLink {
        let parsed = WebURL(reference, relativeTo: url)
        let trimmed = CSSText.trimmed(reference)
        let scheme = parsed?.scheme ?? ""
        return FoundLink(
            url: parsed?.description ?? reference,
            reference: reference,
            isFragment: trimmed.isEmpty || trimmed.utf8.first == UInt8(ascii: "#"),
            isUnsafe: scheme == "javascript" || scheme == "vbscript"
        )
    }
}
