package import LarderModel

extension SourceDefinition {
    /// User agent, header fields, robots rules and quota of a crawl.
    package struct CrawlIdentity: Sendable, Hashable {
        package struct Header: Sendable, Hashable {
            package var name: String
            /// The environment variable with the value, which is then a secret.
            package var environment: String?
            /// The file with the value in its first line, which is then a secret; where both are nil, the value is no
            /// secret.
            package var file: String?
            /// Nil: not read from the environment yet.
            package var value: String?

            var isSecret: Bool { environment != nil || file != nil }
        }

        package enum Robots: String, Sendable, CaseIterable {
            /// All hosts, also the user's own and this machine.
            case obey
            /// All hosts but the user's own.
            case ignore
        }

        /// How a host's operator reaches the user.
        package var contact: String?
        /// The whole `User-Agent`; nil: this program's.
        package var userAgent: String?
        /// Further fields of requests to the base's origin.
        package var headers: [Header] = []
        package var isOwn = false
        package var robots: Robots?
        /// The limit on requests to the base's host; nil: any number.
        package var quota: Quota?
        /// The URL of a proxy, empty for none; nil: what the worker's environment says.
        package var proxy: String?

        package static let program = "Larder/1"

        package var sentUserAgent: String {
            userAgent ?? Self.program + (contact.map { " (+\($0))" } ?? "")
        }

        /// The name under which robots.txt is read: the user agent's first word, without its version.
        package var productToken: String {
            String(sentUserAgent.prefix { $0 != "/" && $0 != " " && $0 != "(" })
        }
    }

    /// Whether a host is asked without limit: this machine, a private address, or the user's own.
    package func isUnlimited(_ place: HostPort) -> Bool {
        if place.isOfThisMachineOrPrivate { return true }
        guard identity.isOwn else { return false }
        return place.host == base.host || place.host.hasSuffix("." + base.host) || allow.contains(place)
    }

    /// Whether a host is neither the base's, by http or https, nor one of `hosts`.
    package func isThirdParty(_ place: HostPort) -> Bool {
        !["http", "https"].contains { scheme in
            WebAddress("\(scheme)://\(place)/").map { scope.hasHost(of: $0, base: base) } ?? false
        }
    }

    package func obeysRobots(of place: HostPort) -> Bool { identity.robots == .obey || !isUnlimited(place) }

    /// Concurrent requests to a host, and the least time between two starts.
    ///
    /// A short delay for the user's own hosts does not hold for other hosts that they link to.
    package func pace(of place: HostPort) -> (concurrency: Int, delay: Duration) {
        let isUnlimited = isUnlimited(place)
        let usual: Duration = isUnlimited ? .zero : .seconds(1)
        let delay = politeness.delay ?? usual
        return (politeness.concurrency ?? (isUnlimited ? 6 : 2), identity.isOwn ? max(delay, usual) : delay)
    }

    package func countsAgainstQuota(_ place: HostPort) -> Bool { identity.quota != nil && place == base.hostPort }
}

extension HostPort {
    /// Whether the host is this machine or a private address, which need no protection from their own user.
    ///
    /// A name is not resolved.
    package var isOfThisMachineOrPrivate: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        if host.contains(":") {
            return host == "::1" || ["fc", "fd", "fe8", "fe9", "fea", "feb"].contains { host.hasPrefix($0) }
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 4, let first = parts[0], let second = parts[1], parts.allSatisfy({ $0 != nil }) else {
            return false
        }
        return switch (first, second) {
        case (0, _), (10, _), (127, _), (169, 254), (172, 16...31), (192, 168), (100, 64...127): true
        default: false
        }
    }
}
