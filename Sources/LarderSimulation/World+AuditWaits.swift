internal import LarderLedger
internal import LarderProtocol

/// Nobody waits for nothing: a job that may start starts when a worker has room.
extension World {
    /// How long, and for how many of the ledger's ticks, a job may be passed over: more than any queue of the coordinator takes.
    private static let longest: Milliseconds = 2000
    private static let mostTicks = 8

    /// Looked at when the ledger has just been asked.
    func auditWaits() {
        guard violation == nil, !audit.isDraining, ledger?.suspectedJobs == 0 else {
            // A job over which a worker died or vanished is tried alone, and a worker is kept free for it.
            audit.passedOver = [:]
            return
        }
        var passedOver: [JobID: (since: Milliseconds, ticks: Int)] = [:]
        for job in audit.inMemory where mayStart(job) {
            let (since, ticks) = audit.passedOver[job] ?? (ledgerNow, 0)
            passedOver[job] = (since, ticks + 1)
            guard ledgerNow > since + Self.longest, ticks >= Self.mostTicks else { continue }
            fail(.fair, "job \(job) might have started \(ledgerNow - since) ms ago, and a worker has room for it")
            break
        }
        audit.passedOver = passedOver
    }

    private func mayStart(_ job: JobID) -> Bool {
        let now = ledgerNow
        guard let plan = plan(of: job), let lane = lane(of: job), rows[Int(job) - 1].state == .ready,
            !(transaction + pending).contains(where: { $0.lease.job == job }), audit.leases[job] == nil,
            (audit.dueAt[job] ?? 0) <= now, (audit.restUntil[lane.id] ?? 0) <= now,
            (audit.startedAt[lane.id] ?? 0) + lane.delayMs <= now
        else { return false }
        // Half of the limit, as a lane leaves some of the workers' places to others.
        let leases = audit.leases.values.filter { $0.lane == lane.id }
        guard leases.count < (lane.concurrency + 1) / 2, !leases.contains(where: \.isLoose) else { return false }
        let jobClass = scenario.jobs[plan].kind.jobClass.rawValue
        return audit.sessions.values.contains {
            $0.isJoined && !$0.hasEnded && !$0.isDraining && !$0.isSuspect
                && $0.assigned[jobClass] < $0.granted[jobClass]
        }
    }
}
