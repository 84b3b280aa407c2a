package import LarderModel

extension SourceDefinition {
    /// Who asks a host, under which rules, and how often at most.
    package struct CrawlIdentity: Sendable, Hashable {
        /// A header field of the user's.
        package struct Header: Sendable, Hashable {
            /// The field's name.
            package var name: String
            /// The environment variable that holds the value, which is then a secret; nil: the value is written in the
            /// file.
            package var environment: String?
            /// The value; nil: it has yet to be taken out of the environment.
            package var value: String?
        }

        /// What robots.txt counts for.
        package enum Robots: String, Sendable, CaseIterable {
            /// Everything, hosts of one's own and of this machine included.
            case obey
            /// Nothing on hosts of one's own.
            case ignore
        }

        /// How whoever runs a host reaches the user; nil: nothing is said.
        package var contact: String?
        /// The whole `User-Agent`; nil: this program's.
        package var userAgent: String?
        /// Further fields of requests to the base's origin.
        package var headers: [Header] = []
        /// Whether the base's host is the user's own.
        package var isOwn = false
        /// What the file says of robots.txt; nil: nothing.
        package var robots: Robots?
        /// How many requests the base's host takes; nil: any number.
        package var quota: Quota?

        /// The values of a definition without these keys.
        package init() {}

        /// The name and version that requests give without `user-agent`.
        package static let program = "Larder/1"

        /// The `User-Agent` of requests.
        package var sentUserAgent: String {
            userAgent ?? Self.program + (contact.map { " (+\($0))" } ?? "")
        }

        /// The name under which robots.txt is read: the user agent's first word, without its version.
        package var productToken: String {
            String(sentUserAgent.prefix { $0 != "/" && $0 != " " && $0 != "(" })
        }
    }

    /// Whether a host is asked without limit: one of this machine, a private address, or one of the user's own.
    package func isUnlimited(_ place: HostPort) -> Bool {
        if place.isOfThisMachineOrPrivate { return true }
        guard identity.isOwn else { return false }
        return place.host == base.host || place.host.hasSuffix("." + base.host) || allow.contains(place)
    }

    /// Whether a host's robots.txt is asked for and obeyed.
    package func obeysRobots(of place: HostPort) -> Bool { identity.robots == .obey || !isUnlimited(place) }

    /// How many requests a host is sent at once, and how long lies between two starts at least.
    ///
    /// A short delay of a source whose hosts are the user's own says nothing of hosts of others that it links to.
    package func pace(of place: HostPort) -> (concurrency: Int, delay: Duration) {
        let isUnlimited = isUnlimited(place)
        let usual: Duration = isUnlimited ? .zero : .seconds(1)
        let delay = politeness.delay ?? usual
        return (
            politeness.concurrency ?? (isUnlimited ? 6 : 2),
            identity.isOwn ? max(delay, usual) : delay
        )
    }

    /// Whether requests to a place are counted against the quota.
    package func countsAgainstQuota(_ place: HostPort) -> Bool { identity.quota != nil && place == base.hostPort }

    /// The definition with the values of its header fields out of `environment`.
    ///
    /// - Throws: ``SourceError`` with code `missing-api-key` for a variable that is missing, empty or no header value,
    ///   or whose value is too short to be hidden in what is shown.
    package func withHeaders(from environment: [String: String]) throws(SourceError) -> SourceDefinition {
        var definition = self
        for (index, header) in identity.headers.enumerated() {
            guard let variable = header.environment else { continue }
            let value = environment[variable]?.trimmedASCII ?? ""
            guard !value.isEmpty, CrawlIdentity.Header.isSendable(value) else {
                throw SourceError(
                    code: .missingAPIKey,
                    message:
                        "The source \"\(name)\" takes the header field \(header.name) from the environment variable "
                        + "\(variable), which \(value.isEmpty ? "is not set" : "holds characters that no header has"). "
                        + "Set it, as in `export \(variable)=...`, and start again."
                )
            }
            guard value.utf8.count >= Redactor.minSecretBytes else {
                throw SourceError(
                    code: .missingAPIKey,
                    message:
                        "The source \"\(name)\" takes the header field \(header.name) from the environment variable "
                        + "\(variable), whose value is shorter than \(Redactor.minSecretBytes) characters, "
                        + "too short to be "
                        + "hidden where answers repeat it. Write it under `headers` in the source's file if "
                        + "it is no secret."
                )
            }
            definition.identity.headers[index].value = value
        }
        return definition
    }

    /// The values of header fields that must not be shown.
    package var secretHeaderValues: [String] {
        identity.headers.compactMap { $0.environment == nil ? nil : $0.value }
    }
}

extension HostPort {
    /// Whether the host is this machine or an address that nobody has to himself: neither needs protection from its own
    /// user.
    ///
    /// A name is taken for what it says, wherever it leads.
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
