internal import LarderModel

extension SourceDefinition.CrawlIdentity {
    private static let maxHeaders = 32

    /// Names that the fetcher sets itself, or that have their own key.
    private static let reserved: [String: String] = [
        "user-agent": "write `user-agent:` instead", "host": "it follows from the address",
        "accept-encoding": "it is set by the program", "connection": "it is set by the program",
        "content-length": "requests have no body", "transfer-encoding": "requests have no body",
    ]

    static func yaml(of headers: [Header]) -> String {
        "{\(headers.map(\.yaml).joined(separator: ", "))}"
    }

    static func userAgent(_ value: YAMLValue) throws(SourceError) -> String { try headerText(value, without: "") }

    static func contact(_ value: YAMLValue) throws(SourceError) -> String { try headerText(value, without: "()") }

    private static func headerText(
        _ value: YAMLValue,
        without refused: String = "",
        max: Int = 300
    ) throws(SourceError) -> String {
        let text = try value.word(max: max)
        guard Header.isSendable(text), !text.contains(where: refused.contains) else {
            let message =
                "\(value.name) goes into a header field: write it in ASCII letters, digits and signs"
                + (refused.isEmpty ? "." : " other than brackets.")
            throw value.error(.outOfRange, message)
        }
        return text
    }

    static func headers(_ value: YAMLValue) throws(SourceError) -> [Header] {
        let mapping = try YAMLMapping(value)
        guard mapping.pairs.count <= maxHeaders else {
            let message = "\"headers\" has \(mapping.pairs.count) fields; at most \(maxHeaders) are allowed."
            throw value.error(.outOfRange, message)
        }
        var headers: [Header] = []
        for (name, _, _) in mapping.pairs {
            if !name.isFieldName {
                mapping.refuse(name, "\"\(name.shortened(to: 60))\" is no name of a header field.", .outOfRange)
            } else if let reason = reserved[name.lowercased()] {
                mapping.refuse(name, "The header field \(name) cannot be set here: \(reason).")
            } else if headers.contains(where: { $0.name.lowercased() == name.lowercased() }) {
                mapping.refuse(name, "The header field \(name) stands twice; keep one of them.", .duplicateKey)
            }
            mapping.read(name) { value throws(SourceError) in headers.append(try header(name, value)) }
        }
        return headers
    }

    private static func header(_ name: String, _ value: YAMLValue) throws(SourceError) -> Header {
        guard value.isMapping else {
            if Header.loginFields.contains(name.lowercased()) {
                value.warn(
                    "seems to hold a login, which is stored and shown then; take it out and write "
                        + "`\(name): {environment: NAME}` or `\(name): {file: PATH}`"
                )
            }
            return Header(name: name, value: try headerText(value))
        }
        // `value` is what a coordinator adds for its workers.
        let mapping = try YAMLMapping(value, keys: ["environment", "file", "value"])
        if mapping["file"] != nil, mapping["environment"] == nil {
            var header = Header(name: name)
            mapping.read("file") { value throws(SourceError) in header.file = try path(value) }
            mapping.read("value") { value throws(SourceError) in
                header.value = try headerText(value, max: Header.maxBytes)
            }
            return header
        }
        if let file = mapping["file"] {
            throw file.error(.conflict, "\(value.name) has `environment` and `file`; keep one of them.")
        }
        let variable = try mapping.required("environment", "SITE_TOKEN").word()
        guard variable.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F }) else {
            throw value.error(.outOfRange, "\(value.name) must name an environment variable, such as SITE_TOKEN.")
        }
        var header = Header(name: name, environment: variable)
        mapping.read("value") { value throws(SourceError) in header.value = try headerText(value, max: Header.maxBytes)
        }
        return header
    }

    /// A path that does not depend on the current folder.
    private static func path(_ value: YAMLValue) throws(SourceError) -> String {
        let path = try value.word(max: 1_000)
        guard path.hasPrefix("/") || path.hasPrefix("~/") else {
            throw value.error(.outOfRange, "\(value.name) must be a whole path, such as `~/.config/larder/cookie`.")
        }
        return path
    }

    /// A proxy's URL without a password; empty for `none`.
    static func proxy(_ value: YAMLValue) throws(SourceError) -> String {
        let text = try value.word(max: 300)
        guard text != "none" else { return "" }
        guard text.contains("://"), !text.contains("@"), ProxyEnvironment.fault(in: text) == nil else {
            throw value.error(
                .outOfRange,
                "\"proxy\" must be `none` or the URL of a proxy, as `http://proxy.example:3128` or "
                    + "`socks5h://127.0.0.1:9050`, without user name and password: these go into the "
                    + "environment variable https_proxy."
            )
        }
        return text
    }

    static func quota(_ value: YAMLValue) throws(SourceError) -> SourceDefinition.Quota {
        let text = try value.word()
        guard let quota = SourceDefinition.Quota(text) else {
            let message =
                "\"quota\" must be a number of requests and a period, as `100/day`, `60/hour`, `5000/month` or "
                + "`100/day at 06:00 UTC`, but \"\(text.shortened(to: 60))\" stands there."
            throw value.error(.outOfRange, message)
        }
        return quota
    }
}

extension SourceDefinition.CrawlIdentity.Header {
    fileprivate static let maxBytes = 4_096

    /// Fields whose value is a login.
    fileprivate static let loginFields: Set<String> = ["authorization", "cookie", "proxy-authorization"]

    static func isSendable(_ text: String) -> Bool {
        text.utf8.count <= maxBytes && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    fileprivate var yaml: String {
        let name = SourceDefinition.quoted(name)
        guard isSecret else { return "\(name): \(SourceDefinition.quoted(value ?? ""))" }
        let secret = value.map { ", value: \(SourceDefinition.quoted($0))" } ?? ""
        let place =
            environment.map { "environment: \(SourceDefinition.quoted($0))" }
            ?? "file: \(SourceDefinition.quoted(file ?? ""))"
        return "\(name): {\(place)\(secret)}"
    }
}

extension String {
    /// Whether it can name a header field: a token of RFC 9110 of at most 100 bytes.
    fileprivate var isFieldName: Bool {
        (1...100).contains(utf8.count)
            && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}
