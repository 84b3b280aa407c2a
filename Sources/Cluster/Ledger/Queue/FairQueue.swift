internal import DequeModule
internal import LarderModel

/// The unfinished jobs in memory that no worker has, and which of them start next.
///
/// Sources take turns by workers' time (``DeficitRoundRobin``). Inside a source the queues of the highest priority go
/// first, and queues of one priority take turns. A queue is listed only while its lane may start something: the cost of
/// handing out jobs does not depend on how many hosts wait.
struct FairQueue: Sendable {
    let windowJobs: Int

    var lanes: [Lane] = []
    var queues: [JobQueue] = []
    var shares: [SourceShare] = []
    private(set) var laneOf: [LaneID: Int] = [:]
    private(set) var queueOf: [JobQueueID: Int] = [:]
    private var shareOf = PerClass<[SourceID: Int]>([:])
    private var lastFound: (id: JobQueueID, place: Int)?
    private var lastLane: (id: LaneID, place: Int)?
    var orders = PerClass(DeficitRoundRobin())
    private var pauses = TimeHeap<Int>()
    private var aging = TimeHeap<Int>()
    var inFlight = PerClass(0)
    /// Unfinished jobs of the table by source, of all classes.
    private(set) var unfinished: [SourceID: Int] = [:]
    var laneCount = PerClass(0)
    var budgets: [BudgetID: Budget] = [:]
    /// Rules of lanes without jobs so far, and when they came.
    var earlyRules: [LaneID: (LaneRules, at: Milliseconds)] = [:]

    /// Queues that need a read of the table, in turn; ``exhausted`` ones have no jobs in memory and go first.
    var needsRefill = Deque<Int>()
    /// Queues without jobs in memory that need a read.
    var exhausted = Deque<Int>()
    var held = 0
    /// The most jobs that reads under way may bring.
    var expected = 0
    var loadsUnderWay = 0
    var backlogged = 0

    init(windowJobs: Int) { self.windowJobs = windowJobs }

    // MARK: What there is

    /// Counts jobs in the table.
    ///
    /// - Returns: The jobs that need not be read, as all before them have been read and there is room.
    mutating func add(_ jobs: AddedJobs, at now: Milliseconds) -> [QueuedJob] {
        noteUnfinished(jobs.count, of: jobs.source)
        let lane = place(of: jobs.lane)
        let couldStart = lanes[lane].mayStart(at: now)
        lanes[lane].tighten(to: jobs.lane)
        let queue = place(of: JobQueueID(lane: jobs.lane.id, source: jobs.source, kind: jobs.kind), lane)
        if let (rules, time) = earlyRules.removeValue(forKey: jobs.lane.id) { open(rules, at: time) }
        if let budget = jobs.budget { draw(queue, from: budget) }
        let brought = mayAppend(jobs, into: queue) ? jobs.jobs.filter { $0.id > queues[queue].cursor } : []
        queues[queue].known = max(queues[queue].known, jobs.maxID)
        if let last = brought.last { queues[queue].cursor = max(queues[queue].cursor, last.id) }
        updateNeed(queue)
        if !couldStart { reopen(lane, at: now) }
        return brought
    }

    /// Counts unfinished jobs of a source; a negative count: jobs that ended.
    mutating func noteUnfinished(_ jobs: Int, of source: SourceID) { unfinished[source, default: 0] += jobs }

    private mutating func place(of info: LaneInfo) -> Int {
        if let place = laneOf[info.id] { return place }
        laneOf[info.id] = lanes.count
        lanes.append(Lane(info))
        laneCount[info.jobClass] += 1
        return lanes.count - 1
    }

    private mutating func place(of id: JobQueueID, _ lane: Int) -> Int {
        if let place = queueOf[id] { return place }
        let jobClass = lanes[lane].info.jobClass
        let source = shareOf[jobClass][id.source] ?? shares.count
        if source == shares.count {
            shareOf[jobClass][id.source] = source
            shares.append(SourceShare(source: id.source, jobClass: jobClass))
        }
        let isFirst = !lanes[lane].queues.contains { queues[$0].share == source }
        if isFirst { shares[source].places += min(lanes[lane].concurrency, 1 << 16) }
        queueOf[id] = queues.count
        lanes[lane].queues.append(queues.count)
        queues.append(JobQueue(id: id, lane: lane, share: source))
        return queues.count - 1
    }

    /// The place of a queue; nil: it never had jobs.
    mutating func place(of id: JobQueueID) -> Int? {
        if let lastFound, lastFound.id == id { return lastFound.place }
        guard let place = queueOf[id] else { return nil }
        lastFound = (id, place)
        return place
    }

    // MARK: Jobs that come in

    /// Adds a job behind those that came before.
    mutating func append(_ job: QueuedJob, at now: Milliseconds) {
        guard let queue = place(of: JobQueueID(job)) else { return }
        var job = job
        job.waitingSince = now
        queues[queue].ready.append(job)
        if queues[queue].priority == nil { enter(queue, at: now) }
    }

    /// Puts a job back before those that were not tried; it keeps its age.
    mutating func prepend(_ job: QueuedJob, at now: Milliseconds) {
        guard let queue = place(of: JobQueueID(job)) else { return }
        var job = job
        if job.waitingSince == 0 { job.waitingSince = now }
        queues[queue].ready.prepend(job)
        enter(queue, at: now)
    }

    /// Counts a job that waits in memory: ready, for a retry, or to be tried alone.
    mutating func addToWindow(_ job: QueuedJob) {
        guard let queue = place(of: JobQueueID(job)) else { return }
        held += 1
        queues[queue].held += 1
        if !queues[queue].isBacklogged { updateNeed(queue) }
    }

    mutating func removeFromWindow(_ job: QueuedJob, _ count: Int = 1) {
        guard count > 0, let queue = place(of: JobQueueID(job)) else { return }
        held -= count
        queues[queue].held -= count
        updateNeed(queue)
    }

    /// Removes and returns the jobs that are ready.
    mutating func removeReady(_ jobs: [QueuedJob]) -> [QueuedJob] {
        var removed: [QueuedJob] = []
        for (id, jobs) in Dictionary(grouping: jobs, by: JobQueueID.init) {
            guard let queue = place(of: id) else { continue }
            let ids = Set(jobs.map(\.id))
            removed += queues[queue].ready.extract { ids.contains($0.id) }
            if queues[queue].ready.isEmpty { queues[queue].priority = nil }
        }
        return removed
    }

    // MARK: Lanes

    mutating func mayStart(_ job: QueuedJob, at now: Milliseconds) -> Bool {
        guard let lane = laneOf[job.lane], lanes[lane].mayStart(at: now) else { return false }
        guard !budgets.isEmpty, let queue = queueOf[JobQueueID(job)], budgetRoom(of: queue, at: now) < 1 else {
            return true
        }
        markWanted(queue, at: now)
        return false
    }

    /// Counts a start that did not come out of ``popStartable(_:of:only:capacity:at:)``.
    mutating func begin(_ job: QueuedJob, at now: Milliseconds) {
        guard let lane = laneOf[job.lane] else { return }
        lanes[lane].begin(1, last: job.id, at: now)
        hold(1, job, lane)
        if let queue = queueOf[JobQueueID(job)] { spend(1, of: queue) }
    }

    /// Counts a job that a worker had before this coordinator start.
    mutating func adopt(_ job: QueuedJob) {
        guard let lane = laneOf[job.lane] else { return }
        lanes[lane].inFlight += 1
        hold(1, job, lane)
    }

    /// Counts jobs that a worker holds; a negative count: holds no more.
    private mutating func hold(_ count: Int, _ job: QueuedJob, _ lane: Int) {
        inFlight[lanes[lane].info.jobClass] += count
        if let queue = place(of: JobQueueID(job)) { shares[queues[queue].share].inFlight += count }
    }

    mutating func end(_ job: QueuedJob, at now: Milliseconds) {
        guard let lane = lastLane?.id == job.lane ? lastLane?.place : laneOf[job.lane] else { return }
        lastLane = (job.lane, lane)
        let wasFull = lanes[lane].inFlight >= lanes[lane].concurrency
        lanes[lane].inFlight -= 1
        hold(-1, job, lane)
        if wasFull { reopen(lane, at: now) }
    }

    mutating func recordDuration(_ job: QueuedJob, milliseconds: Milliseconds) {
        guard let queue = place(of: JobQueueID(job)) else { return }
        shares[queues[queue].share].recordDuration(job.kind, microseconds: Int64(min(milliseconds, 3_600_000)) * 1000)
    }

    /// Charges the source of a running job beyond what it was charged at the start.
    mutating func charge(_ job: QueuedJob, runningMs: Milliseconds, sinceMs: Milliseconds) {
        guard let queue = place(of: JobQueueID(job)) else { return }
        let share = queues[queue].share
        let excess = Int64(clamping: runningMs) * 1000 - shares[share].cost(of: job.kind)
        if excess > 0 { shares[share].used += min(excess, Int64(clamping: sinceMs) * 1000) }
    }

    mutating func reorder() {
        for jobClass in JobClass.allCases { orders[jobClass].reorder(in: shares) }
    }

    // MARK: Turns

    /// When a paused lane goes on; nil when none with ready jobs pauses.
    var nextPauseEnd: Milliseconds? {
        budgets.isEmpty ? pauses.soonest : [pauses.soonest, nextRefill].compactMap(\.self).min()
    }

    func hasStartable(_ jobClass: JobClass) -> Bool { !orders[jobClass].isEmpty }

    /// Opens lanes whose pause is over, and raises the priority of queues whose first job has waited for long (aging).
    mutating func wake(at now: Milliseconds) {
        if !budgets.isEmpty { wakeBudgets(at: now) }
        while let lane = pauses.popDue(at: now) {
            lanes[lane].isPauseListed = false
            reopen(lane, at: now)
        }
        while let queue = aging.popDue(at: now) {
            queues[queue].isAgingListed = false
            if queues[queue].priority != nil { enter(queue, at: now) }
        }
    }

    mutating func reopen(_ lane: Int, at now: Milliseconds) {
        for queue in lanes[lane].queues where queues[queue].priority == nil && !queues[queue].ready.isEmpty {
            enter(queue, at: now)
        }
    }

    /// Puts a queue into the ring of its first job's priority, or lists what it waits for.
    mutating func enter(_ queue: Int, at now: Milliseconds) {
        guard let first = queues[queue].ready.first else { return }
        let lane = queues[queue].lane
        guard lanes[lane].mayStart(at: now) else {
            queues[queue].priority = nil
            if lanes[lane].pausedUntil > now, !lanes[lane].isPauseListed {
                lanes[lane].isPauseListed = true
                pauses.insert(lane, due: lanes[lane].pausedUntil)
            }
            return
        }
        guard budgetRoom(of: queue, at: now) > 0 else {
            queues[queue].priority = nil
            markWanted(queue, at: now)
            return
        }
        let waited = now > first.waitingSince ? now - first.waitingSince : 0
        let aged = min(waited / JobKind.agingMilliseconds, Milliseconds(JobKind.priorities))
        let priority = min(JobKind.priorities - 1, first.kind.priority + Int(aged))
        let source = queues[queue].share
        queues[queue].priority = priority
        if queues[queue].entries & (1 << UInt8(priority)) == 0 {
            queues[queue].entries |= 1 << UInt8(priority)
            shares[source].rings[priority].append(queue)
        }
        orders[shares[source].jobClass].list(source, in: &shares)
        if priority < JobKind.priorities - 1, !queues[queue].isAgingListed {
            queues[queue].isAgingListed = true
            aging.insert(queue, due: first.waitingSince + (aged + 1) * JobKind.agingMilliseconds)
        }
    }
}
