internal import LarderModel

struct Lane: Sendable {
    let info: LaneInfo
    /// The strictest limits of the sources that have jobs here.
    private(set) var limits: LaneLimits
    var queues: [Int] = []
    var inFlight = 0
    /// Jobs that were handed out.
    private(set) var started = 0
    /// No start before this time, as the last start was so short ago.
    private var nextStart: Milliseconds = 0
    /// No start before this time, as the host or its rules say so.
    private var leftAloneUntil: Milliseconds = 0
    /// The last start, and ``nextStart`` before it.
    private var lastStart: (job: JobID, before: Milliseconds)?
    /// Since when jobs start one at a time, as few requests are left of the host's limit.
    private var singleSince: Milliseconds?
    /// The end of the last pause that the host asked for, and why.
    private(set) var asked: (until: Milliseconds, reason: String) = (0, "")
    /// The end of the longest pause that the host itself named.
    private(set) var namedUntil: Milliseconds = 0
    /// Whether nothing starts before the host's rules are known.
    private(set) var isClosed: Bool
    private var areRulesKnown = false
    private var pace = HostPace()
    /// Whether the end of its pause is listed in ``FairQueue``.
    var isPauseListed = false

    /// Delays from this length on are reported to people.
    static let reportedDelayMs: Milliseconds = 10_000

    init(_ info: LaneInfo) {
        self.info = info
        limits = info.limits
        isClosed = info.isClosed
    }

    mutating func tighten(to other: LaneInfo) {
        limits = limits.strictest(with: other.limits)
        if other.isClosed, !areRulesKnown { isClosed = true }
    }

    var delayMs: Milliseconds { limits.latencyFactor == nil ? limits.delayMs : max(limits.delayMs, pace.delayMs) }

    /// The later one of the delay between starts and a Retry-After.
    var pausedUntil: Milliseconds { max(nextStart, leftAloneUntil) }

    var concurrency: Int { singleSince == nil ? limits.concurrency : 1 }

    func mayStart(at now: Milliseconds) -> Bool { room(at: now) > 0 }

    func room(at now: Milliseconds) -> Int {
        guard pausedUntil <= now, !isClosed else { return 0 }
        let free = max(0, concurrency - inFlight)
        return delayMs > 0 ? min(free, 1) : free
    }

    /// Applies the host's rules: its delay holds from now on, and since the request for them.
    mutating func open(delayMs: Milliseconds, at now: Milliseconds) {
        isClosed = false
        areRulesKnown = true
        limits.delayMs = max(limits.delayMs, delayMs)
        leftAloneUntil = max(leftAloneUntil, now + self.delayMs)
    }

    mutating func leaveAlone(until time: Milliseconds) { leftAloneUntil = max(leftAloneUntil, time) }

    /// Few requests are left of the host's limit: one job at a time, and none before a time.
    mutating func limit(until: Milliseconds, at now: Milliseconds) {
        singleSince = now
        leftAloneUntil = max(leftAloneUntil, until)
        asked.until = max(asked.until, until)
    }

    mutating func recordLatency(_ milliseconds: Milliseconds) {
        guard let factor = limits.latencyFactor else { return }
        pace.recordLatency(milliseconds, factor: factor)
    }

    mutating func answered(in milliseconds: Milliseconds) {
        guard let factor = limits.latencyFactor else { return }
        pace.answered(in: milliseconds, factor: factor)
    }

    /// Ends ``singleSince``, unless the answer is to a job from before.
    mutating func hasPlenty(assignedAt: Milliseconds) {
        if let since = singleSince, assignedAt >= since { singleSince = nil }
    }

    /// The job's host was not asked: the next job may start as if this one had not.
    mutating func undoStart(_ job: JobID) {
        guard let last = lastStart, last.job == job else { return }
        nextStart = last.before
        lastStart = nil
    }

    /// Pauses for a host that throttles or is overloaded.
    ///
    /// - Parameter pause: What it asks for; nil: it named none.
    /// - Returns: How long it is left alone now.
    mutating func refuse(
        pause: Milliseconds?,
        isThrottled: Bool,
        reason: String,
        at now: Milliseconds
    ) -> Milliseconds {
        var wait = isThrottled ? pause ?? 0 : 0
        // Answers to what was under way when the host refused are no further refusals.
        if limits.latencyFactor != nil, asked.until <= now {
            let own = pace.refused(leastMs: limits.delayMs)
            wait = pause ?? own
        }
        guard wait > 0 else { return 0 }
        if isThrottled, pause != nil { namedUntil = max(namedUntil, now + wait) }
        asked = (max(asked.until, now + wait), reason)
        leftAloneUntil = max(leftAloneUntil, now + wait)
        return wait
    }

    /// Counts jobs that start, the last one of them `last`.
    mutating func begin(_ count: Int, last: JobID, at now: Milliseconds) {
        guard count > 0 else { return }
        inFlight += count
        started += count
        guard delayMs > 0 else { return }
        lastStart = (last, nextStart)
        nextStart = max(nextStart, now + delayMs)
    }
}
