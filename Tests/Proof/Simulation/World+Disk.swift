internal import LarderLedger
internal import LarderModel

/// The job table and its one writer: a transaction takes what arrived while the last one was on its way to the disk.
extension World {
    /// Puts a planned job into the table unless it is there.
    func insert(_ plan: Int) -> JobID? {
        let job = scenario.jobs[plan]
        let lane = scenario.lanes[job.lane].id
        guard let id = table.add(kind: job.kind, key: "\(plan)", source: job.source, lane: lane) else { return nil }
        plans.append(plan)
        return id
    }

    func plan(of job: JobID) -> Int? { table.place(of: job).map { plans[$0] } }

    func lane(of job: JobID) -> LaneInfo? { plan(of: job).map { scenario.lanes[scenario.jobs[$0].lane] } }

    func isReady(_ job: JobID) -> Bool { table[job]?.state == .ready }

    /// The lane with a number, which count from 1 in the scenario's order.
    func lane(_ id: LaneID) -> LaneInfo { scenario.lanes[Int(id.rawValue) - 1] }

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
        tableBefore = bug == .lyingDisk ? table : nil
        let (entries, added) = apply(transaction)
        transaction = []
        post(.committed(entries, added: added))
        if !pending.isEmpty { beginTransaction() }
    }

    /// Makes outcomes durable, each only when its job has not ended.
    func apply(_ entries: [CommitEntry]) -> ([CommitEntry], [AddedJobs]) {
        var committed: [CommitEntry] = []
        var added: [JobID] = []
        for entry in entries {
            if case .done(Self.uselessEffect) = entry.outcome {
                committed.append(refuse(entry))
                continue
            }
            let changed = table.apply(entry, at: Int64(now))
            if changed { added += applyEffect(of: entry) }
            if bug == .commitTwice { added += applyEffect(of: entry) }
            let madeNoRequest = entry.failure == nil && (isFresh(entry.lease.job) || bug == .hideRequests)
            committed.append(
                entry.committed(changed: changed, madeNoRequest: madeNoRequest, isMoved: isMove(entry))
            )
            if changed { audit.synced.insert(entry.lease) }
        }
        // Both ways into memory are tried; most injected changes are of the reads.
        let bringsJobs = bug == nil && entries.count.isMultiple(of: 2)
        return (committed, table.added(added, bringsJobs: bringsJobs) { lane($0) })
    }

    /// Does as the coordinator with a result that cannot be used.
    private func refuse(_ entry: CommitEntry) -> CommitEntry {
        let reason = FailureReason(.permanent, code: "bad-result", message: "It cannot be.")
        var entry = entry
        let changed: Bool
        if entry.mayTryElsewhere {
            entry.outcome = .retry(errors: 1, crashes: 0, waitMs: 0, reason)
            changed = table.chargeUnusable(entry.lease, errors: 0)
        } else {
            entry.outcome = .dead(errors: 1, crashes: 0, reason)
            if let plan = plan(of: entry.lease.job) { truth[plan].hadOnlyLiars = true }
            changed = table.apply(entry, at: Int64(now))
        }
        if changed { audit.synced.insert(entry.lease) }
        return entry.committed(changed: changed)
    }

    private func isForgedMove(_ entry: CommitEntry) -> Bool {
        if case .done(let effect) = entry.outcome { falseMove(effect) != nil } else { false }
    }

    private func isMove(_ entry: CommitEntry) -> Bool {
        isForgedMove(entry) || plan(of: entry.lease.job).map { scenario.jobs[$0].end == .moves } == true
    }

    /// - Returns: The jobs that are new.
    private func applyEffect(of entry: CommitEntry) -> [JobID] {
        guard case .done = entry.outcome, let plan = plan(of: entry.lease.job) else { return [] }
        truth[plan].timesDone += 1
        if isForgedMove(entry) {
            truth[plan].hadOnlyLiars = true
            return []
        }
        if truth[plan].timesDone > 1 {
            fail(.committedOnce, "the effect of job \(entry.lease.job) was applied twice")
        }
        return scenario.jobs[plan].finds.filter { scenario.jobs.indices.contains($0) }.compactMap { insert($0) }
    }

    func read(_ queue: JobQueueID, after: JobID, limit: Int) {
        let (jobs, reachedEnd) = table.unfinished(
            queue,
            after: after,
            limit: bug == .loadEverything ? Int.max : limit,
            now: Int64(now)
        ) { row in
            switch bug {
            case .loadEnded: true
            case .loseJob: row.state == .ready && row.job.id.rawValue % 8 != 1
            default: row.state == .ready
            }
        }
        later(
            random.number(0...scenario.coordinator.read),
            .input(start: start, .loaded(queue: queue, jobs: jobs, reachedEnd: reachedEnd))
        )
    }

    func lookUp(_ session: SessionID, _ jobs: [JobID]) {
        let found = table.unfinished(jobs, now: Int64(now))
        later(random.number(0...scenario.coordinator.read), .input(start: start, .lookedUp(session, found)))
    }
}
