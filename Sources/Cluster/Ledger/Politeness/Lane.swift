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
    /// No start before this time, as the last one was so short ago.
    private var nextStart: Milliseconds = 0
    /// No start before this time, as the host or its rules say so.
    private var leftAloneUntil: Milliseconds = 0
    /// The job that started last, and ``nextStart`` before it did.
    private var lastStart: (job: JobID, before: Milliseconds)?
    /// Since when jobs start one at a time, as the host counts requests and few are left.
    private var singleSince: Milliseconds?
    /// The end of the last pause that the host asked for, and its words.
    private(set) var asked: (until: Milliseconds, reason: String) = (0, "")
    /// Whether nothing starts, as the host's rules are not known yet.
    private(set) var isClosed: Bool
    private var areRulesKnown = false
    private var pace = HostPace()
    /// Whether the end of its pause is listed in ``FairQueue``.
    var isPauseListed = false

    /// Delays from this length on are reported to people.
    static let reportedDelayMs: Milliseconds = 10_000

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

    /// No start before this time: the delay between starts, or a Retry-After.
    var pausedUntil: Milliseconds { max(nextStart, leftAloneUntil) }

    /// Jobs under way at once at present.
    var concurrency: Int { singleSince == nil ? limits.concurrency : 1 }

    /// Whether one more job of the lane may start now.
    func mayStart(at now: Milliseconds) -> Bool { room(at: now) > 0 }

    /// How many more jobs may start now.
    func room(at now: Milliseconds) -> Int {
        guard pausedUntil <= now, !isClosed else { return 0 }
        let free = max(0, concurrency - inFlight)
        return delayMs > 0 ? min(free, 1) : free
    }

    /// The host's rules are known: its delay holds from now on, and since the request for them.
    mutating func open(delayMs: Milliseconds, at now: Milliseconds) {
        isClosed = false
        areRulesKnown = true
        limits.delayMs = max(limits.delayMs, delayMs)
        leftAloneUntil = max(leftAloneUntil, now + self.delayMs)
    }

    /// Starts nothing before a time.
    mutating func leaveAlone(until time: Milliseconds) { leftAloneUntil = max(leftAloneUntil, time) }

    /// The host counts requests, and few are left: one job at a time, and none before a time.
    mutating func limit(until: Milliseconds, at now: Milliseconds) {
        singleSince = now
        leftAloneUntil = max(leftAloneUntil, until)
        asked.until = max(asked.until, until)
    }

    /// A result came, perhaps without a request.
    mutating func recordLatency(_ milliseconds: Milliseconds) {
        guard let factor = limits.latencyFactor else { return }
        pace.recordLatency(milliseconds, factor: factor)
    }

    /// The host answered a request.
    mutating func answered(in milliseconds: Milliseconds) {
        guard let factor = limits.latencyFactor else { return }
        pace.answered(in: milliseconds, factor: factor)
    }

    /// The host announced no limit that is near, in its answer to a job that was handed out at `assignedAt`.
    ///
    /// Answers to jobs from before it announced one do not count.
    mutating func hasPlenty(assignedAt: Milliseconds) {
        if let since = singleSince, assignedAt >= since { singleSince = nil }
    }

    /// A job ended for which its host was not asked: the next one may start as if it had not been handed out.
    mutating func undoStart(_ job: JobID) {
        guard let last = lastStart, last.job == job else { return }
        nextStart = last.before
        lastStart = nil
    }

    /// The host throttles, or fails as one that is overloaded.
    ///
    /// - Parameters:
    ///   - pause: What it asks for; nil: it named none.
    ///   - isThrottled: Whether it answered that it was asked too often.
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
        asked = (max(asked.until, now + wait), reason)
        leftAloneUntil = max(leftAloneUntil, now + wait)
        return wait
    }

    /// Counts jobs that start.
    ///
    /// - Parameter last: The last one of them.
    mutating func begin(_ count: Int, last: JobID, at now: Milliseconds) {
        guard count > 0 else { return }
        inFlight += count
        guard delayMs > 0 else { return }
        lastStart = (last, nextStart)
        nextStart = max(nextStart, now + delayMs)
    }
}
