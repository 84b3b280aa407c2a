internal import LarderModel

/// What is under way in one lane, and when it may start more.
struct Lane: Sendable {
    let id: LaneID
    let name: String
    let jobClass: JobClass
    /// Whether its jobs bring a host's rules.
    let isForRules: Bool
    /// The strictest limits of the sources that have jobs here.
    private(set) var limits: LaneLimits
    /// Its queues, as places in ``FairQueue``: one for each source and kind.
    var queues: [Int] = []
    /// Jobs leased and not yet answered.
    var inFlight = 0
    /// No start before this time: the delay between starts, or a Retry-After.
    private(set) var pausedUntil: Milliseconds = 0
    /// The end of the last pause that the host asked for, and its words.
    private(set) var asked: (until: Milliseconds, reason: String) = (0, "")
    /// Whether nothing starts, as the host's rules are not known yet.
    private(set) var isClosed: Bool
    private var areRulesKnown = false
    private var pace = HostPace()
    /// Whether the end of its pause is listed in ``FairQueue``.
    var isPauseListed = false

    init(_ info: LaneInfo) {
        id = info.id
        name = info.name
        jobClass = info.jobClass
        isForRules = LaneInfo.isForRules(info.name)
        limits = info.limits
        isClosed = info.isClosed
    }

    /// Applies another source's limits too.
    mutating func tighten(to other: LaneInfo) {
        limits = limits.strictest(with: other.limits)
        if other.isClosed, !areRulesKnown { isClosed = true }
    }

    /// Milliseconds between two starts at present.
    var delayMs: Milliseconds { limits.latencyFactor == nil ? limits.delayMs : max(limits.delayMs, pace.delayMs) }

    /// Whether one more job of the lane may start now.
    func mayStart(at now: Milliseconds) -> Bool { room(at: now) > 0 }

    /// How many more jobs may start now.
    func room(at now: Milliseconds) -> Int {
        guard pausedUntil <= now, !isClosed else { return 0 }
        let free = max(0, limits.concurrency - inFlight)
        return delayMs > 0 ? min(free, 1) : free
    }

    /// The host's rules are known: its delay holds from now on, and since the request for them.
    mutating func open(delayMs: Milliseconds, at now: Milliseconds) {
        isClosed = false
        areRulesKnown = true
        limits.delayMs = max(limits.delayMs, delayMs)
        pausedUntil = max(pausedUntil, now + self.delayMs)
    }

    /// The host counts requests, and few are left: one job at a time, and none before a time.
    mutating func limit(until: Milliseconds) {
        limits.concurrency = 1
        pausedUntil = max(pausedUntil, until)
        asked.until = max(asked.until, until)
    }

    /// The host answered a request.
    mutating func answered(in milliseconds: Milliseconds) {
        guard let factor = limits.latencyFactor else { return }
        pace.answered(in: milliseconds, factor: factor)
    }

    /// The host throttles, or fails as one that is overloaded.
    ///
    /// - Parameters:
    ///   - pause: What it asks for; nil: it did not say.
    ///   - isThrottled: Whether it says that it was asked too often.
    /// - Returns: How long it is left alone now.
    mutating func refuse(
        pause: Milliseconds?,
        isThrottled: Bool,
        reason: String,
        at now: Milliseconds
    ) -> Milliseconds {
        var wait = isThrottled ? pause ?? 0 : 0
        // What was under way already when the host refused says nothing new.
        if limits.latencyFactor != nil, asked.until <= now {
            let own = pace.refused(leastMs: limits.delayMs)
            wait = pause ?? own
        }
        guard wait > 0 else { return 0 }
        asked = (max(asked.until, now + wait), reason)
        pausedUntil = max(pausedUntil, now + wait)
        return wait
    }

    /// Counts jobs that start.
    mutating func begin(_ count: Int, at now: Milliseconds) {
        guard count > 0 else { return }
        inFlight += count
        if delayMs > 0 { pausedUntil = max(pausedUntil, now + delayMs) }
    }
}
