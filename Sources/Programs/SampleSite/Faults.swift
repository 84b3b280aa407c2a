extension SampleSite {
    /// What a site does wrong on purpose, so that its clients can be tested.
    ///
    /// A fault belongs to a target (path and query). ``rate`` of all targets, chosen by the seed, are faulty; each has one
    /// of ``kinds``, and shows it on its first ``times`` requests. `/stats` is never faulty and never delayed.
    package struct Faults: Sendable, Equatable {
        /// One way for an answer to go wrong.
        package enum Kind: String, Sendable, CaseIterable {
            /// 429 with `Retry-After`.
            case tooManyRequests = "429"
            /// 500 with a short HTML body.
            case serverError = "500"
            /// 503 with `Retry-After`.
            case unavailable = "503"
            /// 200 with a `Content-Length` about twice what is sent, then the connection closes.
            case cutBody = "cut"
            /// 200 with JSON that stops in the middle; only on JSON answers.
            case brokenJSON = "broken-json"
            /// 301, 302, 307 or 308 to the same target with `_hop=1`, which answers.
            case redirect = "redirect"
            /// 302 to a pair of targets that redirect to each other for ever.
            case redirectLoop = "redirect-loop"
            /// The right body in 16 pieces, spread over ``Faults/dripDuration``.
            case slowDrip = "drip"
            /// The right body called `application/octet-stream`.
            case wrongContentType = "wrong-type"
            /// The connection closes without an answer.
            case noAnswer = "no-answer"
        }

        /// How `Retry-After` is written.
        package enum RetryAfterForm: String, Sendable, CaseIterable {
            /// A number of seconds.
            case seconds
            /// An HTTP date.
            case date
        }

        /// The faults in use; empty, the default, means none.
        package var kinds: [Kind]
        /// The share of targets that are faulty, 0 to 1.
        ///
        /// Default 0.
        package var rate: Double
        /// How many requests of a faulty target go wrong before they go right; 0 means all of them.
        ///
        /// Default 1.
        package var times: Int
        /// The parts of the site that may be faulty; the default is all but `robots` and `stats`.
        package var areas: Set<Area>
        /// What `Retry-After` says, in seconds.
        ///
        /// Default 1.
        package var retryAfterSeconds: Int
        /// How `Retry-After` says it.
        ///
        /// Default: seconds.
        package var retryAfterForm: RetryAfterForm
        /// How long a dripping body takes.
        ///
        /// Default 5 s.
        package var dripDuration: Duration
        /// The least delay before any answer.
        ///
        /// Default 0.
        package var latency: Duration
        /// Up to this much is added to ``latency``, by target.
        ///
        /// Default 0.
        package var jitter: Duration
        /// After this many requests a burst of 503 begins; 0, the default, means never.
        package var burstEvery: Int
        /// How many requests in a row a burst refuses.
        ///
        /// Default 5.
        package var burstLength: Int

        /// Makes a set of faults; every parameter has the default named at its property.
        package init(
            kinds: [Kind] = [],
            rate: Double = 0,
            times: Int = 1,
            areas: Set<Area> = Set(Area.allCases).subtracting([.robots, .stats]),
            retryAfterSeconds: Int = 1,
            retryAfterForm: RetryAfterForm = .seconds,
            dripDuration: Duration = .seconds(5),
            latency: Duration = .zero,
            jitter: Duration = .zero,
            burstEvery: Int = 0,
            burstLength: Int = 5
        ) {
            self.kinds = kinds
            self.rate = min(max(rate, 0), 1)
            self.times = max(times, 0)
            self.areas = areas.subtracting([.stats])
            self.retryAfterSeconds = max(retryAfterSeconds, 0)
            self.retryAfterForm = retryAfterForm
            self.dripDuration = dripDuration
            self.latency = latency
            self.jitter = jitter
            self.burstEvery = max(burstEvery, 0)
            self.burstLength = max(burstLength, 0)
        }
    }

    /// A part of the site, by path; counted apart in `/stats`.
    package enum Area: String, Sendable, CaseIterable {
        /// `/api/search`.
        case search
        /// `/api/get`.
        case detail
        /// `/v1/…` and `/v2/…`.
        case news
        /// `/recipe/…` and `/view/…`.
        case recipePage = "recipe-page"
        /// `/news/…`.
        case articlePage = "article-page"
        /// `/image/…`.
        case image
        /// `/`, `/news`, `/publisher/…`.
        case index
        /// `/sitemap….xml`.
        case sitemap
        /// `/robots.txt`.
        case robots
        /// `/private…`, which robots.txt forbids: a polite client leaves this count at 0.
        case forbidden = "private"
        /// `/stats`, which is not counted in the totals.
        case stats
        /// Everything else.
        case other
    }
}
