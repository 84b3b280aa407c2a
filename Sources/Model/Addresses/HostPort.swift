/// A host and a port, which name the lane of a fetch.
public struct HostPort: Sendable, Hashable, CustomStringConvertible {
    /// The host in lower case; IPv6 addresses without their brackets.
    public let host: String
    /// The port, 1 to 65535.
    public let port: Int

    /// `host` is not checked.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port` or `[IPv6]:port`; nil when it is neither.
    ///
    /// The port must be written out, or `example.org` would quietly mean port 80.
    public init?(_ text: String) {
        let port = text.utf8.reversed().prefix(while: \.isASCIIDigit)
        guard !port.isEmpty, text.utf8.dropLast(port.count).last == UInt8(ascii: ":"),
            let address = WebAddress("http://" + text), address.path == "/", address.query == nil,
            !text.utf8.contains(where: "/\\#".utf8.contains)
        else { return nil }
        self = address.hostPort
    }

    /// `host:port`, IPv6 addresses in brackets.
    public var description: String { "\(bracketedHost):\(port)" }

    /// The host as it stands in a URL.
    package var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }
}
