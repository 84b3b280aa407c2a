package import LarderModel

/// How fast the jobs of one lane may start, over all workers.
package struct LaneLimits: Sendable, Hashable {
    package var concurrency: Int
    /// Milliseconds between two starts; 0: any number may start at once.
    package var delayMs: Milliseconds
    /// So many times the host's latency pass between two starts, and the delay grows where it refuses; nil: no such
    /// limit.
    package var latencyFactor: UInt64?

    package init(concurrency: Int, delayMs: Milliseconds = 0, latencyFactor: UInt64? = nil) {
        self.concurrency = max(1, concurrency)
        self.delayMs = delayMs
        self.latencyFactor = latencyFactor
    }

    package static let unlimited = LaneLimits(concurrency: 1_000_000_000)

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
    package var id: LaneID
    /// `host:port`, or `render`.
    package var name: String
    package var jobClass: JobClass
    /// What the source of the jobs allows; the strictest source of a lane counts.
    package var limits: LaneLimits
    /// Whether nothing may start before ``LedgerEvent/rules(_:)`` names the lane.
    package var isClosed: Bool

    package init(id: LaneID, name: String, jobClass: JobClass, limits: LaneLimits, isClosed: Bool = false) {
        self.id = id
        self.name = name
        self.jobClass = jobClass
        self.limits = limits
        self.isClosed = isClosed
    }

    /// The name of the lane whose jobs bring a host's rules.
    package static func rulesName(of host: String) -> String { rulesPrefix + host }

    private static let rulesPrefix = "robots "

    var isForRules: Bool { Self.isForRules(name) }

    /// Whether the jobs of a lane with this name bring a host's rules.
    package static func isForRules(_ name: String) -> Bool { name.hasPrefix(rulesPrefix) }

    /// The name of the lane of a host's own jobs.
    package static func hostName(of name: String) -> String {
        isForRules(name) ? String(name.dropFirst(rulesPrefix.count)) : name
    }
}

package struct LaneRules: Sendable, Hashable {
    package var lane: LaneID
    /// The delay between starts that the host asks for; 0: none.
    package var delayMs: Milliseconds
    /// Sources to which the delay does not apply, unless others use the lane too.
    package var exempt: Set<SourceID>

    package init(lane: LaneID, delayMs: Milliseconds, exempt: Set<SourceID> = []) {
        self.lane = lane
        self.delayMs = delayMs
        self.exempt = exempt
    }
}

/// A host that has jobs left and is not asked before a time.
package struct PausedHost: Sendable, Hashable {
    package var name: String
    /// When it is asked again, on the owner's clock.
    package var until: Milliseconds
    /// Why it waits; may be empty.
    package var reason: String
    /// Whether its answers asked for that, rather than a delay, which may be the user's own.
    package var hasAsked: Bool
}

/// How a host is dealt with, for people.
package struct HostReport: Sendable, Hashable {
    package var name: String
    /// Requests under way, and how many there may be at once.
    package var running: Int
    package var concurrency: Int
    /// Jobs that were handed out.
    package var started: Int
    package var delayMs: Milliseconds
    /// Until when it gets no request, on the owner's clock.
    package var pausedUntil: Milliseconds?
    /// Why it waits, where it asked for that; may be empty.
    package var reason: String
    package var hasAsked: Bool
    /// Whether its robots.txt is waited for.
    package var awaitsRules: Bool
}

/// How a worker does, for people.
package struct SessionReport: Sendable {
    package var id: SessionID
    package var name: String
    package var residentBytes: UInt64
    /// Kinds of the jobs that it holds.
    package var running: [JobKind: Int]
    package var isLocal: Bool
}

/// A host whose transfers run for long.
package struct SlowHost: Sendable, Hashable {
    package var name: String
    package var transfers: Int
    package var longestMs: Milliseconds
}
