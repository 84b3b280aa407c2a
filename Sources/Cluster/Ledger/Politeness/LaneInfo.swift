package import LarderModel

/// How fast the jobs of one lane may start, over all workers.
package struct LaneLimits: Sendable, Hashable {
    /// Jobs under way at once, 1 or more.
    package var concurrency: Int
    /// Milliseconds between two starts; 0: any number may start at once.
    package var delayMs: Milliseconds
    /// So many times the host's latency pass between two starts, and they become fewer where it refuses; nil: it is
    /// asked as fast as the other limits allow.
    package var latencyFactor: UInt64?

    /// Makes limits; a concurrency below 1 becomes 1.
    package init(concurrency: Int, delayMs: Milliseconds = 0, latencyFactor: UInt64? = nil) {
        self.concurrency = max(1, concurrency)
        self.delayMs = delayMs
        self.latencyFactor = latencyFactor
    }

    /// No limit that a cluster reaches.
    package static let unlimited = LaneLimits(concurrency: 1_000_000_000)

    /// The stricter of both in each respect.
    func strictest(with other: LaneLimits) -> LaneLimits {
        LaneLimits(
            concurrency: min(concurrency, other.concurrency),
            delayMs: max(delayMs, other.delayMs),
            latencyFactor: [latencyFactor, other.latencyFactor].compactMap(\.self).max()
        )
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
    /// Whether nothing may start before ``LedgerEvent/rules(_:)`` names the lane.
    package var isClosed: Bool

    /// Makes a lane.
    package init(id: LaneID, name: String, jobClass: JobClass, limits: LaneLimits, isClosed: Bool = false) {
        self.id = id
        self.name = name
        self.jobClass = jobClass
        self.limits = limits
        self.isClosed = isClosed
    }

    /// The name of the lane whose jobs bring the rules of a host: what it allows, and how fast.
    package static func rulesName(of host: String) -> String { rulesPrefix + host }

    private static let rulesPrefix = "robots "

    /// Whether the jobs of a lane with this name bring a host's rules.
    package static func isForRules(_ name: String) -> Bool { name.hasPrefix(rulesPrefix) }

    /// The name of the lane of a host's own jobs, of that or of the one whose jobs bring its rules.
    package static func hostName(of name: String) -> String {
        isForRules(name) ? String(name.dropFirst(rulesPrefix.count)) : name
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

/// What a host's rules mean for its lane.
package struct LaneRules: Sendable, Hashable {
    /// The lane of the host's own jobs.
    package var lane: LaneID
    /// The least milliseconds between two starts that the host asks for; 0: it does not say.
    package var delayMs: Milliseconds
    /// The sources for which that does not count; where others use the lane too, it does.
    package var exempt: Set<SourceID>

    /// Makes a note of rules.
    package init(lane: LaneID, delayMs: Milliseconds, exempt: Set<SourceID> = []) {
        self.lane = lane
        self.delayMs = delayMs
        self.exempt = exempt
    }
}

/// A lane whose host was asked a short while ago, by an earlier run.
package struct LanePause: Sendable, Hashable {
    /// The lane of the host's own jobs.
    package var lane: LaneID
    /// How long nothing starts in it.
    package var milliseconds: Milliseconds

    /// Makes a pause.
    package init(lane: LaneID, milliseconds: Milliseconds) {
        self.lane = lane
        self.milliseconds = milliseconds
    }
}

/// A host that has jobs left and is not asked before a time.
package struct PausedHost: Sendable, Hashable {
    /// The name of its lane.
    package var name: String
    /// When it is asked again, on the owner's clock.
    package var until: Milliseconds
    /// Its words, or what makes it wait; may be empty.
    package var reason: String
    /// Whether its answers asked for that; else a delay between requests does, which may be the user's own.
    package var hasAsked: Bool
}
