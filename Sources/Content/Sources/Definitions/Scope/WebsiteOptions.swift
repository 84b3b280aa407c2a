package import LarderModel

/// How the sitemaps of a website are read: `kind: sitemap`.
package struct SitemapOptions: Sendable, Hashable {
    /// What the date of a last change is worth.
    package enum Trust: String, Sendable, Hashable, CaseIterable {
        /// A page that was fetched after it is not asked for.
        case trust
        /// Pages are asked for changes in any case.
        case ignore
        /// Trusted, except in files whose dates are all equal or equal the time of the request.
        case auto
    }

    /// The files, absolute; empty: what robots.txt names, else the usual names.
    package var files: [WebAddress] = []
    package var trust = Trust.auto
}

/// Which links of a website are followed: `kind: pages`.
package struct CrawlOptions: Sendable, Hashable {
    /// The pages to begin with, absolute; empty: the base.
    package var urls: [WebAddress] = []
    package var follow: [AddressPattern] = []
    /// Pages whose links are followed and that are not kept.
    package var listOnly: [AddressPattern] = []
    /// How many links a page may be from the first ones, 0 to 20.
    package var maxDepth = 5

    /// Pages of one sync, where neither `max-pages` nor `limit` says it.
    static let defaultMaxPages = 10_000
}

extension SourceDefinition {
    /// Whether a crawl keeps the page at this address when a link leads to it.
    package func keepsLinked(_ address: WebAddress) -> Bool {
        crawl.follow.contains { $0.matches(address) } && !crawl.listOnly.contains { $0.matches(address) }
            && scope.hasHost(of: address, base: base) && scope.hasPath(of: address)
    }
}

/// The numbers of an address such as `/chapter-{1..40}.html`.
enum NumberRange {
    private static let maxAddresses = 10_000

    /// Reads a list of addresses with ranges, each address once.
    static func addresses(_ value: YAMLValue) throws(SourceError) -> [WebAddress] {
        var known: Set<WebAddress> = []
        let addresses = try value.items(0...Int.max) { item throws(SourceError) -> [WebAddress]? in
            guard known.count <= maxAddresses else { return nil }
            var found: [WebAddress] = []
            for text in try expanded(item) { found.append(try item.address(text)) }
            return found.filter { known.insert($0).inserted }
        }
        guard known.count <= maxAddresses else { throw tooMany(value) }
        return addresses.flatMap(\.self)
    }

    /// The text with each number in turn; `{01..12}` keeps its zeros, several ranges are combined.
    private static func expanded(_ value: YAMLValue) throws(SourceError) -> [String] {
        var texts = [""]
        var rest = try value.word(max: 2_048)[...]
        while let (start, end, range) = try next(in: rest, of: value) {
            guard texts.count * range.count <= maxAddresses else { throw tooMany(value) }
            let before = rest[..<start]
            texts = texts.flatMap { text in range.map { text + before + $0 } }
            rest = rest[end...]
        }
        return texts.map { $0 + rest }
    }

    private static func tooMany(_ value: YAMLValue) -> SourceError {
        value.error(
            .outOfRange,
            "\(value.name) makes more than \(maxAddresses) addresses, the most of one list; split it."
        )
    }

    private static func next(
        in text: Substring,
        of value: YAMLValue
    ) throws(SourceError) -> (start: String.Index, end: String.Index, numbers: [String])? {
        var place = text.startIndex
        while let open = text[place...].firstIndex(of: "{") {
            place = text.index(after: open)
            guard let close = text[place...].firstIndex(of: "}") else { return nil }
            let ends = text[place..<close].split(separator: "..", omittingEmptySubsequences: false)
            guard ends.count == 2 else { continue }
            guard let first = Int(ends[0]), var last = Int(ends[1]), first >= 0, last >= first else {
                throw value.error(
                    .outOfRange,
                    "\(value.name) must hold its numbers as {1..20}, the smaller first, but "
                        + "\"{\(String(text[place..<close]).shortened(to: 60))}\" stands there."
                )
            }
            // One number too many is enough to exceed the limit.
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
