/// A URL of any scheme as browsers read it (URL Standard §4.1), in its canonical spelling as in ``WebAddress``.
package struct WebURL: Sendable, Hashable, CustomStringConvertible {
    /// In lower case, without the colon.
    package internal(set) var scheme = ""
    /// `user` or `user:password`.
    package internal(set) var userInfo: String?
    /// The host, IPv6 addresses in brackets; nil without an authority, as in `mailto:`.
    package internal(set) var host: String?
    /// The port; nil: the default of the scheme, or none.
    package internal(set) var port: Int?
    /// The path: empty, or beginning with a slash unless ``hasOpaquePath``.
    package internal(set) var path = ""
    /// Whether the path has no segments, as in `mailto:` and `data:`.
    package internal(set) var hasOpaquePath = false
    package internal(set) var query: String?
    package internal(set) var fragment: String?

    package static let maxBytes = 65_536

    init() {}

    /// Resolves a reference.
    ///
    /// Differences from the standard: Windows drive letters in `file:` get no special treatment, and names with other
    /// than ASCII characters follow ``DomainName``.
    package init?(_ reference: String, relativeTo base: WebURL? = nil) {
        guard let (url, _) = URLParser.parse(reference, base: base) else { return nil }
        self = url
    }

    /// The whole URL (URL Standard §4.5).
    package var description: String {
        var out = scheme + ":"
        if let host {
            out += "//"
            if let userInfo { out += userInfo + "@" }
            out += host
            if let port { out += ":" + String(port) }
        } else if !hasOpaquePath, path.hasPrefix("//") {
            out += "/."  // or the path would read as a host
        }
        out += path
        if let query { out += "?" + query }
        if let fragment { out += "#" + fragment }
        return out
    }

    package var withoutFragment: WebURL {
        var url = self
        url.fragment = nil
        return url
    }

    /// Special schemes (URL Standard §4.2).
    var isSpecial: Bool { scheme == "file" || Self.defaultPort(of: scheme) != nil }

    /// Whether HTTP can fetch the URL: scheme `http` or `https`, and a host that is an address or a name of
    /// at most 253 letters, digits, hyphens, dots and underscores.
    ///
    /// Clients read other names differently.
    package var isFetchable: Bool {
        guard scheme == "http" || scheme == "https", let host, host.utf8.count <= 253 else { return false }
        return host.utf8.first == UInt8(ascii: "[")
            || host.utf8.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: "~") }
    }

    /// The default port of a scheme.
    package static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        case "ftp": 21
        default: nil
        }
    }
}
