internal import LarderFeeds
internal import LarderHTML
internal import LarderModel

/// Websites: WordPress, else sitemaps, else feeds, else links.
extension SourceProbe {
    private static let maxSitemapFiles = 3
    private static let sitemapNames = ["/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml", "/sitemap-index.xml"]
    private static let feedNames = ["/feed", "/feed.json"]

    mutating func website(_ answer: ProbeAnswer, at address: WebAddress) async throws(ProbeError) -> SourceProposal {
        let document = HTMLDocument(parsing: answer.body)
        guard document.body != nil, !answer.body.isEmpty, answer.mayBePage else {
            throw ProbeError(
                "<\(address.withoutKeys)> is neither a web page, nor a feed, a sitemap or JSON (its type is "
                    + "\"\(answer.contentType)\"). Name the site's first page, its feed or its API."
            )
        }
        let head = HeadLinks(document, answer)
        let posts = await wordPressPosts(head, at: address)
        let maps = try await sitemaps(of: address)
        let pages = maps?.contents.pages.count ?? 0
        if let posts, pages <= 2 * posts.count || maps == nil {
            var proposal = proposal(wordPress: posts, at: address)
            if pages > 0 { proposal.alternatives.append("kind: sitemap  # \(pages.counted("page")), posts and others") }
            return proposal
        }
        if let maps, pages > 0 {
            var proposal = try await proposal(sitemaps: maps.files, read: maps.contents, at: address, named: answer)
            if let posts { proposal.alternatives.append("kind: wordpress  # \(posts.count.counted("post"))") }
            return proposal
        }
        let feeds = head.feeds.isEmpty ? Self.feedNames.map { address.origin + $0 } : head.feeds
        for feed in feeds.prefix(2) {
            guard let answer = await find(feed),
                let feed = FeedReader.read(answer.body, contentType: answer.contentType, url: answer.url),
                let place = WebAddress(answer.url), var proposal = try? proposal(feed: feed, at: place)
            else { continue }
            proposal.alternatives.append("kind: pages, with `follow`: pages that the site links to, older ones too")
            return proposal
        }
        return try await proposal(links: head.links, at: address, named: answer)
    }

    // MARK: WordPress

    private mutating func wordPressPosts(_ head: HeadLinks, at address: WebAddress) async -> (root: String, count: Int)?
    {
        // The user did not name another host.
        let named = head.wordPressRoot.flatMap { WebAddress($0)?.origin == address.origin ? $0 : nil }
        guard let root = named ?? (head.isWordPress ? address.origin + "/wp-json/" : nil) else { return nil }
        let separator = root.contains("rest_route=") ? "&" : "?"
        let posts =
            root + (root.hasSuffix("/") ? "" : "/") + "wp/v2/posts\(separator)per_page=1&_fields=id,link,modified_gmt"
        guard let answer = await find(posts), answer.json?.items?.first?["id"] != nil,
            let count = answer.headers.positiveNumber(of: "X-WP-Total")
        else {
            tell("WordPress, but its API does not list the posts.")
            return nil
        }
        tell("WordPress: its API lists \(count.counted("post"))")
        return (root, count)
    }

    private func proposal(wordPress posts: (root: String, count: Int), at address: WebAddress) -> SourceProposal {
        var proposal = SourceProposal(kind: "wordpress", address: address)
        proposal.notes = [cost(pages: posts.count, at: address)]
        let suffix = "/wp-json/"
        let base = posts.root.hasSuffix(suffix) ? String(posts.root.dropLast(suffix.count)) : address.origin
        proposal.add("base", SourceProposal.quoted(base))
        proposal.add("types", "[posts]", comment: "any REST type, such as pages or recipes")
        proposal.add("body", "page", comment: "or rest: the text that the API gives")
        return proposal
    }

    // MARK: Sitemaps

    private mutating func sitemaps(
        of address: WebAddress
    ) async throws(ProbeError) -> (files: [WebAddress], contents: SitemapContents)? {
        let named = namedSitemaps(of: address)
        for file in named.isEmpty ? Self.sitemapNames.map({ address.origin + $0 }) : Array(named.prefix(2)) {
            guard let answer = await find(file), var contents = sitemap(answer), !contents.isEmpty,
                let place = WebAddress(answer.url)
            else { continue }
            if !contents.files.isEmpty {
                tell("\(file): an index of \(contents.files.count.counted("sitemap"))")
                await readFiles(of: &contents)
            }
            let dated = contents.pages.isEmpty ? 0 : contents.dated * 100 / contents.pages.count
            tell("\(file): \(contents.pages.count.counted("page")) read, \(dated) % with a date")
            return (named.isEmpty ? [place] : named.compactMap { WebAddress($0) }, contents)
        }
        return nil
    }

    /// Adds the pages of the first files that an index names.
    private mutating func readFiles(of contents: inout SitemapContents) async {
        for file in Self.mostTelling(contents.files).prefix(Self.maxSitemapFiles) {
            if let answer = await find(file), let more = sitemap(answer) { contents.add(more) }
        }
    }

    /// Files of posts and recipes before those of tags, authors and pictures.
    private static func mostTelling(_ files: [String]) -> [String] {
        func rank(_ file: String) -> Int {
            let name = file.lowercased()
            if ["recipe", "rezept", "recette"].contains(where: name.contains) { return 0 }
            if ["post", "article", "news"].contains(where: name.contains) { return 1 }
            if ["tag", "author", "categor", "image", "video", "user"].contains(where: name.contains) { return 3 }
            return 2
        }
        let ranked = files.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
        return ranked.map(\.element)
    }

    /// - Parameter named: The page that the user named; nil: it was a sitemap.
    mutating func proposal(
        sitemaps files: [WebAddress],
        read contents: SitemapContents,
        at address: WebAddress,
        named: ProbeAnswer? = nil
    ) async throws(ProbeError) -> SourceProposal {
        var contents = contents
        if contents.pages.isEmpty { await readFiles(of: &contents) }
        let origin = address.origin
        let groups = PathGroups(contents.pages, origin: origin)
        guard groups.count > 0 else {
            let other = contents.pages.firstNonNil { WebAddress($0)?.origin }
            guard let other else {
                throw ProbeError("The sitemap of \(origin) names no page. Name the site's first page instead.")
            }
            let sentence = "The sitemap of \(origin) names pages of \(other)."
            throw ProbeError("\(sentence) If they are what you want, name that address.")
        }
        let kinds = await kinds(of: groups.groups, named: named)
        var proposal = SourceProposal(kind: "sitemap", address: address)
        let chosen = kinds.chosen
        let pages = chosen.isEmpty ? groups.count : chosen.reduce(0) { $0 + $1.pages.count }
        proposal.notes = [
            cost(pages: pages, at: address)
                + (contents.files.count > Self.maxSitemapFiles ? " (more: not every sitemap file was read)" : "")
        ]
        if let note = kinds.note { proposal.notes.append(note) }
        proposal.add("base", SourceProposal.quoted(origin))
        let usual = Self.sitemapNames.map { origin + $0 }
        let isNamed = files.allSatisfy {
            namedSitemaps(of: address).contains($0.description) || usual.contains("\($0)")
        }
        if isNamed {
            proposal.add("sitemaps", "auto", comment: "those that robots.txt names, else the usual ones")
        } else {
            proposal.add("sitemaps", list: files.map(\.description))
        }
        add(groups, chosen: chosen, to: &proposal)
        if kinds.areArticlesAlone { proposal.add("site", "article") }
        proposal.add("lastmod", "auto", comment: contents.dated == 0 ? "this site's pages have no dates" : nil)
        return proposal
    }

    /// `include` and `exclude`, with the number of pages of each group as comments.
    private func add(_ groups: PathGroups, chosen: [PathGroups.Group], to proposal: inout SourceProposal) {
        let others = groups.groups.filter { !chosen.contains($0) }
        if !chosen.isEmpty, !others.isEmpty {
            let counts = chosen.map { $0.pages.count.grouped }.joined(separator: ", ")
            proposal.add("include", list: chosen.map(\.pattern), comment: counts + " pages")
            let left = others.prefix(5).map { "\($0.pattern) \($0.pages.count.grouped)" }
            proposal.notes.append("Left out: \(left.joined(separator: ", "))\(others.count > 5 ? " …" : "")")
        } else {
            let aside = groups.groups.filter(\.isAside)
            proposal.add(
                "exclude",
                list: aside.map(\.pattern),
                comment: aside.map { $0.pages.count.grouped }.joined(separator: ", ") + " pages"
            )
        }
    }

    // MARK: Feeds and links

    func proposal(feed: Feed, at address: WebAddress) throws(ProbeError) -> SourceProposal {
        tell("\(address.withoutKeys): a feed of \(feed.entries.count.counted("entry", many: "entries"))")
        var proposal = SourceProposal(kind: "feed", address: address)
        proposal.notes = [
            "\(feed.title?.text.prefix(80).replacing("\n", with: " ") ?? "A feed"): the newest "
                + feed.entries.count.counted("entry", many: "entries")
                + " only; older ones stay once they were fetched."
        ]
        let request = try KeyedRequest(address)
        proposal.add("base", SourceProposal.quoted(request.base))
        proposal.addKey(of: request)
        proposal.add("full-text", "page", comment: "or feed: the text that the feed gives; or longer")
        return proposal
    }

    private mutating func proposal(
        links: [String],
        at address: WebAddress,
        named: ProbeAnswer
    ) async throws(ProbeError) -> SourceProposal {
        let groups = PathGroups(links, origin: address.origin)
        guard groups.count > 0 else {
            throw ProbeError(
                "<\(address.withoutKeys)> is a page without links to others, and the site has no feed and no sitemap. "
                    + "Write a source of `kind: pages` with the addresses in `urls`."
            )
        }
        let kinds = await kinds(of: groups.groups, named: named)
        var proposal = SourceProposal(kind: "pages", address: address)
        proposal.notes = ["\(groups.count.counted("link")) on the first page; no feed and no sitemap were found."]
        if let note = kinds.note { proposal.notes.append(note) }
        proposal.add("base", SourceProposal.quoted(address.description))
        proposal.add("urls", "[./]")
        let chosen = kinds.chosen
        proposal.add("follow", list: chosen.isEmpty ? ["/**"] : chosen.map(\.pattern))
        proposal.add("exclude", list: groups.groups.filter(\.isAside).map(\.pattern))
        proposal.add("max-depth", "2")
        proposal.add("max-pages", "2000")
        return proposal
    }

    /// How long that many pages take at the pace that is polite there.
    private func cost(pages: Int, at address: WebAddress) -> String {
        guard let seconds = secondsPerRequest(at: address) else {
            return "\(pages.counted("page")), as fast as they come: requests to this host have no limit"
        }
        let time = Duration.seconds(Double(pages) * seconds)
        return "\(pages.counted("page")), about \(time.spoken) at one every \(seconds.shortText) s"
    }
}
