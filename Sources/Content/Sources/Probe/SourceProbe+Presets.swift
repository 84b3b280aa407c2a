internal import LarderModel
internal import LarderSourceDefinitions

/// Sites of programs whose APIs are kinds of their own.
extension SourceProbe {
    // MARK: WordPress

    /// WordPress, where its API lists posts; other types with items are named too.
    mutating func wordPress(
        _ head: HeadLinks,
        _ front: PageLook,
        at address: WebAddress
    ) async -> SourceProposal? {
        // The user did not name another host.
        let named = head.wordPressRoot.flatMap { WebAddress($0) }.flatMap { $0.origin == origin ? $0 : nil }
        guard let root = named ?? (head.isWordPress ? WebAddress(origin + "/wp-json/") : nil) else { return nil }
        guard let count = await wordPressCount(of: "posts", at: root) else {
            tell("WordPress, but its API does not list the posts.")
            return nil
        }
        let others = await wordPressTypes(at: root)
        let listed = [(name: "posts", count: count)] + others.filter { $0.name != "pages" }
        tell("WordPress: its API lists \(listed.map { "\($0.count) \($0.name)" }.joined(separator: ", "))")
        let pages = others.first { $0.name == "pages" }.map { "pages (\($0.count)) are there too" }
        var proposal = wordPress(
            base: Self.wordPressBase(root),
            types: listed.map(\.name),
            comment: pages ?? Self.typesComment,
            at: address
        )
        proposal.notes = [cost(pages: listed.reduce(0) { $0 + $1.count }, at: address)]
        proposal.addPlaces(pictures: front.pictureHosts, base: address)
        return proposal
    }

    /// How many items of a type the API lists; nil: none.
    private mutating func wordPressCount(of type: String, at root: WebAddress) async -> Int? {
        let query = (root.query == nil ? "?" : "&") + "per_page=1&_fields=id,link,modified_gmt"
        let answer = await find(Self.wordPressRoute(type, at: root) + query)
        guard let answer, answer.json?.items?.first?["id"] != nil else { return nil }
        return answer.headers.positiveNumber(of: "X-WP-Total")
    }

    private static func wordPressRoute(_ name: String, at root: WebAddress) -> String {
        root.description + (root.description.hasSuffix("/") ? "" : "/") + "wp/v2/" + name
    }

    private static let maxTypes = 5
    private static let maxTypeBytes = 100
    /// The beginnings of the names of types that hold parts of the site's look and files.
    private static let internalTypes = ["attachment", "nav_menu", "wp_", "elementor"]

    /// The types besides posts that have items, as their lists are called.
    private mutating func wordPressTypes(at root: WebAddress) async -> [(name: String, count: Int)] {
        let types = await find(Self.wordPressRoute("types", at: root))?.json?.members ?? []
        let others = types.filter { type in
            type.name != "post" && !Self.internalTypes.contains { type.name.hasPrefix($0) }
        }
        let names = others.compactMap { $0.value["rest_base"]?.string }.filter { name in
            name != "posts" && (1...Self.maxTypeBytes).contains(name.utf8.count)
                && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D || $0 == 0x5F }
        }
        var counted: [(name: String, count: Int)] = []
        for name in names.distinct.prefix(Self.maxTypes) {
            if let count = await wordPressCount(of: name, at: root) { counted.append((name, count)) }
        }
        return counted
    }

    private static let typesComment = "any REST type, such as pages or recipes"

    private func wordPress(
        base: WebAddress,
        types: [String],
        comment: String = typesComment,
        at address: WebAddress
    ) -> SourceProposal {
        var proposal = SourceProposal(kind: "wordpress", address: address)
        proposal.add("base", SourceProposal.quoted(base.description))
        proposal.add("types", "[\(types.map(SourceProposal.quoted).joined(separator: ", "))]", comment: comment)
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
        return wordPress(base: Self.wordPressBase(address), types: [String(type)], at: address)
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
