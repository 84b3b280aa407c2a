internal import DequeModule
internal import LarderModel
internal import LarderProtocol

/// Trying suspects alone.
extension JobLedger {
    /// Gives a quarantined job to a worker that does nothing else meanwhile, one such job at a time over all workers.
    ///
    /// The worker that holds the fewest jobs is reserved for it, and gets it when it holds none.
    mutating func dispatchSuspects(at now: Milliseconds) {
        guard !sessions.values.contains(where: { $0.quarantine == .occupied }) else { return }
        for id in sessions.keys { sessions[id]?.quarantine = .unused }
        guard let job = nextSuspect(at: now) else { return }
        // A worker does not confirm a failure that it reported, if there is another worker.
        let reporter = unconfirmed[job.id]?.reporter
        let excluded = reporter.flatMap { mayBeTried(job.kind, besides: $0, at: now) ? $0 : nil }
        let chosen = sessions.filter {
            excluded?.matches($0.value) != true && takesWork($0.value, at: now)
                && $0.value.room(job.kind.jobClass) > 0 && $0.value.introduction.hello.kinds.contains(job.kind)
        }
        .min { suspectOrder($0) < suspectOrder($1) }
        guard let (id, session) = chosen else {
            // One that another worker must try, or that none knows, keeps no other one waiting.
            let isKnown =
                sessions.isEmpty || sessions.values.contains { $0.introduction.hello.kinds.contains(job.kind) }
            if excluded == nil, isKnown { suspects.prepend(job) } else { suspects.append(job) }
            return
        }
        sessions[id]?.quarantine = .reserved
        guard session.leases.isEmpty else {
            recall(session.leases.sorted(), from: id)
            suspects.prepend(job)
            return
        }
        waiting.removeFromWindow(job)
        waiting.begin(job, at: now)
        assign([job], to: id, job.kind.jobClass, at: now)
        if leases[job.id]?.session == id { sessions[id]?.quarantine = .occupied }
    }

    /// Reliable workers first, of these the one that holds the fewest jobs.
    private func suspectOrder(_ worker: (key: SessionID, value: Session)) -> (Int, Int, SessionID) {
        (isUnreliable(worker.value) ? 1 : 0, worker.value.leases.count, worker.key)
    }

    /// Removes the first suspect whose lane has room; suspects of paused lanes go to the end.
    private mutating func nextSuspect(at now: Milliseconds) -> QueuedJob? {
        for _ in 0..<suspects.count {
            guard let job = suspects.popFirst() else { return nil }
            if waiting.mayStart(job, at: now), !mustWaitForEvidence(job) {
                return job
            } else {
                suspects.append(job)
            }
        }
        return nil
    }
}
