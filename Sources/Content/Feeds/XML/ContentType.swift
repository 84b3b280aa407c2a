/// What the text of an element is, by its `type` and `mode`.
enum ContentType {
    /// HTML is escaped, XHTML is markup of the feed itself.
    case unknown, plain, html, xhtml, base64

    /// - Parameters:
    ///   - declared: Atom 1.0's `text`, `html`, `xhtml` or a media type; Atom 0.3's media type.
    ///   - mode: Atom 0.3's `xml`, `escaped` or `base64`.
    init(declared: String?, mode: String?) {
        let type = declared?.lowercased()
        switch mode?.lowercased() {
        case "base64":
            self = .base64
            return
        case "escaped" where type == nil || type == "text/html":
            self = .html
            return
        default: break
        }
        switch type {
        case nil, "": self = .unknown
        case "text", "text/plain", "plain": self = .plain
        case "html", "text/html": self = .html
        case "xhtml", "application/xhtml+xml": self = .xhtml
        case let type? where type.hasSuffix("+xml") || type.hasSuffix("/xml"): self = .xhtml
        case let type? where type.hasPrefix("text/"): self = .unknown
        case let type? where type.contains("/"): self = .base64
        default: self = .unknown
        }
    }
}
