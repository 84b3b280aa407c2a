internal import LarderLedger
internal import LarderModel

/// What hosts want to be known before they are asked, and what requests are counted against.
extension World {
    /// Starts of jobs that are written down at a time.
    private static let part = 2

    /// The event as it is with closed lanes and a quota.
    func withHostPlan(_ event: LedgerEvent) -> LedgerEvent {
        switch event {
        case .added(let added): .added(added.map(withHostPlan))
        case .committed(let entries, let added): .committed(entries, added: added.map(withHostPlan))
        default: event
        }
    }

    private func withHostPlan(_ added: AddedJobs) -> AddedJobs {
        var added = added
        added.lane.isClosed = bug != .openEarly && audit.closed.contains(added.lane.id)
        if isCounted(added.source, added.lane.id) { added.budget = 0 }
        return added
    }

    private func isCounted(_ source: SourceID, _ lane: LaneID) -> Bool {
        scenario.hosts.quota > 0 && source == 1 && lane == 1
    }

    /// Whether a job makes no request.
    func isFresh(_ job: JobID) -> Bool { plan(of: job).map { scenario.jobs[$0].isFresh } ?? false }

    /// Whether a job's starts are counted.
    func isCounted(_ job: JobID) -> Bool { table[job].map { isCounted($0.job.source, $0.job.lane) } ?? false }

    /// Lanes are closed at each start of the coordinator until their rules come.
    func closeLanes() {
        for (lane, wait) in scenario.hosts.rulesAfter {
            audit.closed.insert(lane)
            let rules = LaneRules(lane: lane, delayMs: self.lane(lane).limits.delayMs)
            later(wait, .input(start: start, .rules([rules])))
        }
    }

    func auditRules(_ rules: [LaneRules]) {
        for rule in rules {
            audit.closed.remove(rule.lane)
            audit.startedAt[rule.lane] = ledgerNow
            audit.askedAt[rule.lane] = ledgerNow
        }
    }

    /// Writes down that some starts are used, as the disk does: that outlives every crash.
    func reserve(_ budget: BudgetID) {
        let period = max(1, scenario.hosts.period)
        let begin = now / period
        let granted = min(Self.part, scenario.hosts.quota - reserved[begin, default: 0])
        reserved[begin, default: 0] += granted
        let count = bug == .grantTwice ? granted * 2 : granted
        let until = (begin + 1) * period - startedAt + 1
        later(
            random.number(0...scenario.coordinator.read),
            .input(start: start, .granted(budget, count: count, until: until))
        )
    }

    func auditHost(_ job: JobID, _ name: String, in lane: LaneInfo) {
        if audit.closed.contains(lane.id) {
            fail(.laneRules, "\(name) starts in lane \(lane.id) before its rules are known")
        }
        guard isCounted(job), !isFresh(job) else { return }
        let period = now / max(1, scenario.hosts.period)
        counted[period, default: 0] += 1
        if counted[period, default: 0] > scenario.hosts.quota {
            fail(.quota, "\(name) is start \(counted[period, default: 0]) of a period with \(scenario.hosts.quota)")
        }
    }
}
