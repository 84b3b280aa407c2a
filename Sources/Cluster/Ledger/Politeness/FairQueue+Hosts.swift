internal import LarderModel

extension FairQueue {
    mutating func open(_ rules: LaneRules, at now: Milliseconds) {
        guard let lane = laneOf[rules.lane] else {
            earlyRules[rules.lane] = (rules, now)
            return
        }
        let counts = lanes[lane].queues.contains { !rules.exempt.contains(queues[$0].id.source) }
        lanes[lane].open(delayMs: counts ? rules.delayMs : 0, at: now)
        reopen(lane, at: now)
    }

    /// Changes a lane; nil: it never had jobs.
    @discardableResult
    mutating func change<Result>(_ lane: LaneID, _ change: (inout Lane) -> Result) -> Result? {
        laneOf[lane].map { change(&lanes[$0]) }
    }

    mutating func recordAnswer(of lease: JobLedger.Lease, at now: Milliseconds) {
        guard let lane = laneOf[lease.job.lane], let answer = lease.answer else { return }
        if let latency = answer.latencyMs { lanes[lane].answered(in: latency) }
        guard !answer.isLimitNear else { return }
        lanes[lane].hasPlenty(assignedAt: lease.assignedAt)
        reopen(lane, at: now)
    }

    /// Undoes a start that made no request, for the host's delay and the budget.
    mutating func undoStart(_ job: QueuedJob, assignedAt: Milliseconds, at now: Milliseconds) {
        guard let lane = laneOf[job.lane] else { return }
        lanes[lane].undoStart(job.id)
        reopen(lane, at: now)
        guard let queue = place(of: JobQueueID(job)) else { return }
        refund(queue, assignedAt: assignedAt, at: now)
    }

    func bringsRules(_ job: QueuedJob) -> Bool { laneOf[job.lane].map { lanes[$0].info.isForRules } ?? false }

    /// Hosts with jobs that pause, as they asked for it or for a long delay; the longest pause first.
    func pausedHosts(at now: Milliseconds) -> [PausedHost] {
        lanes.compactMap { lane -> PausedHost? in
            guard lane.pausedUntil > now, hasBacklog(lane) else { return nil }
            if lane.asked.until > now {
                return PausedHost(
                    name: lane.info.name,
                    until: lane.asked.until,
                    reason: lane.asked.reason,
                    hasAsked: true
                )
            }
            guard lane.limits.delayMs >= Lane.reportedDelayMs else { return nil }
            return PausedHost(
                name: lane.info.name,
                until: lane.pausedUntil,
                reason: "\(lane.limits.delayMs / 1000) s pass between two requests to it",
                hasAsked: false
            )
        }.sorted { $0.until > $1.until }
    }

    /// The hosts that have jobs or requests under way, by name.
    func hostReports(at now: Milliseconds, limit: Int) -> [HostReport] {
        let busy = lanes.filter { $0.info.jobClass == .fetch && ($0.inFlight > 0 || hasBacklog($0)) }
        return busy.prefix(limit).map { lane in
            let hasAsked = lane.asked.until > now
            return HostReport(
                name: lane.info.name,
                running: lane.inFlight,
                concurrency: lane.concurrency,
                started: lane.started,
                delayMs: lane.delayMs,
                pausedUntil: lane.pausedUntil > now ? lane.pausedUntil : nil,
                reason: hasAsked ? lane.asked.reason : "",
                hasAsked: hasAsked,
                awaitsRules: lane.isClosed
            )
        }.sorted { $0.name < $1.name }
    }

    private func hasBacklog(_ lane: Lane) -> Bool { lane.queues.contains { queues[$0].isBacklogged } }

    var closedHosts: [String] {
        lanes.filter { $0.isClosed && hasBacklog($0) }.map(\.info.name).sorted()
    }

    /// Whether all jobs in memory wait for rules, for budgets or as their hosts asked for it, until after a time.
    func isParked(until time: Milliseconds, at now: Milliseconds) -> Bool {
        let areLanesHeld = lanes.contains { $0.isClosed || $0.namedUntil > time }
        guard areLanesHeld || !usedUpBudgets(at: now).isEmpty, loadsUnderWay == 0 else { return false }
        return queues.allSatisfy { queue in
            guard queue.cursor < queue.known || !queue.ready.isEmpty else { return true }
            return isHeldBack(queue, until: time)
        }
    }

    /// Whether a delayed job waits for rules, a budget or a host that named a pause besides, or is to bring rules.
    func isHeldBack(_ job: QueuedJob, until time: Milliseconds) -> Bool {
        bringsRules(job) || queueOf[JobQueueID(job)].map { isHeldBack(queues[$0], until: time) } ?? false
    }

    private func isHeldBack(_ queue: JobQueue, until time: Milliseconds) -> Bool {
        if lanes[queue.lane].isClosed || lanes[queue.lane].namedUntil > time { return true }
        guard let budget = queue.budget.flatMap({ budgets[$0] }) else { return false }
        return budget.emptyUntil > time
    }
}

extension JobLedger {
    /// Whether nothing is under way, and all that is left waits for rules, a budget or a host that named a pause for
    /// longer than the run waits.
    func isParked(at now: Milliseconds) -> Bool {
        guard let longest = configuration.longestWaitMs, openJobs > 0, leases.isEmpty, suspects.isEmpty,
            awaitingConfirmation.isEmpty,
            introductions.isEmpty, delayed.soonest.map({ $0 > now + longest }) != false
        else { return false }
        return waiting.isParked(until: now + longest, at: now)
            && delayed.allSatisfy { waiting.isHeldBack($0, until: now + longest) }
    }
}
