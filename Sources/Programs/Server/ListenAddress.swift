/// Where the server listens.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    package let host: String
    /// 0: any free one.
    package let port: Int

    /// Port 8080 of this machine alone.
    package static let standard = ListenAddress(host: "127.0.0.1", port: 8_080)

    private init(host: String, port: Int) { (self.host, self.port) = (host, port) }

    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `:8080` for all addresses of this machine, or a port of
    /// this machine alone.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") else {
            guard let port = Self.port(text) else { return nil }
            self.init(host: Self.standard.host, port: port)
            return
        }
        guard let port = Self.port(String(text[text.index(after: colon)...])) else { return nil }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        guard !host.contains(where: { $0.isWhitespace || "/?#@".contains($0) }) else { return nil }
        self.init(host: host.isEmpty || host == "*" ? "0.0.0.0" : host, port: port)
    }

    private static func port(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt16(text).map(Int.init)
    }

    /// Whether programs of this machine alone reach it.
    package var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    package var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
