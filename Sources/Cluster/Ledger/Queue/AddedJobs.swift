package import LarderModel

/// Jobs of one queue that were added to the table.
package struct AddedJobs: Sendable, Hashable {
    /// The lane they wait for.
    package var lane: LaneInfo
    /// Whose they are.
    package var source: SourceID
    /// What they do.
    package var kind: JobKind
    /// How many.
    package var count: Int
    /// The largest number among them.
    package var maxID: JobID
    /// All of them as they are in the table, in order, which spares reading them; empty: they have to be read.
    package var jobs: [QueuedJob]
    /// What each start of them is counted against; nil: nothing.
    package var budget: BudgetID?

    /// Makes a note of added jobs.
    package init(
        lane: LaneInfo,
        source: SourceID,
        kind: JobKind,
        count: Int,
        maxID: JobID,
        jobs: [QueuedJob] = [],
        budget: BudgetID? = nil
    ) {
        self.lane = lane
        self.source = source
        self.kind = kind
        self.count = count
        self.maxID = maxID
        self.jobs = jobs
        self.budget = budget
    }

    /// Adds a job, which comes after all others in the table.
    package mutating func append(_ job: QueuedJob) {
        count += 1
        maxID = job.id
        jobs.append(job)
    }
}
