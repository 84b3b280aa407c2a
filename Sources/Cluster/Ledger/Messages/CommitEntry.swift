package import LarderModel

/// One change to be made durable.
package struct CommitEntry: Sendable, Hashable {
    /// What becomes of the job.
    package enum Outcome: Sendable, Hashable {
        /// Done, with a serialized `Effect`.
        case done(effect: [UInt8])
        /// Stays in the table, with its counters, until the wait is over.
        case retry(errors: UInt32, crashes: UInt32, waitMs: Milliseconds, FailureReason)
        /// Set aside with the reason.
        case dead(errors: UInt32, crashes: UInt32, FailureReason)
    }

    /// The lease that brought it.
    package var lease: JobLease
    /// The worker that gets an answer once it is committed; nil: none.
    package var session: SessionID?
    /// What the job did.
    package var kind: JobKind
    /// The job's source.
    package var source: SourceID
    /// What becomes of it.
    package var outcome: Outcome
    /// Whether another worker tries the job again, uncharged, when its result cannot be used.
    package var mayTryElsewhere: Bool

    /// A change.
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
}

/// What became of one entry of a commit.
package struct CommittedEntry: Sendable, Hashable {
    /// The entry.
    package var entry: CommitEntry
    /// Whether it changed the table: false when the job had ended before.
    package var changed: Bool
    /// Whether no request was made for it, by its effect.
    package var madeNoRequest: Bool
    /// Whether its job goes on under another number, so that nothing is done of it yet.
    package var isMoved: Bool

    /// Makes a note of a committed entry.
    package init(entry: CommitEntry, changed: Bool, madeNoRequest: Bool = false, isMoved: Bool = false) {
        self.entry = entry
        self.changed = changed
        self.madeNoRequest = madeNoRequest
        self.isMoved = isMoved
    }
}
