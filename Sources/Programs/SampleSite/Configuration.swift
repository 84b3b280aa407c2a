extension SampleSite {
    /// What a site holds, where it listens and how it misbehaves.
    package struct Configuration: Sendable, Equatable {
        /// The most recipes, and the most articles, of one site.
        package static let maxItems = 1_000_000

        /// Decides all words, pictures and faults.
        ///
        /// Default 1.
        package var seed: UInt64
        /// How many recipes there are, 0 to ``maxItems``.
        ///
        /// Default 500.
        package var recipes: Int
        /// How many articles there are, 0 to ``maxItems``.
        ///
        /// Default 200.
        package var articles: Int
        /// The address to bind.
        ///
        /// Default 127.0.0.1.
        package var host: String
        /// The port to bind; 0, the default, takes a free one.
        package var port: Int
        /// The scheme, host and port used in links, such as `http://sample-site:8080`, without a final slash.
        ///
        /// Nil, the default, means the bound address (127.0.0.1 for a wildcard address).
        package var publicURL: String?
        /// The key that both APIs ask for; nil, the default, asks for none.
        package var key: String?
        /// How many revisions the content has gone through, 0 to 1,000.
        ///
        /// Default 0.
        ///
        /// Each revision alters ``changesPerRevision`` recipes: one more ingredient and step, a longer cooking time, a
        /// later `Last-Modified`, and for every second of them other picture bytes under the same URL.
        package var revision: Int
        /// How many recipes one revision alters.
        ///
        /// Default 10, at most ``recipes``.
        package var changesPerRevision: Int
        /// Whether NewsAPI answers behave like a developer key's: HTTP 426 beyond 100 results of a query.
        ///
        /// Default false.
        package var newsDeveloperKey: Bool
        /// Calls of either API that are answered before its quota is spent; nil, the default, means no quota.
        package var apiQuota: Int?
        /// `Crawl-delay` in robots.txt, in seconds; nil, the default, leaves it out.
        package var crawlDelaySeconds: Int?
        /// Whether text answers are gzipped for clients that accept it.
        ///
        /// Default false.
        package var gzip: Bool
        /// `max-age` in `Cache-Control`, in seconds; nil, the default, sends `no-cache`, so that each use revalidates.
        package var maxAgeSeconds: Int?
        /// What goes wrong on purpose.
        ///
        /// Default: nothing.
        package var faults: Faults

        /// Makes a configuration; every parameter has the default named at its property.
        package init(
            seed: UInt64 = 1,
            recipes: Int = 500,
            articles: Int = 200,
            host: String = "127.0.0.1",
            port: Int = 0,
            publicURL: String? = nil,
            key: String? = nil,
            revision: Int = 0,
            changesPerRevision: Int = 10,
            newsDeveloperKey: Bool = false,
            apiQuota: Int? = nil,
            crawlDelaySeconds: Int? = nil,
            gzip: Bool = false,
            maxAgeSeconds: Int? = nil,
            faults: Faults = Faults()
        ) {
            self.seed = seed
            self.recipes = min(max(recipes, 0), Self.maxItems)
            self.articles = min(max(articles, 0), Self.maxItems)
            self.host = host
            self.port = port
            self.publicURL = publicURL
            self.key = key
            self.revision = min(max(revision, 0), 1_000)
            self.changesPerRevision = min(max(changesPerRevision, 0), self.recipes)
            self.newsDeveloperKey = newsDeveloperKey
            self.apiQuota = apiQuota
            self.crawlDelaySeconds = crawlDelaySeconds
            self.gzip = gzip
            self.maxAgeSeconds = maxAgeSeconds
            self.faults = faults
        }
    }
}
