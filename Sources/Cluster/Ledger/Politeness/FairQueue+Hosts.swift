internal import LarderModel

/// How hosts want to be asked, by their rules and answers.
extension FairQueue {
    /// The rules of a lane's host are known.
    mutating func open(_ rules: LaneRules, at now: Milliseconds) {
        guard let lane = laneOf[rules.lane] else {
            earlyRules[rules.lane] = (rules, now)
            return
        }
        let counts = lanes[lane].queues.contains { !rules.exempt.contains(queues[$0].id.source) }
        lanes[lane].open(delayMs: counts ? rules.delayMs : 0, at: now)
        reopen(lane, at: now)
    }

    /// Starts nothing in a lane for a while; one that waits for its host's rules goes on waiting for them.
    mutating func pause(_ pause: LanePause, at now: Milliseconds) {
        guard let lane = laneOf[pause.lane] else { return }
        lanes[lane].leaveAlone(until: now + pause.milliseconds)
    }

    /// A job's result came, and it is not known yet whether its host was asked: a late one slows the host down at once.
    mutating func recordLatency(_ milliseconds: Milliseconds, of job: QueuedJob) {
        guard let lane = laneOf[job.lane] else { return }
        lanes[lane].recordLatency(milliseconds)
    }

    /// A job's host answered it.
    mutating func answered(_ job: QueuedJob, _ answer: JobLedger.HostAnswer, at now: Milliseconds) {
        guard let lane = laneOf[job.lane] else { return }
        if let latency = answer.latencyMs { lanes[lane].answered(in: latency) }
        guard !answer.isLimitNear else { return }
        lanes[lane].hasPlenty(assignedAt: answer.assignedAt)
        reopen(lane, at: now)
    }

    /// A job ended without a request: neither its host's next start nor its budget pays for it.
    mutating func undoStart(_ job: QueuedJob, assignedAt: Milliseconds, at now: Milliseconds) {
        guard let lane = laneOf[job.lane] else { return }
        lanes[lane].undoStart(job.id)
        reopen(lane, at: now)
        guard let queue = place(of: JobQueueID(job)) else { return }
        refund(queue, assignedAt: assignedAt, at: now)
    }

    /// A job's host throttles or fails.
    ///
    /// - Returns: How long it is left alone now.
    mutating func refuse(
        _ job: QueuedJob,
        pause: Milliseconds?,
        _ isThrottled: Bool,
        _ reason: String,
        at now: Milliseconds
    ) -> Milliseconds {
        guard let lane = laneOf[job.lane] else { return 0 }
        return lanes[lane].refuse(pause: pause, isThrottled: isThrottled, reason: reason, at: now)
    }

    /// Whether a job brings the rules of a host.
    func bringsRules(_ job: QueuedJob) -> Bool { laneOf[job.lane].map { lanes[$0].isForRules } ?? false }

    /// The hosts that have jobs and pause, as they asked for it or for a long delay; the longest pause first.
    func pausedHosts(at now: Milliseconds) -> [PausedHost] {
        lanes.compactMap { lane -> PausedHost? in
            guard lane.pausedUntil > now, hasBacklog(lane) else { return nil }
            if lane.asked.until > now {
                return PausedHost(
                    name: lane.name,
                    until: lane.asked.until,
                    reason: lane.asked.reason,
                    hasAsked: true
                )
            }
            guard lane.limits.delayMs >= Lane.reportedDelayMs else { return nil }
            return PausedHost(
                name: lane.name,
                until: lane.pausedUntil,
                reason: "\(lane.limits.delayMs / 1000) s pass between two requests to it",
                hasAsked: false
            )
        }.sorted { $0.until > $1.until }
    }

    private func hasBacklog(_ lane: Lane) -> Bool { lane.queues.contains { queues[$0].isBacklogged } }

    /// The hosts whose jobs wait for their rules.
    var closedHosts: [String] {
        lanes.filter { $0.isClosed && hasBacklog($0) }.map(\.name).sorted()
    }

    /// Whether nothing can start before a time but what is not in memory: all jobs wait for rules or budgets.
    func isParked(until time: Milliseconds, at now: Milliseconds) -> Bool {
        guard lanes.contains(where: \.isClosed) || !usedUpBudgets(at: now).isEmpty, loadsUnderWay == 0 else {
            return false
        }
        return queues.allSatisfy { queue in
            guard queue.cursor < queue.known || !queue.ready.isEmpty else { return true }
            return isHeldBack(queue, until: time)
        }
    }

    /// Whether a job that waits for its next try waits for rules or a budget besides, or is to bring rules.
    func isHeldBack(_ job: QueuedJob, until time: Milliseconds) -> Bool {
        bringsRules(job) || queueOf[JobQueueID(job)].map { isHeldBack(queues[$0], until: time) } ?? false
    }

    private func isHeldBack(_ queue: JobQueue, until time: Milliseconds) -> Bool {
        if lanes[queue.lane].isClosed { return true }
        guard let budget = queue.budget.flatMap({ budgets[$0] }) else { return false }
        return budget.emptyUntil > time
    }
}

extension JobLedger {
    /// Whether nothing is under way, and all that is left waits for a host's rules or for a budget for longer than the
    /// run waits.
    func isParked(at now: Milliseconds) -> Bool {
        guard let longest = configuration.longestWaitMs, openJobs > 0, leases.isEmpty, suspects.isEmpty,
            awaitingConfirmation.isEmpty,
            introductions.isEmpty, delayed.soonest.map({ $0 > now + longest }) != false
        else { return false }
        return waiting.isParked(until: now + longest, at: now)
            && delayed.allSatisfy { waiting.isHeldBack($0, until: now + longest) }
    }
}
