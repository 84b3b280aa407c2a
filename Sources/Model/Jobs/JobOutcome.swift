/// One finished job with its serialized effect.
public struct JobResult: Sendable, Hashable {
    /// The lease it answers.
    public var lease: JobLease
    /// A serialized ``JobEffect``; empty for none.
    public var effect: [UInt8]

    /// A result.
    public init(lease: JobLease, effect: [UInt8]) {
        self.lease = lease
        self.effect = effect
    }
}

/// One job's failure as a worker reported it.
public struct ReportedFailure: Sendable, Hashable {
    /// The lease that failed.
    public var lease: JobLease
    /// Why.
    public var reason: FailureReason

    /// A failure.
    public init(lease: JobLease, reason: FailureReason) {
        self.lease = lease
        self.reason = reason
    }
}
