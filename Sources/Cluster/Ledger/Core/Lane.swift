internal import LarderModel
internal import LarderProtocol

/// One host's share of politeness, or the lane of all render jobs.
struct Lane: Sendable {
    var info: LaneInfo
    /// Its queues, as places in ``FairQueue``: one for each source and kind.
    var queues: [Int] = []
    /// Jobs leased and not yet answered.
    var inFlight = 0
    /// No start before this time: the delay between starts, or a Retry-After.
    var pausedUntil: Milliseconds = 0
    /// Whether the end of its rest is being waited for.
    var isPauseListed = false

    /// Whether one more job of the lane may start now.
    func mayStart(at now: Milliseconds) -> Bool { room(at: now) > 0 }

    /// How many more jobs may start now.
    func room(at now: Milliseconds) -> Int {
        guard pausedUntil <= now else { return 0 }
        let free = max(0, info.concurrency - inFlight)
        return info.delayMs > 0 ? min(free, 1) : free
    }

    /// Counts jobs that start.
    mutating func begin(_ count: Int, at now: Milliseconds) {
        guard count > 0 else { return }
        inFlight += count
        if info.delayMs > 0 { pausedUntil = max(pausedUntil, now + info.delayMs) }
    }
}
