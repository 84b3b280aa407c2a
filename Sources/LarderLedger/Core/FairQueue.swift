internal import LarderProtocol

/// The unfinished jobs in memory that no worker holds, and who goes next.
///
/// Sources take turns by the time of workers that their jobs take (``TurnOrder``). Inside a source the queues of the highest band
/// go first, and queues of one band, which are its hosts, take turns. A lane is in it only while it may start something: what is at
/// its limit or rests costs nothing until that changes, so the cost of handing out jobs depends on how many are handed out
/// and not on how many hosts there are.
struct FairQueue: Sendable {
    /// Jobs in memory over all queues, before each queue's least part is added.
    let windowJobs: Int

    var lanes: [Lane] = []
    var queues: [JobQueue] = []
    var turns: [SourceTurns] = []
    private var laneOf: [LaneID: Int] = [:]
    private var queueOf: [JobQueueID: Int] = [:]
    private var turnsOf: [[SourceID: Int]] = Array(repeating: [:], count: JobClass.allCases.count)
    private var lastFound: (id: JobQueueID, place: Int)?
    private var lastLane: (id: LaneID, place: Int)?
    private var orders = Array(repeating: TurnOrder(), count: JobClass.allCases.count)
    private var rests = TimeHeap<Int>()
    private var rises = TimeHeap<Int>()
    /// Jobs leased and unanswered, by class, and lanes by class.
    private(set) var inFlight = Array(repeating: 0, count: JobClass.allCases.count)
    private var laneCount = Array(repeating: 0, count: JobClass.allCases.count)

    // Reads of the table: see the extension about loading.
    var hungry = FIFO<Int>()
    var starving = FIFO<Int>()
    var held = 0
    var expected = 0
    var loadsUnderWay = 0
    var backlogged = 0

    init(windowJobs: Int) { self.windowJobs = windowJobs }

    // MARK: What there is

    /// Takes note of jobs in the table.
    mutating func add(_ jobs: AddedJobs, at now: Milliseconds) {
        let lane = place(of: jobs.lane)
        let couldStart = lanes[lane].mayStart(at: now)
        lanes[lane].info = jobs.lane
        let queue = place(of: JobQueueID(lane: jobs.lane.id, source: jobs.source, kind: jobs.kind), lane)
        queues[queue].known = max(queues[queue].known, jobs.maxID)
        noteNeed(queue)
        if !couldStart { reopen(lane, at: now) }
    }

    private mutating func place(of info: LaneInfo) -> Int {
        if let place = laneOf[info.id] { return place }
        laneOf[info.id] = lanes.count
        lanes.append(Lane(info: info))
        laneCount[info.jobClass.rawValue] += 1
        return lanes.count - 1
    }

    private mutating func place(of id: JobQueueID, _ lane: Int) -> Int {
        if let place = queueOf[id] { return place }
        let jobClass = lanes[lane].info.jobClass
        let source = turnsOf[jobClass.rawValue][id.source] ?? turns.count
        if source == turns.count {
            turnsOf[jobClass.rawValue][id.source] = source
            turns.append(SourceTurns(jobClass: jobClass))
        }
        queueOf[id] = queues.count
        lanes[lane].queues.append(queues.count)
        queues.append(JobQueue(id: id, lane: lane, turns: source))
        return queues.count - 1
    }

    /// The place of a queue; nil when nothing was ever added to it.
    mutating func place(of id: JobQueueID) -> Int? {
        if let lastFound, lastFound.id == id { return lastFound.place }
        guard let place = queueOf[id] else { return nil }
        lastFound = (id, place)
        return place
    }

    // MARK: Jobs that come in

    /// A job of the table that may start, after those that came before.
    mutating func append(_ job: QueuedJob, at now: Milliseconds) {
        guard let queue = place(of: JobQueueID(job)) else { return }
        var job = job
        job.waitingSince = now
        queues[queue].ready.append(job)
        if queues[queue].band == nil { enter(queue, at: now) }
    }

    /// A job that was tried or given back, before those that were not; it keeps its age.
    mutating func prepend(_ job: QueuedJob, at now: Milliseconds) {
        guard let queue = place(of: JobQueueID(job)) else { return }
        var job = job
        if job.waitingSince == 0 { job.waitingSince = now }
        queues[queue].ready.prepend(job)
        enter(queue, at: now)
    }

    /// Counts a job that waits in memory: ready, for a retry, or to be tried alone.
    mutating func hold(_ job: QueuedJob) {
        guard let queue = place(of: JobQueueID(job)) else { return }
        held += 1
        queues[queue].held += 1
        if !queues[queue].isBacklogged { noteNeed(queue) }
    }

    /// The opposite of ``hold(_:)``.
    mutating func unhold(_ job: QueuedJob, _ count: Int = 1) {
        guard count > 0, let queue = place(of: JobQueueID(job)) else { return }
        held -= count
        queues[queue].held -= count
        noteNeed(queue)
    }

    /// Takes ready jobs out of the middle, with one look at each queue.
    ///
    /// - Returns: Those that were there.
    mutating func removeReady(_ jobs: [QueuedJob]) -> [QueuedJob] {
        var removed: [QueuedJob] = []
        for (id, jobs) in Dictionary(grouping: jobs, by: JobQueueID.init) {
            guard let queue = place(of: id) else { continue }
            let ids = Set(jobs.map(\.id))
            removed += queues[queue].ready.extract { ids.contains($0.id) }
            if queues[queue].ready.isEmpty { queues[queue].band = nil }
        }
        return removed
    }

    // MARK: Lanes

    func mayStart(_ lane: LaneID, at now: Milliseconds) -> Bool {
        laneOf[lane].map { lanes[$0].mayStart(at: now) } ?? false
    }

    /// Counts a start that did not come out of ``take(_:of:capacity:at:)``.
    mutating func begin(_ job: QueuedJob, at now: Milliseconds) {
        guard let lane = laneOf[job.lane] else { return }
        lanes[lane].begin(1, at: now)
        inFlight[lanes[lane].info.jobClass.rawValue] += 1
    }

    /// Counts a job that a worker had already when this start of the coordinator began.
    mutating func adopt(_ job: QueuedJob) {
        guard let lane = laneOf[job.lane] else { return }
        lanes[lane].inFlight += 1
        inFlight[lanes[lane].info.jobClass.rawValue] += 1
    }

    /// A job of the lane is no longer under way.
    mutating func end(_ job: QueuedJob, at now: Milliseconds) {
        guard let lane = lastLane?.id == job.lane ? lastLane?.place : laneOf[job.lane] else { return }
        lastLane = (job.lane, lane)
        let wasFull = lanes[lane].inFlight >= lanes[lane].info.concurrency
        lanes[lane].inFlight -= 1
        inFlight[lanes[lane].info.jobClass.rawValue] -= 1
        if wasFull { reopen(lane, at: now) }
    }

    /// Starts nothing in a lane before a time.
    mutating func rest(_ lane: LaneID, until: Milliseconds) {
        guard let lane = laneOf[lane] else { return }
        lanes[lane].restUntil = max(lanes[lane].restUntil, until)
    }

    /// How long a job of the source and kind took, from its start to its end.
    mutating func learn(_ job: QueuedJob, milliseconds: Milliseconds) {
        guard let queue = place(of: JobQueueID(job)) else { return }
        turns[queues[queue].turns].learn(job.kind, microseconds: Int64(min(milliseconds, 3_600_000)) * 1000)
    }

    // MARK: Turns

    /// When a resting lane goes on; nil when none with ready jobs rests.
    var nextRest: Milliseconds? { rests.soonest }

    /// Whether a job of the class may be startable.
    func hasStartable(_ jobClass: JobClass) -> Bool { !orders[jobClass.rawValue].isEmpty }

    /// Lets lanes go on whose rest is over, and queues rise whose jobs have waited.
    mutating func wake(at now: Milliseconds) {
        while let lane = rests.popDue(at: now) {
            lanes[lane].isRestListed = false
            reopen(lane, at: now)
        }
        while let queue = rises.popDue(at: now) {
            queues[queue].isRiseListed = false
            if queues[queue].band != nil { enter(queue, at: now) }
        }
    }

    private mutating func reopen(_ lane: Int, at now: Milliseconds) {
        for queue in lanes[lane].queues where queues[queue].band == nil && !queues[queue].ready.isEmpty {
            enter(queue, at: now)
        }
    }

    /// Puts a queue into the ring of its first job's band, or notes what it waits for.
    mutating func enter(_ queue: Int, at now: Milliseconds) {
        guard let first = queues[queue].ready.first else { return }
        let lane = queues[queue].lane
        guard lanes[lane].mayStart(at: now) else {
            queues[queue].band = nil
            if lanes[lane].restUntil > now, !lanes[lane].isRestListed {
                lanes[lane].isRestListed = true
                rests.insert(lane, due: lanes[lane].restUntil)
            }
            return
        }
        let waited = now > first.waitingSince ? now - first.waitingSince : 0
        let risen = min(waited / JobKind.millisecondsPerBand, Milliseconds(JobKind.bands))
        let band = min(JobKind.bands - 1, first.kind.band + Int(risen))
        let source = queues[queue].turns
        queues[queue].band = band
        if queues[queue].entries & (1 << UInt8(band)) == 0 {
            queues[queue].entries |= 1 << UInt8(band)
            turns[source].rings[band].append(queue)
        }
        orders[turns[source].jobClass.rawValue].list(source, in: &turns)
        if band < JobKind.bands - 1, !queues[queue].isRiseListed {
            queues[queue].isRiseListed = true
            rises.insert(queue, due: first.waitingSince + (risen + 1) * JobKind.millisecondsPerBand)
        }
    }

    /// Takes jobs whose turn it is, in order, and counts them as under way.
    ///
    /// While others have startable jobs too, no host gets more than half of the workers' places: a slow one would else come to hold
    /// them all, whatever the turns say. Even alone it leaves an eighth free for hosts of which jobs may come any moment.
    ///
    /// - Parameter capacity: The workers' places for jobs of the class, those under way included.
    mutating func take(_ count: Int, of jobClass: JobClass, capacity: Int, at now: Milliseconds) -> [QueuedJob] {
        var taken: [QueuedJob] = []
        let isShared = jobClass == .fetch && laneCount[jobClass.rawValue] > 1
        var limit = isShared ? max(1, capacity / 2) : Int.max
        var isAlone = !isShared
        var passedOver: [Int] = []
        taken.reserveCapacity(min(count, 4096))
        while taken.count < count {
            guard let source = orders[jobClass.rawValue].first else {
                guard !passedOver.isEmpty, !isAlone else { break }
                isAlone = true
                limit = max(1, capacity - capacity / 8)
                for queue in passedOver { enter(queue, at: now) }
                passedOver = []
                continue
            }
            guard let queue = nextQueue(of: source) else {
                orders[jobClass.rawValue].dropFirst(in: &turns)
                continue
            }
            let lane = queues[queue].lane
            let room = lanes[lane].room(at: now)
            if room > 0, lanes[lane].inFlight >= limit {
                passedOver.append(queue)
            } else {
                let place = min(count - taken.count, room, limit - lanes[lane].inFlight)
                start(place, of: queue, turn: turn(of: source, count), into: &taken, at: now)
                enter(queue, at: now)
            }
        }
        for queue in passedOver { enter(queue, at: now) }
        return taken
    }

    /// Jobs that one host gives before the next one of its source has its turn.
    private func turn(of source: Int, _ count: Int) -> Int {
        var waiting = 1
        for ring in turns[source].rings { waiting += ring.count }
        return max(1, count / waiting)
    }

    private mutating func nextQueue(of source: Int) -> Int? {
        for band in stride(from: JobKind.bands - 1, through: 0, by: -1) {
            while let queue = turns[source].rings[band].popFirst() {
                queues[queue].entries &= ~(1 << UInt8(band))
                guard queues[queue].band == band else { continue }
                queues[queue].band = nil
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
        let source = queues[queue].turns
        let cost = turns[source].cost(of: queues[queue].id.kind)
        let jobClass = turns[source].jobClass.rawValue
        let paid = max(1, orders[jobClass].allowance(in: turns) / cost)
        let most = min(room, turn, Int(paid))
        var started = 0
        while started < most, let job = queues[queue].ready.popFirst() {
            taken.append(job)
            started += 1
        }
        guard started > 0 else { return }
        orders[jobClass].charge(Int64(started) * cost, in: &turns)
        lanes[queues[queue].lane].begin(started, at: now)
        inFlight[jobClass] += started
        held -= started
        queues[queue].held -= started
        noteNeed(queue)
    }
}
