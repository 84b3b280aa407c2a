/// One job on its way to a worker.
package struct AssignedJob: Sendable, Hashable {
    /// The lease that its result must name.
    package var lease: JobLease
    /// What it does.
    package var kind: JobKind
    /// The serialized `JobSpec`; empty for no-op jobs.
    package var spec: [UInt8]

    /// Makes an assignment.
    package init(lease: JobLease, kind: JobKind, spec: [UInt8]) {
        self.lease = lease
        self.kind = kind
        self.spec = spec
    }
}

/// How a job ended on a worker.
package struct EndedJob: Sendable, Hashable {
    /// What became of it.
    package enum Outcome: Sendable, Hashable {
        /// Done, with a serialized `Effect`; empty for none.
        case done(effect: [UInt8])
        /// Failed.
        case failed(FailureReason)
    }

    /// The lease it was done under.
    package var lease: JobLease
    /// What became of it.
    package var outcome: Outcome
    /// How long it ran, in microseconds.
    package var microseconds: UInt64
    /// See ``JobResult/hostPauseMs``.
    package var hostPauseMs: UInt64?

    /// Makes an end.
    package init(lease: JobLease, outcome: Outcome, microseconds: UInt64, hostPauseMs: UInt64? = nil) {
        self.lease = lease
        self.outcome = outcome
        self.microseconds = microseconds
        self.hostPauseMs = hostPauseMs
    }
}
