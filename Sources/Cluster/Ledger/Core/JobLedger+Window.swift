internal import DequeModule
internal import LarderModel
internal import LarderProtocol

/// The window onto the table: which jobs are in memory, and their way to a worker.
extension JobLedger {
    mutating func add(_ added: [AddedJobs], at now: Milliseconds) {
        for jobs in added {
            let brought = waiting.add(jobs, at: now)
            openJobs += jobs.count
            if !brought.isEmpty { take(brought.map { LoadedJob(job: $0, waitMs: 0) }, at: now) }
        }
    }

    mutating func requestLoads() {
        guard !isDraining else { return }
        for load in waiting.takeLoads() {
            actions.append(.load(queue: load.queue, after: load.after, limit: load.limit))
        }
    }

    mutating func load(_ queue: JobQueueID, _ jobs: [LoadedJob], reachedEnd: JobID?, at now: Milliseconds) {
        take(jobs, at: now)
        waiting.finishLoad(queue, last: jobs.last?.job.id, reachedEnd: reachedEnd)
    }

    /// Jobs of the table that come into memory.
    private mutating func take(_ jobs: [LoadedJob], at now: Milliseconds) {
        for var loaded in jobs where leases[loaded.job.id] == nil && !adopted.contains(loaded.job.id) {
            recallSuspicions(of: &loaded.job, at: now)
            if loaded.waitMs > 0 {
                wait(loaded.job, until: now + min(loaded.waitMs, policy(of: loaded.job).longestWaitMs))
            } else {
                waiting.hold(loaded.job)
                if isSuspect(loaded.job) { suspects.append(loaded.job) } else { waiting.append(loaded.job, at: now) }
            }
        }
    }

    /// Keeps a job until its time comes.
    mutating func wait(_ job: QueuedJob, until due: Milliseconds) {
        waiting.hold(job)
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
        } else if doubts[job.id] != nil {
            doubted.append(job)
        } else {
            waiting.prepend(job, at: now)
        }
    }

    /// Puts a job that was leased back to the head of its queue.
    mutating func putBack(_ job: QueuedJob, at now: Milliseconds) {
        waiting.hold(job)
        makeReady(job, at: now)
    }

    /// Puts a leased job back to the head of its queue; nothing is charged.
    mutating func requeue(_ id: JobID, at now: Milliseconds) {
        guard let lease = release(id, at: now) else { return }
        putBack(lease.job, at: now)
    }

    /// Takes jobs out of wherever they wait in memory, as a worker has them already.
    mutating func takeOver(_ jobs: [QueuedJob]) {
        let ids = Set(jobs.map(\.id))
        var found = waiting.removeReady(jobs)
        found += delayed.extract { ids.contains($0.id) }
        found += suspects.extract { ids.contains($0.id) }
        found += doubted.extract { ids.contains($0.id) }
        for job in found { waiting.unhold(job) }
        for job in jobs { waiting.adopt(job) }
    }

    /// Takes a job out of its lease and its lane's count.
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

    /// Notes how long a job took its worker.
    mutating func learn(_ lease: Lease, at now: Milliseconds) {
        guard let startedAt = lease.startedAt else { return }
        waiting.learn(lease.job, milliseconds: now > startedAt ? now - startedAt : 0)
    }

    /// Whether so much is on its way to the disk that no more work is handed out, as results would fill the memory otherwise.
    ///
    /// Backpressure begins at a limit and ends at half of it, so that work does not go on and off with each commit.
    mutating func appliesBackpressure() -> Bool {
        let divisor = hasBackpressure ? 2 : 1
        hasBackpressure =
            commitsUnderWay > configuration.maxCommits / divisor
            || commitBytesUnderWay > configuration.maxCommitBytes / divisor
        return hasBackpressure
    }

    /// Shares the startable jobs out over the workers with credit, evenly, in messages of many jobs.
    mutating func dispatch(at now: Milliseconds) {
        dispatchSuspects(at: now)
        dispatchDoubted(at: now)
        for jobClass in JobClass.allCases where waiting.hasStartable(jobClass) {
            let open = openPlaces(for: jobClass, at: now)
            guard !open.isEmpty else { continue }
            let known = open.reduce(into: Set<JobKind>()) { $0.formUnion($1.kinds) }
            let jobs = waiting.take(
                open.reduce(0) { $0 + $1.places },
                of: jobClass,
                only: known,
                capacity: open.reduce(waiting.inFlight[jobClass]) { $0 + $1.room },
                at: now
            )
            var left = jobs[...]
            let level = OpenPlace.level(for: jobs.count, over: open)
            for place in open where !left.isEmpty {
                let part = place.takeShare(of: &left, level: level)
                if !part.isEmpty { assign(part, to: place.session, jobClass, at: now) }
            }
            for job in left.reversed() {  // kinds that only workers without a place left know
                waiting.end(job, at: now)
                putBack(job, at: now)
            }
        }
    }

    /// Workers that may be given jobs of a class: those that have the least to do first, of these whoever got something longest ago.
    private func openPlaces(for jobClass: JobClass, at now: Milliseconds) -> [OpenPlace] {
        sessions.compactMap { id, session -> OpenPlace? in
            guard takesWork(session, at: now), session.quarantine == .unused, session.room(jobClass) > 0 else {
                return nil
            }
            return OpenPlace(
                session: id,
                room: session.room(jobClass),
                load: session.load[jobClass],
                lastAttempt: session.lastAttempt,
                kinds: session.introduction.hello.kinds,
                most: configuration.assignJobs
            )
        }.sorted()
    }

    /// Gives a quarantined job to a worker that does nothing else meanwhile, one such job at a time over all workers.
    ///
    /// The worker that holds the fewest jobs is reserved for it, and gets it when it holds none.
    private mutating func dispatchSuspects(at now: Milliseconds) {
        guard !sessions.values.contains(where: { $0.quarantine == .occupied }) else { return }
        for id in sessions.keys { sessions[id]?.quarantine = .unused }
        guard let job = nextSuspect(at: now) else { return }
        // What one worker says is heard from another one, if there is any.
        let doubt = doubts[job.id].flatMap { hasJudge(of: $0, at: now) ? $0 : nil }
        let chosen = sessions.filter {
            doubt?.isOther($0.value) != false && takesWork($0.value, at: now) && $0.value.room(job.kind.jobClass) > 0
                && $0.value.introduction.hello.kinds.contains(job.kind)
        }
        .min { ($0.value.leases.count, $0.key) < ($1.value.leases.count, $1.key) }
        guard let (id, session) = chosen else {
            // One that another worker must try, or that none knows, keeps no other one waiting.
            let isKnown =
                sessions.isEmpty || sessions.values.contains { $0.introduction.hello.kinds.contains(job.kind) }
            if doubt == nil, isKnown { suspects.prepend(job) } else { suspects.append(job) }
            return
        }
        sessions[id]?.quarantine = .reserved
        guard session.leases.isEmpty else {
            recall(session.leases.sorted(), from: id)
            suspects.prepend(job)
            return
        }
        waiting.unhold(job)
        waiting.begin(job, at: now)
        assign([job], to: id, job.kind.jobClass, at: now)
        if leases[job.id]?.session == id { sessions[id]?.quarantine = .occupied }
    }

    /// Takes out the first suspect whose lane has room for it; those of paused lanes go to the end.
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

    mutating func assign(_ jobs: [QueuedJob], to session: SessionID, _ jobClass: JobClass, at now: Milliseconds) {
        let number = (sessions[session]?.assignments ?? 0) + 1
        var assignments: [AssignedJob] = []
        assignments.reserveCapacity(jobs.count)
        for job in jobs {
            guard leases[job.id] == nil else {  // it was in memory twice
                waiting.end(job, at: now)
                continue
            }
            lastAttempt = lastAttempt.advanced(by: 1)
            leases[job.id] = Lease(
                attempt: lastAttempt,
                session: session,
                job: job,
                renewedAt: now,
                assignedAt: now,
                assignment: number
            )
            if !doubts.isEmpty { doubts[job.id]?.lease.attempt = lastAttempt }
            assignments.append(
                AssignedJob(lease: JobLease(job: job.id, attempt: lastAttempt), kind: job.kind, spec: job.spec)
            )
        }
        guard !assignments.isEmpty else { return }
        let last = lastAttempt
        change(session) { known in
            for assignment in assignments { known.leases.insert(assignment.lease.job) }
            known.load[jobClass] += assignments.count
            known.assignments = number
            known.lastAttempt = last
            known.assigned[jobClass] += UInt64(assignments.count)
        }
        actions.append(.assign(session, assignments, number: number))
    }
}
