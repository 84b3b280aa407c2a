package import LarderModel

/// One change to be made durable, and what became of it.
package struct CommitEntry: Sendable, Hashable {
    package enum Outcome: Sendable, Hashable {
        /// Done, with a serialized `Effect`.
        case done(effect: [UInt8])
        /// Stays in the table, with its counters, until the wait is over.
        case retry(errors: UInt32, crashes: UInt32, waitMs: Milliseconds, FailureReason)
        /// Set aside with the reason.
        case dead(errors: UInt32, crashes: UInt32, FailureReason)

        package var reason: FailureReason? {
            switch self {
            case .done: nil
            case .retry(_, _, _, let reason), .dead(_, _, let reason): reason
            }
        }
    }

    package var lease: JobLease
    /// The worker that gets an answer once it is committed; nil: none.
    package var session: SessionID?
    package var kind: JobKind
    package var source: SourceID
    package var outcome: Outcome
    /// Whether another worker tries the job again, uncharged, when its result cannot be used.
    package var mayTryElsewhere: Bool
    /// Whether the job is not charged when its result says "unchanged" and the catalog does not hold the answer.
    package var mayNeedAnswer = false
    /// Whether the commit changed the table: false when the job had ended before.
    package var changed = false
    /// Whether no request was made for the job, by its effect.
    package var madeNoRequest = false
    /// Whether the job goes on under another number, so that nothing is done of it yet.
    package var isMoved = false

    package init(
        lease: JobLease,
        session: SessionID?,
        kind: JobKind,
        source: SourceID,
        outcome: Outcome,
        mayTryElsewhere: Bool = false
    ) {
        self.lease = lease
        self.session = session
        self.kind = kind
        self.source = source
        self.outcome = outcome
        self.mayTryElsewhere = mayTryElsewhere
    }

    package func committed(changed: Bool, madeNoRequest: Bool = false, isMoved: Bool = false) -> CommitEntry {
        var entry = self
        (entry.changed, entry.madeNoRequest, entry.isMoved) = (changed, madeNoRequest, isMoved)
        return entry
    }
}
