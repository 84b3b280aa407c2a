extension SampleSite {
    /// What a site does wrong on purpose, so that its clients can be tested.
    ///
    /// A fault belongs to a target (path and query). The seed chooses which share ``rate`` of all targets is faulty;
    /// each shows one of ``kinds`` on its first ``times`` requests. `/stats` is never faulty and never delayed.
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

        package static let none = Faults()

        /// The faults in use.
        package var kinds: [Kind] = []
        /// The share of targets that are faulty, 0 to 1.
        package var rate = 0.0
        /// How many requests of a faulty target go wrong before they go right; 0 means all of them.
        package var times = 1
        /// The parts of the site that may be faulty.
        package var areas = Set(Area.allCases).subtracting([.robots, .stats])
        /// What `Retry-After` says, in seconds.
        package var retryAfterSeconds = 1
        /// How `Retry-After` says it.
        package var retryAfterForm = RetryAfterForm.seconds
        /// How long a dripping body takes.
        package var dripDuration = Duration.seconds(5)
        /// The least delay before any answer.
        package var latency = Duration.zero
        /// Up to this much is added to ``latency``, by target.
        package var jitter = Duration.zero
        /// After this many requests a burst of 503 begins; 0 means never.
        package var burstEvery = 0
        /// How many requests in a row a burst refuses.
        package var burstLength = 5
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
