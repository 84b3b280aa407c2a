internal import DequeModule
internal import LarderModel
internal import LarderProtocol

extension JobLedger {
    /// Clears the jobs of a worker that comes back, as they did not kill it.
    ///
    /// Another process under the same name means that the earlier one is dead.
    mutating func reconnected(_ introduction: WorkerIntroduction, at now: Milliseconds) {
        guard !lost.isEmpty else { return }
        let hello = introduction.hello
        updateLosses { _, losses in
            losses.removeAll { $0.suspicion.incarnation == hello.incarnation && $0.suspicion.evidence == nil }
            guard !introduction.isLocal else { return }
            for index in losses.indices where losses[index].suspicion.name == hello.workerID {
                guard losses[index].processID == nil, losses[index].suspicion.incarnation != hello.incarnation else {
                    continue
                }
                losses[index].suspicion.isConfirmed = true
            }
        }
        clearSuspects(at: now)
    }

    /// Settles what a local worker's end means for the jobs that were lost with it before.
    mutating func confirmLost(processID: UInt32, _ end: SessionEnd, at now: Milliseconds) {
        guard !lost.isEmpty else { return }
        updateLosses { job, losses in
            guard case .crashed(let evidence, let running) = end else {
                return losses.removeAll { $0.processID == processID && !$0.suspicion.isConfirmed }
            }
            if let running {
                losses.removeAll {
                    $0.processID == processID && !running.contains(JobLease(job: job, attempt: $0.suspicion.attempt))
                }
            }
            for index in losses.indices where losses[index].processID == processID {
                losses[index].suspicion.isConfirmed = true
                losses[index].suspicion.evidence = evidence
            }
        }
        clearSuspects(at: now)
    }

    /// The silence of a worker has lasted until its session ended.
    mutating func confirmSilence(of session: Session) {
        updateLosses { _, losses in
            for index in losses.indices
            where losses[index].suspicion.incarnation == session.introduction.hello.incarnation {
                losses[index].isTentative = false
            }
        }
    }

    /// Changes the losses of each job, and stores what has changed; a job without losses is cleared.
    mutating func updateLosses(_ change: (JobID, inout [Loss]) -> Void) {
        for (job, before) in lost {
            var losses = before
            change(job, &losses)
            if losses != before { lost[job] = losses.isEmpty ? nil : losses }
        }
    }

    /// Puts suspects that are cleared by now back into their lanes.
    private mutating func clearSuspects(at now: Milliseconds) {
        for _ in 0..<suspects.count {
            guard let job = suspects.popFirst() else { return }
            makeReady(job, at: now)
        }
    }

    /// Counts long absence as death, and sets jobs aside that killed ``Configuration/maxCrashes`` workers.
    mutating func settleLost(at now: Milliseconds) {
        guard !lost.isEmpty else { return }
        updateLosses { [configuration] _, losses in
            for index in losses.indices where now >= losses[index].at + configuration.absenceMs {
                losses[index].suspicion.isConfirmed = true
            }
        }
        var entries: [CommitEntry] = []
        for _ in 0..<suspects.count {
            guard let job = suspects.popFirst() else { break }
            guard leases[job.id] == nil, let last = lost[job.id]?.last?.suspicion,
                deathCount(job) >= configuration.maxCrashes
            else {
                suspects.append(job)
                continue
            }
            waiting.removeFromWindow(job)
            failing[job.id] = last.attempt
            let deaths = (lost[job.id] ?? []).map(\.suspicion).map {
                "\($0.name): \($0.evidence ?? "not heard of again")"
            }
            let reason = FailureReason(
                .retryable,
                code: .workerCrashed,
                message: "Workers ended while doing this job (\(deaths.joined(separator: "; "))); set aside."
            )
            let outcome = CommitEntry.Outcome.dead(errors: job.errors, crashes: deathCount(job), reason)
            entries.append(entry(job, last.attempt, session: nil, outcome))
        }
        commit(entries)
    }

    /// Tries one quarantined job alone, on the reserved worker with the fewest jobs once it has none.
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
            // A job that another worker must try, or that none knows, keeps no other job waiting.
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

    /// Removes the first suspect whose lane has room.
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
