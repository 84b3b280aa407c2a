internal import LarderProtocol

/// The window onto the table: which jobs are in memory, and their way to a worker.
extension JobLedger {
    mutating func add(_ added: [AddedJobs]) {
        for jobs in added {
            var lane = lanes[jobs.lane.id] ?? Lane(info: jobs.lane)
            if lanes[jobs.lane.id] == nil { laneOrder.append(jobs.lane.id) }
            lane.info = jobs.lane
            lane.known = max(lane.known, jobs.maxID)
            lanes[jobs.lane.id] = lane
            openJobs += jobs.count
        }
    }

    mutating func requestLoads() {
        guard !isDraining else { return }
        for id in laneOrder {
            guard var lane = lanes[id], lane.wantsLoad, lane.ready.count < 1024 else { continue }
            let free = configuration.windowJobs - windowCount - windowExpected
            guard free > 0 || lane.ready.isEmpty else { continue }
            let limit = min(4096, max(64, free / 2))
            lane.loading = limit
            windowExpected += limit
            lanes[id] = lane
            actions.append(.load(lane: id, after: lane.cursor, limit: limit))
        }
    }

    mutating func load(_ id: LaneID, _ jobs: [LoadedJob], reachedEnd: JobID?, at now: Milliseconds) {
        guard var lane = lanes[id] else { return }
        windowExpected -= lane.loading ?? 0
        lane.loading = nil
        for loaded in jobs {
            lane.cursor = max(lane.cursor, loaded.job.id)
            guard leases[loaded.job.id] == nil, !adopted.contains(loaded.job.id) else { continue }
            windowCount += 1
            if loaded.waitMs > 0 {
                delayed.insert(loaded.job, due: now + loaded.waitMs)
            } else if loaded.job.crashes > 0 {
                suspects.append(loaded.job)
            } else {
                lane.ready.append(loaded.job)
            }
        }
        if let reachedEnd { lane.cursor = max(lane.cursor, reachedEnd) }
        lanes[id] = lane
    }

    mutating func wakeDelayed(at now: Milliseconds) {
        while let job = delayed.popDue(at: now) { makeReady(job) }
    }

    /// To the head of its lane, or to those that are tried alone.
    mutating func makeReady(_ job: QueuedJob) {
        if job.crashes > 0 || vanished[job.id] != nil {
            suspects.append(job)
        } else {
            lanes[job.lane]?.ready.prepend(job)
        }
    }

    /// Puts a leased job back to the head of its lane; nothing is charged.
    mutating func requeue(_ id: JobID) {
        guard let lease = release(id) else { return }
        makeReady(lease.job)
        windowCount += 1
    }

    /// Takes a job out of its lease and its lane's count.
    mutating func release(_ id: JobID) -> Lease? {
        guard let lease = leases.removeValue(forKey: id) else { return nil }
        sessions[lease.session]?.leases.remove(id)
        if sessions[lease.session]?.isAlone == true, sessions[lease.session]?.leases.isEmpty == true {
            sessions[lease.session]?.isAlone = false
            sessions[lease.session]?.isReserved = !suspects.isEmpty
        }
        if !lease.isCommitting { lanes[lease.job.lane]?.inFlight -= 1 }
        return lease
    }

    /// Shares the startable jobs out over the workers with credit, evenly, in messages of many jobs.
    mutating func dispatch(at now: Milliseconds) {
        dispatchSuspects(at: now)
        for jobClass in JobClass.allCases {
            let open = sessions.filter { $0.value.takesWork && !$0.value.isReserved && $0.value.room(jobClass) > 0 }
                .sorted { ($1.value.room(jobClass), $0.key) < ($0.value.room(jobClass), $1.key) }
            guard !open.isEmpty else { continue }
            var startable = 0
            for lane in lanes.values where lane.info.jobClass == jobClass { startable += lane.startable(at: now) }
            guard startable > 0 else { continue }
            let credit = open.reduce(0) { $0 + $1.value.room(jobClass) }
            let share = max(1, (min(startable, credit) + open.count - 1) / open.count)
            for (id, session) in open {
                let jobs = take(min(share, session.room(jobClass), configuration.assignJobs), of: jobClass, at: now)
                guard !jobs.isEmpty else { break }
                assign(jobs, to: id, jobClass, at: now)
            }
        }
    }

    /// Gives a job over which a worker died to a worker that does nothing else meanwhile, one such job at a time.
    ///
    /// A worker that is free is taken, else one is let run empty for it.
    private mutating func dispatchSuspects(at now: Milliseconds) {
        guard !sessions.values.contains(where: \.isAlone) else { return }
        for id in sessions.keys where sessions[id]?.isReserved == true { sessions[id]?.isReserved = false }
        guard let job = nextSuspect(at: now) else { return }
        let chosen = sessions.filter { $0.value.takesWork && $0.value.room(job.kind.jobClass) > 0 }
            .min { ($0.value.leases.count, $0.key) < ($1.value.leases.count, $1.key) }
        guard let (id, session) = chosen else {
            suspects.prepend(job)
            return
        }
        sessions[id]?.isReserved = true
        guard session.leases.isEmpty else {
            recall(session.leases.sorted(), from: id)
            suspects.prepend(job)
            return
        }
        windowCount -= 1
        sessions[id]?.isAlone = true
        lanes[job.lane]?.begin(1, at: now)
        assign([job], to: id, job.kind.jobClass, at: now)
    }

    /// Takes out the first suspect whose lane has room for it; those of resting lanes go to the end.
    private mutating func nextSuspect(at now: Milliseconds) -> QueuedJob? {
        for _ in 0..<suspects.count {
            guard let job = suspects.popFirst() else { return nil }
            if leases[job.id] != nil {  // adopted while it waited here
                windowCount -= 1
            } else if lanes[job.lane]?.mayStart(at: now) == true, !mustWaitForEvidence(job) {
                return job
            } else {
                suspects.append(job)
            }
        }
        return nil
    }

    private mutating func assign(_ jobs: [QueuedJob], to session: SessionID, _ jobClass: JobClass, at now: Milliseconds)
    {
        let number = (sessions[session]?.assignments ?? 0) + 1
        sessions[session]?.assignments = number
        var assignments: [AssignedJob] = []
        assignments.reserveCapacity(jobs.count)
        for job in jobs {
            lastAttempt += 1
            leases[job.id] = Lease(
                attempt: lastAttempt,
                session: session,
                job: job,
                renewedAt: now,
                assignedAt: now,
                assignment: number
            )
            sessions[session]?.leases.insert(job.id)
            assignments.append(
                AssignedJob(lease: JobLease(job: job.id, attempt: lastAttempt), kind: job.kind, spec: job.spec)
            )
        }
        sessions[session]?.assigned[jobClass.rawValue] += UInt64(jobs.count)
        actions.append(.assign(session, assignments, number: number))
    }

    /// Takes jobs from the lanes in turn, a few from each, so that no host waits behind another.
    private mutating func take(_ count: Int, of jobClass: JobClass, at now: Milliseconds) -> [QueuedJob] {
        var taken: [QueuedJob] = []
        guard count > 0, !laneOrder.isEmpty else { return taken }
        taken.reserveCapacity(count)
        let quantum = max(1, count / laneOrder.count)
        var idle = 0
        while taken.count < count, idle < laneOrder.count {
            nextLane = (nextLane + 1) % laneOrder.count
            let id = laneOrder[nextLane]
            guard lanes[id]?.info.jobClass == jobClass else {
                idle += 1
                continue
            }
            let before = taken.count
            takeFromLane(id, min(quantum, count - taken.count), into: &taken, at: now)
            idle = taken.count == before ? idle + 1 : 0
        }
        return taken
    }

    private mutating func takeFromLane(_ id: LaneID, _ count: Int, into taken: inout [QueuedJob], at now: Milliseconds)
    {
        guard lanes[id] != nil else { return }
        let limit = min(count, lanes[id]?.startable(at: now) ?? 0)
        var started = 0
        while started < limit, let job = lanes[id]?.ready.popFirst() {
            windowCount -= 1
            guard leases[job.id] == nil else { continue }  // adopted while it waited here
            taken.append(job)
            started += 1
        }
        lanes[id]?.begin(started, at: now)
    }
}
