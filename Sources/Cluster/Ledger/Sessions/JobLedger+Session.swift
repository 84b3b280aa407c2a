internal import LarderModel
internal import LarderProtocol

extension JobLedger {
    struct Session: Sendable {
        enum Presence: Sendable {
            case heard
            /// Its link is lost, or it missed ``Configuration/suspectAfterMisses`` heartbeats: it gets no work.
            case silent
            /// Another process joined under its name: it gets no work, and ends after two beats.
            case replaced
        }

        enum Quarantine: Sendable {
            case unused
            /// It gets no work until a suspect can be tried here alone.
            case reserved
            case occupied
        }

        var introduction: WorkerIntroduction
        /// Its name for people, with a number where several bear it.
        var shownName: String
        /// How many jobs it does at once, by its introduction, or else by its first grant; nil: it granted nothing yet.
        var slots: PerClass<Int>?
        /// Jobs that the worker granted and got, since it joined.
        var granted = PerClass<UInt64>(0)
        var assigned = PerClass<UInt64>(0)
        var leases: Set<JobID> = []
        var load = PerClass(0)
        /// Its last lease, for taking turns.
        var lastAttempt: Attempt = 0
        /// When a job of the class last began, moved or ended here.
        var movedAt: PerClass<Milliseconds>
        var trouble: FailureReason?
        /// When ``trouble`` last changed.
        var troubledAt: Milliseconds?
        var isSilenceReported = false
        var heardAt: Milliseconds
        /// By its last heartbeat.
        var residentBytes: UInt64 = 0
        var heartbeatMs: Milliseconds
        var assignments: UInt64 = 0
        var isDraining = false
        var isDismissed = false
        var presence = Presence.heard
        var quarantine = Quarantine.unused

        var name: String { introduction.hello.workerID }
        /// Who answers for its reports: the name of its key, or without keys its own.
        var owner: String { introduction.keyName ?? name }

        /// How many more jobs of a class the worker wants.
        func room(_ jobClass: JobClass) -> Int {
            let (granted, assigned) = (granted[jobClass], assigned[jobClass])
            return granted > assigned ? Int(min(granted - assigned, 65_536)) : 0
        }

        mutating func fallSilent() {
            if presence == .heard { presence = .silent }
        }
    }

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
        // Once all is done, workers go as they like.
        case .lost where stage == .finished || stage == .drained: report(session, id, .left)
        case .lost: report(session, id, .lost("nothing was heard of it"))
        case .crashed(let evidence, _): report(session, id, .lost(evidence))
        }
    }

    /// Charges the death of a worker to the one job that ran, or quarantines each of several.
    ///
    /// A process may die before it reports that a job began or ended, so what ran by its flight recorder counts;
    /// without a recorder, a job is charged only when the worker had no other.
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
