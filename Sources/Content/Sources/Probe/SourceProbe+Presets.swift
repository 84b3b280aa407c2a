internal import LarderModel
internal import LarderSourceDefinitions

/// Sites of programs whose APIs are kinds of their own.
extension SourceProbe {
    // MARK: WordPress

    /// WordPress, where its API lists posts; a sitemap with much more holds other things than posts.
    mutating func wordPress(
        _ head: HeadLinks,
        _ front: PageLook,
        at address: WebAddress
    ) async -> SourceProposal? {
        // The user did not name another host.
        let named = head.wordPressRoot.flatMap { WebAddress($0) }.flatMap { $0.origin == origin ? $0 : nil }
        guard let root = named ?? (head.isWordPress ? WebAddress(origin + "/wp-json/") : nil) else { return nil }
        let separator = root.query == nil ? "?" : "&"
        let list = root.description + (root.description.hasSuffix("/") ? "" : "/") + "wp/v2/posts"
        guard let answer = await find(list + separator + "per_page=1&_fields=id,link,modified_gmt"),
            answer.json?.items?.first?["id"] != nil, let count = answer.headers.positiveNumber(of: "X-WP-Total")
        else {
            tell("WordPress, but its API does not list the posts.")
            return nil
        }
        tell("WordPress: its API lists \(count.counted("post"))")
        var proposal = wordPress(base: Self.wordPressBase(root), type: "posts", at: address)
        proposal.notes = [cost(pages: count, at: address)]
        proposal.addPlaces(pictures: front.pictureHosts, base: address)
        return proposal
    }

    private func wordPress(base: WebAddress, type: String, at address: WebAddress) -> SourceProposal {
        var proposal = SourceProposal(kind: "wordpress", address: address)
        proposal.add("base", SourceProposal.quoted(base.description))
        proposal.add("types", "[\(SourceProposal.quoted(type))]", comment: "any REST type, such as pages or recipes")
        proposal.add("body", "page", comment: "or rest: the text that the API gives")
        return proposal
    }

    /// The site's address by that of its API: `/blog/` of `/blog/wp-json/` and of `/blog/index.php?rest_route=/`.
    private static func wordPressBase(_ root: WebAddress) -> WebAddress {
        guard let path = root.path.firstRange(of: "/wp-json") else {
            return root.with(path: root.folder, query: nil)
        }
        return root.with(path: root.path[..<path.lowerBound] + "/", query: nil)
    }

    /// WordPress by the address of one of its lists; nil: it is no such list.
    func wordPress(list json: JSONValue, _ answer: ProbeAnswer, at address: WebAddress) -> SourceProposal? {
        let route = address.query.flatMap { query in
            query.split(separator: "&").first { $0.hasPrefix("rest_route=") }.map { String($0).percentDecoded }
        }
        let path = route ?? address.path
        guard let start = path.firstRange(of: "/wp/v2/")?.upperBound, json.items?.first?["id"] != nil,
            answer.headers.positiveNumber(of: "X-WP-Total") != nil,
            let type = path[start...].split(separator: "/").first, path[start...].split(separator: "/").count == 1
        else { return nil }
        tell("\(address.withoutKeys): a list of WordPress")
        return wordPress(base: Self.wordPressBase(address), type: String(type), at: address)
    }

    // MARK: MediaWiki

    private static let mediaWikiQuestion = "?action=query&meta=siteinfo&siprop=general%7Cstatistics&format=json"

    /// MediaWiki, where its API answers.
    mutating func mediaWiki(api: WebAddress, pictures: [HostPort] = []) async -> SourceProposal? {
        guard api.origin == origin, let answer = await find(api.description + Self.mediaWikiQuestion),
            let general = answer.json?["query"]?["general"],
            general["generator"]?.string?.hasPrefix("MediaWiki") == true
        else {
            tell("MediaWiki, but its API does not answer.")
            return nil
        }
        let count = answer.json?["query"]?["statistics"]?["articles"]?.integer ?? 0
        tell("\(general["generator"]?.string ?? "MediaWiki"): \(count.counted("article"))")
        var proposal = SourceProposal(kind: "mediawiki", address: api)
        // What has no link is no article in this count.
        if count > 0 { proposal.notes = ["At least \(cost(pages: count, at: api))"] }
        proposal.add("base", SourceProposal.quoted(api.with(path: api.folder, query: nil).description))
        if let main = general["base"]?.string.flatMap({ WebAddress($0) }), main.origin == origin {
            proposal.add("exclude", list: [PageForm.index(main).pattern], comment: "the main page leads to others")
        }
        proposal.add("namespaces", "[0]", comment: "articles; others hold talk, files and templates")
        proposal.addPlaces(pictures: pictures, base: api)
        return proposal
    }
}

extension SourceProposal {
    /// The most private hosts that a file may name.
    private static let maxAllowed = 8

    /// Adds the private hosts that a private site has its pictures on, and where to say who asks.
    mutating func addPlaces(pictures: [HostPort], base: WebAddress) {
        if base.hostPort.isOfThisMachineOrPrivate {
            let hosts = pictures.filter { $0 != base.hostPort && $0.isOfThisMachineOrPrivate }
            add("allow", list: hosts.prefix(Self.maxAllowed).map(\.description), comment: "its pictures are there")
        } else {
            alternatives.append("contact: you@example.org  # whom the site's owner can ask about the requests")
        }
    }
}
