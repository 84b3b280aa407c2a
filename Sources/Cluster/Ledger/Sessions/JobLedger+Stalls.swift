internal import LarderModel
internal import LarderProtocol

extension JobLedger {
    /// Takes jobs away that make no progress, charged if they had begun.
    ///
    /// A worker cancels such jobs itself, and ends when that fails: this is for workers that do neither.
    mutating func checkStalls(at now: Milliseconds) {
        var stalled: [SessionID: [JobID]] = [:]
        for (id, lease) in leases {
            guard let moved = lease.startedAt.map({ max($0, lease.progressedAt) }) ?? idleSince(lease) else { continue }
            if now > moved + patienceMs(lease.job) || runsTooLong(lease, at: now) {
                stalled[lease.session, default: []].append(id)
            }
        }
        for (session, jobs) in stalled.sorted(by: { $0.key < $1.key }) {
            let held = jobs.sorted().compactMap { id in leases[id].map { JobLease(job: id, attempt: $0.attempt) } }
            actions.append(.send(session, .cancel(held)))
            report(session, .stalled(jobs: held.count, pauseMs: pauseWork(of: session, at: now)))
            var entries: [CommitEntry] = []
            for job in jobs.sorted().reversed() {
                guard let held = leases[job] else { continue }
                let (hadStarted, reason) = (held.startedAt != nil, stallReason(held, at: now))
                guard let lease = release(job, at: now) else { continue }
                if hadStarted, needsConfirmation(lease, isPermanent: false, at: now) {
                    awaitConfirmation(of: reason, lease, wasTakenBack: true, at: now)
                } else if hadStarted {
                    entries.append(decide(lease, reason, session: nil, at: now))
                } else {
                    putBack(lease.job, at: now)
                }
            }
            commit(entries.reversed())
        }
    }

    /// Charges sources for jobs that run longer than was assumed when they began, for the time since the last tick.
    mutating func chargeRunning(at now: Milliseconds) {
        guard let tickedAt, now > tickedAt, now <= tickedAt + configuration.heartbeatMs else { return }
        for lease in leases.values {
            guard let began = lease.startedAt else { continue }
            waiting.charge(lease.job, runningMs: now - min(now, began), sinceMs: now - tickedAt)
        }
        waiting.reorder()
    }

    /// Milliseconds after which a transfer's host is named as slow.
    static let slowAfterMs: Milliseconds = 10_000

    /// Hosts with transfers that run for long, those with most of them first.
    package func slowHosts(at now: Milliseconds) -> [SlowHost] {
        var hosts: [LaneID: SlowHost] = [:]
        for lease in leases.values where lease.job.kind.jobClass == .fetch && !lease.isCommitting {
            guard let began = lease.startedAt, now > began + Self.slowAfterMs,
                let name = waiting.laneOf[lease.job.lane].map({ waiting.lanes[$0].info.name })
            else { continue }
            var host = hosts[lease.job.lane] ?? SlowHost(name: LaneInfo.hostName(of: name), transfers: 0, longestMs: 0)
            host.transfers += 1
            host.longestMs = max(host.longestMs, now - began)
            hosts[lease.job.lane] = host
        }
        return hosts.values.sorted { ($1.transfers, $0.name) < ($0.transfers, $1.name) }
    }

    /// Whether a job runs for longer than any job does, though its worker reports progress.
    ///
    /// What remote workers say of progress is their word alone: at the end of a run, when another worker is idle, they
    /// get less time.
    private func runsTooLong(_ lease: Lease, at now: Milliseconds) -> Bool {
        guard let began = lease.startedAt else { return false }
        let jobClass = lease.job.kind.jobClass
        let ran = now - min(now, began)
        guard ran <= configuration.longestMs[jobClass] else { return true }
        guard ran > configuration.longestAtEndMs[jobClass], !waiting.hasStartable(jobClass),
            needsConfirmation(lease, isPermanent: false, at: now)
        else { return false }
        return sessions.contains { id, session in
            id != lease.session && takesWork(session, at: now) && session.load[jobClass] == 0
        }
    }

    private func stallReason(_ lease: Lease, at now: Milliseconds) -> FailureReason {
        let name = sessions[lease.session]?.shownName ?? "gone"
        let ran = lease.startedAt.map { now - min(now, $0) } ?? 0
        let what =
            runsTooLong(lease, at: now)
            ? "ran for \(ran / 1000) s" : "showed no progress for \(patienceMs(lease.job) / 1000) s"
        return FailureReason(
            .timeout,
            code: .stalled,
            message: "The job \(what) on the worker \(name), and was taken from it."
        )
    }

    /// Since when nothing of the job's class moved at its worker; nil: the job has begun.
    private func idleSince(_ lease: Lease) -> Milliseconds? {
        guard lease.isUnbegun, let session = sessions[lease.session] else { return nil }
        return max(lease.assignedAt, session.movedAt[lease.job.kind.jobClass])
    }

    /// Milliseconds without progress after which the worker itself should have acted.
    private func patienceMs(_ job: QueuedJob) -> Milliseconds {
        max(configuration.stallMs[job.kind.jobClass], configuration.silenceMs[job.source] ?? 0)
            + 2 * configuration.stallGraceMs
    }

    /// Milliseconds after which an unbegun job may go to an idle worker.
    static let recallAfterMs: Milliseconds = 1000

    mutating func recall(_ jobs: [JobID], from session: SessionID) {
        var wanted: [JobLease] = []
        for job in jobs {
            guard let lease = leases[job], lease.session == session, lease.stage == .assigned else { continue }
            leases[job]?.stage = .recalled
            wanted.append(JobLease(job: job, attempt: lease.attempt))
        }
        if !wanted.isEmpty { actions.append(.send(session, .recall(wanted))) }
    }

    /// When all work is handed out and a worker has nothing, the others give back half of what waits with them.
    mutating func recallForIdleWorkers(at now: Milliseconds) {
        guard !isDraining, sessions.count > 1 else { return }
        for jobClass in JobClass.allCases {
            let idle = sessions.values.filter {
                takesWork($0, at: now) && !isUnreliable($0) && $0.quarantine == .unused && $0.room(jobClass) > 0
                    && !$0.leases.contains { leases[$0]?.job.kind.jobClass == jobClass }
            }
            guard !idle.isEmpty, !waiting.hasStartable(jobClass) else { continue }
            let room = idle.reduce(0) { $0 + $1.room(jobClass) }
            let waiting = leases.filter {
                let kind = $0.value.job.kind
                return $0.value.isUnbegun && kind.jobClass == jobClass
                    && now >= $0.value.assignedAt + Self.recallAfterMs
                    && idle.contains { $0.introduction.hello.kinds.contains(kind) }
            }
            // One request at a time: the answer to the last one comes first.
            guard !waiting.values.contains(where: { $0.stage == .recalled }) else { continue }
            // The last ones handed out, as their workers would come to them last.
            let chosen = waiting.sorted { $0.value.attempt > $1.value.attempt }
                .prefix(min(room, (waiting.count + 1) / 2))
            for (session, jobs) in Dictionary(grouping: chosen, by: \.value.session).sorted(by: { $0.key < $1.key }) {
                recall(jobs.map(\.key).sorted(), from: session)
            }
        }
    }
}
