package import LarderModel
internal import LarderProtocol

/// Jobs over which workers died or were lost: which are charged, and which are quarantined, that is, tried alone.
extension JobLedger {
    /// A worker that was lost while it held a job, and may come back.
    struct Loss: Sendable, Hashable {
        var suspicion: Suspicion
        var processID: UInt32?
        var at: Milliseconds
        /// The worker is only silent so far: the job is no suspect for that alone.
        var isTentative = false
    }

    /// Deaths of workers that had not reported the job as begun that weigh as much as one that had.
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

    /// Puts back a job whose worker is gone: it is tried alone, and charged once the worker is known to be dead.
    ///
    /// If only the link was broken, `reconnected` clears the job.
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

    func isSuspect(_ job: QueuedJob) -> Bool {
        guard job.crashes == 0 else { return true }
        return lost[job.id].map { $0.count > 1 || $0.contains { !$0.isTentative } } ?? false
    }

    func deathCount(_ job: QueuedJob) -> UInt32 {
        job.crashes + Self.weight(lost[job.id]?.filter(\.suspicion.isConfirmed) ?? [])
    }

    private static func weight(_ losses: [Loss]) -> UInt32 {
        let seen = losses.count(where: \.suspicion.hadStarted)
        return UInt32(clamping: seen + (losses.count - seen) / unseenDeaths)
    }

    /// Whether a job may have killed as many workers as it is allowed: no other worker gets it before that is known.
    func mustWaitForEvidence(_ job: QueuedJob) -> Bool {
        guard let gone = lost[job.id] else { return false }
        return job.crashes + Self.weight(gone) >= configuration.maxCrashes
    }

    /// Has the changes of ``lost`` written to the table: suspicions outlive the coordinator.
    ///
    /// A local worker whose end was not seen is left out: it ends with its coordinator, so its absence means nothing
    /// later.
    mutating func writeSuspicions() {
        guard mayWriteSuspicions else { return }
        mayWriteSuspicions = false
        guard !lost.isEmpty || !writtenSuspicions.isEmpty else { return }
        let current = lost.mapValues { losses in
            losses.filter { !$0.isTentative && ($0.suspicion.isConfirmed || $0.processID == nil) }.map(\.suspicion)
        }
        .filter { !$0.value.isEmpty }
        guard current != writtenSuspicions else { return }
        var changed = current.filter { writtenSuspicions[$0.key] != $0.value }
        for job in writtenSuspicions.keys where current[job] == nil { changed[job] = [] }
        writtenSuspicions = current
        actions.append(.suspect(changed))
    }

    /// Takes over what was suspected before this start; the time for a lost worker to come back begins again.
    mutating func recallSuspicions(of job: inout QueuedJob, at now: Milliseconds) {
        guard !job.suspicions.isEmpty else { return }
        if lost[job.id] == nil, writtenSuspicions[job.id] == nil {
            lost[job.id] = job.suspicions.map { Loss(suspicion: $0, at: now) }
            writtenSuspicions[job.id] = job.suspicions
        }
        job.suspicions = []
    }
}

/// A worker that was lost while it had a job, as the table keeps it.
package struct Suspicion: Sendable, Hashable {
    package var incarnation: [UInt8]
    package var attempt: Attempt
    package var name: String
    package var isConfirmed: Bool
    /// Whether the job had begun there.
    package var hadStarted: Bool
    /// How the worker ended; nil: unknown.
    package var evidence: String?

    package init(
        incarnation: [UInt8],
        attempt: Attempt,
        name: String,
        isConfirmed: Bool,
        hadStarted: Bool,
        evidence: String? = nil
    ) {
        self.incarnation = incarnation
        self.attempt = attempt
        self.name = name
        self.isConfirmed = isConfirmed
        self.hadStarted = hadStarted
        self.evidence = evidence
    }
}
