internal import LarderLedger
internal import LarderModel
internal import LarderProtocol

/// What the ledger wants done, against the invariants.
extension World {
    func auditAction(_ action: LedgerAction) {
        switch action {
        case .send(let session, .welcome(let terms)): join(session, terms)
        case .send(let session, .reject): audit.sessions[session] = nil
        case .send(let session, .assign(let jobs, let number)):
            for job in jobs where violation == nil { auditAssignment(job, number, to: session) }
        case .send(let session, .cancel(let leases)): for lease in leases { audit.loosen(lease, of: session) }
        case .send(let session, .resultAck(let answers)):
            for answer in answers where answer.status == .stale || audit.reasons[answer.lease]?.failureClass == .drain {
                audit.loosen(answer.lease, of: session)
            }
            for answer in answers where answer.status == .committed && !audit.synced.contains(answer.lease) {
                if audit.reasons[answer.lease]?.failureClass == .drain { continue }
                fail(.ackAfterCommit, "job \(answer.lease.job) is acknowledged and its end is not on the disk")
            }
        case .forget(let session):
            audit.loosen(leasesOf: session)
            audit.sessions[session] = nil
        case .suspect(let jobs):
            for (job, suspicions) in jobs { audit.suspectedIn[job] = suspicions.isEmpty ? nil : epoch }
        case .commit(let entries):
            for entry in entries where violation == nil { auditCommit(entry) }
        case .finished:
            if let open = table.rows.first(where: { $0.state == .ready }) {
                fail(.endIsTrue, "\"finished\" is said while job \(open.job.id) has not ended")
            }
            auditEnd("finished")
        case .drained:
            auditEnd("drained")
            if !isStoppingRun { fail(.stopsWhenAsked, "the run ends, nobody asked for it, and work is left") }
        default: break
        }
    }

    private func auditEnd(_ word: String) {
        if isTransacting || !pending.isEmpty {
            fail(.endIsTrue, "\"\(word)\" is said while outcomes are on the way to the disk")
        }
        if let leased = ledger?.leasedJobs, leased > 0 {
            fail(.endIsTrue, "\"\(word)\" is said while \(leased) jobs are leased")
        }
    }

    /// A worker keeps what it holds, unless the welcome drops it.
    private func join(_ id: SessionID, _ terms: Welcome) {
        guard let session = audit.sessions[id] else { return }
        audit.sessions[id]?.isJoined = true
        audit.sessions[id]?.movedAt = ledgerNow
        audit.sessions[id]?.heardAt = ledgerNow
        audit.sessions[id]?.heartbeatMs = terms.heartbeatMs
        for lease in session.introduction.hello.held where !Set(terms.drop).contains(lease) {
            guard let lane = lane(of: lease.job) else { continue }
            if let other = audit.leases[lease.job], other.attempt != lease.attempt, !other.isLoose {
                fail(
                    .oneLease,
                    "a worker keeps job \(lease.job) under attempt \(short(lease.attempt)), "
                        + "live is \(short(other.attempt))"
                )
            }
            let isCommitting = audit.leases[lease.job]?.isCommitting == true
            // Its wait was over when it was given out.
            if lease.attempt.epoch < epoch { audit.dueAt[lease.job] = 0 }
            audit.holders[lease] = audit.placeOf[id]
            audit.leases[lease.job] = Auditor.Lease(
                attempt: lease.attempt,
                session: id,
                lane: lane.id,
                isCommitting: isCommitting,
                renewedAt: audit.leases[lease.job]?.renewedAt ?? ledgerNow,
                assignedAt: ledgerNow
            )
        }
    }

    private func auditAssignment(_ job: AssignedJob, _ assignment: UInt64, to id: SessionID) {
        let now = ledgerNow
        let number = job.lease.job
        // It may have come with the commit that added it.
        audit.inMemory.insert(number)
        let name = "job \(number) attempt \(short(job.lease.attempt))"
        guard let session = audit.sessions[id], session.isJoined, !session.hasEnded, !session.isDraining,
            !session.isSuspect,
            !audit.isDraining, session.introduction.hello.kinds.contains(job.kind)
        else {
            fail(
                .fitSession,
                "\(name) is assigned to session \(id.rawValue & 0xFFFF_FFFF): \(audit.sessions[id].map(describe) ?? "unknown")"
            )
            return
        }
        guard let lane = lane(of: number), let plan = plan(of: number) else {
            fail(.endedStays, "\(name) is assigned and not in the table")
            return
        }
        let jobClass = scenario.jobs[plan].kind.jobClass
        audit.sessions[id]?.assigned[jobClass] += 1
        if session.assigned[jobClass] + 1 > session.granted[jobClass] {
            fail(.credit, "\(name) is assigned beyond the \(session.granted[jobClass]) granted")
        }
        if !isReady(number) { fail(.endedStays, "\(name) is assigned, it has ended") }
        if let lease = audit.leases[number], !lease.isLoose {
            fail(.oneLease, "\(name) is assigned while attempt \(short(lease.attempt)) is live")
        }
        if let last = audit.lastAttempt[number], job.lease.attempt <= last {
            fail(.attemptsGrow, "\(name) comes after attempt \(short(last))")
        }
        audit.lastAttempt[number] = job.lease.attempt
        if let since = audit.suspectedIn[number], since < epoch, let held = ledger?.undoneJobs(of: id), held > 1 {
            fail(.suspectsAlone, "\(name) was suspected before the restart, and its worker has \(held) jobs")
        }
        auditStart(number, name, in: lane)
        auditShare(of: number, plan, name, in: lane)
        audit.leases[number] = Auditor.Lease(
            attempt: job.lease.attempt,
            session: id,
            lane: lane.id,
            renewedAt: now,
            assignment: assignment,
            assignedAt: now
        )
        audit.holders[job.lease] = audit.placeOf[id]
    }

    /// The time and the lane of an assignment.
    private func auditStart(_ number: JobID, _ name: String, in lane: LaneInfo) {
        let now = ledgerNow
        if let due = audit.dueAt[number], now < due { fail(.retryWait, "\(name) is assigned \(due - now) ms early") }
        let underWay = audit.leases.values.count { $0.lane == lane.id && $0.isUnderWay }
        if underWay + 1 > lane.limits.concurrency {
            fail(
                .laneLimit,
                "\(name) makes \(underWay + 1) under way in lane \(lane.id), the limit is \(lane.limits.concurrency)"
            )
        }
        if let last = audit.askedAt[lane.id], now < last + lane.limits.delayMs {
            fail(
                .laneDelay,
                "\(name) starts \(now - last) ms after the last one in lane \(lane.id), "
                    + "the delay is \(lane.limits.delayMs)"
            )
        }
        audit.startedAt[lane.id] = now
        if !isFresh(number) { audit.askedAt[lane.id] = now }
        auditHost(number, name, in: lane)
        if let until = audit.pausedUntil[lane.id], now < until {
            fail(.lanePause, "\(name) starts in lane \(lane.id), which asked for a pause of another \(until - now) ms")
        }
    }

    private func auditCommit(_ entry: CommitEntry) {
        let job = entry.lease.job
        let name = "job \(job) attempt \(short(entry.lease.attempt))"
        if case .dead = entry.outcome, entry.session == nil, audit.leases[job].map(\.isLoose) != false {
            // No worker holds it, as its workers are gone.
        } else if let lease = audit.leases[job] {
            if lease.attempt != entry.lease.attempt || lease.isCommitting {
                fail(
                    .liveCommit,
                    "\(name) is committed, live is \(short(lease.attempt))\(lease.isCommitting ? ", committing" : "")"
                )
            }
        } else if entry.lease.attempt.epoch >= epoch || audit.lastAttempt[job] != entry.lease.attempt {
            fail(.liveCommit, "\(name) is committed without a live lease")
        }
        guard let plan = plan(of: job) else { return }
        let now = ledgerNow
        if entry.session != nil, entry.failure != nil, audit.reasons[entry.lease] == nil {
            fail(.onlyHolders, "\(name) is charged for a failure that its worker did not tell")
        }
        // Where an honest worker failed too, a lying worker confirms the failure.
        if let failure = entry.failure, Self.lies.contains(failure.code), truth[plan].lies > 0, !hasFailed(plan) {
            auditLie(name, plan, failure)
        }
        switch entry.outcome {
        case .done(let bytes):
            guard let said = audit.said[entry.lease] else {
                fail(.liveCommit, "\(name) is committed as done and its worker did not say so")
                return
            }
            if let reason = falseMove(bytes), truth[plan].lies > 0, !hasFailed(plan), !hasMoved(plan) {
                auditLie(name, plan, reason)
            }
            if said != bytes || bytes != effect(plan) && bytes != Self.uselessEffect && falseMove(bytes) == nil {
                fail(.ownEffect, "\(name) is committed with the effect of another job")
            }
            if let lease = audit.leases[job] {
                audit.leases[job]?.isCommitting = true
                audit.leases[job]?.isLoose = lease.isLoose
            }
            audit.inMemory.remove(job)
        case .retry(let errors, let crashes, let waitMs, _):
            auditCharge(name, plan, errors, crashes)
            audit.leases[job] = nil
            audit.dueAt[job] = now + waitMs
            // A failure that nobody confirmed counts under the lease of the job's last attempt, for which a liar may
            // have reported another one since.
            let reasons = [audit.reasons[entry.lease], entry.outcome.reason].compactMap(\.self)
            if let asked = reasons.filter({ $0.failureClass == .throttled }).compactMap(\.retryAfterMs).max(),
                entry.kind.jobClass == .fetch, let lane = lane(of: job)
            {
                audit.pausedUntil[lane.id] = max(audit.pausedUntil[lane.id] ?? 0, now + asked)
            }
        case .dead(let errors, let crashes, let reason):
            auditCharge(name, plan, errors, crashes)
            audit.leases[job] = nil
            audit.inMemory.remove(job)
            auditDeath(name, plan, reason)
        }
    }

    private func auditCharge(_ name: String, _ plan: Int, _ errors: UInt32, _ crashes: UInt32) {
        let permanent: UInt32 = scenario.jobs[plan].end == .failsForGood ? 1 : 0
        if errors > truth[plan].failures + truth[plan].throttles + truth[plan].lies + permanent {
            fail(
                .chargedOnce,
                "\(name) is charged \(errors) errors and had \(truth[plan].failures + truth[plan].throttles)"
            )
        }
        if crashes > truth[plan].deaths {
            fail(
                .chargedOnce,
                "\(name) is charged \(crashes) crashes, workers died \(truth[plan].deaths) times over it"
            )
        }
    }

    private func auditDeath(_ name: String, _ plan: Int, _ reason: FailureReason) {
        let job = scenario.jobs[plan]
        let policy = job.kind.jobClass == .render ? policies.render : policies.fetch
        let known = truth[plan]
        let isForGood = job.end == .failsForGood && known.runs > job.firstEnds.count
        let isTiring =
            known.failures >= policy.attempts
            || known.failures + known.throttles >= policy.attempts + policy.maxThrottles
        guard !isForGood, !isTiring, known.deaths < audit.configuration.maxCrashes else {
            // A crash of the coordinator took some of the failures of honest workers.
            if known.lies > 0, Self.lies.contains(reason.code) { truth[plan].hadOnlyLiars = true }
            return
        }
        if known.lies > 0 {
            if !known.hadOnlyLiars { auditLie(name, plan, reason) }
            return
        }
        fail(
            .attemptLimit,
            "\(name) is set aside (\(reason.code)) after \(known.failures) failures, "
                + "\(known.throttles) throttled tries and \(known.deaths) deaths of its worker"
        )
    }
}
