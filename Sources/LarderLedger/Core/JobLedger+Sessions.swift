internal import LarderProtocol

/// Who is joined, alive, and holding what.
extension JobLedger {
    /// The protocol versions this coordinator speaks.
    public static let protocols: ClosedRange<UInt32> = 1...1

    mutating func welcome(_ session: SessionID, _ introduction: WorkerIntroduction, at now: Milliseconds) {
        guard introduction.protocols.overlaps(Self.protocols) else {
            refuse(
                session,
                "protocol",
                "This coordinator speaks protocol \(Self.protocols.lowerBound), the worker \(introduction.protocols). "
                    + "Install the same release on both."
            )
            return
        }
        guard introduction.kinds.isSuperset(of: JobKind.allCases) else {
            refuse(
                session,
                "kinds",
                "The worker does not know every kind of job of this coordinator. Install the same release on both."
            )
            return
        }
        guard introduction.cacheID == configuration.cacheID else {
            refuse(
                session,
                "other-cache",
                "The worker's cache folder (id \(introduction.cacheID)) is not the coordinator's (id \(configuration.cacheID)). "
                    + "Give the worker the same folder with --cache."
            )
            return
        }
        let unknown = introduction.held.filter { $0.attempt >> 40 < configuration.epoch }
        guard unknown.isEmpty else {
            introductions[session] = introduction
            actions.append(.lookUp(session, unknown.map(\.job)))
            return
        }
        admit(session, introduction, at: now)
    }

    /// Takes over, under their old leases, the jobs that a worker has held since before this coordinator start, and welcomes it.
    mutating func adopt(_ jobs: [QueuedJob], by session: SessionID, at now: Milliseconds) {
        guard let introduction = introductions.removeValue(forKey: session) else { return }
        let attempts = Dictionary(introduction.held.map { ($0.job, $0.attempt) }, uniquingKeysWith: max)
        for job in jobs where leases[job.id] == nil && !adopted.contains(job.id) {
            guard let attempt = attempts[job.id], attempt >> 40 < configuration.epoch else { continue }
            leases[job.id] = Lease(attempt: attempt, session: session, job: job, renewedAt: now)
            adopted.insert(job.id)
            windowCount -=
                (lanes[job.lane]?.ready.remove(job.id) ?? 0) + delayed.remove(job.id) + suspects.remove(job.id)
            lanes[job.lane]?.inFlight += 1
        }
        admit(session, introduction, at: now)
    }

    private mutating func admit(_ session: SessionID, _ introduction: WorkerIntroduction, at now: Milliseconds) {
        let earlier = sessions.filter {
            $0.key != session && $0.value.introduction.incarnation == introduction.incarnation
        }
        for id in earlier.keys.sorted() {
            move(introduction.held, from: id, to: session, at: now)
            end(id, .lost)
        }
        let kept = Set(
            introduction.held.filter { leases[$0.job]?.attempt == $0.attempt && leases[$0.job]?.session == session }
        )
        sessions[session] = Session(introduction: introduction, leases: Set(kept.map(\.job)), heardAt: now)
        actions.append(
            .welcome(
                session,
                heartbeatMs: configuration.heartbeatMs,
                leaseMs: configuration.leaseMs,
                drop: introduction.held.filter { !kept.contains($0) }
            )
        )
        if isDraining { actions.append(.drain(session)) }
    }

    private mutating func refuse(_ session: SessionID, _ code: String, _ text: String) {
        actions.append(.reject(session, code: code, text: text, retryAfterMs: 0))
        actions.append(.forget(session))
    }

    /// A worker that reconnects keeps what it holds.
    private mutating func move(
        _ held: [JobLease],
        from old: SessionID,
        to new: SessionID,
        at now: Milliseconds
    ) {
        for lease in held where leases[lease.job].map({ $0.attempt == lease.attempt && $0.session == old }) == true {
            leases[lease.job]?.session = new
            leases[lease.job]?.renewedAt = now
            sessions[old]?.leases.remove(lease.job)
        }
    }

    mutating func markStarted(_ started: [JobLease], by session: SessionID, at now: Milliseconds) {
        heard(session, at: now)
        for lease in started where holds(session, lease) { leases[lease.job]?.isStarted = true }
    }

    mutating func renew(_ held: [JobLease], of session: SessionID, at now: Milliseconds) {
        guard sessions[session] != nil else { return }
        heard(session, at: now)
        actions.append(.acknowledgeHeartbeat(session))
        var unwanted: [JobLease] = []
        var named: Set<JobID> = []
        for lease in held {
            if leases[lease.job].map({ $0.attempt == lease.attempt && $0.session == session }) == true {
                leases[lease.job]?.renewedAt = now
                leases[lease.job]?.missedBeats = 0
                named.insert(lease.job)
            } else {
                unwanted.append(lease)
            }
        }
        if !unwanted.isEmpty { actions.append(.cancel(session, unwanted)) }
        // libzmq may drop what it accepted: an ASSIGN that two beats in a row do not know of is lost.
        for id in (sessions[session]?.leases.subtracting(named) ?? []).sorted() where leases[id]?.isCommitting == false
        {
            leases[id]?.missedBeats += 1
            if leases[id]?.missedBeats ?? 0 >= 2, let jobClass = leases[id]?.job.kind.jobClass {
                // The worker never saw it, so its own count of what it was given is one lower than ours.
                if sessions[session]?.assigned[jobClass.rawValue] ?? 0 > 0 {
                    sessions[session]?.assigned[jobClass.rawValue] -= 1
                }
                requeue(id)
            }
        }
    }

    mutating func end(_ id: SessionID, _ end: SessionEnd) {
        introductions[id] = nil
        guard let session = sessions.removeValue(forKey: id) else { return }
        for job in session.leases.sorted() {
            guard let lease = leases[job], lease.session == id, !lease.isCommitting else { continue }
            if case .crashed(let evidence) = end, lease.isStarted {
                chargeCrash(job, evidence)
            } else {
                requeue(job)
            }
        }
        actions.append(.forget(id))
    }

    mutating func checkLiveness(at now: Milliseconds) {
        for (id, session) in sessions.sorted(by: { $0.key < $1.key }) {
            let silence = now > session.heardAt ? now - session.heardAt : 0
            if silence > configuration.leaseMs {
                end(id, .lost)
            } else if silence > configuration.heartbeatMs * configuration.suspectAfterMisses {
                sessions[id]?.isSuspect = true
            }
        }
        let expired = leases.filter { !$0.value.isCommitting && now > $0.value.renewedAt + configuration.leaseMs }
        for id in expired.keys.sorted() { requeue(id) }
    }
}
