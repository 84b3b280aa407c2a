internal import LarderModel
internal import LarderProtocol

extension JobLedger {
    mutating func markStarted(_ started: [JobLease], by session: SessionID, at now: Milliseconds) {
        for lease in started where holds(session, lease) {
            // A second report is no progress.
            guard leases[lease.job]?.startedAt == nil else { continue }
            leases[lease.job]?.stage = .started(at: now)
            if let job = leases[lease.job]?.job { change(session) { $0.movedAt[job.kind.jobClass] = now } }
        }
    }

    /// Renews what a beat names, and takes back what it should name and does not.
    ///
    /// libzmq may drop what it accepted. Connections keep their order, so a worker that knows of this assignment or a
    /// later one, or of an acknowledgement sent after it, never got what it does not name.
    mutating func renew(_ beat: Heartbeat, of id: SessionID, at now: Milliseconds) {
        guard let session = sessions[id] else { return }
        sessions[id]?.residentBytes = beat.residentBytes
        actions.append(.send(id, .heartbeatAck(assigned: session.assignments)))
        var unwanted: [JobLease] = []
        var named: Set<JobID> = []
        for held in beat.jobs {
            let lease = held.lease
            if leases[lease.job].map({ $0.attempt == lease.attempt && $0.session == id }) == true {
                leases[lease.job]?.renewedAt = now
                named.insert(lease.job)
                recordProgress(held.progress, of: lease.job, at: now)
            } else if failing[lease.job] != lease.attempt {
                unwanted.append(lease)
            }
        }
        if !unwanted.isEmpty { actions.append(.send(id, .cancel(unwanted))) }
        for job in session.leases.subtracting(named).sorted() where leases[job]?.isCommitting == false {
            guard let number = leases[job]?.assignment, number <= beat.assigned else { continue }
            requeueUnseen(job, from: id, at: now)
        }
    }

    private mutating func recordProgress(_ progress: UInt64, of id: JobID, at now: Milliseconds) {
        guard let lease = leases[id], lease.progress != progress else { return }
        // The worker may have begun it under an earlier session, or its report was lost.
        if lease.isUnbegun { leases[id]?.stage = .started(at: now) }
        leases[id]?.progress = progress
        leases[id]?.progressedAt = now
        sessions[lease.session]?.movedAt[lease.job.kind.jobClass] = now
    }

    /// Takes back a job that its worker never got, so that the worker's count of assigned jobs is lower by one.
    private mutating func requeueUnseen(_ job: JobID, from session: SessionID, at now: Milliseconds) {
        guard let jobClass = leases[job]?.job.kind.jobClass else { return }
        // What the worker held when it joined was never counted in this session.
        let wasCounted = leases[job]?.assignment ?? 0 > 0
        if wasCounted, sessions[session]?.assigned[jobClass] ?? 0 > 0 { sessions[session]?.assigned[jobClass] -= 1 }
        requeue(job, at: now)
    }

    /// Adds the time for which the coordinator itself was stopped to all deadlines.
    mutating func forgiveOwnPause(at now: Milliseconds) {
        defer { tickedAt = now }
        // Three missed beats are silence, so a pause of one beat already matters.
        guard let tickedAt, now > tickedAt + configuration.heartbeatMs else { return }
        for id in sessions.keys {
            sessions[id]?.heardAt += now - tickedAt
            sessions[id]?.movedAt = PerClass(now)
        }
        updateLosses { _, losses in
            for index in losses.indices { losses[index].at += now - tickedAt }
        }
        for id in leases.keys {
            leases[id]?.renewedAt += now - tickedAt
            leases[id]?.progressedAt = now
        }
    }

    mutating func checkLiveness(at now: Milliseconds) {
        for (id, session) in sessions.sorted(by: { $0.key < $1.key }) {
            let silence = now > session.heardAt ? now - session.heardAt : 0
            let isReplaced = session.presence == .replaced && silence > 2 * session.heartbeatMs
            if silence > configuration.leaseMs || isReplaced {
                end(id, .lost, at: now)
            } else if silence > session.heartbeatMs * configuration.suspectAfterMisses {
                sessions[id]?.fallSilent()
                reassignJobs(from: id, at: now)
            }
        }
        let expired = leases.filter { !$0.value.isCommitting && now > $0.value.renewedAt + configuration.leaseMs }
        for (id, lease) in expired.sorted(by: { $0.key < $1.key }) {
            // A worker that was heard lately is not dead, although its beats do not name the job.
            if lease.startedAt != nil, let session = sessions[lease.session],
                now > session.heardAt + configuration.leaseMs / 2
            {
                markLost(id, with: session, at: now)
            } else {
                requeue(id, at: now)
            }
        }
    }

    /// Hands the jobs of a silent worker to others.
    ///
    /// A job that had begun there is recorded as lost, but is no suspect for that alone: the worker may only be cut
    /// off. It becomes a suspect when the session ends without a word, or a second worker falls silent over it.
    mutating func reassignJobs(from id: SessionID, at now: Milliseconds) {
        guard let session = sessions[id] else { return }
        let held = session.leases.sorted().filter { leases[$0]?.isCommitting == false }
        for job in held.reversed() {
            if leases[job]?.startedAt != nil {
                markLost(job, with: session, isTentative: lost[job] == nil, at: now)
            } else {
                requeue(job, at: now)
            }
        }
        if !session.isSilenceReported {
            sessions[id]?.isSilenceReported = true
            report(id, .silent(jobs: held.count))
        }
    }

    mutating func markHeard(_ id: SessionID, at now: Milliseconds) {
        guard let session = sessions[id] else { return }
        sessions[id]?.heardAt = now
        sessions[id]?.presence = .heard
        switch session.presence {
        case .heard: return
        case .silent:
            reconnected(session.introduction, at: now)
            if session.isSilenceReported { report(id, .heard) }
            sessions[id]?.isSilenceReported = false
        case .replaced:  // taken for dead: two workers bear one name
            guard session.shownName == session.name else { return }
            let others = sessions.values.count { $0.name == session.name }
            sessions[id]?.shownName = "\(session.name) (\(max(2, others)))"
            report(id, .sharesName)
        }
    }
}
