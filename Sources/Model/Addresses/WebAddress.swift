/// An http or https URL in one canonical spelling, without user information and without fragment.
///
/// Scheme and host are in lower case, a default port is left out, dot segments are resolved and every character outside
/// RFC 3986's set is percent-encoded, so that two spellings of one address are one request and one cache entry.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host in lower case; IPv6 addresses without their brackets.
    public let host: String
    /// The port, with the scheme's default filled in.
    public let port: Int
    /// The path, beginning with a slash, percent-encoded.
    public let path: String
    /// The query without its question mark, percent-encoded; nil: there is none.
    public let query: String?

    package init(scheme: String, host: String, port: Int, path: String, query: String?) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
        self.query = query
    }

    /// The whole URL.
    public var description: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// Host and port, which name the lane of a fetch: `example.org:443`, `[::1]:8080`.
    public var hostPort: HostPort { HostPort(host: host, port: port) }

    /// Scheme, host and port (left out where it is the scheme's default).
    public var origin: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (port == Self.defaultPort(scheme) ? "" : ":\(port)")
    }

    static func defaultPort(_ scheme: String) -> Int { scheme == "https" ? 443 : 80 }
}

/// A host and a port.
public struct HostPort: Sendable, Hashable, CustomStringConvertible {
    /// The host in lower case; IPv6 addresses without their brackets.
    public let host: String
    /// The port, 1 to 65535.
    public let port: Int

    /// Makes a value; `host` is taken as it is.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port` or `[IPv6]:port`; nil when it is neither.
    public init?(_ text: String) {
        guard let address = WebAddress("http://" + text), address.path == "/", address.query == nil,
            text.utf8.last != UInt8(ascii: "/"), !text.utf8.contains(UInt8(ascii: "#"))
        else { return nil }
        // The port must be written out, or `example.org` would quietly mean port 80.
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
            Int(text[text.index(after: colon)...]) == address.port
        else { return nil }
        self = address.hostPort
    }

    /// `host:port`, IPv6 addresses in brackets.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
