/// An http or https URL in one canonical spelling, without user information and without fragment.
///
/// By the URL Standard, so that two spellings of an address are one request and one cache entry: scheme and host
/// are in lower case, names in ASCII (`bücher.example` is `xn--bcher-kva.example`), default ports left out,
/// dot segments resolved, all characters without a place in a URL percent-encoded.
public struct WebAddress: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// The host in lower case; IPv6 addresses without their brackets.
    public let host: String
    /// The port, 1 to 65535, with the scheme's default filled in.
    public let port: Int
    /// The path, beginning with a slash, percent-encoded.
    public private(set) var path: String
    /// The query without its question mark, percent-encoded; nil: there is none.
    public private(set) var query: String?

    /// The longest address in bytes, as written and in its canonical spelling.
    public static let maxBytes = 8 * 1024

    /// The parts are in their canonical spelling.
    package init(scheme: String, host: String, port: Int, path: String, query: String?) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
        self.query = query
    }

    /// Reads a URL that may be relative to `base`; nil when it is not http or https or is longer than ``maxBytes``.
    ///
    /// White space round the text, and tabs and line ends within, are dropped and a fragment is left out. Stricter than
    /// browsers where a URL may hide where it leads: user information (`user:password@`), an escaped host, another
    /// number of slashes before the host than two, port 0, and hosts other than addresses and names of letters,
    /// digits, `-`, `.` and `_` are refused. So is the empty text.
    public init?(_ text: String, relativeTo base: WebAddress? = nil) {
        guard text.utf8.contains(where: { $0 > 0x20 }), text.utf8.count <= Self.maxBytes,
            let (url, repairs) = URLParser.parse(text, base: base.map(WebURL.init)), repairs.isEmpty, url.isFetchable,
            let host = url.host, let port = url.port ?? WebURL.defaultPort(of: url.scheme), port > 0
        else { return nil }
        self.init(
            scheme: url.scheme,
            host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host,
            port: port,
            path: url.path,
            query: url.query
        )
        guard description.utf8.count <= Self.maxBytes else { return nil }
    }

    /// The whole URL.
    public var description: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// Host and port, which name the lane of a fetch: `example.org:443`, `[::1]:8080`.
    public var hostPort: HostPort { HostPort(host: host, port: port) }

    /// Scheme, host and port (left out where it is the scheme's default).
    public var origin: String {
        "\(scheme)://\(hostPort.bracketedHost)" + (port == WebURL.defaultPort(of: scheme) ? "" : ":\(port)")
    }
}

extension WebURL {
    init(_ address: WebAddress) {
        scheme = address.scheme
        host = address.hostPort.bracketedHost
        port = address.port == WebURL.defaultPort(of: address.scheme) ? nil : address.port
        path = address.path
        query = address.query
    }
}

extension WebAddress: Codable {
    /// - Throws: `DecodingError` for what is no web address.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let address = WebAddress(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription:
                    "A web address is an http or https URL of at most \(Self.maxBytes) bytes without user."
            )
        }
        self = address
    }

    /// Writes the whole URL as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension WebAddress {
    /// The address of an API's endpoint.
    ///
    /// A base that already ends in the endpoint's first segments (`https://example.org/api` for `/api/search`) does not
    /// get them twice.
    ///
    /// - Parameter items: The query; an item without a value is left out.
    package func endpoint(_ endpoint: String, query items: [(name: String, value: String?)] = []) -> WebAddress {
        let own = path.split(separator: "/")
        let wanted = endpoint.split(separator: "/")
        let overlap = stride(from: min(own.count, wanted.count), to: 0, by: -1)
            .first { own.suffix($0) == wanted.prefix($0) }
        let segments = own + wanted.dropFirst(overlap ?? 0)
        let pairs = items.compactMap { item in
            item.value.map { "\(item.name.percentEncodedWord)=\($0.percentEncodedWord)" }
        }
        var address = self
        address.path = "/" + segments.joined(separator: "/")
        address.query = pairs.isEmpty ? nil : pairs.joined(separator: "&")
        return address
    }

    /// The address with one more path segment, escaped as a whole.
    package func appending(segment: String) -> WebAddress {
        var address = self
        address.path += (path.hasSuffix("/") ? "" : "/") + segment.percentEncodedWord
        return address
    }
}
