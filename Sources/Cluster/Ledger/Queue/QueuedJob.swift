package import LarderModel

/// One unfinished job, as the window in memory holds it.
package struct QueuedJob: Sendable, Hashable {
    package var id: JobID
    package var kind: JobKind
    package var source: SourceID
    package var lane: LaneID
    package var errors: UInt32
    /// Throttled tries that were forgiven, in this coordinator start; see ``RetryPolicy/maxThrottles``.
    package var throttles: UInt32 = 0
    package var crashes: UInt32
    /// When it began to wait for a worker, for the aging of its priority; 0: it does not wait.
    ///
    /// Known to this coordinator start only.
    package var waitingSince: Milliseconds = 0
    package var spec: [UInt8]
    /// What a worker needs to ask whether the answer of an earlier sync changed; empty: no such answer is kept.
    package var revalidation: [UInt8] = []
    /// What an earlier coordinator start suspected; empty once the ledger has taken it over.
    package var suspicions: [Suspicion] = []

    package init(
        id: JobID,
        kind: JobKind,
        source: SourceID,
        lane: LaneID,
        errors: UInt32 = 0,
        crashes: UInt32 = 0,
        spec: [UInt8] = [],
        revalidation: [UInt8] = []
    ) {
        self.id = id
        self.kind = kind
        self.source = source
        self.lane = lane
        self.errors = errors
        self.crashes = crashes
        self.spec = spec
        self.revalidation = revalidation
    }
}

/// An answer whose effect is in the catalog.
package struct KnownAnswer: Sendable, Hashable {
    /// What a worker needs to ask whether it changed: a serialized `Revalidation`.
    package var revalidation: [UInt8]
    /// What it brought, in the owner's own form.
    package var effect: [UInt8]

    package init(revalidation: [UInt8], effect: [UInt8]) {
        self.revalidation = revalidation
        self.effect = effect
    }
}

/// Jobs of one queue that were added to the table.
package struct AddedJobs: Sendable, Hashable {
    package var lane: LaneInfo
    package var source: SourceID
    package var kind: JobKind
    package var count: Int
    package var maxID: JobID
    /// All of them, in order, which spares reading them; empty: they have to be read.
    package var jobs: [QueuedJob]
    /// What each start is counted against; nil: nothing.
    package var budget: BudgetID?

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

    /// Adds a job that comes after all others in the table.
    package mutating func append(_ job: QueuedJob) {
        count += 1
        maxID = job.id
        jobs.append(job)
    }
}
