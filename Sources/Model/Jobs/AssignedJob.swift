/// One job on its way to a worker.
package struct AssignedJob: Sendable, Hashable {
    /// The lease that its result must name.
    package var lease: JobLease
    package var kind: JobKind
    /// The serialized `JobSpec`; empty for no-op jobs.
    package var spec: [UInt8]
    /// The serialized ``Revalidation`` of the job's answer in an earlier sync; empty: there is none.
    package var revalidation: [UInt8]

    package init(lease: JobLease, kind: JobKind, spec: [UInt8], revalidation: [UInt8] = []) {
        self.lease = lease
        self.kind = kind
        self.spec = spec
        self.revalidation = revalidation
    }
}

/// How a job ended on a worker.
package struct EndedJob: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        case done(effect: [UInt8])  // serialized; empty for none
        case failed(FailureReason)
    }

    /// The lease it was done under.
    package var lease: JobLease
    package var outcome: Outcome
    package var microseconds: UInt64
    /// See ``JobResult/hostPauseMs``.
    package var hostPauseMs: UInt64?

    package init(lease: JobLease, outcome: Outcome, microseconds: UInt64, hostPauseMs: UInt64? = nil) {
        self.lease = lease
        self.outcome = outcome
        self.microseconds = microseconds
        self.hostPauseMs = hostPauseMs
    }
}
