internal import LarderHTML
internal import LarderModel

/// The URL that the references of a document are seen from.
struct LinkBase {
    let url: WebURL?
    private let plain: PlainLinks
    /// The schemes of links that can be followed; nil: all but those that run code.
    private let schemes: Set<String>?

    /// The first `base` with an `href` counts, seen from the URL of the document (HTML §2.4.3).
    init(_ document: HTMLDocument, documentURL: String?, schemes: Set<String>? = nil) {
        self.schemes = schemes
        let page = documentURL.flatMap { WebURL($0) }
        let element = document.descendants(of: document.root).first { node in
            document.isElement(node, .base) && document.hasAttribute(.href, on: node)
        }
        let reference = element.flatMap { document.value(of: .href, on: $0) }
        let base = reference.flatMap { WebURL($0, relativeTo: page) }
        url = base.flatMap { $0.scheme == "data" || $0.scheme == "javascript" ? nil : $0 } ?? page
        plain = PlainLinks(base: url)
    }

    /// The absolute URL, or the reference as written where there is none.
    func resolve(_ reference: String) -> String {
        plain.url(of: reference) ?? WebURL(reference, relativeTo: url)?.description ?? reference
    }

    func link(_ reference: String) -> FoundLink {
        if let url = plain.url(of: reference) {
            let isUnsafe = schemes != nil && isUnsafe(url.utf8.starts(with: "https://".utf8) ? "https" : "http")
            return FoundLink(url: url, reference: reference, isFragment: false, isUnsafe: isUnsafe)
        }
        let parsed = WebURL(reference, relativeTo: url)
        let trimmed = CSSText.trimmed(reference)
        return FoundLink(
            url: parsed?.description ?? reference,
            reference: reference,
            isFragment: trimmed.isEmpty || trimmed.utf8.first == UInt8(ascii: "#"),
            isUnsafe: isUnsafe(parsed?.scheme ?? Self.writtenScheme(reference))
        )
    }

    /// Whether a link of this scheme is kept as one that nobody should follow.
    private func isUnsafe(_ scheme: String) -> Bool {
        if scheme == "javascript" || scheme == "vbscript" { return true }
        guard let schemes, !scheme.isEmpty else { return false }
        return !schemes.contains(scheme)
    }

    /// The scheme of a reference that is no URL, in lower case; empty where it has none.
    ///
    /// Control characters and spaces, which browsers drop, hide none.
    private static func writtenScheme(_ reference: String) -> String {
        let start = reference.utf8.lazy.filter { $0 > 0x20 }.prefix(64)
        guard let colon = start.firstIndex(of: UInt8(ascii: ":")) else { return "" }
        let scheme = String(decoding: Array(start[..<colon]), as: UTF8.self).lowercased()
        let isScheme = scheme.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
        return isScheme ? scheme : ""
    }
}
