package import LarderModel

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
