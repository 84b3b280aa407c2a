internal import LarderLedger
internal import LarderModel

/// Whether every source with work gets its share of the workers' slots.
extension World {
    /// Looked at when a job is about to be counted as under way.
    ///
    /// All estimates are in favour of the assignment: it is wrong when the source is beyond its equal share and what it
    /// takes was to be kept free for jobs of other sources that may start now.
    func auditShare(of job: JobID, _ plan: Int, _ name: String, in lane: LaneInfo) {
        // What is tried again may be tried at a worker of its own.
        guard lane.jobClass == .fetch, audit.suspectedIn[job] == nil,
            truth[plan].runs == 0, truth[plan].lies == 0, truth[plan].deaths == 0
        else { return }
        let source = scenario.jobs[plan].source
        let slots = audit.sessions.reduce(0) { sum, session in
            guard session.value.isJoined, !session.value.hasEnded, let place = audit.placeOf[session.key] else {
                return sum
            }
            return sum + workers[place].plan.fetchSlots
        }
        var held: [SourceID: Int] = [:]
        var underWay: [LaneID: Int] = [:]
        for (job, lease) in audit.leases where lease.isUnderWay && self.lane(of: job)?.jobClass == .fetch {
            held[table[job]?.job.source ?? 0, default: 0] += 1
            underWay[lease.lane, default: 0] += 1
        }
        let own = held[source, default: 0]
        // With two sources each has a right to half of the slots, which is more than with three.
        guard own + 1 > slots / 2, slots > 1 else { return }
        let waiting = startable(besides: source, underWay)
        guard !waiting.isEmpty else { return }
        let sharing = Set(table.rows.lazy.filter { $0.state == .ready }.map(\.job.source)).count
        let share = max(1, slots / sharing)
        let kept = waiting.reduce(0) { $0 + max(0, min(share, $1.value) - held[$1.key, default: 0]) }
        let free = slots - held.values.reduce(0, +) - kept
        guard free < 1 else { return }
        fail(
            .fairShare,
            "\(name) is number \(own + 1) of source \(source) on \(slots) slots, of which \(kept) are for others"
        )
    }

    /// How many jobs of other sources may start now, by their hosts.
    private func startable(besides source: SourceID, _ underWay: [LaneID: Int]) -> [SourceID: Int] {
        var room: [LaneID: Int] = [:]
        var startable: [SourceID: Int] = [:]
        for job in audit.inMemory.sorted() {
            guard let other = table[job]?.job.source, other != source, let lane = lane(of: job),
                lane.jobClass == .fetch, mayStart(job, in: lane)
            else { continue }
            let left = room[lane.id] ?? (lane.limits.concurrency + 1) / 2 - underWay[lane.id, default: 0]
            guard left > 0 else { continue }
            room[lane.id] = left - 1
            startable[other, default: 0] += 1
        }
        return startable
    }
}
