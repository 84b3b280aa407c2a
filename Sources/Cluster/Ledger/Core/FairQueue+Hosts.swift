internal import LarderModel

/// What hosts say of how they want to be asked.
extension FairQueue {
    /// The rules of a lane's host are known.
    mutating func open(_ rules: LaneRules, at now: Milliseconds) {
        guard let lane = laneOf[rules.lane] else { return }
        lanes[lane].open(delayMs: rules.delayMs, at: now)
        reopen(lane, at: now)
    }

    /// A job's host answered it.
    mutating func answered(_ job: QueuedJob, in milliseconds: Milliseconds) {
        guard let lane = laneOf[job.lane] else { return }
        lanes[lane].answered(in: milliseconds)
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

    /// The hosts that asked for a pause that is not over, the longest first, when each goes on and why it asked.
    func pausedHosts(at now: Milliseconds) -> [(name: String, until: Milliseconds, reason: String)] {
        lanes.filter { $0.asked.until > now }.map { ($0.name, $0.asked.until, $0.asked.reason) }.sorted { $0.1 > $1.1 }
    }

    /// The hosts whose jobs wait for their rules.
    var closedHosts: [String] {
        lanes.filter { lane in lane.isClosed && lane.queues.contains { queues[$0].isBacklogged } }.map(\.name).sorted()
    }

    /// Whether nothing can start before a time but what is not in memory: all jobs wait for rules or budgets.
    func isParked(until time: Milliseconds, at now: Milliseconds) -> Bool {
        guard lanes.contains(where: \.isClosed) || !usedUpBudgets(at: now).isEmpty, loadsUnderWay == 0 else {
            return false
        }
        return queues.allSatisfy { queue in
            guard queue.cursor < queue.known || !queue.ready.isEmpty else { return true }
            if lanes[queue.lane].isClosed { return true }
            guard let budget = queue.budget.flatMap({ budgets[$0] }) else { return false }
            return budget.emptyUntil > time
        }
    }
}

extension JobLedger {
    /// Whether nothing is under way, and all that is left waits for a host's rules or for a budget for longer than the run waits.
    func isParked(at now: Milliseconds) -> Bool {
        guard let longest = configuration.longestWaitMs, openJobs > 0, leases.isEmpty, suspects.isEmpty,
            doubted.isEmpty,
            introductions.isEmpty, delayed.soonest.map({ $0 > now + longest }) != false
        else { return false }
        return waiting.isParked(until: now + longest, at: now)
    }
}
