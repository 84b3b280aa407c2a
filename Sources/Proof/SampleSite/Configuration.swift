extension SampleSite {
    /// What a site holds, where it listens and how it misbehaves.
    public struct Configuration: Sendable, Equatable {
        /// The most recipes, and the most articles, of one site.
        public static let maxItems = 1_000_000

        /// Decides all words, pictures and faults.
        ///
        /// Default 1.
        public var seed: UInt64
        /// How many recipes there are, 0 to ``maxItems``.
        ///
        /// Default 500.
        public var recipes: Int
        /// How many articles there are, 0 to ``maxItems``.
        ///
        /// Default 200.
        public var articles: Int
        /// The address to bind.
        ///
        /// Default 127.0.0.1.
        public var host: String
        /// The port to bind; 0, the default, takes a free one.
        public var port: Int
        /// The scheme, host and port used in links, such as `http://sample-site:8080`, without a final slash.
        ///
        /// Nil, the default, means the bound address (127.0.0.1 for a wildcard address).
        public var publicURL: String?
        /// The key that both APIs ask for; nil, the default, asks for none.
        public var key: String?
        /// How many revisions the content has gone through, 0 to 1,000.
        ///
        /// Default 0.
        ///
        /// Each revision alters ``changesPerRevision`` recipes: one more ingredient and step, a longer cooking time, a
        /// later `Last-Modified`, and for every second of them other picture bytes under the same URL.
        public var revision: Int
        /// How many recipes one revision alters.
        ///
        /// Default 10, at most ``recipes``.
        public var changesPerRevision: Int
        /// How many different base pictures are drawn, 1 to 48.
        ///
        /// Default 48.
        ///
        /// Every recipe's picture is one of them with its own metadata segment, so its own SHA-256.
        public var pictureVariety: Int
        /// Whether NewsAPI answers behave like a developer key's: HTTP 426 beyond 100 results of a query.
        ///
        /// Default false.
        public var newsDeveloperKey: Bool
        /// Calls of either API that are answered before its quota is spent; nil, the default, means no quota.
        public var apiQuota: Int?
        /// `Crawl-delay` in robots.txt, in seconds; nil, the default, leaves it out.
        public var crawlDelaySeconds: Int?
        /// Whether text answers are gzipped for clients that accept it.
        ///
        /// Default false.
        public var gzip: Bool
        /// `max-age` in `Cache-Control`, in seconds; nil, the default, sends `no-cache`, so that each use revalidates.
        public var maxAgeSeconds: Int?
        /// What goes wrong on purpose.
        ///
        /// Default: nothing.
        public var faults: Faults

        /// Makes a configuration; every parameter has the default named at its property.
        public init(
            seed: UInt64 = 1,
            recipes: Int = 500,
            articles: Int = 200,
            host: String = "127.0.0.1",
            port: Int = 0,
            publicURL: String? = nil,
            key: String? = nil,
            revision: Int = 0,
            changesPerRevision: Int = 10,
            pictureVariety: Int = 48,
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
            self.pictureVariety = min(max(pictureVariety, 1), 48)
            self.newsDeveloperKey = newsDeveloperKey
            self.apiQuota = apiQuota
            self.crawlDelaySeconds = crawlDelaySeconds
            self.gzip = gzip
            self.maxAgeSeconds = maxAgeSeconds
            self.faults = faults
        }
    }
}
