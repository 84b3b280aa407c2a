/// One finished job with its serialized effect.
package struct JobResult: Sendable, Hashable {
    package var lease: JobLease
    /// A serialized ``JobEffect``; empty for none.
    package var effect: [UInt8]
    /// How long to wait before the host's next request, in milliseconds; nil: no limit is near.
    package var hostPauseMs: UInt64?

    package init(lease: JobLease, effect: [UInt8], hostPauseMs: UInt64? = nil) {
        self.lease = lease
        self.effect = effect
        self.hostPauseMs = hostPauseMs
    }
}

/// One job's failure as a worker reported it.
package struct ReportedFailure: Sendable, Hashable {
    package var lease: JobLease
    package var reason: FailureReason

    package init(lease: JobLease, reason: FailureReason) {
        self.lease = lease
        self.reason = reason
    }
}
