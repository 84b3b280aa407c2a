internal import LarderHTML
internal import LarderModel
internal import LarderPageReading
internal import LarderSourceDefinitions

/// Reads a list of web pages and the pages that they link to.
///
/// Each page is one job, however many links lead to it: the links are found in its HTML when it is fetched.
struct LinkedPagesReader: SourceReader {
    let definition: SourceDefinition

    var version: Int { 1 }

    static let maxLinks = 1_000
    private static let maxBytes = RecordBound.htmlBytes.limit
    /// The first word of the targets of jobs that read pages for their links alone.
    private static let listTarget = "links"

    func firstJobs() -> [FoundJob] {
        let urls = definition.crawl.urls.isEmpty ? [definition.base] : definition.crawl.urls
        var room = definition.limit ?? .max
        return urls.map { job(for: $0, depth: 0) }.filter { job in
            guard job.spec.kind == .detail else { return true }  // holds links alone, and is no item
            room -= 1
            return room >= 0
        }
    }

    private func job(for address: WebAddress, depth: Int) -> FoundJob {
        let url = address.description
        guard !definition.crawl.listOnly.contains(where: { $0.matches(address) }) else {
            let work = DiscoverWork(target: "\(Self.listTarget):\(StableHash.hex(url))", url: url, depth: depth)
            return FoundJobs.api(definition, .discover(work))
        }
        let urn = definition.itemURN(url)
        return FoundJobs.page(source: definition.name, itemURN: urn, address: address, depth: depth)
    }

    func request(for spec: JobSpec) throws(SourceError) -> SourceRequest {
        guard case .discover(let work) = spec.work, let address = WebAddress(work.url) else {
            return try CommonRequests.request(for: spec, definition: definition)
        }
        var request = SourceRequest(address, accept: PageReading.accept)
        request.maxBodyBytes = Self.maxBytes
        return request
    }

    func read(_ spec: JobSpec, into builder: inout EffectBuilder) throws(ReadFailure) {
        guard case .discover(let work) = spec.work else { throw unreadable(spec) }
        if let failure = builder.rules().statusFailure("the page") { throw failure }
        follow(depth: work.depth, into: &builder)
    }

    func readPage(_ work: PageWork, into builder: inout EffectBuilder) throws(ReadFailure) {
        if work.depth > definition.crawl.maxDepth, builder.rules().meaning == .success, page(builder.answer).isNoIndex {
            // Some programs, DokuWiki among them, answer so for a page that was removed.
            let why = "no link leads to it, and it asks not to be indexed"
            return PageReading.noteMissing(work, why, into: &builder)
        }
        guard try PageReading.read(work, into: &builder), let address = WebAddress(work.url) else { return }
        builder.add(page: address, urn: work.itemURN)
        follow(depth: work.depth, into: &builder)
    }

    // MARK: Links

    /// Finds the jobs for the pages that a page's links lead to; a page below the deepest one is read for itself.
    private func follow(depth: Int, into builder: inout EffectBuilder) {
        let crawl = definition.crawl
        guard !crawl.follow.isEmpty, depth <= crawl.maxDepth else { return }
        let answer = builder.answer
        let links = PageLinks(page(answer), url: answer.baseURL)
        let year = Self.year(ofMs: answer.fetchedAtMs)
        var traps: [CrawlRules.Trap: Int] = [:]
        var tooDeep = 0
        var (matching, wanted) = (0, 0)
        for link in links.addresses {
            let address = CrawlRules.cleaned(link)
            guard crawl.follow.contains(where: { $0.matches(address) }) else { continue }
            matching += 1
            guard definition.hasPage(address) else { continue }
            wanted += 1
            if let trap = CrawlRules.trap(in: address, year: year) {
                traps[trap, default: 0] += 1
                continue
            }
            if depth < crawl.maxDepth { builder.add(job(for: address, depth: depth + 1)) } else { tooDeep += 1 }
        }
        if depth == 0, !links.addresses.isEmpty, wanted == 0 {
            let reason = noneWanted(matching: matching)
            builder.noteOfJob(.noneIncluded, "\(builder.url) has \(links.addresses.count.counted("link")), \(reason).")
        }
        let told = CrawlRules.Trap.allCases.compactMap { trap in traps[trap].map { "\(trap.rawValue) (\($0))" } }
        if !told.isEmpty {
            let message = "Links of \(builder.url) were not followed, as they have \(told.joined(separator: ", "))."
            builder.noteOfJob(.crawlTrap, message)
        }
        if tooDeep > 0 {
            let message =
                "\(builder.url) is \(depth) links from the start, the most that `max-depth` allows; "
                + "\(tooDeep) further links were not followed."
            builder.noteOfJob(.crawlTrap, message)
        }
        if links.leftOut > 0 {
            let message = "\(builder.url) has more than \(Self.maxLinks) links; \(links.leftOut) were not followed."
            builder.noteOfJob(.crawlTrap, message)
        }
    }

    private func page(_ answer: SourceAnswer) -> HTMLDocument {
        var limits = ParserLimits()
        limits.maxNodes = RecordBound.htmlNodes.limit
        return HTMLPage(answer.body, contentType: answer.contentType ?? "", limits: limits).document
    }

    /// Why no link of a first page is followed.
    private func noneWanted(matching: Int) -> String {
        guard matching == 0 else {
            let count = matching == 1 ? "1 matches" : "\(matching) match"
            return "of which \(count) `follow`, and the source's hosts, `include` and `exclude` leave none"
        }
        let patterns = definition.crawl.follow.prefix(3).map(\.text) + (definition.crawl.follow.count > 3 ? ["…"] : [])
        return "and none matches `follow: [\(patterns.joined(separator: ", "))]`"
    }

    /// By the average length of a year, which is enough for dates years ahead.
    private static func year(ofMs moment: Int64) -> Int { 1_970 + Int(moment / 31_556_952_000) }
}

/// The addresses that the links of a page lead to, each once, in the page's order; without those that the site asks
/// crawlers not to follow.
struct PageLinks {
    private(set) var leftOut = 0
    private(set) var addresses: [WebAddress] = []

    init(_ document: HTMLDocument, url: String) {
        let own = WebAddress(url)
        let href = document.firstElement(named: .base).flatMap { document.value(of: .href, on: $0) }
        let base = href.flatMap { WebAddress($0, relativeTo: own) } ?? own
        var seen: Set<WebAddress> = own.map { [$0] } ?? []
        for name in [NameID.a, .area] {
            for element in document.elements(named: name) {
                guard let text = document.value(of: .href, on: element), !text.hasPrefix("#"),
                    !document.isNoFollow(element),
                    let address = WebAddress(text, relativeTo: base), seen.insert(address).inserted
                else { continue }
                if addresses.count < LinkedPagesReader.maxLinks { addresses.append(address) } else { leftOut += 1 }
            }
        }
    }
}
