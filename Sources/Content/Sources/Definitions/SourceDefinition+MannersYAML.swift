internal import LarderModel

extension SourceDefinition.Manners {
    /// The keys of a definition that are read here.
    static let keys = ["contact", "user-agent", "headers", "own", "robots", "quota"]

    private static let maxHeaders = 32

    /// Names that the fetcher sets itself, or that have a key of their own.
    private static let reserved: [String: String] = [
        "user-agent": "write `user-agent:` instead", "host": "it follows from the address",
        "accept-encoding": "it is set by the program", "connection": "it is set by the program",
        "content-length": "requests have no body", "transfer-encoding": "requests have no body",
    ]

    /// Reads the keys of a definition's file.
    init(_ root: YAMLMapping) throws(SourceError) {
        if let value = root["contact"] { contact = try Self.sendable(value, without: "()") }
        if let value = root["user-agent"] { userAgent = try Self.sendable(value, without: "") }
        if let value = root["headers"] { headers = try Self.headers(YAMLMapping(value)) }
        if let value = root["own"] { isOwn = try value.boolean() }
        if let value = root["quota"] { quota = try Self.quota(value) }
        guard let value = root["robots"] else { return }
        let word = try value.word()
        guard let robots = Robots(rawValue: word) else {
            throw value.error(
                .outOfRange,
                "\"robots\" must be obey or ignore, but \"\(word.shortened(to: 40))\" stands there."
            )
        }
        guard robots == .obey || isOwn else {
            throw value.error(
                .conflict,
                "`robots: ignore` is for hosts of one's own: add `own: true` if the base's host is yours, or remove it."
            )
        }
        self.robots = robots
    }

    /// The keys as lines of a definition's file.
    var yaml: [String] {
        var lines: [String] = []
        if let contact { lines.append("contact: \(SourceDefinition.quoted(contact))") }
        if let userAgent { lines.append("user-agent: \(SourceDefinition.quoted(userAgent))") }
        if !headers.isEmpty {
            lines.append("headers: {\(headers.map(\.yaml).joined(separator: ", "))}")
        }
        if isOwn { lines.append("own: true") }
        if let robots { lines.append("robots: \(robots.rawValue)") }
        if let quota { lines.append("quota: \(SourceDefinition.quoted(quota.description))") }
        return lines
    }

    private static func sendable(_ value: YAMLValue, without refused: String) throws(SourceError) -> String {
        let text = try value.word(max: 300)
        guard Header.isSendable(text), !text.contains(where: refused.contains) else {
            throw value.error(
                .outOfRange,
                "\(value.name) goes into a header field: write it in ASCII letters, digits and signs"
                    + (refused.isEmpty ? "." : " other than brackets.")
            )
        }
        return text
    }

    private static func headers(_ mapping: YAMLMapping) throws(SourceError) -> [Header] {
        guard mapping.pairs.count <= maxHeaders else {
            throw mapping.value.error(
                .outOfRange,
                "\"headers\" has \(mapping.pairs.count) fields; at most \(maxHeaders) are allowed."
            )
        }
        var headers: [Header] = []
        for (name, place, value) in mapping.pairs {
            guard !name.isEmpty, name.utf8.count <= 100, name.utf8.allSatisfy(Header.isTokenByte) else {
                throw place.error(.outOfRange, "\"\(name.shortened(to: 60))\" is no name of a header field.")
            }
            if let reason = reserved[name.lowercased()] {
                throw place.error(.conflict, "The header field \(name) cannot be set here: \(reason).")
            }
            guard !headers.contains(where: { $0.name.lowercased() == name.lowercased() }) else {
                throw place.error(.duplicateKey, "The header field \(name) stands twice; keep one of them.")
            }
            headers.append(try header(name, value))
        }
        return headers
    }

    private static func header(_ name: String, _ value: YAMLValue) throws(SourceError) -> Header {
        guard value.isMapping else { return Header(name: name, value: try sendable(value, without: "")) }
        let mapping = try YAMLMapping(value)
        // `value` is what a coordinator adds for its workers.
        try mapping.requireKeys(["environment", "value"])
        let variable = try mapping.required("environment", "SITE_TOKEN").word()
        guard variable.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F }) else {
            throw value.error(.outOfRange, "\(value.name) must name an environment variable, such as SITE_TOKEN.")
        }
        return Header(
            name: name,
            environment: variable,
            value: try mapping["value"].map { value throws(SourceError) in try sendable(value, without: "") }
        )
    }

    private static func quota(_ value: YAMLValue) throws(SourceError) -> SourceDefinition.Quota {
        let text = try value.word()
        guard let quota = SourceDefinition.Quota(text) else {
            throw value.error(
                .outOfRange,
                "\"quota\" must be a number of requests and a period, as `100/day`, `60/hour`, `5000/month` or "
                    + "`100/day at 06:00 UTC`, but \"\(text.shortened(to: 60))\" stands there."
            )
        }
        return quota
    }
}

extension SourceDefinition.Manners.Header {
    /// Whether a text can be the value of a header field.
    static func isSendable(_ text: String) -> Bool {
        text.utf8.count <= 4096 && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    static func isTokenByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    fileprivate var yaml: String {
        let name = SourceDefinition.quoted(name)
        guard let environment else { return "\(name): \(SourceDefinition.quoted(value ?? ""))" }
        let secret = value.map { ", value: \(SourceDefinition.quoted($0))" } ?? ""
        return "\(name): {environment: \(SourceDefinition.quoted(environment))\(secret)}"
    }
}
