internal import LarderLedger
internal import LarderModel

/// Jobs that were added to the table.
struct Enqueued: Sendable {
    var queues: [AddedJobs] = []
    var kinds: [JobKind: Int] = [:]
    /// Jobs whose description is above ``JobLimits/maxSpecBytes``.
    var skipped = 0
    /// What the source's bounds left out, and how often.
    var told: [JobNote: Int] = [:]
    /// Jobs outside of the part of a source that is taken.
    var left: [JobSpec] = []
    /// What became of items.
    var changes = ItemChanges()
}
