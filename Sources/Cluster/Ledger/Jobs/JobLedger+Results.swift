internal import LarderModel
internal import LarderProtocol

/// Results that workers send.
extension JobLedger {
    mutating func acceptResults(_ results: [JobResult], from session: SessionID, at now: Milliseconds) {
        markHeard(session, at: now)
        var entries: [CommitEntry] = []
        var refused: [(lease: JobLease, status: AckStatus)] = []
        entries.reserveCapacity(results.count)
        for result in results {
            if holds(session, result.lease), let lease = leases[result.lease.job] {
                leases[result.lease.job]?.stage = .committing(bytes: result.effect.count)
                let latency = lease.startedAt.map { now - min(now, $0) }
                if let latency { waiting.recordLatency(latency, of: lease.job) }
                leases[result.lease.job]?.answer = HostAnswer(
                    latencyMs: latency,
                    isLimitNear: result.hostPauseMs != nil,
                    assignedAt: lease.assignedAt
                )
                countDone(lease, at: now)
                commitBytesUnderWay += result.effect.count
                recordDuration(lease, at: now)
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
                        mayTryElsewhere: needsConfirmation(lease, at: now)
                    )
                )
            } else if leases[result.lease.job].map({ $0.attempt == result.lease.attempt && $0.isCommitting }) != true {
                refused.append((result.lease, .stale))
            }
        }
        commit(entries)
        if !refused.isEmpty { actions.append(.acknowledge(session, refused)) }
    }

    /// Counts a job that a worker has done.
    private mutating func countDone(_ lease: Lease, at now: Milliseconds) {
        let jobClass = lease.job.kind.jobClass
        change(lease.session) { session in
            session.load[jobClass] -= 1
            session.movedAt[jobClass] = now
        }
    }

    /// Charges an error for a result that could not be used, though the worker thought the job done.
    mutating func retryUnusable(_ lease: Lease, _ outcome: CommitEntry.Outcome, at now: Milliseconds) {
        guard case .retry(_, _, _, let reason) = outcome else { return }
        if let worker = sessions[lease.session], !worker.introduction.isLocal { countWrongReport(of: worker.owner) }
        if needsConfirmation(lease, at: now) { return awaitConfirmation(of: reason, lease, at: now) }
        var job = lease.job
        job.errors += 1
        if reason.failureClass == .permanent || job.errors >= policy(of: job).attempts {
            commit([entry(lease, session: nil, .dead(errors: job.errors, crashes: job.crashes, reason))])
        } else {
            putBack(job, at: now)
        }
    }

    /// Records how fast the host of a result answered, once the effect has been read.
    ///
    /// A worker that says falsely that it asked nothing makes only its own requests more frequent: starts of other
    /// workers' jobs count against the delay and the budget as before.
    mutating func recordHostAnswer(_ lease: Lease, madeNoRequest: Bool, at now: Milliseconds) {
        guard lease.job.kind.jobClass == .fetch else { return }
        if !madeNoRequest {
            if let answer = lease.answer { waiting.answered(lease.job, answer, at: now) }
        } else if lease.assignment != 0 {
            waiting.undoStart(lease.job, assignedAt: lease.assignedAt, at: now)
        }
    }
}
