internal import LarderModel
internal import LarderProtocol

/// A cache folder that cannot be used: the worker takes no work until it can.
extension WorkerCore {
    struct CacheTrouble: Sendable {
        static let minWaitMs: UInt64 = 1000
        static let maxWaitMs: UInt64 = 30_000

        /// Nil: there is none.
        var reason: FailureReason?
        /// When the folder is looked at next; nil: a look is under way.
        var probeAt: UInt64?
        /// Milliseconds before the next look: doubled by each that fails, short again after a job that was done.
        var waitMs = Self.minWaitMs
    }

    mutating func noteCache(_ outcome: EndedJob.Outcome) {
        switch outcome {
        case .done: if cacheTrouble.reason == nil { cacheTrouble.waitMs = CacheTrouble.minWaitMs }
        case .failed(let reason):
            guard reason.isCacheTrouble, cacheTrouble.reason == nil else { return }
            actions.append(.tellTrouble(reason))
            cacheTrouble.reason = reason
            waitToProbe()
            beatAt = 0
        }
    }

    mutating func probeCache(at now: UInt64) {
        guard cacheTrouble.reason != nil, let due = cacheTrouble.probeAt, now >= due else { return }
        cacheTrouble.probeAt = nil
        actions.append(.probe)
    }

    mutating func take(probe reason: FailureReason?) {
        guard cacheTrouble.reason != nil, cacheTrouble.probeAt == nil else { return }
        cacheTrouble.reason = reason
        if reason != nil { waitToProbe() }
        beatAt = 0
    }

    private mutating func waitToProbe() {
        cacheTrouble.probeAt = health.tickedAt + cacheTrouble.waitMs
        cacheTrouble.waitMs = min(CacheTrouble.maxWaitMs, cacheTrouble.waitMs * 2)
    }
}
