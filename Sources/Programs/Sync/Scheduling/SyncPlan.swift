internal import LarderCatalog
internal import LarderLedger
internal import LarderModel

/// What a run begins with.
struct SyncPlan: Sendable {
    var epoch: UInt64
    var sources: SyncedSources
    var work: [AddedJobs]
    /// Unfinished jobs at the start, by kind.
    var open: [JobKind: Int] = [:]
    /// Jobs of the syncs so far by source and kind, ended ones included.
    var jobs: [SourceID: [JobKind: Int]] = [:]
    /// Patterns of addresses that are not followed any more.
    var endedPatterns: [SourceID: Set<String>] = [:]
    /// Unfinished jobs of an earlier run, by source name; a source that is absent began a new sync.
    var resumed: [String: Int]
    /// Sources whose unfinished sync was asked for something else, and begins anew.
    var restarted: [String] = []
    /// When the last sync that ended did so, in Unix milliseconds: its hosts were not asked since.
    var lastEndAt: Int64 = 0
    /// Whether a sync did not end: only its jobs tell when it asked last.
    var isInterrupted = false
    /// Whether the jobs of such a one are gone.
    var hasForgottenRequests = false
    /// When a job ended last that may have asked a host, by the host's lane and in Unix milliseconds.
    var lastAnswers: [String: Int64] = [:]
    /// Hosts that ask for long delays, and were asked so short ago that the first request waits too.
    var pauses: [LaneID: Milliseconds] = [:]

    /// Shorter delays are over when a run begins.
    private static let pausedDelayMs: Milliseconds = 1000
    /// A host with a longer delay has answered a request before the next one is due.
    private static let measuredDelayMs: Milliseconds = 60_000

    /// Whether a host has so long a delay that ``lastAnswers`` counts.
    var hasMeasuredDelay: Bool { work.contains { $0.lane.limits.delayMs > Self.measuredDelayMs } }

    /// Notes until when the hosts of a source's last sync may have been asked.
    mutating func note(_ sync: SyncSummary, isResumed: Bool) {
        if let end = sync.finishedAt {
            lastEndAt = max(lastEndAt, end)
        } else {
            isInterrupted = true
            hasForgottenRequests = hasForgottenRequests || !isResumed
        }
    }

    /// Notes the hosts that earlier runs make wait, each for what is left of the longest delay that a source grants it.
    ///
    /// A host whose rules are not known waits for these, whichever source asks for them.
    mutating func notePauses(at now: Int64) {
        let closed = Set(work.map(\.lane).filter(\.isClosed).map(\.id))
        var lanes: [LaneID: LaneInfo] = [:]
        for lane in work.map(\.lane) where lane.jobClass == .fetch && !closed.contains(lane.id) {
            if lane.limits.delayMs >= lanes[lane.id]?.limits.delayMs ?? 0 { lanes[lane.id] = lane }
        }
        pauses = lanes.compactMapValues { lane in
            let delay = lane.limits.delayMs
            let ago = Milliseconds(clamping: now - min(now, lastRequest(in: lane, at: now)))
            guard delay > Self.pausedDelayMs, ago < delay else { return nil }
            return delay - ago
        }
    }

    /// When a host may have been asked last, in Unix milliseconds.
    private func lastRequest(in lane: LaneInfo, at now: Int64) -> Int64 {
        let answer = lane.limits.delayMs > Self.measuredDelayMs ? lastAnswers[lane.name] : nil
        let known = max(answer ?? 0, lastEndAt)
        guard isInterrupted else { return known }
        // Starts lie a delay apart, and an answer comes within a minute: before the next start was due there was none.
        guard answer != nil, !hasForgottenRequests, known <= now else { return now }
        return Milliseconds(clamping: now - known) < lane.limits.delayMs - Self.measuredDelayMs ? known : now
    }
}
