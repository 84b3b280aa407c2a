internal import DequeModule
internal import LarderModel
internal import LarderProtocol

extension JobLedger {
    mutating func add(_ added: [AddedJobs], at now: Milliseconds) {
        for jobs in added {
            let brought = waiting.add(jobs, at: now)
            openJobs += jobs.count
            if !brought.isEmpty { enqueue(brought.map { ($0, 0) }, at: now) }
        }
    }

    mutating func requestLoads() {
        guard !isDraining else { return }
        for load in waiting.popLoads() {
            actions.append(.load(queue: load.queue, after: load.after, limit: load.limit))
        }
    }

    mutating func load(_ queue: JobQueueID, _ jobs: [LoadedJob], reachedEnd: JobID?, at now: Milliseconds) {
        enqueue(jobs, at: now)
        waiting.finishLoad(queue, last: jobs.last?.job.id, reachedEnd: reachedEnd)
    }

    private mutating func enqueue(_ jobs: [LoadedJob], at now: Milliseconds) {
        for var loaded in jobs where leases[loaded.job.id] == nil && !adopted.contains(loaded.job.id) {
            recallSuspicions(of: &loaded.job, at: now)
            if loaded.waitMs > 0 {
                wait(loaded.job, until: now + min(loaded.waitMs, policy(of: loaded.job).longestWaitMs))
            } else {
                waiting.addToWindow(loaded.job)
                if isSuspect(loaded.job) { suspects.append(loaded.job) } else { waiting.append(loaded.job, at: now) }
            }
        }
    }

    mutating func wait(_ job: QueuedJob, until due: Milliseconds) {
        waiting.addToWindow(job)
        delayed.insert(job, due: due)
    }

    mutating func wakeDelayed(at now: Milliseconds) {
        while let job = delayed.popDue(at: now) { makeReady(job, at: now) }
        waiting.wake(at: now)
    }

    /// Puts a job to the head of its queue, or into quarantine.
    mutating func makeReady(_ job: QueuedJob, at now: Milliseconds) {
        if isSuspect(job) {
            suspects.append(job)
        } else if unconfirmed[job.id] != nil {
            awaitingConfirmation.append(job)
        } else {
            waiting.prepend(job, at: now)
        }
    }

    /// Puts a released job back to the head of its queue.
    mutating func putBack(_ job: QueuedJob, at now: Milliseconds) {
        waiting.addToWindow(job)
        makeReady(job, at: now)
    }

    /// Takes a leased job back, uncharged.
    mutating func requeue(_ id: JobID, at now: Milliseconds) {
        guard let lease = release(id, at: now) else { return }
        putBack(lease.job, at: now)
    }

    /// Removes jobs that a worker has already from wherever they wait in memory.
    mutating func removeFromMemory(_ jobs: [QueuedJob]) {
        let ids = Set(jobs.map(\.id))
        var found = waiting.removeReady(jobs)
        found += delayed.extract { ids.contains($0.id) }
        found += suspects.extract { ids.contains($0.id) }
        found += awaitingConfirmation.extract { ids.contains($0.id) }
        for job in found { waiting.removeFromWindow(job) }
        for job in jobs { waiting.adopt(job) }
    }

    mutating func release(_ id: JobID, at now: Milliseconds) -> Lease? {
        guard let lease = leases.removeValue(forKey: id) else { return nil }
        let next: Session.Quarantine = suspects.isEmpty ? .unused : .reserved
        change(lease.session) { session in
            session.leases.remove(id)
            if !lease.isCommitting { session.load[lease.job.kind.jobClass] -= 1 }
            if session.quarantine == .occupied, session.leases.isEmpty { session.quarantine = next }
        }
        if !lease.isCommitting { waiting.end(lease.job, at: now) }
        return lease
    }

    /// Changes a session in its place, with one look-up.
    @inline(__always)
    mutating func change(_ id: SessionID, _ body: (inout Session) -> Void) {
        guard let place = sessions.index(forKey: id) else { return }
        body(&sessions.values[place])
    }

    mutating func recordDuration(_ lease: Lease, at now: Milliseconds) {
        guard let startedAt = lease.startedAt else { return }
        waiting.recordDuration(lease.job, milliseconds: now > startedAt ? now - startedAt : 0)
    }

    /// Whether so much is on its way to the disk that no more work is handed out.
    ///
    /// Backpressure ends at half of the limit, so that work does not go on and off with each commit.
    mutating func appliesBackpressure() -> Bool {
        let divisor = hasBackpressure ? 2 : 1
        hasBackpressure =
            commitsUnderWay > configuration.maxCommits / divisor
            || commitBytesUnderWay > configuration.maxCommitBytes / divisor
        return hasBackpressure
    }
}
