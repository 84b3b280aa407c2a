internal import LarderModel
internal import LarderProtocol

extension JobLedger {
    mutating func acceptResults(_ results: [JobResult], from session: SessionID, at now: Milliseconds) {
        var entries: [CommitEntry] = []
        var refused: [(lease: JobLease, status: AckStatus)] = []
        entries.reserveCapacity(results.count)
        for result in results {
            if holds(session, result.lease), let lease = leases[result.lease.job] {
                if !isLocal(session), let claim = PackedEffect.claim(of: lease.job.kind, result.effect) {
                    if needsConfirmation(ofClaimBy: lease, at: now) {
                        awaitConfirmation(of: claim, lease, at: now)
                        refused.append((result.lease, .stale))
                        continue
                    }
                    if contradictsClaim(to: claim.target, by: lease), let lease = release(lease.job.id, at: now) {
                        entries.append(decide(lease, Self.contradiction, session: session, at: now))
                        continue
                    }
                }
                leases[result.lease.job]?.stage = .committing(bytes: result.effect.count)
                let latency = lease.startedAt.map { now - min(now, $0) }
                if let latency { waiting.change(lease.job.lane) { $0.recordLatency(latency) } }
                leases[result.lease.job]?.answer = (latency, isLimitNear: result.hostPauseMs != nil)
                lowerLoad(of: lease, at: now)
                commitBytesUnderWay += result.effect.count
                recordDuration(lease, at: now)
                if let pause = result.hostPauseMs, lease.job.kind.jobClass == .fetch {
                    let until = now + min(pause, policy(of: lease.job).pauseMs)
                    waiting.change(lease.job.lane) { $0.limit(until: until, at: now) }
                }
                waiting.end(lease.job, at: now)
                var entry = entry(lease, session: session, .done(effect: result.effect))
                entry.mayTryElsewhere = needsConfirmation(lease, at: now)
                entry.mayNeedAnswer = mayNeedAnswer(lease)
                entries.append(entry)
            } else if leases[result.lease.job].map({ $0.attempt == result.lease.attempt && $0.isCommitting }) != true {
                refused.append((result.lease, .stale))
            }
        }
        commit(entries)
        if !refused.isEmpty { actions.append(.send(session, .resultAck(refused))) }
    }

    /// Asks a second worker whether a claim is true.
    ///
    /// A lie would end the job: its item would count as gone, or the job would fail at an address of the liar's choice.
    private mutating func awaitConfirmation(of claim: PackedEffect.Claim, _ lease: Lease, at now: Milliseconds) {
        let name = sessions[lease.session]?.shownName ?? "gone"
        guard let lease = release(lease.job.id, at: now) else { return }
        let what =
            if case .move = claim { "the job goes on at another host" } else { "there is nothing at its address" }
        let message = "The worker \(name) alone said that \(what)."
        let reason = FailureReason(.retryable, code: .unconfirmedClaim, message: message)
        awaitConfirmation(of: reason, lease, target: claim.target, at: now)
    }

    private static let contradiction = FailureReason(
        .retryable,
        code: .unconfirmedClaim,
        message: "Two workers say different things of where the job goes on, and one of them may not tell the truth."
    )

    /// Takes a job whose result has arrived off its worker's load.
    private mutating func lowerLoad(of lease: Lease, at now: Milliseconds) {
        let jobClass = lease.job.kind.jobClass
        change(lease.session) { session in
            session.load[jobClass] -= 1
            session.movedAt[jobClass] = now
        }
    }

    /// Whether the worker may have been told of an earlier answer that the catalog does not hold any more.
    ///
    /// A lease without an assignment is of an earlier coordinator start. What that start told the worker is not known.
    private func mayNeedAnswer(_ lease: Lease) -> Bool { !lease.job.revalidation.isEmpty || lease.assignment == 0 }

    /// Charges an error for a result that could not be used, though the worker thought the job done.
    mutating func retryUnusable(_ lease: Lease, _ outcome: CommitEntry.Outcome, at now: Milliseconds) {
        guard case .retry(_, _, _, let reason) = outcome else { return }
        if reason.code == .answerNeeded, mayNeedAnswer(lease) {
            var job = lease.job
            job.revalidation = []
            return putBack(job, at: now)
        }
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
    /// A worker that falsely reports no request only makes its own requests more frequent: the starts of other jobs
    /// still count against the delay and the budget.
    mutating func recordHostAnswer(_ lease: Lease, madeNoRequest: Bool, at now: Milliseconds) {
        guard lease.job.kind.jobClass == .fetch else { return }
        if !madeNoRequest {
            waiting.recordAnswer(of: lease, at: now)
        } else if lease.assignment != 0 {
            waiting.undoStart(lease.job, assignedAt: lease.assignedAt, at: now)
        }
    }

    func entry(_ lease: Lease, session: SessionID?, _ outcome: CommitEntry.Outcome) -> CommitEntry {
        entry(lease.job, lease.attempt, session: session, outcome)
    }

    func entry(_ job: QueuedJob, _ attempt: Attempt, session: SessionID?, _ outcome: CommitEntry.Outcome)
        -> CommitEntry
    {
        CommitEntry(
            lease: JobLease(job: job.id, attempt: attempt),
            session: session,
            kind: job.kind,
            source: job.source,
            outcome: outcome
        )
    }

    mutating func commit(_ entries: [CommitEntry]) {
        guard !entries.isEmpty else { return }
        commitsUnderWay += entries.count
        actions.append(.commit(entries))
    }

    mutating func finishCommit(_ entries: [CommitEntry], _ added: [AddedJobs], at now: Milliseconds) {
        var acknowledgements: [SessionID: [(lease: JobLease, status: AckStatus)]] = [:]
        for entry in entries {
            commitsUnderWay -= 1
            if failing[entry.lease.job] == entry.lease.attempt { failing[entry.lease.job] = nil }
            if !introductions.isEmpty { committedMeanwhile.insert(entry.lease.job) }
            let isLive = leases[entry.lease.job]?.attempt == entry.lease.attempt
            let lease = isLive ? release(entry.lease.job, at: now) : nil
            if case .committing(let bytes) = lease?.stage { commitBytesUnderWay -= bytes }
            switch entry.outcome {
            case .done, .dead:
                if entry.changed {
                    openJobs -= 1
                    waiting.noteUnfinished(-1, of: entry.source)
                }
                lost[entry.lease.job] = nil
                if case .done = entry.outcome {
                    if entry.changed, !entry.isMoved { creditWork(entry) }
                    if let lease { recordHostAnswer(lease, madeNoRequest: entry.madeNoRequest, at: now) }
                }
                unconfirmed[entry.lease.job] = nil
            case .retry:
                if let lease, entry.changed { retryUnusable(lease, entry.outcome, at: now) }
            }
            if let session = entry.session, sessions[session] != nil {
                acknowledgements[session, default: []].append((entry.lease, entry.changed ? .committed : .stale))
            }
        }
        for (session, answers) in acknowledgements.sorted(by: { $0.key < $1.key }) {
            actions.append(.send(session, .resultAck(answers)))
        }
        add(added, at: now)
    }
}

extension PackedEffect.Claim {
    /// The host at which the job goes on; nil: at none.
    fileprivate var target: HostPort? {
        guard case .move(let job) = self else { return nil }
        return WebAddress(job.redirect?.url ?? job.url ?? "")?.hostPort
    }
}
