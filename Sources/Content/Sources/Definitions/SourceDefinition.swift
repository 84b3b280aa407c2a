package import LarderAttributedHTML
package import LarderModel

/// One provider of content, as its short YAML file describes it.
///
/// Its keys are described by the tables of `Keys`; the page Sources of the documentation shows them.
package struct SourceDefinition: Sendable, Hashable {
    /// Where the API key comes from.
    package struct Key: Sendable, Hashable {
        /// The name of an environment variable.
        package var environment: String

        /// Where it goes in a request of a mapped kind; nil: where the kind has it.
        package var place: Place?

        /// Where a key goes in a request.
        package enum Place: Sendable, Hashable {
            /// A header field of its own.
            case header(String)
            /// A parameter of the query.
            case query(String)
            /// `Authorization: Bearer KEY`.
            case bearer
        }

        /// Takes the key from the environment variable of this name.
        package init(environment: String, place: Place? = nil) {
            self.environment = environment
            self.place = place
        }
    }

    /// Which texts are made, and how.
    package struct Text: Sendable, Hashable {
        /// Whether all that a page shows is kept beside its main part.
        package var isWholePageWanted = false
        /// What to do with markup that was encoded twice; nil: decode it in records, not in pages.
        package var doubleEncoded: TextOptions.DoubleEncoding?
        /// Whether symbols are asked to be shown as text.
        package var textPresentation = false
        /// What an item's body is made with; nil: it is the main part of the item's page.
        package var template: String?
        /// The schemes of links that stay links, in lower case, each once.
        package var linkSchemes = TextOptions.archiveLinkSchemes

        /// How a text is rendered.
        ///
        /// - Parameter isFragment: Whether it is a piece of HTML out of a record rather than a page.
        package func options(isFragment: Bool) -> TextOptions {
            var options = TextOptions.archive(isFragment: isFragment)
            if let doubleEncoded { options.doubleEncoded = doubleEncoded }
            options.textPresentation = textPresentation
            options.linkSchemes = Set(linkSchemes)
            return options
        }

        /// Stands for all that ``options(isFragment:)`` follows from: 16 hexadecimal digits, the same in every process
        /// and release; nil for the defaults.
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

    /// Which pictures are read and made.
    package struct Images: Sendable, Hashable {
        /// Whether the items' pictures are read.
        package var areWanted = true
        /// The widths in pixels that smaller pictures are made for: 1 to 8, each once, rising, 16 to 8192.
        package var widths = [320, 1_080]
    }

    /// How hard one host may be asked.
    package struct Politeness: Sendable, Hashable {
        /// The most requests to one host at once, 1 to 64; nil: what suits the host.
        package var concurrency: Int?
        /// The least time between the starts of two requests to one host; nil: what suits the host.
        package var delay: Duration?

        /// Makes a value; the defaults are those of a definition without the key.
        package init(concurrency: Int? = nil, delay: Duration? = nil) {
            self.concurrency = concurrency
            self.delay = delay
        }
    }

    /// How often a failed request is repeated.
    package struct Retry: Sendable, Hashable {
        /// How often a job is tried in all, 1 to 50.
        package var attempts: Int
        /// The first pause; each further one is twice as long.
        package var base: Duration
        /// The longest pause between two tries.
        package var cap: Duration
        /// The longest pause that a host gets that asks for one with `Retry-After`.
        package var pause: Duration

        /// Makes a value; the defaults are those of a definition without the key.
        package init(
            attempts: Int = 8,
            base: Duration = .seconds(1),
            cap: Duration? = nil,
            pause: Duration? = nil
        ) {
            self.attempts = attempts
            self.base = base
            self.cap = cap ?? .seconds(900)
            self.pause = pause ?? cap ?? .seconds(86_400)
        }
    }

    /// The source's name in URNs and tables.
    package var name: String
    /// How the source is read.
    package var kind: SourceKind
    /// Where the API answers, without a slash at the end.
    package var base: WebAddress
    /// Where the API key comes from; nil: the API needs none.
    package var key: Key?
    /// What to search for.
    package var queries: [String] = []
    /// The outlets to read; empty: all.
    package var outlets: [String] = []
    /// Which outlets to read; nil: all.
    package var category: NewsCategory?
    /// The language of outlets or articles; nil: all.
    package var language: NewsLanguage?
    /// The country of outlets or headlines; nil: all.
    package var country: NewsCountry?
    /// The order in which the API is asked; nil: its own.
    package var sort: SortOrder?
    /// The most items of each query, of `sitemap` and `pages` of the whole sync; nil: all.
    package var limit: Int?
    /// The items of one search page; nil: the API's largest.
    package var pageSize: Int?
    /// Whether the items' web pages are read for their text.
    package var pages = true
    /// Which texts are made of pages.
    package var text = Text()
    /// Which pictures are read and made.
    package var images = Images()
    /// How hard one host may be asked.
    package var politeness = Politeness()
    /// Who asks a host, under which rules, and how often at most.
    package var identity = CrawlIdentity()
    /// How often a failed request is repeated.
    package var retry = Retry()
    /// The longest silence of one request.
    package var timeout: Duration = .seconds(30)
    /// Whether an item that no list names any more is gone: lists of news name the latest ones only, and so does a list
    /// that is cut; of an API that is asked for changes nobody knows whether its list without `since` has all.
    package var listsEverything: Bool {
        !kind.isNews && ![.pages, .feed].contains(kind) && limit == nil && scope.maxPages == nil
            && mapping?.since == nil
    }
    /// The most pages of a sync that sitemaps or links lead to: the smaller one of `limit` and `max-pages`; nil: all.
    package var mostPages: Int? {
        guard let limit, kind == .sitemap || kind == .pages else { return scope.maxPages }
        return min(limit, scope.maxPages ?? limit)
    }
    /// Which pages of a website are taken.
    package var scope = SourceScope()
    /// How a website's sitemaps are read.
    package var sitemaps = SitemapOptions()
    /// Which links of a website are followed.
    package var crawl = CrawlOptions()
    /// How feeds are read.
    package var feed = FeedOptions()
    /// How a WordPress site is read.
    package var wordPress = WordPressOptions()
    /// Private addresses that this source may reach besides its own base.
    package var allow: [HostPort] = []
    /// How a mapped kind is read; nil for the other kinds.
    package var mapping: SourceMapping?
    /// What the items are.
    package var site = SiteContent.auto
    /// What is worth telling the user though nothing is wrong, such as a category that the API does not document.
    package var warnings: [String] = []

    /// Makes a definition with the default of each key.
    package init(name: String, kind: SourceKind, base: WebAddress) {
        self.name = name
        self.kind = kind
        self.base = base
    }

    /// Stands for the text options and for what pages are read as: a text with another one is made again; nil for the
    /// defaults.
    package var optionsHash: String? {
        guard kind.hasSite, site != .auto else { return text.optionsHash }
        return String((text.optionsHash ?? "").prefix(16)) + site.rawValue
    }

    /// The API key out of `environment`; nil when the definition names none.
    ///
    /// White space round the value is dropped.
    ///
    /// - Throws: ``SourceError`` with code `missing-api-key` when the variable is missing or empty, or holds characters
    ///   other than printable ASCII, which no API takes and which could break out of a request header.
    package func apiKey(from environment: [String: String]) throws(SourceError) -> String? {
        guard let variable = key?.environment else { return nil }
        func refuse(_ reason: String) -> SourceError {
            SourceError(
                code: .missingAPIKey,
                message: "The source \"\(name)\" needs an API key, and the environment variable \(variable) \(reason). "
                    + "Set it, as in `export \(variable)=...`, and start again."
            )
        }
        guard let value = environment[variable] else { throw refuse("is not set") }
        let key = value.trimmedASCII
        guard !key.isEmpty else { throw refuse("is empty") }
        guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), key.utf8.count <= 4096 else {
            throw refuse("holds characters that no API key has")
        }
        return key
    }
}
