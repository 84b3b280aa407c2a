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

    private static func headerText(_ value: YAMLValue, without refused: String = "") throws(SourceError) -> String {
        let text = try value.word(max: 300)
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
        guard value.isMapping else { return Header(name: name, value: try headerText(value)) }
        // `value` is what a coordinator adds for its workers.
        let mapping = try YAMLMapping(value, keys: ["environment", "value"])
        let variable = try mapping.required("environment", "SITE_TOKEN").word()
        guard variable.utf8.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F }) else {
            throw value.error(.outOfRange, "\(value.name) must name an environment variable, such as SITE_TOKEN.")
        }
        var header = Header(name: name, environment: variable)
        mapping.read("value") { value throws(SourceError) in header.value = try headerText(value) }
        return header
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
    static func isSendable(_ text: String) -> Bool {
        text.utf8.count <= 4096 && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    fileprivate var yaml: String {
        let name = SourceDefinition.quoted(name)
        guard let environment else { return "\(name): \(SourceDefinition.quoted(value ?? ""))" }
        let secret = value.map { ", value: \(SourceDefinition.quoted($0))" } ?? ""
        return "\(name): {environment: \(SourceDefinition.quoted(environment))\(secret)}"
    }
}

extension String {
    /// Whether it can name a header field: a token of RFC 9110 of at most 100 bytes.
    fileprivate var isFieldName: Bool {
        (1...100).contains(utf8.count)
            && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}
