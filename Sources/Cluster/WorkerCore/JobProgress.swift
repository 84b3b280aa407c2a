package import LarderModel

/// How far a job that runs has come.
package struct JobProgress: Sendable, Hashable {
    /// The lease that the job was begun under; it may be void by now.
    package var lease: JobLease
    package var jobClass: JobClass
    /// Grows with each step of the work: bytes that came in, a phase that began.
    package var count: UInt64
    /// What it does, for people.
    package var phase: String
    /// Milliseconds of silence that the job may take if its class may take less.
    package var allowedSilenceMs: UInt64

    package init(lease: JobLease, jobClass: JobClass, count: UInt64, phase: String, allowedSilenceMs: UInt64 = 0) {
        self.lease = lease
        self.jobClass = jobClass
        self.count = count
        self.phase = phase
        self.allowedSilenceMs = allowedSilenceMs
    }
}
