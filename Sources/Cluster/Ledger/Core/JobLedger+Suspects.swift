internal import DequeModule
internal import LarderModel
internal import LarderProtocol

/// Jobs over which workers died or were lost: which are charged for it, and which are quarantined, that is, tried alone.
extension JobLedger {
    /// A worker that was lost while it held a job, and may come back.
    struct Loss: Sendable {
        var incarnation: [UInt8]
        /// The lease under which it held the job.
        var attempt: Attempt
        var name: String
        /// The process, when this coordinator started it.
        var processID: UInt32?
        var at: Milliseconds
        /// The worker is known to be dead.
        var isConfirmed: Bool
        /// The worker is only silent so far: the job is no suspect for this alone.
        var isTentative: Bool
        /// Whether the job is known to have begun there.
        var hadStarted: Bool
        /// How the worker ended; nil: nobody saw it.
        var evidence: String?
    }

    /// How many deaths of workers that had not said that they began a job weigh as much as one of a worker that had.
    private static let unseenDeaths = 3

    /// Charges a crash to a job that had started on the worker that died.
    ///
    /// - Parameter session: Who told of it and waits for an answer; nil: nobody.
    mutating func chargeCrash(
        _ id: JobID,
        _ evidence: String,
        toldBy session: SessionID? = nil,
        at now: Milliseconds
    ) {
        guard var charged = release(id, at: now) else { return }
        charged.job.crashes += 1
        failing[id] = charged.attempt
        let job = charged.job
        let isLast = blamed(job) >= configuration.maxCrashes
        let reason = FailureReason(
            .retryable,
            code: .workerCrashed,
            message: "A worker ended while doing this job (\(evidence)); "
                + (isLast ? "set aside, as \(blamed(job)) did so." : "tried on another one.")
        )
        if isLast {
            commit([entry(charged, session: session, .dead(errors: job.errors, crashes: blamed(job), reason))])
        } else {
            let outcome = CommitEntry.Outcome.retry(errors: job.errors, crashes: job.crashes, waitMs: 0, reason)
            commit([entry(charged, session: session, outcome)])
            putBack(job, at: now)
        }
    }

    /// Puts back a job whose worker is gone: it is tried alone, and charged only once the worker is known to be dead.
    ///
    /// When only the link was broken the worker comes back, and ``reconnected(_:at:)`` clears the job.
    mutating func lose(
        _ id: JobID,
        with session: Session,
        evidence: String? = nil,
        isTentative: Bool = false,
        at now: Milliseconds
    ) {
        guard let lease = release(id, at: now) else { return }
        lost[id, default: []].append(
            Loss(
                incarnation: session.introduction.hello.incarnation,
                attempt: lease.attempt,
                name: session.introduction.hello.workerID,
                processID: session.introduction.isLocal ? session.introduction.hello.processID : nil,
                at: now,
                isConfirmed: evidence != nil || session.presence == .replaced,
                isTentative: isTentative,
                hadStarted: lease.startedAt != nil,
                evidence: evidence
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
    private func blamed(_ job: QueuedJob) -> UInt32 {
        job.crashes + Self.weight(lost[job.id]?.filter(\.isConfirmed) ?? [])
    }

    private static func weight(_ losses: [Loss]) -> UInt32 {
        let seen = losses.count(where: \.hadStarted)
        return UInt32(clamping: seen + (losses.count - seen) / unseenDeaths)
    }

    /// Whether a job may have killed as many workers as it is allowed: it is then given to no other before that is known.
    func mustWaitForEvidence(_ job: QueuedJob) -> Bool {
        guard let gone = lost[job.id] else { return false }
        return job.crashes + Self.weight(gone) >= configuration.maxCrashes
    }

    /// Clears the jobs of a worker that comes back, as they did not kill it.
    ///
    /// Another process under the same name means that the earlier one is dead.
    mutating func reconnected(_ introduction: WorkerIntroduction, at now: Milliseconds) {
        guard !lost.isEmpty else { return }
        for job in lost.keys {
            lost[job]?.removeAll { $0.incarnation == introduction.hello.incarnation && $0.evidence == nil }
            for index in lost[job]?.indices ?? 0..<0
            where lost[job]?[index].name == introduction.hello.workerID && lost[job]?[index].processID == nil
                && !introduction.isLocal && lost[job]?[index].incarnation != introduction.hello.incarnation
            {
                lost[job]?[index].isConfirmed = true
            }
            if lost[job]?.isEmpty == true { lost[job] = nil }
        }
        clearSuspects(at: now)
    }

    /// Settles what a local worker's end says about the jobs that were lost with it: it was silent for a whole lease before.
    mutating func confirmLost(processID: UInt32, _ end: SessionEnd, at now: Milliseconds) {
        guard !lost.isEmpty else { return }
        for job in lost.keys {
            if case .crashed(let evidence, let running) = end {
                if let running {
                    lost[job]?.removeAll {
                        $0.processID == processID && !running.contains(JobLease(job: job, attempt: $0.attempt))
                    }
                }
                for index in lost[job]?.indices ?? 0..<0 where lost[job]?[index].processID == processID {
                    lost[job]?[index].isConfirmed = true
                    lost[job]?[index].evidence = evidence
                }
            } else {
                lost[job]?.removeAll { $0.processID == processID && !$0.isConfirmed }
            }
            if lost[job]?.isEmpty == true { lost[job] = nil }
        }
        clearSuspects(at: now)
    }

    /// Puts the suspects that are cleared by now back into their lanes.
    private mutating func clearSuspects(at now: Milliseconds) {
        for _ in 0..<suspects.count {
            guard let job = suspects.popFirst() else { return }
            makeReady(job, at: now)
        }
    }

    /// Counts long absence as death, and sets jobs aside that killed ``Configuration/maxCrashes`` workers.
    mutating func settleLost(at now: Milliseconds) {
        guard !lost.isEmpty else { return }
        for job in lost.keys {
            for index in lost[job]?.indices ?? 0..<0
            where now >= (lost[job]?[index].at ?? now) + configuration.absenceMs {
                lost[job]?[index].isConfirmed = true
            }
        }
        var entries: [CommitEntry] = []
        for _ in 0..<suspects.count {
            guard let job = suspects.popFirst() else { break }
            guard leases[job.id] == nil, let last = lost[job.id]?.last,
                blamed(job) >= configuration.maxCrashes
            else {
                suspects.append(job)
                continue
            }
            waiting.unhold(job)
            failing[job.id] = last.attempt
            let deaths = lost[job.id]?.map { "\($0.name): \($0.evidence ?? "not heard of again")" } ?? []
            let reason = FailureReason(
                .retryable,
                code: .workerCrashed,
                message: "Workers ended while doing this job (\(deaths.joined(separator: "; "))); set aside."
            )
            entries.append(
                CommitEntry(
                    lease: JobLease(job: job.id, attempt: last.attempt),
                    session: nil,
                    kind: job.kind,
                    source: job.source,
                    outcome: .dead(errors: job.errors, crashes: blamed(job), reason)
                )
            )
        }
        commit(entries)
    }
}

extension [JobLedger.Loss] {
    /// The silence of a worker has lasted until its session ended.
    mutating func confirmSilence(of session: JobLedger.Session) {
        for index in indices where self[index].incarnation == session.introduction.hello.incarnation {
            self[index].isTentative = false
        }
    }
}
