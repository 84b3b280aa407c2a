package import LarderModel
internal import LarderRobots
internal import LarderSitemaps
internal import LarderSourceDefinitions

/// Reads the sitemaps of a website: robots.txt, indexes of sitemaps, and the pages that they name.
///
/// A large file is read in parts, each by a job of its own out of the same cached answer.
struct SitemapFileReader: SourceReader {
    let definition: SourceDefinition

    var version: Int { 1 }

    static let maxDepth = 5
    static let maxEntriesOfPart = RecordBound.foundJobs.limit - 100
    /// Bytes of the records and jobs of one job, by a rough count.
    static let maxPartBytes = 6 << 20

    /// Usual names, most common first.
    private static let usualNames = [
        "/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml", "/sitemap-index.xml", "/sitemap.xml.gz",
        "/sitemap.txt",
    ]
    static let accept = "application/xml,text/xml;q=0.9,text/plain;q=0.8,*/*;q=0.5"

    /// The first word of a discovering job's target.
    enum Target {
        static let robots = "robots"
        static let usual = "usual"
        static let sitemap = "sitemap"
    }

    func firstJobs() -> [FoundJob] {
        let files =
            isFile(definition.base) && definition.sitemaps.files.isEmpty
            ? [definition.base] : definition.sitemaps.files
        guard files.isEmpty else { return files.map { file($0, depth: 1) } }
        guard let address = WebAddress("/robots.txt", relativeTo: definition.base) else { return [] }
        return [FoundJobs.api(definition, .discover(DiscoverWork(target: Target.robots, url: address.description)))]
    }

    private func isFile(_ base: WebAddress) -> Bool {
        [".xml", ".xml.gz", ".txt", ".gz"].contains { base.path.lowercased().hasSuffix($0) }
    }

    func request(for spec: JobSpec) throws(SourceError) -> SourceRequest {
        guard case .discover(let work) = spec.work, let address = WebAddress(work.url) else {
            return try CommonRequests.request(for: spec, definition: definition)
        }
        let isRobots = work.target == Target.robots
        var request = SourceRequest(address, accept: isRobots ? "text/plain,*/*;q=0.5" : Self.accept)
        if !isRobots { request.maxBodyBytes = SitemapReader.maxBytes }
        return request
    }

    func read(_ spec: JobSpec, into builder: inout EffectBuilder) throws(ReadFailure) {
        guard case .discover(let work) = spec.work else { throw unreadable(spec) }
        switch work.target.prefix(while: { $0 != ":" }) {
        case Target.robots: try readRobots(into: &builder)
        case Target.usual: try readUsual(work, into: &builder)
        default: try readFile(work, into: &builder)
        }
    }

    // MARK: Jobs

    /// Reads a file from an entry on; one address is one job, however often it is named.
    func file(_ address: WebAddress, depth: Int, position: Int = 0, freshSince: Int64? = nil) -> FoundJob {
        let url = address.description
        let work = DiscoverWork(
            target: "\(Target.sitemap):\(StableHash.hex(url)):\(position)",
            url: url,
            depth: depth,
            position: position,
            freshSince: freshSince
        )
        return FoundJobs.api(definition, .discover(work))
    }

    private func usual(_ number: Int) -> FoundJob? {
        guard Self.usualNames.indices.contains(number),
            let address = WebAddress(Self.usualNames[number], relativeTo: definition.base)
        else { return nil }
        let work = DiscoverWork(target: "\(Target.usual):\(number)", url: address.description, depth: 1)
        return FoundJobs.api(definition, .discover(work))
    }

    // MARK: Finding sitemaps

    private func readRobots(into builder: inout EffectBuilder) throws(ReadFailure) {
        let isThere = try isThere("robots.txt", builder)
        let files = isThere ? Self.sitemaps(inRobots: builder.answer, base: definition.base) : []
        for address in files { builder.add(file(address, depth: 1)) }
        if files.isEmpty, let job = usual(0) { builder.add(job) }
    }

    /// Whether the answer is a success.
    ///
    /// - Throws: ``ReadFailure`` where the answer may be one later.
    private func isThere(_ what: String, _ builder: EffectBuilder) throws(ReadFailure) -> Bool {
        let rules = builder.rules()
        switch rules.meaning {
        case .throttled, .retryable, .incomplete, .notYet:
            if let failure = rules.statusFailure(what) { throw failure }
        default: break
        }
        return rules.meaning == .success
    }

    private static func sitemaps(inRobots answer: SourceAnswer, base: WebAddress) -> [WebAddress] {
        var files: [WebAddress] = []
        var seen: Set<WebAddress> = []
        let base = answer.finalURL.flatMap { WebAddress($0) } ?? base
        for text in RobotsFile(body: answer.body).sitemaps {
            guard let address = WebAddress(text, relativeTo: base), seen.insert(address).inserted else { continue }
            files.append(address)
            guard files.count < 1_000 else { break }
        }
        return files
    }

    private static func form(of answer: SourceAnswer) -> String {
        if answer.body.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { return "empty" }
        let type = MediaType.essence(answer.contentType ?? "")
        if type.hasSuffix("html") { return "a web page instead of a sitemap" }
        return "names no page"
    }

    /// Reads a file of a usual name; where it is no sitemap, the next name is tried.
    private func readUsual(_ work: DiscoverWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        if try isThere("the sitemap", builder), let address = WebAddress(work.url),
            Self.entries(of: builder.answer, { _ in false }).entries > 0
        {
            return builder.add(file(address, depth: 1, freshSince: builder.answer.fetchedAtMs))
        }
        if builder.rules().meaning == .success {
            let form = Self.form(of: builder.answer)
            builder.noteOfJob(.noSitemap, "\(work.url) is there and \(form), so no page is known from it.")
        }
        let number = work.target.split(separator: ":").last.flatMap { Int($0) } ?? .max
        if number < Self.usualNames.count, let next = usual(number + 1) { return builder.add(next) }
        let message =
            "\(definition.base.origin) names no sitemap in its robots.txt and has none with pages under the usual "
            + "names. Name it with `sitemaps: [ADDRESS]`, or use another kind, such as pages or feed."
        builder.noteOfJob(.noSitemap, message)
    }
}

extension JobSpec {
    /// Whether it reads, from its beginning, a sitemap that no other one names.
    package var isNamedSitemap: Bool {
        guard case .discover(let work) = work else { return false }
        return work.target.hasPrefix(SitemapFileReader.Target.sitemap + ":") && work.depth == 1 && work.position == 0
    }
}
