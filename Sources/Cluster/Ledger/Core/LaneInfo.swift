package import LarderModel

/// How fast the jobs of one lane may start, over all workers.
package struct LaneLimits: Sendable, Hashable {
    /// Jobs under way at once, 1 or more.
    package var concurrency: Int
    /// Milliseconds between two starts; 0: any number may start at once.
    package var delayMs: Milliseconds

    /// Makes limits; a concurrency below 1 becomes 1.
    package init(concurrency: Int, delayMs: Milliseconds = 0) {
        self.concurrency = max(1, concurrency)
        self.delayMs = delayMs
    }

    /// No limit that a cluster reaches.
    package static let unlimited = LaneLimits(concurrency: 1_000_000_000)

    /// The stricter of both in each respect.
    func strictest(with other: LaneLimits) -> LaneLimits {
        LaneLimits(concurrency: min(concurrency, other.concurrency), delayMs: max(delayMs, other.delayMs))
    }
}

/// A lane: the jobs that share one limit, which are the fetches of one host, or all render jobs.
package struct LaneInfo: Sendable, Hashable {
    /// The ledger's number.
    package var id: LaneID
    /// `host:port`, or `render`.
    package var name: String
    /// What its jobs wait for.
    package var jobClass: JobClass
    /// What the source of the jobs at hand allows; of several sources in a lane the strictest limits hold.
    package var limits: LaneLimits

    /// Makes a lane.
    package init(id: LaneID, name: String, jobClass: JobClass, limits: LaneLimits) {
        self.id = id
        self.name = name
        self.jobClass = jobClass
        self.limits = limits
    }

    /// Makes a lane with its limits one by one.
    package init(id: LaneID, name: String, jobClass: JobClass, concurrency: Int, delayMs: Milliseconds = 0) {
        self.init(
            id: id,
            name: name,
            jobClass: jobClass,
            limits: LaneLimits(concurrency: concurrency, delayMs: delayMs)
        )
    }
}
