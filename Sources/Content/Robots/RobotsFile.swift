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
    enum Field: Sendable {
        case agent
        case allow
        case disallow
        case crawlDelay
        case sitemap
    }

    /// The most bytes of a file that are read; the RFC asks for at least 500 KiB.
    ///
    /// A line that goes beyond them does not count.
    package static let maxBytes = 1 << 20

    /// What the answer's status says.
    package let standing: RobotsStanding
    let lines: [(field: Field, value: ArraySlice<UInt8>)]

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - status: The HTTP status, after redirects; a host that gave no answer has none: 0.
    ///   - body: Of any encoding; UTF-16 is recognised. Takes time linear in its length.
    package init(status: Int = 200, body: [UInt8]) {
        standing = RobotsStanding(status: status)
        guard standing == .rules else {
            lines = []
            return
        }
        var lines: [(field: Field, value: ArraySlice<UInt8>)] = []
        for line in RobotsText.lines(of: body, limit: Self.maxBytes) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
                let field = Self.field(RobotsText.trimmed(line[..<colon]))
            else { continue }
            lines.append((field, RobotsText.trimmed(line[(colon + 1)...])))
        }
        self.lines = lines
    }

    /// The field of a line, with the misspellings that are common enough for a polite reader to know them.
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
        lines.compactMap { line in
            guard line.field == .sitemap, !line.value.isEmpty else { return nil }
            return String(decoding: line.value, as: UTF8.self)
        }
    }

    /// What the file says to one crawler: the groups that name it, else those for `*`, joined.
    ///
    /// - Parameter agent: The product token, such as `Larder`, in any case; a version after a slash does not count.
    package func rules(for agent: String) -> RobotsRules {
        switch standing {
        case .everything: return RobotsRules()
        case .nothing: return .nothing
        case .rules: break
        }
        let token = RobotsText.productToken(Array(agent.utf8)[...])
        var own: RobotsRules?
        var common: RobotsRules?
        var isListingAgents = false
        var (isOwn, isCommon) = (false, false)
        for line in lines {
            switch line.field {
            case .agent:
                if !isListingAgents { (isOwn, isCommon) = (false, false) }
                isListingAgents = true
                let name = RobotsText.productToken(line.value)
                if name == "*" {
                    isCommon = true
                    common = common ?? RobotsRules()
                } else if name == token, !token.isEmpty {
                    isOwn = true
                    own = own ?? RobotsRules()
                }
            case .allow, .disallow:
                isListingAgents = false
                if isOwn { own?.add(line.value, allows: line.field == .allow) }
                if isCommon { common?.add(line.value, allows: line.field == .allow) }
            case .crawlDelay:
                guard let delay = RobotsText.delay(line.value) else { continue }
                if isOwn, own?.crawlDelay == nil { own?.crawlDelay = delay }
                if isCommon, common?.crawlDelay == nil { common?.crawlDelay = delay }
            case .sitemap: continue
            }
        }
        return own ?? common ?? RobotsRules()
    }
}

/// What a host's answer about robots.txt amounts to, by its status.
package enum RobotsStanding: Sendable, Hashable {
    /// The body's rules hold.
    case rules
    /// There is no file.
    case everything
    /// The file cannot be had now.
    case nothing

    /// The meaning of a status; 0: the host gave no answer.
    package init(status: Int) {
        switch status {
        case 200..<300, 304: self = .rules
        case 429: self = .nothing
        case 300..<500: self = .everything
        default: self = .nothing
        }
    }
}
