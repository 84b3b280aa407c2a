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
    /// When a host may have been asked last by an earlier run, in Unix milliseconds.
    var lastAskedAt: Int64 = 0
    /// Hosts that ask for long delays, and were asked so short ago that the first request waits too.
    var pauses: [LaneRules] = []

    /// Shorter delays are over when a run begins.
    private static let pausedDelayMs: Milliseconds = 1000

    /// Notes the hosts that ``lastAskedAt`` makes wait, each for the longest delay that a source grants it.
    ///
    /// A host whose rules are not known waits for these, whichever source asks for them.
    mutating func notePauses(at now: Int64) {
        let ago = Milliseconds(max(0, now - lastAskedAt))
        let lanes = work.map(\.lane)
        let closed = Set(lanes.filter(\.isClosed).map(\.id))
        var delays: [LaneID: Milliseconds] = [:]
        for lane in lanes where lane.jobClass == .fetch && !closed.contains(lane.id) {
            delays[lane.id] = max(delays[lane.id] ?? 0, lane.limits.delayMs)
        }
        pauses = delays.filter { $0.value > max(ago, Self.pausedDelayMs) }.sorted { $0.key < $1.key }
            .map { LaneRules(lane: $0.key, delayMs: $0.value) }
    }
}
