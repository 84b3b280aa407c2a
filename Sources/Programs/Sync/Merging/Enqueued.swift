internal import LarderLedger
internal import LarderModel

/// Jobs added to the table.
struct Enqueued: Sendable {
    var queues: [AddedJobs] = []
    var kinds: [JobKind: Int] = [:]
    /// Jobs with descriptions above ``JobLimits/maxSpecBytes``.
    var skipped = 0
    /// What the source's bounds left out, with counts.
    var told: [JobNote: Int] = [:]
    /// Jobs outside of the sync's scope.
    var left: [JobSpec] = []
    var changes = ItemChanges()
}
