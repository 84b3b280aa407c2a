/// The proxies that environment variables name, as curl reads them.
package struct ProxyEnvironment: Sendable {
    /// A proxy's address with the variable that holds it.
    package typealias Proxy = (variable: String, address: String)

    package let http: Proxy?
    package let https: Proxy?
    /// The hosts that are asked without a proxy.
    package let exceptions: String

    /// Reads `http_proxy` in lower case, `https_proxy`, `all_proxy` and `no_proxy` in either case.
    package init(_ environment: [String: String]) {
        func proxy(_ names: String...) -> Proxy? {
            names.lazy.compactMap { name in environment[name].map { (name, $0) } }.first { !$0.1.isEmpty }
        }
        // A CGI program's HTTP_PROXY is a header field of the request that it answers.
        http = proxy("http_proxy", "all_proxy", "ALL_PROXY")
        https = proxy("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
        exceptions = proxy("no_proxy", "NO_PROXY")?.address ?? ""
    }

    /// Why a variable names no proxy that can be asked, without its value, which may hold a password; nil: all can.
    package var fault: String? {
        for case let proxy? in [http, https] where exceptions != "*" {
            guard let fault = Self.fault(in: proxy.address) else { continue }
            return "The environment variable \(proxy.variable) holds no address of a proxy: \(fault). Write it as "
                + "http://proxy.example:3128, with USER:PASSWORD@ before the host if the proxy wants a login, or unset it."
        }
        return nil
    }

    private static let schemes = ["http", "https", "socks", "socks4", "socks4a", "socks5", "socks5h"]

    /// Why a text is no address of a proxy, in words that repeat nothing of it; nil: it is one.
    ///
    /// It is as curl reads it: `http` where it names no scheme, and no path.
    package static func fault(in text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            return "it holds a blank or a control character"
        }
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1, !schemes.contains(parts[0].lowercased()) {
            return "its scheme is none of \(schemes.joined(separator: ", "))"
        }
        let rest = parts[parts.count - 1]
        let at = rest.lastIndex(of: "@")
        if let at, rest[..<at].contains(where: "/?#\\".contains) {
            return "a sign in its user name or password must be written percent-encoded there, such as %2F for /"
        }
        let host = at.map { rest[rest.index(after: $0)...] } ?? rest
        guard let address = WebAddress("http://" + host), address.path == "/", address.query == nil else {
            return "it must end with a host and a port of 1 to 65535, without a path"
        }
        return nil
    }
}
