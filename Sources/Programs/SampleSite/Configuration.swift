extension SampleSite {
    /// What a site holds, where it listens and how it misbehaves.
    package struct Configuration: Sendable, Equatable {
        /// The most recipes, and the most articles, of one site.
        package static let maxItems = 1_000_000
        /// 500 recipes and 200 articles on a free port of 127.0.0.1, without faults.
        package static let standard = Configuration()

        /// Decides all words, pictures and faults.
        package var seed: UInt64 = 1
        /// 0 to ``maxItems``.
        package var recipes = 500
        /// 0 to ``maxItems``.
        package var articles = 200
        /// The address to bind.
        package var host = "127.0.0.1"
        /// The port to bind; 0 takes a free one.
        package var port = 0
        /// The scheme, host and port used in links, such as `http://sample-site:8080`, without a final slash.
        ///
        /// Nil means the bound address (127.0.0.1 for a wildcard address).
        package var publicURL: String?
        /// The key that both APIs ask for; nil: they ask for none.
        package var key: String?
        /// How many revisions the content has gone through, 0 to 1,000.
        ///
        /// Each revision alters ``changesPerRevision`` recipes: one more ingredient and step, a longer cooking time, a
        /// later `Last-Modified`, and for every second of them other picture bytes under the same URL.
        package var revision = 0
        /// How many recipes one revision alters, at most ``recipes``.
        package var changesPerRevision = 10
        /// Whether NewsAPI answers behave like a developer key's: HTTP 426 beyond 100 results of a query.
        package var newsDeveloperKey = false
        /// Calls of either API that are answered before its quota is spent; nil means no quota.
        package var apiQuota: Int?
        /// `Crawl-delay` in robots.txt, in seconds; nil leaves it out.
        package var crawlDelaySeconds: Int?
        /// Whether text answers are gzipped for clients that accept it.
        package var gzip = false
        /// `max-age` in `Cache-Control`, in seconds; nil sends `no-cache`, so that each use revalidates.
        package var maxAgeSeconds: Int?
        /// What goes wrong on purpose.
        package var faults = Faults.none

        /// The same with all counts within their limits.
        var clamped: Configuration {
            var clamped = self
            clamped.recipes = min(max(recipes, 0), Self.maxItems)
            clamped.articles = min(max(articles, 0), Self.maxItems)
            clamped.revision = min(max(revision, 0), 1_000)
            clamped.changesPerRevision = min(max(changesPerRevision, 0), clamped.recipes)
            return clamped
        }
    }
}
