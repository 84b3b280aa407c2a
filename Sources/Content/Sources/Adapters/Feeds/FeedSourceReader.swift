internal import LarderFeeds
internal import LarderHTML
internal import LarderModel
internal import LarderSourceDefinitions

/// Reads feeds, and follows those that name the address of their older entries.
struct FeedSourceReader: SourceReader {
    let definition: SourceDefinition
    let apiKey: String?

    var version: Int { 1 }

    static let maxFeedPages = 1_000
    private static let accept =
        "application/atom+xml,application/rss+xml,application/feed+json,"
        + "application/xml;q=0.9,application/json;q=0.8,*/*;q=0.5"

    func firstJobs() -> [FoundJob] {
        ([definition.base] + definition.feed.feeds).map { job($0, page: 1, position: 0) }
    }

    /// Reads a feed, or a page of its older entries; one address is one job, so that pages in a circle end.
    private func job(_ address: WebAddress, page: Int, position: Int, freshSince: Int64? = nil) -> FoundJob {
        let url = address.description
        let work = DiscoverWork(
            target: "feed:\(StableHash.hex(url))",
            url: url,
            depth: page,
            position: position,
            freshSince: freshSince
        )
        return FoundJobs.api(definition, .discover(work))
    }

    func request(for spec: JobSpec) throws(SourceError) -> SourceRequest {
        guard case .discover(let work) = spec.work, let address = WebAddress(work.url) else {
            return try CommonRequests.request(for: spec, definition: definition, apiKey: apiKey)
        }
        var request = CommonRequests.signed(address, accept: Self.accept, definition, apiKey: apiKey)
        request.maxBodyBytes = RecordBound.answerBytes.limit
        request.keepsBeginning = true
        return request
    }

    func read(_ spec: JobSpec, into builder: inout EffectBuilder) throws(ReadFailure) {
        guard case .discover(let work) = spec.work else { throw unreadable(spec) }
        let answer = builder.answer
        let rules = builder.rules(isEndpoint: work.depth <= 1)
        if let failure = rules.statusFailure("the feed") { throw failure }
        let type = answer.contentType ?? ""
        guard var feed = FeedReader.read(answer.body, contentType: type, url: answer.baseURL) else {
            return try readPage(work, rules, &builder)
        }
        if answer.isCut {
            // The last entry may be incomplete.
            _ = feed.entries.popLast()
            let size = "\(RecordBound.answerBytes.limit >> 20) MiB"
            builder.noteOfJob(.feedCut, "\(builder.url) has more than \(size); entries behind that are left out.")
        }
        let most = min(definition.feed.keep ?? .max, definition.limit ?? .max)
        let list = ItemList(query: work.url)
        // `every` also holds for the pages that were read with the feed.
        let heldSince = work.freshSince.map { _ in answer.fetchedAtMs }
        var records = FeedRecords(feed: feed, definition: definition, heldSince: heldSince)
        let before = max(0, work.position)
        var urns: Set<String> = []
        for (offset, entry) in feed.entries.enumerated() where before + offset < most {
            guard let urn = records.add(entry, to: &builder), urns.insert(urn).inserted else { continue }
            builder.addListing(of: urn, position: before + offset, list: list)
        }
        if urns.isEmpty, before == 0 { builder.noteNoneIncluded(feed.entries.compactMap(FeedRecords.page)) }
        // The entries that were cut off cannot be counted, so entries behind them have no place.
        if !answer.isCut || most == .max { addNextPage(feed, work, most, &builder) }
    }

    private func addNextPage(_ feed: Feed, _ work: DiscoverWork, _ most: Int, _ builder: inout EffectBuilder) {
        let read = max(0, work.position) + feed.entries.count
        let own = [builder.answer.baseURL, work.url].compactMap { WebAddress($0) }
        guard !feed.entries.isEmpty, read < most, let next = feed.nextPage.flatMap({ WebAddress($0) }),
            own.contains(where: { $0.hostPort == next.hostPort }), !own.contains(next)
        else { return }
        guard work.depth < Self.maxFeedPages else {
            return builder.noteOfJob(
                .pageLimit,
                "The feed \(work.url) has more than \(Self.maxFeedPages) pages of older entries; the rest is left out."
            )
        }
        builder.add(job(next, page: max(1, work.depth) + 1, position: read, freshSince: work.freshSince))
    }

    /// Reads the feeds that a web page names in place of a feed.
    private func readPage(
        _ work: DiscoverWork,
        _ rules: StatusRules,
        _ builder: inout EffectBuilder
    ) throws(ReadFailure) {
        // The page behind such a link names no further feeds.
        let found = work.depth == 1 ? Self.feeds(on: builder.answer) : []
        guard let first = found.first else {
            guard !builder.answer.isCut else {
                let message =
                    "the answer has more than \(RecordBound.answerBytes.limit >> 20) MiB, and its beginning alone is "
                    + "no feed that can be read, as a JSON Feed is read whole. Check `base` and `feeds`; perhaps "
                    + "the site has a feed with fewer entries, or in XML."
                throw rules.failure(.permanent, .tooLarge, message)
            }
            let isBase = !definition.feed.feeds.isEmpty && work.url == definition.base.description
            let message =
                "the answer is no feed: neither RSS, Atom nor JSON Feed, nor a web page that names one. "
                + (isBase ? "`base` is read as `feeds` are: write a feed's address there" : "Check `base` and `feeds`")
                + " in the source's file."
            throw rules.failure(.permanent, .otherForm, message)
        }
        builder.add(job(first, page: 2, position: 0, freshSince: work.freshSince))
        builder.noteOfJob(
            .feedFound,
            "\(builder.url) is a web page; the feed that it names, \(first.description.shortened(to: 300)), is read."
                + (found.count > 1 ? " It names \(found.count - 1) more, which `feeds` may list." : "")
        )
    }

    /// What the page's `link` elements call its feeds, at most 100.
    private static func feeds(on answer: SourceAnswer) -> [WebAddress] {
        let document = HTMLPage(answer.body, contentType: answer.contentType ?? "").document
        let base = WebAddress(answer.baseURL)
        var found: [WebAddress] = []
        for link in document.elements(named: .link) where found.count < 100 {
            let words = document.value(of: .rel, on: link)?.lowercased().split(separator: " ") ?? []
            let type = document.value(of: .type, on: link)?.lowercased().trimmedASCII ?? ""
            guard words.contains("alternate"), types.contains(type),
                let address = document.value(of: .href, on: link).flatMap({ WebAddress($0, relativeTo: base) }),
                !found.contains(address)
            else { continue }
            found.append(address)
        }
        return found
    }

    private static let types: Set<String> = ["application/rss+xml", "application/atom+xml", "application/feed+json"]
}
