package import LarderModel

/// When a worker takes less work, is replaced, or gives up a job that does not move.
package struct WorkerLimits: Sendable, Hashable {
    /// Bytes this process may hold in memory; nil: as many as it gets.
    ///
    /// At 70 % it asks for no more work, at 80 % it begins none and gives back what waits, at 90 % it finishes what runs
    /// and ends to be replaced.
    package var memoryLimitBytes: UInt64?
    /// Whether the worker ends itself above the limit; false where its coordinator watches it.
    package var endsAboveLimit = false
    /// Jobs begun, no-op jobs left out, after which it finishes what runs and ends to be replaced; nil: never.
    package var recycleAfterJobs: Int?
    /// Age in milliseconds after which it does so; nil: never.
    package var recycleAfterMs: UInt64?
    /// Milliseconds without progress after which a job is cancelled.
    package var stallAfterMs = PerClass<UInt64>(fetch: 30_000, render: 60_000)
    /// Milliseconds that a cancelled job has to go away before the whole process ends.
    package var stallGraceMs: UInt64 = 5_000

    /// No limits but those against jobs that do not move.
    package init() {}
}

/// How far a job that runs has come.
package struct JobProgress: Sendable, Hashable {
    /// The job, as it was begun; the ledger may have given it to another worker since.
    package var lease: JobLease
    /// Its class.
    package var jobClass: JobClass
    /// Grows with each step of the work: bytes that came in, a phase that began.
    package var count: UInt64
    /// What it does now, for people.
    package var phase: String
    /// Milliseconds of silence that this job may take if that is more than its class may, such as a source's own timeout.
    package var allowedSilenceMs: UInt64

    /// Makes a note of progress.
    package init(lease: JobLease, jobClass: JobClass, count: UInt64, phase: String, allowedSilenceMs: UInt64 = 0) {
        self.lease = lease
        self.jobClass = jobClass
        self.count = count
        self.phase = phase
        self.allowedSilenceMs = allowedSilenceMs
    }
}
