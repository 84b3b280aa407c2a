internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderWorkerCore

/// The ledger's events as they came, before any injected change, for the invariants.
extension World {
    func auditBefore(_ event: LedgerEvent) {
        let now = ledgerNow
        switch event {
        case .loaded(_, let jobs, _):
            for loaded in jobs {
                audit.inMemory.insert(loaded.job.id)
                if audit.dueAt[loaded.job.id] == nil { audit.dueAt[loaded.job.id] = now + loaded.waitMs }
            }
        case .hello(let session, let introduction):
            for (id, old) in audit.sessions where old.introduction.hello.incarnation == introduction.hello.incarnation {
                audit.loosen(leasesOf: id)
                audit.sessions[id]?.hasEnded = true
            }
            audit.sessions[session] = Auditor.Session(introduction: introduction, heardAt: now)
        case .message(let session, .credit(let fetch, let render)):
            audit.markHeard(session, at: now)
            audit.sessions[session]?.granted = PerClass(fetch: fetch, render: render)
        case .message(let session, .started(let leases)):
            audit.markHeard(session, at: now)
            audit.sessions[session]?.movedAt = now
            for lease in leases where isLive(lease, of: session) && audit.leases[lease.job]?.startedAt == nil {
                audit.leases[lease.job]?.startedAt = now
                audit.leases[lease.job]?.beganAt = now
            }
        case .message(let session, .heartbeat(let beat)):
            auditBeat(session, beat, at: now)
        case .message(let session, .result(let results)):
            audit.markHeard(session, at: now)
            audit.sessions[session]?.movedAt = now
            for result in results where holds(result.lease, session) { audit.said[result.lease] = result.effect }
        case .message(let session, .fail(let failures)):
            audit.markHeard(session, at: now)
            audit.sessions[session]?.movedAt = now
            for failure in failures where holds(failure.lease, session) {
                audit.reasons[failure.lease] = failure.reason
            }
        case .message(let session, .release(let leases)):
            audit.markHeard(session, at: now)
            audit.sessions[session]?.movedAt = now
            for lease in leases { audit.loosen(lease, of: session) }
        case .rules(let rules): auditRules(rules)
        case .message(let session, .drain):
            audit.markHeard(session, at: now)
            audit.sessions[session]?.isDraining = true
        case .linkLost(let session): audit.sessions[session]?.isSuspect = true
        case .sessionEnded(let session, _), .message(let session, .bye):
            audit.sessions[session]?.hasEnded = true
            audit.loosen(leasesOf: session)
        case .processEnded(let processID, _):
            for (id, session) in audit.sessions
            where session.introduction.isLocal && session.introduction.hello.processID == processID {
                audit.loosen(leasesOf: id)
            }
        case .committed(let entries, _): for entry in entries { auditCommitted(entry) }
        case .tick: checkSilence(at: now)
        case .lookedUp(_, let jobs): audit.inMemory.formUnion(jobs.map(\.job.id))
        case .drain: audit.isDraining = true
        default: break
        }
    }

    private func auditCommitted(_ entry: CommitEntry) {
        let lease = entry.lease
        let isLive = audit.leases[lease.job]?.attempt == lease.attempt
        if isLive, audit.leases[lease.job]?.isCommitting == true { audit.leases[lease.job] = nil }
        if case .retry = entry.outcome, isLive, isReady(lease.job) {
            audit.inMemory.insert(lease.job)
        }
        if case .done = entry.outcome, entry.changed { audit.doneSynced.insert(lease.job) }
    }

    /// Whether the session is of the worker that the lease was given to.
    private func holds(_ lease: JobLease, _ session: SessionID) -> Bool {
        audit.holders[lease] != nil && audit.holders[lease] == audit.placeOf[session]
    }

    private func isLive(_ lease: JobLease, of session: SessionID) -> Bool {
        audit.leases[lease.job]?.attempt == lease.attempt && audit.leases[lease.job]?.session == session
    }

    private func auditBeat(_ session: SessionID, _ beat: Heartbeat, at now: Milliseconds) {
        guard audit.sessions[session] != nil else { return }
        audit.markHeard(session, at: now)
        let held = Set(beat.jobs.map(\.lease))
        for job in beat.jobs where isLive(job.lease, of: session) {
            guard audit.leases[job.lease.job]?.progress != job.progress else { continue }
            audit.leases[job.lease.job]?.progress = job.progress
            audit.leases[job.lease.job]?.progressedAt = now
            if audit.leases[job.lease.job]?.beganAt == nil { audit.leases[job.lease.job]?.beganAt = now }
            audit.sessions[session]?.movedAt = now
        }
        for (job, lease) in audit.leases where lease.session == session && !lease.isCommitting {
            if held.contains(JobLease(job: job, attempt: lease.attempt)) {
                audit.leases[job]?.renewedAt = now
            } else {
                guard lease.assignment <= beat.assigned, !lease.isLoose else { continue }
                audit.leases[job]?.isLoose = true
                // It never arrived, so it takes none of the worker's credit.
                if let jobClass = plan(of: job).map({ scenario.jobs[$0].kind.jobClass }),
                    audit.sessions[session]?.assigned[jobClass] ?? 0 > 0
                {
                    audit.sessions[session]?.assigned[jobClass] -= 1
                }
            }
        }
    }

    private func checkSilence(at now: Milliseconds) {
        let configuration = audit.configuration
        if let last = audit.tickedAt, now > last + configuration.heartbeatMs {
            // The coordinator was stopped itself.
            for id in audit.sessions.keys { audit.sessions[id]?.heardAt += now - last }
            for id in audit.sessions.keys { audit.sessions[id]?.movedAt = now }
            for job in audit.leases.keys {
                audit.leases[job]?.renewedAt += now - last
                if audit.leases[job]?.startedAt != nil { audit.leases[job]?.startedAt = now }
            }
        }
        audit.tickedAt = now
        for (id, session) in audit.sessions {
            let silence = now > session.heardAt ? now - session.heardAt : 0
            if silence > session.heartbeatMs * configuration.suspectAfterMisses {
                audit.sessions[id]?.isSuspect = true
                audit.loosen(leasesOf: id)
            }
        }
        for (job, lease) in audit.leases where now > lease.renewedAt + configuration.leaseMs {
            audit.leases[job]?.isLoose = true
        }
    }

    /// What must hold after each event that the ledger took in.
    func auditAfter() {
        guard violation == nil, isUp else { return }
        let window = scenario.coordinator.window
        // Leased jobs are bounded by credit; what comes back from them is beside the window.
        audit.mostLeased = max(audit.mostLeased, audit.leases.count)
        let bound = window + scenario.lanes.count * max(64, window / 2) + audit.mostLeased
        let waiting = audit.inMemory.count - audit.leases.count
        if waiting > bound {
            fail(.window, "\(waiting) jobs wait in memory, with a window of \(window) (\(bound) with loads under way)")
        }
    }

    // MARK: Workers

    func auditHello(_ place: Int, _ message: Message) {
        guard case .hello(let hello) = message else { return }
        let held = Set(hello.held)
        if let lost = workers[place].kept.subtracting(held).min(by: { $0.job < $1.job }) {
            fail(
                .workerKeeps,
                "worker \(place) does not name its unacknowledged result of job \(lost.job) when it joins again"
            )
        }
    }

    func auditWorker(_ place: Int) {
        guard let core = workers[place].core else { return }
        var running = PerClass(0)
        for run in workers[place].runs.values { running[run.jobClass] += 1 }
        let plan = workers[place].plan
        if running.fetch > plan.fetchSlots || running.render > plan.renderSlots {
            fail(
                .workerSlots,
                "worker \(place) fetches \(running.fetch) and renders \(running.render) at once, "
                    + "with \(plan.fetchSlots) and \(plan.renderSlots) slots"
            )
        }
        if core.heldJobs < workers[place].kept.count + workers[place].runs.count {
            fail(
                .workerKeeps,
                "worker \(place) holds \(core.heldJobs) jobs, although \(workers[place].runs.count) run and "
                    + "\(workers[place].kept.count) results are unacknowledged"
            )
        }
    }
}
