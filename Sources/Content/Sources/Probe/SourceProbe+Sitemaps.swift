internal import LarderModel
internal import LarderSourceDefinitions

/// Websites by their sitemaps.
extension SourceProbe {
    private static let maxSitemapFiles = 4
    private static let sitemapNames = [
        "/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml", "/sitemap-index.xml", "/sitemap.xml.gz",
    ]

    mutating func sitemaps(
        of address: WebAddress
    ) async throws(ProbeError) -> (files: [WebAddress], contents: SitemapContents)? {
        let named = namedSitemaps(of: address)
        // A site in a folder of a host may have one of its own there.
        let own = address.folder == "/" ? [] : [address.origin + address.folder + "sitemap.xml"]
        for file in named.isEmpty ? own + Self.sitemapNames.map({ address.origin + $0 }) : Array(named.prefix(2)) {
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

    /// Files of posts and recipes before those of tags, authors and pictures; feeds last.
    private static func mostTelling(_ files: [String]) -> [String] {
        func rank(_ file: String) -> Int {
            let name = file.lowercased()
            if ["recipe", "rezept", "recette"].contains(where: name.contains) { return 0 }
            if ["post", "article", "news"].contains(where: name.contains) { return 1 }
            if ["tag", "author", "categor", "image", "video", "user"].contains(where: name.contains) { return 3 }
            if !name.contains("sitemap") { return 4 }
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
        named: PageLook? = nil
    ) async throws(ProbeError) -> SourceProposal {
        var contents = contents
        if contents.pages.isEmpty { await readFiles(of: &contents) }
        let origin = address.origin
        var survey = SiteSurvey(pages: contents.pages, front: address, followsLinks: false)
        guard !survey.groups.isEmpty else {
            let other = contents.pages.firstNonNil { WebAddress($0)?.origin }
            guard let other else {
                throw ProbeError("The sitemap of \(origin) names no page. Name the site's first page instead.")
            }
            let sentence = "The sitemap of \(origin) names pages of \(other)."
            throw ProbeError("\(sentence) If they are what you want, name that address.")
        }
        if let named {
            if address.path != "/" { tell("\(address): \(named.kind.rawValue)") }
            survey.see(named: named, at: address)
        }
        await complete(&survey)
        let findings = survey.findings
        var proposal = SourceProposal(kind: "sitemap", address: address)
        let pages = findings.items.reduce(0) { $0 + $1.pages.count }
        proposal.notes = [
            cost(pages: pages, at: address)
                + (contents.files.count > Self.maxSitemapFiles ? " (more: not every sitemap file was read)" : "")
        ]
        if let note = findings.note { proposal.notes.append(note) }
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
        add(findings, of: survey, to: &proposal)
        if findings.areArticlesAlone { proposal.add("site", "article") }
        let lastmod =
            contents.dated == 0
            ? "this site's pages have no dates"
            : "a page is asked for again when its date changes; `ignore` asks for each"
        proposal.add("lastmod", "auto", comment: lastmod)
        proposal.addPlaces(pictures: survey.pictureHosts, base: address)
        return proposal
    }

    /// `include` where there are recipes, and `exclude`, with the number of pages of each group as comments.
    private func add(_ findings: SurveyFindings, of survey: SiteSurvey, to proposal: inout SourceProposal) {
        let patterns = SurveyPatterns(findings)
        let left = survey.groups.filter { !findings.items.contains($0) }
        let isNarrow = !findings.recipes.isEmpty && !left.isEmpty
        if isNarrow {
            let counts = findings.items.map { $0.pages.count.grouped }.joined(separator: ", ")
            proposal.add("include", list: patterns.items, comment: counts + " pages")
        }
        let asides = (findings.lists + findings.others).reduce(findings.listPages.count) { $0 + $1.pages.count }
        proposal.add("exclude", list: patterns.lists + patterns.others, comment: asides.counted("page"))
        guard !left.isEmpty else { return }
        let told = left.prefix(5).map { "\($0.pattern) \($0.pages.count.grouped)" }
        let way = isNarrow ? "; add to `include` what you want of these" : ""
        proposal.notes.append("Left out: \(told.joined(separator: ", "))\(left.count > 5 ? " …" : "")\(way)")
    }

    /// How long that many pages take at the pace that is polite there.
    func cost(pages: Int, at address: WebAddress) -> String {
        guard let seconds = secondsPerRequest(at: address) else {
            return "\(pages.counted("page")), as fast as they come: requests to this host have no limit"
        }
        let time = Duration.seconds(Double(pages) * seconds)
        return "\(pages.counted("page")), about \(time.spoken) at one every \(seconds.shortText) s"
    }
}
