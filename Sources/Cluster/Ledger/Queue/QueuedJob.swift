package import LarderModel

/// One unfinished job, as the window in memory holds it.
package struct QueuedJob: Sendable, Hashable {
    /// The ledger's number.
    package var id: JobID
    /// What it does.
    package var kind: JobKind
    /// Which source it belongs to.
    package var source: SourceID
    /// Which lane it waits in.
    package var lane: LaneID
    /// Failed tries so far that were charged to it.
    package var errors: UInt32
    /// Tries that the source throttled, forgiven up to ``RetryPolicy/maxThrottles``; known to this coordinator start
    /// only.
    package var throttles: UInt32 = 0
    /// Workers that died over it.
    package var crashes: UInt32
    /// When it began to wait for a worker, for the aging of its priority; 0: it does not wait; known to this
    /// coordinator start only.
    package var waitingSince: Milliseconds = 0
    /// The serialized `JobSpec`.
    package var spec: [UInt8]
    /// What an earlier coordinator start suspected; empty once the ledger has taken it over.
    package var suspicions: [Suspicion] = []

    /// Makes a job.
    package init(
        id: JobID,
        kind: JobKind,
        source: SourceID,
        lane: LaneID,
        errors: UInt32 = 0,
        crashes: UInt32 = 0,
        spec: [UInt8] = []
    ) {
        self.id = id
        self.kind = kind
        self.source = source
        self.lane = lane
        self.errors = errors
        self.crashes = crashes
        self.spec = spec
    }
}

/// A job of the window and how long it still has to wait.
package struct LoadedJob: Sendable, Hashable {
    /// The job.
    package var job: QueuedJob
    /// Milliseconds until it may be tried.
    package var waitMs: Milliseconds

    /// Makes a loaded job.
    package init(job: QueuedJob, waitMs: Milliseconds) {
        self.job = job
        self.waitMs = waitMs
    }
}

/// An unfinished job of the table that a worker holds from an earlier coordinator start.
package struct HeldJob: Sendable, Hashable {
    /// The job.
    package var job: QueuedJob
    /// The last lease whose failure the table counts: what is held under it, or under an earlier one, is over.
    package var charged: Attempt

    /// Makes a held job.
    package init(job: QueuedJob, charged: Attempt) {
        self.job = job
        self.charged = charged
    }
}
