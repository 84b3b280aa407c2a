/// The ledger's number of a job; stable for the life of the job.
package typealias JobID = UInt64

/// The number of one lease of a job.
///
/// Unique over all coordinator starts: the epoch is in the upper 24 bits.
package typealias Attempt = UInt64

/// The number of one connection of a worker, given by the coordinator when it accepts a HELLO.
package typealias SessionID = UInt64

/// One lease of one job: what a result must name to count.
package struct JobLease: Sendable, Hashable {
    /// The job.
    package var job: JobID
    /// The lease.
    package var attempt: Attempt

    /// Names a lease.
    package init(job: JobID, attempt: Attempt) {
        self.job = job
        self.attempt = attempt
    }
}
