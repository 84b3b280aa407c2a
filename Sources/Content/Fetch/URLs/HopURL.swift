internal import LarderModel

/// One URL of a redirect chain.
///
/// curl gets the canonical spelling, which all parsers read alike: what is checked here is what is fetched.
struct HopURL: Sendable, Hashable {
    /// The whole URL without fragment.
    let text: String
    /// `http` or `https`.
    let scheme: String
    /// In lower case, an IPv6 address in brackets.
    let host: String
    /// Host and port, always both.
    let authority: String

    private let url: WebURL

    var origin: String { scheme + "://" + authority }

    /// The host, if it is a numeric address.
    var address: PeerAddress? { PeerAddress(parsing: host.filter { $0 != "[" && $0 != "]" }) }

    /// Whether the host is of this machine or of a private network as it is written; no name is resolved.
    var isWrittenAsPrivate: Bool {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return address.map { !$0.isPublic } ?? (name == "localhost" || name.hasSuffix(".localhost"))
    }

    /// Reads a URL, or resolves a reference that a redirect named (RFC 9110 §10.2.2).
    init(_ reference: String, relativeTo base: HopURL? = nil) throws(FetchError) {
        let shown = redacted(url: String(decoding: reference.utf8.prefix(300), as: UTF8.self))
        try Self.checkLength(reference, shown)
        guard let url = WebURL(reference, relativeTo: base?.url)?.withoutFragment else {
            throw FetchError(.badURL, "This is no URL: <\(shown)>")
        }
        guard let defaultPort = WebURL.defaultPort(of: url.scheme), url.scheme.hasPrefix("http") else {
            throw FetchError(.schemeRefused, "Only http and https are fetched, not '\(url.scheme)': <\(shown)>")
        }
        guard url.isFetchable, let host = url.host else {
            throw FetchError(.badURL, "No name server knows such a host: <\(shown)>")
        }
        text = url.description
        try Self.checkLength(text, shown)
        scheme = url.scheme
        self.host = host
        authority = "\(host):\(url.port ?? defaultPort)"
        self.url = url
    }

    private static func checkLength(_ text: String, _ shown: String) throws(FetchError) {
        guard text.utf8.count > FetchRequest.maxURLBytes else { return }
        throw FetchError(
            .badURL,
            "A URL of \(text.utf8.count) bytes is over the limit of \(FetchRequest.maxURLBytes): <\(shown)>…"
        )
    }
}
