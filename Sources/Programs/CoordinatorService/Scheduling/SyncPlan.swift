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
    /// Unfinished jobs of an earlier run, by source name; a source that is absent began a new sync.
    var resumed: [String: Int]
    /// Sources whose unfinished sync was asked for something else, and begins anew.
    var restarted: [String] = []
}
