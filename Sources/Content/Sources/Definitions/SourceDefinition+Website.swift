internal import LarderModel

/// The keys of websites.
extension SourceDefinition {
    static let websiteKeys =
        SourceScope.keys + SitemapOptions.keys + CrawlOptions.keys + FeedOptions.keys + WordPressOptions.keys
    private static let defaultCrawledPages = 10_000

    private static func websiteKeysRefused(by kind: SourceKind) -> [String] {
        var refused: [String] = []
        if !kind.isWebsite { refused += SourceScope.keys.filter { kind != .json || $0 != "max-pages" } }
        if kind != .sitemap { refused += SitemapOptions.keys }
        if kind != .pages { refused += CrawlOptions.keys }
        if kind != .feed { refused += FeedOptions.keys }
        if kind != .wordpress { refused += WordPressOptions.keys.filter { kind != .json || $0 != "since" } }
        return refused
    }

    /// The keys that a source of a kind has a use for.
    static func keys(of kind: SourceKind) -> [String] {
        var refused = Set(websiteKeysRefused(by: kind))
        if kind != .json { refused.formUnion(SourceMapping.keys.filter { kind != .wordpress || $0 != "since" }) }
        if !kind.isNews { refused.formUnion(["outlets", "category", "language", "country"]) }
        if kind.isWebsite { refused.formUnion(["queries", "sort"] + (kind == .feed ? [] : ["key"])) }
        if !kind.hasSite { refused.insert("site") }
        if kind.maxPageSize == nil { refused.insert("page-size") }
        return keys.filter { !refused.contains($0) }
    }

    /// Reads them, and refuses those of another kind.
    mutating func readWebsite(_ root: YAMLMapping) throws(SourceError) {
        for key in Self.websiteKeysRefused(by: kind) {
            if let place = root.keyPlace(key) {
                throw place.error(.conflict, "\"\(key)\" does not apply to \(kind.rawValue); remove it.")
            }
        }
        if kind.isWebsite { scope = try SourceScope(root, base: base) }
        switch kind {
        case .sitemap: sitemaps = try SitemapOptions(root, base: base)
        case .pages:
            crawl = try CrawlOptions(root, base: base)
            scope.maxPages = scope.maxPages ?? Self.defaultCrawledPages
        case .feed: feed = try FeedOptions(root, base: base)
        case .wordpress: wordPress = try WordPressOptions(root)
        default: break
        }
    }

    /// The lines that ``readWebsite(_:)`` reads back.
    var websiteLines: [(key: String, value: String)] {
        var lines: [(key: String, value: String)] = []
        func add(_ key: String, _ value: String) { lines.append((key, value)) }
        if !scope.include.isEmpty { add("include", Self.yamlList(scope.include.map(\.text))) }
        if !scope.exclude.isEmpty { add("exclude", Self.yamlList(scope.exclude.map(\.text))) }
        if !scope.hosts.isEmpty { add("hosts", Self.yamlList(scope.hosts)) }
        if let count = scope.maxPages { add("max-pages", String(count)) }
        if kind == .sitemap { sitemaps.lines(into: add) }
        if kind == .pages { crawl.lines(into: add) }
        if kind == .feed { feed.lines(into: add) }
        if kind == .wordpress { wordPress.lines(into: add) }
        return lines
    }

    static func yamlList(_ items: [String]) -> String { "[" + items.map(quoted).joined(separator: ", ") + "]" }
}

extension YAMLValue {
    /// One of a few words.
    func choice<Word: RawRepresentable & CaseIterable>(of type: Word.Type) throws(SourceError) -> Word
    where Word.RawValue == String {
        let word = try word()
        if let choice = Word(rawValue: word) { return choice }
        let words = Word.allCases.map(\.rawValue)
        let nearest = NearestWord.find(word, in: words).map { "; did you mean \"\($0)\"?" } ?? "."
        throw error(
            .outOfRange,
            "Unknown value \"\(word.shortened(to: 60))\" of \(name)\(nearest) Allowed: \(words.joined(separator: ", "))."
        )
    }

    /// An address, which may be relative.
    ///
    /// - Parameter text: What stands there; nil: the whole value.
    func address(_ text: String? = nil, relativeTo base: WebAddress) throws(SourceError) -> WebAddress {
        let text = if let text { text } else { try word(max: 2_048) }
        guard let address = WebAddress(text, relativeTo: base) else {
            throw error(
                .outOfRange,
                "\"\(text.withoutUser.shortened(to: 80))\" is no http or https URL, nor one that is relative to the base."
            )
        }
        return address
    }
}

extension String {
    /// An address with asterisks for a user name and password, so that no message repeats them.
    var withoutUser: String {
        let start = firstRange(of: "://")?.upperBound ?? startIndex
        let end = self[start...].firstIndex { "/?#".contains($0) } ?? endIndex
        guard let at = self[start..<end].lastIndex(of: "@") else { return self }
        return "\(self[..<start])***\(self[at...])"
    }
}
