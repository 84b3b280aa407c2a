internal import LarderModel
internal import LarderProtocol

extension JobLedger {
    /// The longest pause that a source gets, in milliseconds: a week.
    package static let maxWaitMs: Milliseconds = 604_800_000

    mutating func acceptFailures(_ failures: [ReportedFailure], from session: SessionID, at now: Milliseconds) {
        var entries: [CommitEntry] = []
        var answered: [(lease: JobLease, status: AckStatus)] = []
        let exhausted = failures.filter { $0.reason.failureClass == .outOfMemory && holds(session, $0.lease) }
        for failure in failures {
            if failure.reason.failureClass == .outOfMemory, holds(session, failure.lease),
                let known = sessions[session],
                let lease = leases[failure.lease.job]
            {
                if needsConfirmation(lease, isPermanent: false, at: now) {
                    if let lease = release(failure.lease.job, at: now) {
                        awaitConfirmation(of: failure.reason, lease, at: now)
                    }
                    answered.append((failure.lease, .stale))
                    continue
                }
                unconfirmed[failure.lease.job] = nil
                // The worker ends, as if it were killed: a job that ran alone is to blame.
                if exhausted.count == 1 {
                    chargeCrash(failure.lease.job, failure.reason.message, reporter: session, at: now)
                } else {
                    markLost(failure.lease.job, with: known, evidence: failure.reason.message, at: now)
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
                putBackUncharged(lease, failure.reason, session: session, at: now)
                answered.append((failure.lease, .committed))
                continue
            }
            if needsConfirmation(lease, isPermanent: failure.reason.failureClass == .permanent, at: now) {
                awaitConfirmation(of: failure.reason, lease, at: now)
                answered.append((failure.lease, .stale))
                continue
            }
            recordDuration(lease, at: now)
            entries.append(decide(lease, failure.reason, session: session, at: now))
        }
        commit(entries)
        if !answered.isEmpty { actions.append(.send(session, .resultAck(answered))) }
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
        unconfirmed[job.id] = nil
        failing[job.id] = lease.attempt
        let policy = self.policy(of: job, after: reason)
        let isThrottled = reason.failureClass == .throttled
        // A throttled try without a Retry-After counts as a failed one.
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

    /// Slows down a host that throttles or is overloaded.
    ///
    /// - Returns: How long the host is left alone now.
    private mutating func refused(
        _ job: QueuedJob,
        _ reason: FailureReason,
        asked: Milliseconds,
        at now: Milliseconds
    ) -> Milliseconds {
        let isThrottled = reason.failureClass == .throttled
        let isOverloaded = reason.code == .serverError || reason.code == .tooSlow
        guard job.kind.jobClass == .fetch, isThrottled || isOverloaded else { return 0 }
        let pause = asked > 0 ? asked : nil
        return waiting.change(job.lane) {
            $0.refuse(pause: pause, isThrottled: isThrottled, reason: reason.message, at: now)
        } ?? 0
    }

    func policy(of job: QueuedJob) -> RetryPolicy {
        guard job.kind.jobClass == .fetch else { return configuration.renderPolicy }
        if job.kind == .discover, waiting.bringsRules(job) { return configuration.rulesPolicy }
        return sourcePolicy(of: job)
    }

    /// The same after a failure: where the host named no time, its rules are retried like its pages.
    private func policy(of job: QueuedJob, after reason: FailureReason) -> RetryPolicy {
        job.kind == .discover && reason.retryAfterMs == nil ? sourcePolicy(of: job) : policy(of: job)
    }

    private func sourcePolicy(of job: QueuedJob) -> RetryPolicy {
        configuration.policies[job.source] ?? configuration.defaultPolicy
    }
}
