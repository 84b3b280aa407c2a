package import LarderModel

/// How the sitemaps of a website are read: `kind: sitemap`.
package struct SitemapOptions: Sendable, Hashable {
    /// What a date of a last change is worth.
    package enum Trust: String, Sendable, Hashable, CaseIterable {
        /// A page that was fetched after it is not asked for.
        case trust
        /// Pages are asked for changes whatever it says.
        case ignore
        /// Trusted, but for files whose dates are all the same or that of the asking.
        case auto
    }

    /// The files, absolute; empty: what robots.txt names, else the usual names.
    package var files: [WebAddress] = []
    /// What their dates are worth.
    package var trust = Trust.auto

    /// Finds the files, and trusts their dates as far as they make sense.
    package init() {}
}

/// Which links of a website are followed: `kind: pages`.
package struct CrawlOptions: Sendable, Hashable {
    /// The pages to begin with, absolute; empty: the base.
    package var urls: [WebAddress] = []
    /// The links that are followed; empty: none.
    package var follow: [AddressPattern] = []
    /// Pages whose links are followed and that are not kept.
    package var listOnly: [AddressPattern] = []
    /// How many links a page may be from the first ones, 0 to 20.
    package var maxDepth = 5

    /// Reads the base alone.
    package init() {}
}

extension SitemapOptions {
    static let keys = ["sitemaps", "lastmod"]
    private static let maxFiles = 1_000

    init(_ root: YAMLMapping, base: WebAddress) throws(SourceError) {
        self.init()
        if let value = root["sitemaps"], (try? value.word()) != "auto" {
            let items = try value.list()
            guard items.count <= Self.maxFiles else {
                throw value.error(
                    .outOfRange,
                    "\"sitemaps\" has \(items.count) files; at most \(Self.maxFiles) are allowed."
                )
            }
            for item in items {
                let address = try item.address(relativeTo: base)
                if !files.contains(address) { files.append(address) }
            }
        }
        if let value = root["lastmod"] { trust = try value.choice(of: Trust.self) }
    }

    func lines(into add: (String, String) -> Void) {
        if !files.isEmpty { add("sitemaps", SourceDefinition.yamlList(files.map(\.description))) }
        add("lastmod", trust.rawValue)
    }
}

extension CrawlOptions {
    static let keys = ["urls", "follow", "list-only", "max-depth"]

    init(_ root: YAMLMapping, base: WebAddress) throws(SourceError) {
        self.init()
        if let value = root["urls"] {
            var known: Set<WebAddress> = []
            for item in try value.list() {
                for text in try NumberRange.expanded(item) {
                    let address = try item.address(text, relativeTo: base)
                    if known.insert(address).inserted { urls.append(address) }
                }
                guard urls.count <= NumberRange.maxAddresses else { throw NumberRange.tooMany(value) }
            }
        }
        if let value = root["follow"] { follow = try SourceScope.patterns(value, base) }
        if let value = root["list-only"] { listOnly = try SourceScope.patterns(value, base) }
        if let value = root["max-depth"] { maxDepth = try value.integer(0...20) }
    }

    func lines(into add: (String, String) -> Void) {
        if !urls.isEmpty { add("urls", SourceDefinition.yamlList(urls.map(\.description))) }
        if !follow.isEmpty { add("follow", SourceDefinition.yamlList(follow.map(\.text))) }
        if !listOnly.isEmpty { add("list-only", SourceDefinition.yamlList(listOnly.map(\.text))) }
        add("max-depth", String(maxDepth))
    }
}

/// The numbers of an address such as `/chapter-{1..40}.html`.
enum NumberRange {
    static let maxAddresses = 10_000

    /// The text with each number in turn; `{01..12}` keeps its zeros, several ranges are combined.
    static func expanded(_ value: YAMLValue) throws(SourceError) -> [String] {
        var texts = [""]
        var rest = try value.word(max: 2_048)[...]
        while let (start, end, range) = next(in: rest) {
            guard texts.count * range.count <= maxAddresses else { throw tooMany(value) }
            let before = rest[..<start]
            texts = texts.flatMap { text in range.map { text + before + $0 } }
            rest = rest[end...]
        }
        return texts.map { $0 + rest }
    }

    static func tooMany(_ value: YAMLValue) -> SourceError {
        value.error(
            .outOfRange,
            "\(value.name) makes more than \(maxAddresses) addresses, the most of one list; split it."
        )
    }

    private static func next(in text: Substring) -> (start: String.Index, end: String.Index, numbers: [String])? {
        var place = text.startIndex
        while let open = text[place...].firstIndex(of: "{") {
            place = text.index(after: open)
            guard let close = text[place...].firstIndex(of: "}") else { return nil }
            let ends = text[place..<close].split(separator: "..", omittingEmptySubsequences: false)
            guard ends.count == 2, let first = Int(ends[0]), var last = Int(ends[1]), first >= 0, last >= first else {
                continue
            }
            // One more than there may be is enough to see that there are too many.
            if last - first > maxAddresses { last = first + maxAddresses }
            let width = ends[0].hasPrefix("0") ? ends[0].count : 0
            let numbers = (first...last).map { number in
                String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
            }
            return (open, text.index(after: close), numbers)
        }
        return nil
    }
}
