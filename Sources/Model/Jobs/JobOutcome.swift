/// One finished job with its serialized effect.
package struct JobResult: Sendable, Hashable {
    /// The lease it answers.
    package var lease: JobLease
    /// A serialized ``JobEffect``; empty for none.
    package var effect: [UInt8]
    /// How long the host is to be left alone before its next request, in milliseconds; nil: it told of no limit that is near.
    package var hostPauseMs: UInt64?

    /// A result.
    package init(lease: JobLease, effect: [UInt8], hostPauseMs: UInt64? = nil) {
        self.lease = lease
        self.effect = effect
        self.hostPauseMs = hostPauseMs
    }
}

/// One job's failure as a worker reported it.
package struct ReportedFailure: Sendable, Hashable {
    /// The lease that failed.
    package var lease: JobLease
    /// Why.
    package var reason: FailureReason

    /// A failure.
    package init(lease: JobLease, reason: FailureReason) {
        self.lease = lease
        self.reason = reason
    }
}
