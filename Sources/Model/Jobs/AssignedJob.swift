/// One job on its way to a worker.
public struct AssignedJob: Sendable, Hashable {
    /// The lease that its result must name.
    public var lease: JobLease
    /// What it does.
    public var kind: JobKind
    /// The serialized `JobSpec`; empty for no-op jobs.
    public var spec: [UInt8]

    /// Makes an assignment.
    public init(lease: JobLease, kind: JobKind, spec: [UInt8]) {
        self.lease = lease
        self.kind = kind
        self.spec = spec
    }
}

/// How a job ended on a worker.
public struct EndedJob: Sendable, Hashable {
    /// What became of it.
    public enum Outcome: Sendable, Hashable {
        /// Done, with a serialized `Effect`; empty for none.
        case done(effect: [UInt8])
        /// Failed.
        case failed(FailureReason)
    }

    /// The lease it was done under.
    public var lease: JobLease
    /// What became of it.
    public var outcome: Outcome
    /// How long it ran, in microseconds.
    public var microseconds: UInt64

    /// Makes an end.
    public init(lease: JobLease, outcome: Outcome, microseconds: UInt64) {
        self.lease = lease
        self.outcome = outcome
        self.microseconds = microseconds
    }
}
