internal import LarderModel
internal import LarderProtocol

/// Jobs over which workers died or were lost: which are charged for it, and which are quarantined, that is, tried
/// alone.
extension JobLedger {
    /// A worker that was lost while it held a job, and may come back.
    struct Loss: Sendable {
        var suspicion: Suspicion
        /// The process, when this coordinator started it.
        var processID: UInt32?
        var at: Milliseconds
        /// The worker is only silent so far: the job is no suspect for this alone.
        var isTentative = false
    }

    /// So many deaths of workers that had not reported the job as begun weigh as much as one that had.
    private static let unseenDeaths = 3

    /// Charges a crash to a job that had started on the worker that died.
    ///
    /// - Parameter session: The worker that reported it and waits for an answer; nil: none.
    mutating func chargeCrash(
        _ id: JobID,
        _ evidence: String,
        reporter session: SessionID? = nil,
        at now: Milliseconds
    ) {
        guard var charged = release(id, at: now) else { return }
        charged.job.crashes += 1
        failing[id] = charged.attempt
        let job = charged.job
        let isLast = deathCount(job) >= configuration.maxCrashes
        let reason = FailureReason(
            .retryable,
            code: .workerCrashed,
            message: "A worker ended while doing this job (\(evidence)); "
                + (isLast ? "set aside, as \(deathCount(job)) did so." : "tried on another one.")
        )
        if isLast {
            commit([entry(charged, session: session, .dead(errors: job.errors, crashes: deathCount(job), reason))])
        } else {
            let outcome = CommitEntry.Outcome.retry(errors: job.errors, crashes: job.crashes, waitMs: 0, reason)
            commit([entry(charged, session: session, outcome)])
            putBack(job, at: now)
        }
    }

    /// Puts back a job whose worker is gone: it is tried alone, and charged only once the worker is known to be dead.
    ///
    /// When only the link was broken the worker comes back, and ``reconnected(_:at:)`` clears the job.
    mutating func markLost(
        _ id: JobID,
        with session: Session,
        evidence: String? = nil,
        isTentative: Bool = false,
        at now: Milliseconds
    ) {
        guard let lease = release(id, at: now) else { return }
        lost[id, default: []].append(
            Loss(
                suspicion: Suspicion(
                    incarnation: session.introduction.hello.incarnation,
                    attempt: lease.attempt,
                    name: session.introduction.hello.workerID,
                    isConfirmed: evidence != nil || session.presence == .replaced,
                    hadStarted: lease.startedAt != nil,
                    evidence: evidence
                ),
                processID: session.introduction.isLocal ? session.introduction.hello.processID : nil,
                at: now,
                isTentative: isTentative
            )
        )
        putBack(lease.job, at: now)
    }

    /// Whether a job is to be quarantined.
    func isSuspect(_ job: QueuedJob) -> Bool {
        guard job.crashes == 0 else { return true }
        return lost[job.id].map { $0.count > 1 || $0.contains { !$0.isTentative } } ?? false
    }

    /// Workers that are known to have died over a job.
    func deathCount(_ job: QueuedJob) -> UInt32 {
        job.crashes + Self.weight(lost[job.id]?.filter(\.suspicion.isConfirmed) ?? [])
    }

    private static func weight(_ losses: [Loss]) -> UInt32 {
        let seen = losses.count(where: \.suspicion.hadStarted)
        return UInt32(clamping: seen + (losses.count - seen) / unseenDeaths)
    }

    /// Whether a job may have killed as many workers as it is allowed: it is then given to no other before that is
    /// known.
    func mustWaitForEvidence(_ job: QueuedJob) -> Bool {
        guard let gone = lost[job.id] else { return false }
        return job.crashes + Self.weight(gone) >= configuration.maxCrashes
    }
}
