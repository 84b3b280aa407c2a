internal import DequeModule
internal import LarderModel

extension FairQueue {
    /// Takes jobs whose turn it is, in order, and counts them as under way.
    ///
    /// While others have startable jobs too, no host gets more than half of the workers' places: a slow host's jobs
    /// stay longest and would come to fill them all. A host alone leaves an eighth free for jobs of other hosts. No
    /// source takes what others may need, see ``SlotShares``.
    ///
    /// - Parameters:
    ///   - kinds: What the workers with places know.
    ///   - capacity: The workers' places for jobs of the class, those under way included.
    ///   - slots: How many jobs of the class the workers do at once; ``capacity`` may be more.
    mutating func popStartable(
        _ count: Int,
        of jobClass: JobClass,
        only kinds: Set<JobKind>,
        capacity: Int,
        slots: Int = .max,
        at now: Milliseconds
    ) -> [QueuedJob] {
        var taken: [QueuedJob] = []
        let isShared = jobClass == .fetch && laneCount.fetch > 1
        var limit = isShared ? max(1, capacity / 2) : Int.max
        var isAlone = !isShared
        var passedOver: [Int] = []
        var slots = jobClass == .fetch ? SlotShares(of: self, slots: slots) : nil
        var overShare: [Int] = []
        taken.reserveCapacity(min(count, 4096))
        while taken.count < count {
            guard let source = orders[jobClass].first else {
                guard !passedOver.isEmpty, !isAlone else { break }
                isAlone = true
                limit = max(1, capacity - capacity / 8)
                for queue in passedOver { enter(queue, at: now) }
                passedOver = []
                continue
            }
            let share = slots?.room(of: shares[source]) ?? .max
            if share <= 0 {
                overShare.append(source)
                orders[jobClass].dropFirst(in: &shares)
                continue
            }
            guard let queue = nextQueue(of: source) else {
                orders[jobClass].dropFirst(in: &shares)
                continue
            }
            let lane = queues[queue].lane
            let room = min(lanes[lane].room(at: now), budgetRoom(of: queue, at: now))
            if room > 0, lanes[lane].inFlight >= limit || !kinds.contains(queues[queue].id.kind) {
                passedOver.append(queue)
            } else {
                let before = shares[source]
                let place = min(count - taken.count, room, limit - lanes[lane].inFlight, share)
                start(place, of: queue, turn: turn(of: source, count), into: &taken, at: now)
                slots?.update(before, shares[source])
                enter(queue, at: now)
            }
        }
        for queue in passedOver { enter(queue, at: now) }
        for source in overShare { orders[jobClass].list(source, in: &shares) }
        return taken
    }

    private func turn(of source: Int, _ count: Int) -> Int {
        var waiting = 1
        for ring in shares[source].rings { waiting += ring.count }
        return max(1, count / waiting)
    }

    private mutating func nextQueue(of source: Int) -> Int? {
        for priority in stride(from: JobKind.priorities - 1, through: 0, by: -1) {
            while let queue = shares[source].rings[priority].popFirst() {
                queues[queue].entries &= ~(1 << UInt8(priority))
                guard queues[queue].priority == priority else { continue }
                queues[queue].priority = nil
                return queue
            }
        }
        return nil
    }

    private mutating func start(
        _ room: Int,
        of queue: Int,
        turn: Int,
        into taken: inout [QueuedJob],
        at now: Milliseconds
    ) {
        let source = queues[queue].share
        let cost = shares[source].cost(of: queues[queue].id.kind)
        let jobClass = shares[source].jobClass
        let paid = max(1, orders[jobClass].allowance(in: shares) / cost)
        let most = min(room, turn, Int(paid))
        var started = 0
        while started < most, let job = queues[queue].ready.popFirst() {
            taken.append(job)
            started += 1
        }
        guard started > 0, let last = taken.last else { return }
        orders[jobClass].charge(Int64(started) * cost, in: &shares)
        lanes[queues[queue].lane].begin(started, last: last.id, at: now)
        inFlight[jobClass] += started
        shares[source].inFlight += started
        spend(started, of: queue)
        held -= started
        queues[queue].held -= started
        updateNeed(queue)
    }
}
