internal import LarderLedger
internal import LarderModel
internal import LarderProtocol

/// The job table and its one writer: a transaction takes what arrived while the last one was on its way to the disk.
extension World {
    func insertRow(_ plan: Int) -> JobID? {
        guard idOf[plan] == nil else { return nil }
        rows.append(Row(plan: plan))
        idOf[plan] = JobID(rows.count)
        return JobID(rows.count)
    }

    func plan(of job: JobID) -> Int? { job > 0 && job <= JobID(rows.count) ? rows[Int(job) - 1].plan : nil }

    func lane(of job: JobID) -> LaneInfo? { plan(of: job).map { scenario.lanes[scenario.jobs[$0].lane] } }

    func openWork() -> [AddedJobs] {
        var added: [JobQueueID: AddedJobs] = [:]
        for (index, row) in rows.enumerated() where row.state == .ready { note(JobID(index + 1), in: &added) }
        return added.values.sorted { $0.maxID < $1.maxID }
    }

    private func note(_ job: JobID, in added: inout [JobQueueID: AddedJobs]) {
        guard let lane = lane(of: job), let plan = plan(of: job) else { return }
        let kind = scenario.jobs[plan].kind
        let source = scenario.jobs[plan].source
        let queue = JobQueueID(lane: lane.id, source: source, kind: kind)
        var jobs = added[queue] ?? AddedJobs(lane: lane, source: source, kind: kind, count: 0, maxID: job)
        jobs.count += 1
        jobs.maxID = max(jobs.maxID, job)
        added[queue] = jobs
    }

    func submit(_ entries: [CommitEntry]) {
        pending += entries
        if !isTransacting { beginTransaction() }
    }

    private func beginTransaction() {
        transaction = pending
        pending = []
        isTransacting = true
        let commit = now < slowDiskUntil ? slowCommit : scenario.coordinator.commit
        later(commit + random.number(0...commit), .transacted(start: start))
    }

    func finishTransaction() {
        isTransacting = false
        rowsBefore = bug == .lyingDisk ? rows : []
        let (entries, added) = apply(transaction)
        transaction = []
        post(.committed(entries, added: added))
        if !pending.isEmpty { beginTransaction() }
    }

    /// Makes outcomes durable, each only when its job has not ended.
    func apply(_ entries: [CommitEntry]) -> ([CommittedEntry], [AddedJobs]) {
        var committed: [CommittedEntry] = []
        var added: [JobQueueID: AddedJobs] = [:]
        for entry in entries {
            let changed = apply(entry, &added)
            committed.append(CommittedEntry(entry: entry, changed: changed))
            if bug == .commitTwice { _ = apply(entry, &added) }
            if changed { audit.synced.insert(entry.lease) }
        }
        return (committed, added.values.sorted { $0.maxID < $1.maxID })
    }

    private func apply(_ entry: CommitEntry, _ added: inout [JobQueueID: AddedJobs]) -> Bool {
        let index = Int(entry.lease.job) - 1
        guard rows.indices.contains(index), rows[index].state == .ready || bug == .commitTwice else { return false }
        switch entry.outcome {
        case .done:
            rows[index].state = .done
            rows[index].timesDone += 1
            if rows[index].timesDone > 1 {
                fail(.committedOnce, "the effect of job \(entry.lease.job) was applied twice")
            }
            for found in scenario.jobs[rows[index].plan].finds where scenario.jobs.indices.contains(found) {
                if let job = insertRow(found) { note(job, in: &added) }
            }
        case .retry(let errors, let crashes, let waitMs, _):
            rows[index].errors = errors
            rows[index].crashes = crashes
            rows[index].chargedAttempt = entry.lease.attempt
            rows[index].notBefore = now + waitMs
        case .dead(let errors, let crashes, _):
            rows[index].errors = errors
            rows[index].crashes = crashes
            rows[index].state = .dead
        }
        return true
    }

    func read(_ queue: JobQueueID, after: JobID, limit: Int) {
        var jobs: [LoadedJob] = []
        var reachedEnd: JobID? = JobID(rows.count)
        let limit = bug == .loadEverything ? Int.max : limit
        for index in Int(after)..<max(Int(after), rows.count) {
            let row = rows[index]
            let plan = scenario.jobs[row.plan]
            guard scenario.lanes[plan.lane].id == queue.lane, plan.kind == queue.kind, plan.source == queue.source,
                row.state == .ready || bug == .loadEnded
            else { continue }
            if bug == .loseJob, index % 8 == 0 { continue }
            if jobs.count == limit {
                reachedEnd = nil
                break
            }
            let job = QueuedJob(
                id: JobID(index + 1),
                kind: plan.kind,
                source: plan.source,
                lane: queue.lane,
                errors: row.errors,
                crashes: row.crashes
            )
            jobs.append(LoadedJob(job: job, waitMs: row.notBefore > now ? row.notBefore - now : 0))
        }
        if jobs.count == limit { reachedEnd = nil }
        later(
            random.number(0...scenario.coordinator.read),
            .input(start: start, .loaded(queue: queue, jobs: jobs, reachedEnd: reachedEnd))
        )
    }

    func lookUp(_ session: SessionID, _ jobs: [JobID]) {
        let found = jobs.compactMap { job -> HeldJob? in
            guard let plan = plan(of: job), rows[Int(job) - 1].state == .ready, let lane = lane(of: job) else {
                return nil
            }
            let row = rows[Int(job) - 1]
            return HeldJob(
                job: QueuedJob(
                    id: job,
                    kind: scenario.jobs[plan].kind,
                    source: scenario.jobs[plan].source,
                    lane: lane.id,
                    errors: row.errors,
                    crashes: row.crashes
                ),
                charged: row.chargedAttempt
            )
        }
        later(random.number(0...scenario.coordinator.read), .input(start: start, .lookedUp(session, found)))
    }
}
