/// One host's robots.txt (RFC 9309), as a crawler that asks for it reads it.
///
/// The answer's status counts before its body does:
///
/// | Status | Meaning |
/// | --- | --- |
/// | 200 to 299, 304 | the body's rules hold |
/// | 300 to 399 | redirects that lead nowhere: there is no file, everything may be asked for |
/// | 400 to 499 | there is no file |
/// | 429, 500 and above, below 200 | the file cannot be had now: nothing may be asked for |
///
/// Lines that are no rules are passed over, so an HTML page in the file's place allows everything.
package struct RobotsFile: Sendable {
    /// What a line says.
    enum Field: Sendable { case agent, allow, disallow, crawlDelay, sitemap }

    /// The most bytes that are read; the line that crosses the bound is dropped too.
    ///
    /// The RFC asks for at least 500 KiB.
    package static let maxBytes = 1 << 20

    package let standing: RobotsStanding
    let lines: [(field: Field, value: ArraySlice<UInt8>)]

    /// - Parameters:
    ///   - status: The HTTP status, after redirects; 0 without an answer.
    ///   - body: Of any encoding; UTF-16 is recognised. Takes time linear in its length.
    package init(status: Int = 200, body: [UInt8]) {
        standing = RobotsStanding(status: status)
        lines = (standing == .rules ? RobotsText.lines(of: body, limit: Self.maxBytes) : []).compactMap { line in
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let field = Self.field(RobotsText.trimmed(line[..<colon]))
            else { return nil }
            return (field, RobotsText.trimmed(line[(colon + 1)...]))
        }
    }

    /// The field of a line, with common misspellings.
    private static func field(_ name: ArraySlice<UInt8>) -> Field? {
        guard name.count <= 16 else { return nil }
        return switch RobotsText.lowercased(name) {
        case "user-agent", "useragent", "user agent": .agent
        case "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw": .disallow
        case "allow": .allow
        case "crawl-delay", "crawldelay": .crawlDelay
        case "sitemap", "site-map": .sitemap
        default: nil
        }
    }

    /// The addresses of the Sitemap lines, as written and in order, whichever agents they stand between.
    package var sitemaps: [String] {
        lines.filter { $0.field == .sitemap && !$0.value.isEmpty }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// The rules for one crawler: the groups that name it, else the groups for `*`, joined.
    ///
    /// - Parameter agent: The product token, such as `Larder`, in any case; a version after a slash does not count.
    package func rules(for agent: String) -> RobotsRules {
        switch standing {
        case .everything: return RobotsRules()
        case .nothing: return .nothing
        case .rules: break
        }
        let token = RobotsText.productToken(Array(agent.utf8)[...])
        var groups: [String: RobotsRules] = [:]
        /// The crawlers that the lines under way are for.
        var names: Set<String> = []
        var isListingAgents = false
        for line in lines {
            switch line.field {
            case .agent:
                if !isListingAgents { names = [] }
                isListingAgents = true
                let name = RobotsText.productToken(line.value)
                guard name == "*" || name == token, !name.isEmpty else { continue }
                names.insert(name)
                groups[name] = groups[name] ?? RobotsRules()
            case .allow, .disallow:
                isListingAgents = false
                for name in names { groups[name]?.add(line.value, allows: line.field == .allow) }
            case .crawlDelay:
                guard let delay = RobotsText.delay(line.value) else { continue }
                for name in names where groups[name]?.crawlDelay == nil { groups[name]?.crawlDelay = delay }
            case .sitemap: continue
            }
        }
        return groups[token] ?? groups["*"] ?? RobotsRules()
    }
}

/// The meaning of a robots.txt's status.
package enum RobotsStanding: Sendable, Hashable {
    /// The body's rules hold.
    case rules
    /// There is no file.
    case everything
    /// The file cannot be had now.
    case nothing

    /// - Parameter status: 0: the host gave no answer.
    package init(status: Int) {
        switch status {
        case 200..<300, 304: self = .rules
        case 429: self = .nothing
        case 300..<500: self = .everything
        default: self = .nothing
        }
    }
}
