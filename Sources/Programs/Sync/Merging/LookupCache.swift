internal import LarderLedger
internal import LarderModel

/// Per-transaction cache of lookups.
final class LookupCache {
    var lanes: [String: LaneID] = [:]
    var hosts: [String: LedgerStore.Host?] = [:]
    var laneInfos: [SourceID: [String: LaneInfo]] = [:]
    /// Keys of this transaction's robots.txt jobs.
    var rulesJobs: Set<String> = []
    /// Whether there were notes before the first effect; later notes belong to the current syncs.
    var hasNotes: Bool?
    var jobs: [SourceID: [JobKind: Int]]

    init(jobs: [SourceID: [JobKind: Int]]) { self.jobs = jobs }
}
