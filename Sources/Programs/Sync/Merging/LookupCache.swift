internal import LarderLedger
internal import LarderModel

/// Answers of the tables that stay valid for one transaction, shared by all who merge in it.
final class LookupCache {
    var lanes: [String: LaneID] = [:]
    var hosts: [String: LedgerStore.Host?] = [:]
    /// What sources are allowed in lanes, by the lane's name.
    var laneInfos: [SourceID: [String: LaneInfo]] = [:]
    /// Keys of the jobs of this transaction that ask for a host's robots.txt.
    var rulesJobs: Set<String> = []
    /// Whether there were notes when the first effect was applied; later ones are of the syncs under way.
    var hasNotes: Bool?
    /// Jobs of the syncs by source and kind.
    var jobs: [SourceID: [JobKind: Int]]

    init(jobs: [SourceID: [JobKind: Int]]) { self.jobs = jobs }
}
