internal import LarderModel
internal import LarderProtocol

/// What workers say became of jobs, and what is committed of it.
extension JobLedger {
    /// The longest pause that is granted to a source, in milliseconds: a week.
    package static let maxWaitMs: Milliseconds = 604_800_000

    mutating func take(_ results: [JobResult], from session: SessionID, at now: Milliseconds) {
        heard(session, at: now)
        var entries: [CommitEntry] = []
        var refused: [(lease: JobLease, status: AckStatus)] = []
        entries.reserveCapacity(results.count)
        for result in results {
            if holds(session, result.lease), let lease = leases[result.lease.job] {
                leases[result.lease.job]?.stage = .committing(bytes: result.effect.count)
                let latency = lease.startedAt.map { now - min(now, $0) }
                if let latency { waiting.heard(lease.job, after: latency) }
                leases[result.lease.job]?.answer = HostAnswer(
                    latencyMs: latency,
                    isLimitNear: result.hostPauseMs != nil,
                    assignedAt: lease.assignedAt
                )
                didJob(lease, at: now)
                commitBytesUnderWay += result.effect.count
                learn(lease, at: now)
                if let pause = result.hostPauseMs, lease.job.kind.jobClass == .fetch {
                    waiting.limit(lease.job.lane, until: now + min(pause, policy(of: lease.job).pauseMs), at: now)
                }
                waiting.end(lease.job, at: now)
                entries.append(
                    CommitEntry(
                        lease: result.lease,
                        session: session,
                        kind: lease.job.kind,
                        source: lease.job.source,
                        outcome: .done(effect: result.effect),
                        mayTryElsewhere: hasOtherJudge(lease, at: now)
                    )
                )
            } else if leases[result.lease.job].map({ $0.attempt == result.lease.attempt && $0.isCommitting }) != true {
                refused.append((result.lease, .stale))
            }
        }
        commit(entries)
        if !refused.isEmpty { actions.append(.acknowledge(session, refused)) }
    }

    mutating func take(_ failures: [ReportedFailure], from session: SessionID, at now: Milliseconds) {
        heard(session, at: now)
        var entries: [CommitEntry] = []
        var answered: [(lease: JobLease, status: AckStatus)] = []
        let exhausted = failures.filter { $0.reason.failureClass == .outOfMemory && holds(session, $0.lease) }
        for failure in failures {
            if failure.reason.failureClass == .outOfMemory, holds(session, failure.lease),
                let known = sessions[session],
                let lease = leases[failure.lease.job]
            {
                if needsSecondWord(lease, failure.reason, at: now) {
                    if let lease = release(failure.lease.job, at: now) { doubt(lease, failure.reason, at: now) }
                    answered.append((failure.lease, .stale))
                    continue
                }
                confirmDoubt(of: failure.lease.job, failure.reason, by: session)
                // The worker ends over it, as if it were killed: what ran alone is to blame.
                if exhausted.count == 1 {
                    chargeCrash(failure.lease.job, failure.reason.message, toldBy: session, at: now)
                } else {
                    lose(failure.lease.job, with: known, evidence: failure.reason.message, at: now)
                    answered.append((failure.lease, .stale))
                }
                continue
            }
            guard holds(session, failure.lease), let lease = release(failure.lease.job, at: now) else {
                answered.append((failure.lease, .stale))
                continue
            }
            sessions[session]?.movedAt[lease.job.kind.jobClass] = now
            if failure.reason.owner == .worker {
                excuse(lease, failure.reason, session: session, at: now)
                answered.append((failure.lease, .committed))
                continue
            }
            if needsSecondWord(lease, failure.reason, at: now) {
                doubt(lease, failure.reason, at: now)
                answered.append((failure.lease, .stale))
                continue
            }
            learn(lease, at: now)
            entries.append(decide(lease, failure.reason, session: session, at: now))
        }
        commit(entries)
        if !answered.isEmpty { actions.append(.acknowledge(session, answered)) }
    }

    /// Takes note that a worker says that it has done a job.
    private mutating func didJob(_ lease: Lease, at now: Milliseconds) {
        let jobClass = lease.job.kind.jobClass
        change(lease.session) { session in
            session.load[jobClass] -= 1
            session.movedAt[jobClass] = now
        }
    }

    mutating func decide(
        _ lease: Lease,
        _ reason: FailureReason,
        session: SessionID?,
        at now: Milliseconds
    ) -> CommitEntry {
        var job = lease.job
        var reason = reason
        // Only the coordinator reports deaths; a worker may not use their code.
        if reason.code == .workerCrashed { reason.code = .workerReported }
        lost[job.id] = nil  // the worker did not die over it
        confirmDoubt(of: job.id, reason, by: lease.session)
        failing[job.id] = lease.attempt
        let policy = self.policy(of: job, after: reason)
        let isThrottled = reason.failureClass == .throttled
        // Who says when to come again is asked again; of whom does not, there are no more tries than of one that fails.
        if isThrottled, reason.retryAfterMs != nil, job.throttles < policy.maxThrottles {
            job.throttles += 1
        } else {
            job.errors += 1
        }
        guard reason.failureClass != .permanent, job.errors < policy.attempts else {
            return entry(lease, session: session, .dead(errors: job.errors, crashes: job.crashes, reason))
        }
        let asked = min(reason.retryAfterMs ?? 0, policy.pauseMs)
        let pause = refused(job, reason, asked: asked, at: now)
        let tries = min(job.errors + job.throttles, policy.attempts)
        let jitter = policy.waitMs(afterErrors: max(1, tries), random: &random)
        let wait = max(asked, pause) > 0 ? max(asked, pause) + jitter % RetryPolicy.pauseJitterMs : jitter
        self.wait(job, until: now + wait)
        return entry(lease, session: session, .retry(errors: job.errors, crashes: job.crashes, waitMs: wait, reason))
    }

    /// Charges an error for a result that could not be used, though the worker thought the job done.
    private mutating func retryUnusable(_ lease: Lease, _ outcome: CommitEntry.Outcome, at now: Milliseconds) {
        guard case .retry(_, _, _, let reason) = outcome else { return }
        disbelieve(lease.session, at: now)
        if hasOtherJudge(lease, at: now) { return doubt(lease, reason, at: now) }
        var job = lease.job
        job.errors += 1
        if reason.failureClass == .permanent || job.errors >= policy(of: job).attempts {
            commit([entry(lease, session: nil, .dead(errors: job.errors, crashes: job.crashes, reason))])
        } else {
            putBack(job, at: now)
        }
    }

    /// Takes note of what a result says of its host, once its effect has been read.
    ///
    /// A worker that says falsely that it asked nothing makes only its own requests more frequent: starts of other workers' jobs
    /// count against the delay and the budget as before.
    private mutating func noteHost(_ lease: Lease, madeNoRequest: Bool, at now: Milliseconds) {
        guard lease.job.kind.jobClass == .fetch else { return }
        if !madeNoRequest {
            if let answer = lease.answer { waiting.answered(lease.job, answer, at: now) }
        } else if lease.assignment != 0 {
            waiting.takeBack(lease.job, assignedAt: lease.assignedAt, at: now)
        }
    }

    /// Slows down a host that throttles, or fails as one that is overloaded.
    ///
    /// - Returns: How long it is left alone now.
    private mutating func refused(
        _ job: QueuedJob,
        _ reason: FailureReason,
        asked: Milliseconds,
        at now: Milliseconds
    ) -> Milliseconds {
        let isThrottled = reason.failureClass == .throttled
        guard job.kind.jobClass == .fetch, isThrottled || reason.code == .serverError else { return 0 }
        return waiting.refuse(job, pause: asked > 0 ? asked : nil, isThrottled, reason.message, at: now)
    }

    func policy(of job: QueuedJob) -> RetryPolicy {
        guard job.kind.jobClass == .fetch else { return configuration.renderPolicy }
        if job.kind == .discover, waiting.bringsRules(job) { return configuration.rulesPolicy }
        return sourcePolicy(of: job)
    }

    /// The same after a failure: of a host that nobody expects to come back soon the rules are no dearer than its pages.
    private func policy(of job: QueuedJob, after reason: FailureReason) -> RetryPolicy {
        job.kind == .discover && reason.retryAfterMs == nil ? sourcePolicy(of: job) : policy(of: job)
    }

    private func sourcePolicy(of job: QueuedJob) -> RetryPolicy {
        configuration.policies[job.source] ?? configuration.defaultPolicy
    }

    func entry(_ lease: Lease, session: SessionID?, _ outcome: CommitEntry.Outcome) -> CommitEntry {
        CommitEntry(
            lease: JobLease(job: lease.job.id, attempt: lease.attempt),
            session: session,
            kind: lease.job.kind,
            source: lease.job.source,
            outcome: outcome
        )
    }

    mutating func commit(_ entries: [CommitEntry]) {
        guard !entries.isEmpty else { return }
        commitsUnderWay += entries.count
        actions.append(.commit(entries))
    }

    mutating func settle(_ entries: [CommittedEntry], _ added: [AddedJobs], at now: Milliseconds) {
        var acknowledgements: [SessionID: [(lease: JobLease, status: AckStatus)]] = [:]
        for committed in entries {
            let entry = committed.entry
            commitsUnderWay -= 1
            if failing[entry.lease.job] == entry.lease.attempt { failing[entry.lease.job] = nil }
            if !introductions.isEmpty { committedMeanwhile.insert(entry.lease.job) }
            let isLive = leases[entry.lease.job]?.attempt == entry.lease.attempt
            let lease = isLive ? release(entry.lease.job, at: now) : nil
            if case .committing(let bytes) = lease?.stage { commitBytesUnderWay -= bytes }
            switch entry.outcome {
            case .done, .dead:
                if committed.changed { openJobs -= 1 }
                lost[entry.lease.job] = nil
                if case .done = entry.outcome {
                    if committed.changed, !committed.isMoved { believe(entry, at: now) }
                    if let lease { noteHost(lease, madeNoRequest: committed.madeNoRequest, at: now) }
                }
                doubts[entry.lease.job] = nil
            case .retry:
                if let lease, committed.changed { retryUnusable(lease, entry.outcome, at: now) }
            }
            if let session = entry.session, sessions[session] != nil {
                acknowledgements[session, default: []].append((entry.lease, committed.changed ? .committed : .stale))
            }
        }
        for (session, answers) in acknowledgements.sorted(by: { $0.key < $1.key }) {
            actions.append(.acknowledge(session, answers))
        }
        add(added, at: now)
    }
}
