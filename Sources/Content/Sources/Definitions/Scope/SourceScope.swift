package import LarderModel

package struct SourceScope: Sendable, Hashable {
    /// A page is in when one of these matches; empty: all are.
    package var include: [AddressPattern] = []
    /// A page is out when one of these matches.
    package var exclude: [AddressPattern] = []
    /// Further hosts, `name`, `name:port` or `*.name`, in lower case.
    package var hosts: [String] = []
    /// The most pages of one sync; nil: all.
    package var maxPages: Int?

    package func hasHost(of address: WebAddress, base: WebAddress) -> Bool {
        let isStandard = address.port == WebURL.defaultPort(of: address.scheme)
        let hasBasePort = address.port == base.port || isStandard && base.port == WebURL.defaultPort(of: base.scheme)
        if address.host == base.host, hasBasePort { return true }
        return hosts.contains { host in
            if host.hasPrefix("*.") { return isStandard && address.host.hasSuffix(host.dropFirst()) }
            return host == address.hostPort.description || isStandard && host == address.hostPort.bracketedHost
        }
    }

    /// Whether the address is one of the pages, by its path.
    package func hasPath(of address: WebAddress) -> Bool {
        (include.isEmpty || include.contains { $0.matches(address) }) && !exclude.contains { $0.matches(address) }
    }

    /// The note on a list of `count` pages of which none is taken.
    package func noneIncluded(of count: Int, at url: String) -> String {
        let reason =
            if include.isEmpty { "`exclude` leaves none" } else {
                exclude.isEmpty ? "none matches `include`" : "none matches `include` and not `exclude`"
            }
        return "\(url): \(count.counted("page")) listed, \(reason)."
    }
}

extension SourceScope {
    /// Reads `hosts`: `name`, `name:port` or `*.name`, each once.
    static func hosts(_ value: YAMLValue) throws(SourceError) -> [String] {
        try value.items(0...Int.max) { item throws(SourceError) in
            let text = try item.word(max: 260)
            let name = text.lowercased()
            let wildcard = name.hasPrefix("*.") ? String(name.dropFirst(2)) : name
            guard let address = WebAddress("http://\(wildcard)/"), address.path == "/" else {
                let message =
                    "\"\(text.shortened(to: 60))\" is no host; write a name such as `www.example.org`, `*.example.org` "
                    + "or `example.org:8080`."
                throw item.error(.outOfRange, message)
            }
            let isPortWritten = wildcard.hasSuffix(":\(address.port)")
            let host = isPortWritten ? address.hostPort.description : address.hostPort.bracketedHost
            return (name.hasPrefix("*.") ? "*." : "") + host
        }.unique()
    }
}
