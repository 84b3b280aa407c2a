internal import LarderModel
internal import LarderProtocol

/// What becomes of a worker's jobs when its session ends.
extension JobLedger {
    mutating func end(_ id: SessionID, _ end: SessionEnd, at now: Milliseconds) {
        introductions[id] = nil
        guard let session = sessions.removeValue(forKey: id) else { return }
        let held = session.leases.sorted().filter { leases[$0].map { $0.session == id && !$0.isCommitting } == true }
        reportEnd(end, of: session, id)
        switch end {
        case .bye, .moved:
            if end == .bye { reconnected(session.introduction, at: now) }
            for job in held.reversed() { requeue(job, at: now) }
        case .lost:
            confirmSilence(of: session)
            for job in held {
                if leases[job]?.startedAt != nil {
                    markLost(job, with: session, at: now)
                } else {
                    requeue(job, at: now)
                }
            }
        case .crashed(let evidence, let running):
            chargeDeath(held, for: evidence, running: running, with: session, at: now)
        }
        actions.append(.forget(id))
    }

    private mutating func reportEnd(_ end: SessionEnd, of session: Session, _ id: SessionID) {
        switch end {
        case .moved: break
        case .bye: report(session, id, .left)
        case .lost: report(session, id, .lost("nothing was heard of it"))
        case .crashed(let evidence, _): report(session, id, .lost(evidence))
        }
    }

    /// Charges the death of a worker to the one job that ran, or quarantines each of several, as nobody knows which is
    /// to blame.
    ///
    /// A process may die before it has sent that a job has begun, or that another has ended. So what ran according to
    /// its flight recorder counts; without a recorder, a job is charged only when the worker held no other.
    private mutating func chargeDeath(
        _ held: [JobID],
        for evidence: String,
        running: [JobLease]?,
        with session: Session,
        at now: Milliseconds
    ) {
        if let running {
            for job in held {
                guard let lease = leases[job] else { continue }
                let ran = running.contains(JobLease(job: job, attempt: lease.attempt))
                leases[job]?.stage = ran ? .started(at: lease.startedAt ?? now) : .assigned
            }
        }
        let started = held.filter { leases[$0]?.startedAt != nil }
        let isAlone = started.count == 1 && (running?.count ?? held.count) == 1
        for job in held.reversed() {
            switch leases[job]?.startedAt {
            case .some where isAlone: chargeCrash(job, evidence, at: now)
            case .some: markLost(job, with: session, evidence: evidence, at: now)
            case nil where started.isEmpty && running == nil: markLost(job, with: session, evidence: evidence, at: now)
            case nil: requeue(job, at: now)
            }
        }
    }
}
