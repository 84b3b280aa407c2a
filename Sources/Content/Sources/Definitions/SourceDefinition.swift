package import LarderAttributedHTML
package import LarderModel

/// One provider of content, as its short YAML file describes it.
///
/// Its keys are described by the tables of `Keys`; the page Sources of the documentation shows them.
package struct SourceDefinition: Sendable, Hashable {
    package struct Key: Sendable, Hashable {
        package var environment: String

        /// Where it goes in a request of a mapped kind; nil: where the kind has it.
        package var place: Place?

        package enum Place: Sendable, Hashable {
            case header(String)
            case query(String)
            /// `Authorization: Bearer KEY`.
            case bearer
        }
    }

    package struct Text: Sendable, Hashable {
        /// Whether the text of the whole page is kept beside its main part.
        package var isWholePageWanted = false
        /// What to do with markup that was encoded twice; nil: decode it in records, not in pages.
        package var doubleEncoded: TextOptions.DoubleEncoding?
        package var textPresentation = false
        /// The Mustache template of an item's body; nil: the main part of its page.
        package var template: String?
        /// The schemes of links that stay links, in lower case, each once.
        package var linkSchemes = TextOptions.archiveLinkSchemes

        /// - Parameter isFragment: Whether it is a piece of HTML out of a record rather than a page.
        package func options(isFragment: Bool) -> TextOptions {
            var options = TextOptions.archive(isFragment: isFragment)
            if let doubleEncoded { options.doubleEncoded = doubleEncoded }
            options.textPresentation = textPresentation
            options.linkSchemes = Set(linkSchemes)
            return options
        }

        /// Identifies the options: 16 hexadecimal digits, the same in every release; nil for the defaults.
        package var optionsHash: String? {
            let schemes = linkSchemes.sorted()
            guard
                doubleEncoded != nil || textPresentation || template != nil
                    || schemes != TextOptions.archiveLinkSchemes
            else { return nil }
            let words =
                [doubleEncoded?.rawValue ?? "", "\(textPresentation)"] + schemes
                + (template.map { ["template", $0] } ?? [])
            return StableHash.Short(words.joined(separator: "\n")).hex
        }
    }

    package struct Images: Sendable, Hashable {
        package var areWanted = true
        /// Widths of smaller pictures in pixels: 1 to 8, each once, rising, 16 to 8192.
        package var widths = [320, 1_080]

        /// The widest variant in pixels, which decides which of a picture's files is fetched.
        package var widest: Int { widths.last ?? Self.defaultWidest }

        private static let defaultWidest = 1_080
    }

    package struct Politeness: Sendable, Hashable {
        /// Concurrent requests to one host, 1 to 64; nil: what suits the host.
        package var concurrency: Int?
        /// The least time between the starts of two requests to one host; nil: what suits the host.
        package var delay: Duration?
    }

    package struct Retry: Sendable, Hashable {
        /// Tries of a job in all, 1 to 50.
        package var attempts: Int
        /// The first pause; each further one is twice as long.
        package var base: Duration
        package var cap: Duration
        /// The longest pause for a host that sends `Retry-After`.
        package var pause: Duration

        package init(attempts: Int = 8, base: Duration = .seconds(1), cap: Duration? = nil, pause: Duration? = nil) {
            self.attempts = attempts
            self.base = base
            self.cap = cap ?? .seconds(900)
            self.pause = pause ?? cap ?? .seconds(86_400)
        }
    }

    package var name: String
    package var kind: SourceKind
    /// Where the API answers, without a slash at the end.
    package var base: WebAddress
    package var key: Key?
    package var queries: [String] = []
    package var outlets: [String] = []
    package var category: NewsCategory?
    package var language: NewsLanguage?
    package var country: NewsCountry?
    package var sort: SortOrder?
    /// The most items of each query, of `sitemap` and `pages` of the whole sync; nil: all.
    package var limit: Int?
    /// The items of one search page; nil: the API's largest.
    package var pageSize: Int?
    package var pages = true
    package var text = Text()
    package var images = Images()
    package var politeness = Politeness()
    package var identity = CrawlIdentity()
    package var retry = Retry()
    package var timeout: Duration = .seconds(30)
    /// Bytes a second that an answer brings at least; 0: any.
    package var leastRate = 1_000
    /// The most pages that sitemaps or links lead to in one sync: the smaller of `limit` and `max-pages`; nil: all.
    package var mostPages: Int? {
        guard let limit, kind == .sitemap || kind == .pages else { return scope.maxPages }
        return min(limit, scope.maxPages ?? limit)
    }
    /// The most items that its lists name by `limit`; nil: any number, or how many lists there are is not known.
    package var mostListedItems: Int? {
        guard let limit, !kind.isNews, mapping?.queryList == nil || !queries.isEmpty else { return nil }
        let (most, overflow) = limit.multipliedReportingOverflow(by: max(1, queries.count))
        return overflow ? nil : most
    }
    package var scope = SourceScope()
    package var sitemaps = SitemapOptions()
    package var crawl = CrawlOptions()
    package var feed = FeedOptions()
    package var wordPress = WordPressOptions()
    package var mediaWiki = MediaWikiOptions()
    /// Private addresses that this source may reach besides its own base.
    package var allow: [HostPort] = []
    /// Nil for kinds without a mapping.
    package var mapping: SourceMapping?
    package var site = SiteContent.auto
    /// What the user should know though nothing is wrong.
    package var warnings: [String] = []

    package init(name: String, kind: SourceKind, base: WebAddress) {
        self.name = name
        self.kind = kind
        self.base = base
    }

    /// Identifies the text options, `site` and the widest picture that is wanted; a text with another hash is made
    /// again; nil: the defaults.
    package var optionsHash: String? {
        let width = images.widest == Images().widest ? nil : "w\(images.widest)"
        let site = kind.hasSite && self.site != .auto ? self.site.rawValue : nil
        guard site != nil || width != nil else { return text.optionsHash }
        return [text.optionsHash.map { String($0.prefix(16)) }, site, width].compactMap(\.self).joined()
    }

    /// The API key out of `environment`, trimmed; nil when the definition names none.
    ///
    /// - Throws: ``SourceError`` with code `missing-api-key` when it is missing, empty or not printable ASCII.
    package func apiKey(from environment: [String: String]) throws(SourceError) -> String? {
        guard let variable = key?.environment else { return nil }
        func refuse(_ reason: String) -> SourceError {
            SourceError(
                code: .missingAPIKey,
                message: "The source \"\(name)\" needs an API key, and the environment variable \(variable) \(reason). "
                    + "Set it, as in `export \(variable)=...`, and start again."
            )
        }
        guard let key = environment[variable]?.trimmedASCII else { throw refuse("is not set") }
        guard !key.isEmpty else { throw refuse("is empty") }
        guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), key.utf8.count <= 4096 else {
            throw refuse("holds characters that no API key has")
        }
        return key
    }
}
