/// A web address in the spelling by which links find items.
///
/// Left out are what leads to the same page on nearly all sites: the scheme, `www.`, the fragment, a slash at the end
/// of the path, and parameters that say who asks (``TrackingParameters``).
package struct AddressKey: Sendable, Hashable {
    /// `example.org/path?query`.
    package let text: String
    /// The same without its query; nil: it has none, or one that names a page or asks for something.
    package let withoutQuery: String?

    private static let naming: Set<String> = ["p", "id", "page", "page_id", "paged", "q", "s", "search", "lang", "hl"]

    package init(_ address: WebAddress) {
        let host = address.host.hasPrefix("www.") ? String(address.host.dropFirst(4)) : address.host
        let port = address.port == WebURL.defaultPort(of: address.scheme) ? "" : ":\(address.port)"
        var path = address.path
        while path.hasSuffix("/") { path.removeLast() }
        let place = HostPort(host: host, port: address.port).bracketedHost + port + path
        let parameters = (address.query ?? "").split(separator: "&").filter { parameter in
            !TrackingParameters.contains(parameter.prefix { $0 != "=" }.lowercased())
        }
        text = parameters.isEmpty ? place : place + "?" + parameters.joined(separator: "&")
        let names = parameters.map { $0.prefix { $0 != "=" }.lowercased() }
        let isOther = parameters.isEmpty || path.isEmpty || names.contains(where: Self.naming.contains)
        withoutQuery = isOther ? nil : place
    }

    /// Nil for what is no address on the web.
    package init?(_ url: String) {
        guard let address = WebAddress(url) else { return nil }
        self.init(address)
    }
}
