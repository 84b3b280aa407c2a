/// The ledger's number of a job; stable for the life of the job.
public typealias JobID = UInt64

/// The number of one lease of a job.
///
/// Unique over all coordinator starts: the epoch is in the upper 24 bits.
public typealias Attempt = UInt64

/// The number of one connection of a worker, given by the coordinator when it accepts a HELLO.
public typealias SessionID = UInt64

/// One lease of one job: what a result must name to count.
public struct JobLease: Sendable, Hashable {
    /// The job.
    public var job: JobID
    /// The lease.
    public var attempt: Attempt

    /// Names a lease.
    public init(job: JobID, attempt: Attempt) {
        self.job = job
        self.attempt = attempt
    }
}
