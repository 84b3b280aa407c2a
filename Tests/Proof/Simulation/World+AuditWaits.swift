internal import LarderLedger
internal import LarderModel

/// Whether a job that may start does so when a worker has room.
extension World {
    /// How long, and for how many of the ledger's ticks, a job may be passed over: more than any queue of the
    /// coordinator takes.
    private static let longest: Milliseconds = 2000
    private static let mostTicks = 8

    /// Looked at when the ledger has just been asked.
    func auditWaits() {
        guard violation == nil, !audit.isDraining, ledger?.suspectedJobs == 0, ledger?.jobsAwaitingConfirmation == 0
        else {
            // A quarantined job is tried alone, and a worker is kept free for it.
            audit.passedOver = [:]
            return
        }
        let able = audit.sessions.filter { id, session in
            // Liars get nothing for a while when they are found out.
            session.isJoined && !session.hasEnded && !session.isDraining && !session.isSuspect
                && audit.placeOf[id].map { workers[$0].plan.lie == nil } == true
        }.values
        let hasRoom = PerClass(
            fetch: able.contains { $0.assigned.fetch < $0.granted.fetch },
            render: able.contains { $0.assigned.render < $0.granted.render }
        )
        guard hasRoom.fetch || hasRoom.render else {
            audit.passedOver = [:]
            return
        }
        var underWay: [LaneID: Int] = [:]
        var uncertain: Set<LaneID> = []
        for lease in audit.leases.values {
            underWay[lease.lane, default: 0] += 1
            if lease.isLoose { uncertain.insert(lease.lane) }
        }
        let (held, share) = (fetchesUnderWay(), ledger?.equalShare(at: ledgerNow) ?? .max)
        let ending = Set((transaction + pending).map(\.lease.job))
        var passedOver: [JobID: (since: Milliseconds, ticks: Int)] = [:]
        for job in audit.inMemory where !ending.contains(job) {
            guard let lane = lane(of: job), !uncertain.contains(lane.id), hasRoom[lane.jobClass],
                // Half of the limit, as a lane leaves some of the workers' places to others.
                underWay[lane.id, default: 0] < (lane.limits.concurrency + 1) / 2, mayStart(job, in: lane),
                // Beyond its equal share of the slots, a source leaves free what others may need.
                lane.jobClass == .render || held[table[job]?.job.source ?? 0, default: 0] < share
            else { continue }
            let (since, ticks) = audit.passedOver[job] ?? (ledgerNow, 0)
            passedOver[job] = (since, ticks + 1)
            guard ledgerNow > since + Self.longest, ticks >= Self.mostTicks else { continue }
            fail(
                .workConserving,
                "job \(job) might have started \(ledgerNow - since) ms ago, and a worker has room for it"
            )
            break
        }
        audit.passedOver = passedOver
    }

    private func fetchesUnderWay() -> [SourceID: Int] {
        var held: [SourceID: Int] = [:]
        for job in audit.leases.keys where lane(of: job)?.jobClass == .fetch {
            held[table[job]?.job.source ?? 0, default: 0] += 1
        }
        return held
    }

    func mayStart(_ job: JobID, in lane: LaneInfo) -> Bool {
        let now = ledgerNow
        guard !audit.closed.contains(lane.id), !isCounted(job) else { return false }
        return isReady(job) && audit.leases[job] == nil && (audit.dueAt[job] ?? 0) <= now
            && (audit.pausedUntil[lane.id] ?? 0) <= now && (audit.startedAt[lane.id] ?? 0) + lane.limits.delayMs <= now
    }
}
