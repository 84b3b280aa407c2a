internal import LarderFeeds
package import LarderModel
internal import LarderRobots
internal import LarderSitemaps
internal import LarderSourceDefinitions

/// Finds out how an address can be synced and writes a first source file for it.
///
/// It asks for robots.txt first and for nothing that this forbids, and makes at most ``maxRequests`` requests, one
/// after the other. How long to wait between them is up to `ask`.
package struct SourceProbe {
    /// Makes one request, for a page or for JSON; the error is a sentence.
    package typealias Ask = (_ url: String, _ wantsJSON: Bool) async throws(ProbeError) -> ProbeAnswer
    package typealias Tell = (_ line: String) -> Void

    /// The most requests of one probe, redirects not counted.
    package static let maxRequests = 30
    package static let agent = "Larder"

    private let ask: Ask
    let tell: Tell
    private let nowMs: Int64
    private var robots: [String: RobotsFile] = [:]
    private var requests = 0
    /// Scheme, host and port of what the user named, after redirects.
    private(set) var origin = ""

    private static let keyAdvice =
        "If it is an API that wants a key, write its file by hand: `kind: json` with `key: {environment: NAME}`, as "
        + "the page Sources tells; `coordinator sources show newsapi` prints one with a key. Of a website, name an "
        + "address that a browser can open without logging in."

    private static let postAdvice =
        "If it is an API that is asked by POST, write its file by hand: `kind: json` with `list: {path: PATH, method: "
        + "POST, body: {query: all}}`, as the page Sources tells."

    private init(ask: @escaping Ask, tell: @escaping Tell, nowMs: Int64) {
        self.ask = ask
        self.tell = { tell(PlainText.line($0, maxBytes: 500)) }
        self.nowMs = nowMs
    }

    /// - Parameter nowMs: The time, in milliseconds since 1970.
    /// - Throws: ``ProbeError`` where robots.txt forbids the address, nobody answers, or nothing fits.
    package static func proposal(
        for address: WebAddress,
        nowMs: Int64,
        ask: @escaping Ask,
        tell: @escaping Tell
    ) async throws(ProbeError) -> SourceProposal {
        var probe = SourceProbe(ask: ask, tell: tell, nowMs: nowMs)
        guard var answer = try await probe.get(address.description) else {
            throw ProbeError(
                "robots.txt of \(address.origin) forbids <\(address.withoutKeys)> to crawlers, so it cannot be a "
                    + "source. Ask the site's owner, or name another address."
            )
        }
        guard answer.isFine else {
            let advice =
                switch answer.status {
                case 401, 403: Self.keyAdvice
                case 405: Self.postAdvice
                case 429, 500...599: "The host is overloaded, or keeps programs away: try again later."
                default: "Name an address that a browser can open without logging in."
                }
            throw ProbeError("<\(address.withoutKeys)> answers with status \(answer.status). \(advice)")
        }
        let found = WebAddress(answer.url) ?? address
        probe.origin = found.origin
        if found.origin != address.origin { probe.tell("It leads to \(found.origin).") }
        if answer.json == nil, answer.variesByAccept, let other = await probe.find(answer.url, wantsJSON: true),
            other.json != nil
        {
            // An API that shows browsers a page about itself.
            answer = other
        }
        if let feed = FeedReader.read(answer.body, contentType: answer.contentType, url: answer.url) {
            return try probe.proposal(feed: feed, at: found)
        }
        if let map = probe.sitemap(answer), !map.isEmpty {
            return try await probe.proposal(sitemaps: [found], read: map, at: found)
        }
        if answer.json == nil, answer.isJSONBeyondLimit {
            throw ProbeError(
                "<\(address.withoutKeys)> answers with more than \(ProbeAnswer.maxBodyBytes >> 20) MiB of JSON, the most "
                    + "that is looked at. Ask for fewer items, as with `?limit=20` or `?per_page=20`; or write its file by "
                    + "hand (`kind: json`): a sync reads \(RecordBound.answerBytes.limit >> 20) MiB of one answer."
            )
        }
        if let json = answer.json { return try await probe.proposal(api: json, answer, asked: found) }
        return try await probe.website(answer, at: found)
    }

    var requestsLeft: Int { Self.maxRequests - requests }

    /// One GET; nil: robots.txt forbids it.
    mutating func get(_ url: String, wantsJSON: Bool = false) async throws(ProbeError) -> ProbeAnswer? {
        guard let address = WebAddress(url) else { return nil }
        let file = try await robotsFile(of: address)
        guard file.standing != .nothing else {
            throw ProbeError(
                "robots.txt of \(address.origin) cannot be had now, as the host's server fails, and until it can nothing "
                    + "else may be asked for. Try again later."
            )
        }
        guard file.rules(for: Self.agent).isAllowed(address.description) else { return nil }
        return try await request(address.description, wantsJSON: wantsJSON)
    }

    /// The same for optional addresses: nil for a failure or a status other than 2xx.
    mutating func find(_ url: String, wantsJSON: Bool = false) async -> ProbeAnswer? {
        guard requestsLeft > 0, let answer = try? await get(url, wantsJSON: wantsJSON), answer.isFine else {
            return nil
        }
        return answer
    }

    private mutating func request(_ url: String, wantsJSON: Bool = false) async throws(ProbeError) -> ProbeAnswer {
        guard requestsLeft > 0 else { throw ProbeError("The limit of \(Self.maxRequests) requests is reached.") }
        requests += 1
        return try await ask(url, wantsJSON)
    }

    private mutating func robotsFile(of address: WebAddress) async throws(ProbeError) -> RobotsFile {
        if let file = robots[address.origin] { return file }
        let answer = try await request(address.origin + "/robots.txt")
        let file = RobotsFile(status: answer.status, body: answer.body)
        robots[address.origin] = file
        let rules = file.rules(for: Self.agent)
        let lack = file.standing == .nothing ? "cannot be had now" : "none"
        var parts = [answer.isFine ? rules.count.counted("rule") + " for us" : "\(lack) (status \(answer.status))"]
        if !file.sitemaps.isEmpty { parts.append(file.sitemaps.count.counted("sitemap")) }
        if let delay = rules.crawlDelay { parts.append("one request every \(delay.shortText) s") }
        // A sync obeys it there only on demand.
        let isExempt = answer.isFine && address.hostPort.isOfThisMachineOrPrivate
        let exemption = "; a sync obeys it on this machine and private addresses only with `robots: obey`"
        tell("\(address.origin)/robots.txt: " + parts.joined(separator: ", ") + (isExempt ? exemption : ""))
        return file
    }

    /// The sitemaps that robots.txt of an origin names, if it was asked before.
    func namedSitemaps(of address: WebAddress) -> [String] { robots[address.origin]?.sitemaps ?? [] }

    /// Seconds between requests of a sync to a host: robots.txt's delay, at least one; nil: no pause.
    func secondsPerRequest(at address: WebAddress) -> Double? {
        if address.hostPort.isOfThisMachineOrPrivate { return nil }
        return max(1, robots[address.origin]?.rules(for: Self.agent).crawlDelay ?? 1)
    }

    /// The entries of a sitemap file; nil: it is none.
    func sitemap(_ answer: ProbeAnswer) -> SitemapContents? {
        var contents = SitemapContents()
        let type = answer.contentType
        let summary = SitemapReader.read(answer.body, contentType: type, url: answer.url, nowMs: nowMs) { item in
            contents.add(item)
            return true
        }
        switch summary.form {
        case .xml:
            let place = WebAddress(answer.url)?.withoutKeys ?? ""
            if let fault = summary.fault { tell("\(place): a sitemap that \(fault.rawValue); what was read counts") }
            if contents.isEmpty { tell("\(place): a sitemap without entries") }
            return contents
        case .text: return type.lowercased().hasPrefix("text/plain") ? contents : nil
        default: return nil
        }
    }
}

struct SitemapContents {
    var pages: [String] = []
    var files: [String] = []
    var dated = 0

    var isEmpty: Bool { pages.isEmpty && files.isEmpty }

    mutating func add(_ item: SitemapItem) {
        switch item {
        case .page(let page):
            pages.append(page.address)
            if page.modified != nil { dated += 1 }
        case .sitemap(let link): files.append(link.address)
        }
    }

    mutating func add(_ other: SitemapContents) {
        pages += other.pages
        dated += other.dated
    }
}

extension Double {
    /// Without `.0`.
    var shortText: String { Int(exactly: self).map(String.init) ?? String(self) }
}
