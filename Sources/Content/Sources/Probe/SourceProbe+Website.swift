internal import LarderFeeds
internal import LarderHTML
internal import LarderModel
internal import LarderSourceDefinitions

/// Websites: WordPress and MediaWiki by their APIs, else whatever takes every page: sitemaps, links, or a whole feed.
extension SourceProbe {
    private static let feedNames = ["/feed", "/feed.json"]
    /// A sitemap that lacks more of the pages the site links to than this part is no list of all.
    private static let mostMissing = 0.5
    private static let minCompared = 5

    mutating func website(_ answer: ProbeAnswer, at address: WebAddress) async throws(ProbeError) -> SourceProposal {
        guard !answer.body.isEmpty else {
            throw ProbeError("<\(address.withoutKeys)> is empty. Name the site's first page, its feed or its API.")
        }
        guard answer.mayBePage || !answer.beginsAsJSON else {
            throw ProbeError(
                "<\(address.withoutKeys)> begins as JSON and is none that can be read: it is cut off, or wrong within. "
                    + "Try again later, or name another address."
            )
        }
        let document = HTMLDocument(parsing: answer.body)
        guard document.body != nil, answer.mayBePage else {
            throw ProbeError(
                "<\(address.withoutKeys)> is neither a web page, nor a feed, a sitemap or JSON (its type is "
                    + "\"\(answer.contentType)\"). Name the site's first page, its feed or its API."
            )
        }
        let head = HeadLinks(document, answer)
        let front = PageLook(answer, at: address)
        if let proposal = await wordPress(head, front, at: address) { return proposal }
        if let api = head.mediaWikiAPI, let proposal = await mediaWiki(api: api, pictures: front.pictureHosts) {
            return proposal
        }
        let maps = try await sitemaps(of: address)
        let feed = await feed(head, isNeeded: maps == nil)
        let links = front.links.map(\.description)
        let named = links + (feed?.feed.entries.compactMap(\.link) ?? [])
        if let maps, !maps.contents.pages.isEmpty, isWhole(maps.contents.pages, named, at: address) {
            return try await proposal(sitemaps: maps.files, read: maps.contents, at: address, named: front)
        }
        return try await proposal(links: links, feed, head, at: address, front: front)
    }

    /// Whether a sitemap holds most of the pages that the site's first page and its feed name.
    private func isWhole(_ pages: [String], _ named: [String], at address: WebAddress) -> Bool {
        func items(_ pages: [String]) -> Set<String> {
            let groups = PathGroups(pages, origin: address.origin).groups.filter { $0.kind == .content }
            return Set(groups.filter(\.parameters.isEmpty).flatMap(\.pages))
        }
        let own = Set(pages)
        guard pages.contains(where: { WebAddress($0)?.origin == address.origin }) else { return false }
        let linked = items(named)
        guard linked.count >= Self.minCompared else { return true }
        let isWhole = Double(linked.subtracting(own).count) <= Self.mostMissing * Double(linked.count)
        if !isWhole { tell("The sitemap lacks most of the pages that \(address.origin) links to.") }
        return isWhole
    }

    private mutating func feed(_ head: HeadLinks, isNeeded: Bool) async -> (feed: Feed, place: WebAddress)? {
        let names = head.feeds.isEmpty && isNeeded ? Self.feedNames.map { origin + $0 } : head.feeds
        for name in names.prefix(2) {
            guard let answer = await find(name), let place = WebAddress(answer.url),
                let feed = FeedReader.read(answer.body, contentType: answer.contentType, url: answer.url)
            else { continue }
            if !feed.entries.isEmpty { return (feed, place) }
            tell("\(place.withoutKeys): a feed without entries")
        }
        return nil
    }

    // MARK: Feeds

    func proposal(feed: Feed, at address: WebAddress) throws(ProbeError) -> SourceProposal {
        tell("\(address.withoutKeys): a feed of \(feed.entries.count.counted("entry", many: "entries"))")
        var proposal = SourceProposal(kind: "feed", address: address)
        let title = feed.title?.text.prefix(80).replacing("\n", with: " ") ?? "A feed"
        let entries = feed.entries.count.counted("entry", many: "entries")
        proposal.notes = [
            feed.entries.isEmpty
                ? "\(title): it has no entry now, so a sync brings nothing before it has one."
                : "\(title): the newest \(entries) only; older ones stay once they were fetched."
        ]
        let request = try KeyedRequest(address)
        proposal.add("base", SourceProposal.quoted(request.base))
        proposal.addKey(of: request)
        proposal.add("full-text", "page", comment: "or feed: the text that the feed gives; or longer")
        return proposal
    }

    // MARK: Links

    private mutating func proposal(
        links: [String],
        _ feed: (feed: Feed, place: WebAddress)?,
        _ head: HeadLinks,
        at address: WebAddress,
        front: PageLook
    ) async throws(ProbeError) -> SourceProposal {
        let entries = feed?.feed.entries.compactMap(\.link) ?? []
        var survey = SiteSurvey(
            pages: links + entries + (await documents(head)),
            front: address,
            followsLinks: true
        )
        survey.see(named: front, at: address)
        let map = head.isDokuWiki ? WebAddress("doku.php?do=index", relativeTo: address) : nil
        if let map { await look(at: map.description, &survey) }
        await complete(&survey)
        // The feed of a wiki names its latest changes.
        if !head.isDokuWiki, let feed, holdsAll(Set(entries), survey) {
            if feed.place != address {
                let page = address.withoutKeys
                tell("\(page) names no more pages than the feed \(feed.place.withoutKeys), which is taken")
            }
            var proposal = try proposal(feed: feed.feed, at: feed.place)
            proposal.alternatives.append("kind: pages, with `follow`: pages that the site links to, older ones too")
            return proposal
        }
        guard survey.groups.contains(where: { $0.pages.contains { WebAddress($0) != address } }) else {
            throw ProbeError(
                "<\(address.withoutKeys)> is a page without links to others, and the site has no feed and no sitemap. "
                    + "Write a source of `kind: pages` with the addresses in `urls`."
            )
        }
        let urls = [isFolder(address) ? "./" : address.description] + (map.map { [$0.description] } ?? [])
        return crawl(survey, urls: urls, isDokuWiki: head.isDokuWiki, at: address)
    }

    private func isFolder(_ address: WebAddress) -> Bool { address.query == nil && address.path.hasSuffix("/") }

    private func crawl(_ survey: SiteSurvey, urls: [String], isDokuWiki: Bool, at address: WebAddress) -> SourceProposal
    {
        // The index of DokuWiki opens folder by folder. Its files and its menu are pages too.
        let lists = isDokuWiki ? ["re:[?&](do=index|idx=)"] : []
        let files =
            isDokuWiki ? ["**/_detail/**", "**/_media/**", "**/lib/exe/**", "re:(/|[?&]id=)([^&/]*:)?sidebar$"] : []
        let findings = survey.findings
        let patterns = SurveyPatterns(findings)
        var proposal = SourceProposal(kind: "pages", address: address)
        proposal.notes = ["\(survey.count.counted("page")) linked on those that were looked at; no sitemap has all."]
        if let note = findings.note { proposal.notes.append(note) }
        proposal.add("base", SourceProposal.quoted(address.with(path: address.path, query: nil).description))
        proposal.add("urls", list: urls)
        // Where items are told apart by parameters, other paths are programs of the site.
        let byParameters = findings.items.filter { !$0.parameters.isEmpty }.reduce(0) { $0 + $1.pages.count }
        let isOpen = findings.recipes.isEmpty && 2 * byParameters < findings.items.reduce(0) { $0 + $1.pages.count }
        let follow = isOpen ? ["./**"] : (patterns.items + patterns.lists).distinct
        proposal.add("follow", list: follow)
        proposal.add("list-only", list: lists + patterns.lists, comment: "pages that lead to others and are not kept")
        proposal.add("exclude", list: files + patterns.others + SurveyPatterns.files(survey.files))
        proposal.add("max-depth", "20")
        if findings.areArticlesAlone { proposal.add("site", "article") }
        proposal.addPlaces(pictures: survey.pictureHosts, base: address)
        return proposal
    }

    /// Whether a feed has all items that the site links to, but for a page or two, and no list of the site goes on.
    private func holdsAll(_ entries: Set<String>, _ survey: SiteSurvey) -> Bool {
        guard !entries.isEmpty, !survey.groups.contains(where: { $0.pattern.hasPrefix("re:") }) else { return false }
        let items = survey.findings.items.filter { $0.kind == .content }.flatMap(\.pages)
        return items.count { !entries.contains($0) } <= max(2, entries.count / 10)
    }

    /// The documents that a page's own search knows.
    private mutating func documents(_ head: HeadLinks) async -> [String] {
        guard let index = head.searchIndex, index.origin == origin, let answer = await find(index.description) else {
            return []
        }
        let text = String(decoding: answer.body, as: UTF8.self)
        let names = ["docnames:[", "\"docnames\":["].firstNonNil { text.firstRange(of: $0) }
        guard let start = names?.upperBound, let end = text[start...].firstIndex(of: "]"),
            let list = try? JSONParser.parse(Array("[\(text[start..<end])]".utf8)).items
        else { return [] }
        tell("\(index): \(list.count.counted("document"))")
        let asides = ["genindex.html", "search.html"].compactMap { WebAddress($0, relativeTo: index)?.description }
        return asides
            + list.compactMap { $0.string.flatMap { WebAddress($0 + ".html", relativeTo: index)?.description } }
    }

    // MARK: Looks

    /// Looks at pages until enough is known of the site, or no request is left.
    mutating func complete(_ survey: inout SiteSurvey) async {
        while requestsLeft > 0, let page = survey.next() { await look(at: page, &survey) }
    }

    private mutating func look(at page: String, _ survey: inout SiteSurvey) async {
        do throws(ProbeError) {
            // No sync takes what robots.txt forbids, and what is gone holds nothing.
            guard let answer = try await get(page), ![404, 410].contains(answer.status) else {
                return survey.fail(at: page, isGone: true)
            }
            guard answer.isFine, let address = WebAddress(answer.url) else {
                throw ProbeError("status \(answer.status)")
            }
            let look = PageLook(answer, at: address)
            tell("\(answer.url): \(look.kind.rawValue)")
            survey.see(look, at: page)
        } catch {
            tell("\(page): could not be read: \(error)")
            survey.fail(at: page, isGone: false)
        }
    }
}
