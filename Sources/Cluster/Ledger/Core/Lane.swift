internal import LarderModel

/// What is under way in one lane, and when it may start more.
struct Lane: Sendable {
    let id: LaneID
    let name: String
    let jobClass: JobClass
    /// The strictest limits of the sources that have jobs here.
    private(set) var limits: LaneLimits
    /// Its queues, as places in ``FairQueue``: one for each source and kind.
    var queues: [Int] = []
    /// Jobs leased and not yet answered.
    var inFlight = 0
    /// No start before this time: the delay between starts, or a Retry-After.
    private(set) var pausedUntil: Milliseconds = 0
    /// The end of the last pause that the host asked for.
    private(set) var askedUntil: Milliseconds = 0
    /// Whether the end of its pause is listed in ``FairQueue``.
    var isPauseListed = false

    init(_ info: LaneInfo) {
        id = info.id
        name = info.name
        jobClass = info.jobClass
        limits = info.limits
    }

    /// Applies another source's limits too.
    mutating func tighten(to other: LaneLimits) { limits = limits.strictest(with: other) }

    /// Whether one more job of the lane may start now.
    func mayStart(at now: Milliseconds) -> Bool { room(at: now) > 0 }

    /// How many more jobs may start now.
    func room(at now: Milliseconds) -> Int {
        guard pausedUntil <= now else { return 0 }
        let free = max(0, limits.concurrency - inFlight)
        return limits.delayMs > 0 ? min(free, 1) : free
    }

    /// The host asks to be left alone.
    mutating func pause(until: Milliseconds) {
        askedUntil = max(askedUntil, until)
        pausedUntil = max(pausedUntil, until)
    }

    /// Counts jobs that start.
    mutating func begin(_ count: Int, at now: Milliseconds) {
        guard count > 0 else { return }
        inFlight += count
        if limits.delayMs > 0 { pausedUntil = max(pausedUntil, now + limits.delayMs) }
    }
}
