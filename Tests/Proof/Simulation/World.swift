internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderTransport
internal import LarderWorkerCore

/// A message between the two ends of a connection.
enum Frame {
    case probe
    case message(MessageHeader, Message)
}

/// Something that happens at a time.
///
/// Numbers of coordinator starts and of processes void what was meant for earlier ones.
enum SimulationEvent {
    case tick(start: Int)
    case wake(start: Int)
    case input(start: Int, LedgerEvent)
    case transacted(start: Int)
    case read(start: Int, queue: JobQueueID, after: JobID, limit: Int)
    case lookUp(start: Int, SessionID, [JobID])
    case startCoordinator
    case stopNow(start: Int)
    case toBroker(connection: Int, Frame)
    case toWorker(connection: Int, Frame)
    /// What the kernel had before its connection closed.
    case lateToBroker(connection: Int, Frame)
    case lateToWorker(connection: Int, Frame)
    case startWorker(place: Int)
    case endWorker(place: Int, process: Int)
    case connect(place: Int, process: Int)
    case beat(place: Int, process: Int)
    case runEnded(place: Int, process: Int, JobLease)
    case strayEnd(place: Int, process: Int, JobLease)
    case fault(Int)
    case resumeWorker(place: Int)
    case resumeCoordinator
    case heal(place: Int)
    case timeOut(connection: Int)
}

/// One connection of a DEALER to the ROUTER.
struct Connection {
    var place: Int
    var process: Int
    var start: Int
    var isOpen = true
    var lastToBroker: Milliseconds = 0
    var lastToWorker: Milliseconds = 0
    /// How often the worker may still introduce itself here: a few times, and once more for each session that is
    /// forgotten.
    var mayJoin = 8
    /// How many messages of the closed connection still arrive.
    var lateToBroker = 0
    var lateToWorker = 0
    var lateBy: Milliseconds = 0
    var heldToBroker: [Frame] = []
    var heldToWorker: [Frame] = []
}

/// What really happened to a job.
struct JobTruth {
    var runs = 0
    /// How often its effect was applied.
    var timesDone = 0
    var failures: UInt32 = 0
    var throttles: UInt32 = 0
    var deaths: UInt32 = 0
    var killsFromOutside: UInt32 = 0
    /// How often a lying worker ended or kept it, and which ones.
    var lies: UInt32 = 0
    var liars: Set<String> = []
    /// It was charged for a lie, as only liars were there.
    var hadOnlyLiars = false
}

/// A coordinator, its workers, their links and the disk, in one thread and on one clock.
final class World {
    let scenario: Scenario
    let bug: InjectedBug?
    let ignoring: Set<Invariant>
    var random: SeededGenerator
    var now: Milliseconds = 1
    var steps = 0
    var events = EventQueue<SimulationEvent>()
    var violation: Violation?
    var isOver = false
    var trace: [String]?

    var ledger: JobLedger?
    /// Whether there is a ledger: to ask the optional itself copies all of it in a build that is not optimized.
    var isUp = false
    var start = 0
    var epoch: UInt64 = 0
    var startedAt: Milliseconds = 0
    var isPaused = false
    var frozen: [SimulationEvent] = []
    var postedAt: Milliseconds = 0
    var wakeAt: Milliseconds = 0
    var isStoppingRun = false
    var downFor: Milliseconds = 1000
    var directory = SessionDirectory<Int>(epoch: 0)
    var sequence: UInt64 = 0
    var connections: [Connection] = []

    var table = JobTable()
    /// The table before the last transaction, for a disk that loses it.
    var tableBefore: JobTable?
    /// Which planned job each row of the table is.
    var plans: [Int] = []
    var pending: [CommitEntry] = []
    var transaction: [CommitEntry] = []
    var isTransacting = false
    var slowDiskUntil: Milliseconds = 0
    var slowCommit: Milliseconds = 0
    /// Starts by period: written to the disk, and made.
    var reserved: [Milliseconds: Int] = [:]
    var counted: [Milliseconds: Int] = [:]

    var workers: [WorkerProcess] = []
    var truth: [JobTruth]
    var audit = Auditor()

    init(_ scenario: Scenario, bug: InjectedBug?, ignoring: Set<Invariant>, tracing: Bool) {
        self.ignoring = ignoring
        self.scenario = scenario
        self.bug = bug
        random = SeededGenerator(seed: scenario.seed &* 0x2545_F491_4F6C_DD1D)
        trace = tracing ? [] : nil
        truth = Array(repeating: JobTruth(), count: scenario.jobs.count)
        workers = scenario.workers.map(WorkerProcess.init(plan:))
        for index in scenario.jobs.indices where scenario.jobs[index].isRoot { _ = insert(index) }
        events.insert(.startCoordinator, at: 1)
        for place in workers.indices { events.insert(.startWorker(place: place), at: scenario.workers[place].startsAt) }
        for index in scenario.faults.indices { events.insert(.fault(index), at: scenario.faults[index].at) }
    }

    /// Milliseconds that everything may take after the last fault.
    var settlingMs: Milliseconds {
        // What idle liars hold is taken from them, and they get nothing for a while.
        let lies = scenario.workers.compactMap(\.lie)
        let first: Milliseconds = lies.contains(.endlessProgress) ? 900_000 : lies.isEmpty ? 120_000 : 300_000
        return scenario.jobs.reduce(first + scenario.hosts.settlingMs(jobs: scenario.jobs.count)) { sum, job in
            // Each failure at a worker of another host is looked at a second time.
            let runs: Milliseconds = job.drips ? 2 : 1
            var throttles: Milliseconds = 0
            for case .throttled(let wait) in job.firstEnds { throttles += wait ?? 0 }
            let tries = Milliseconds(job.firstEnds.count) + (job.fate == .done ? 1 : 4)
            let crashes: Milliseconds = job.end == .killsWorker ? 90_000 : 0
            return sum + (job.duration + scenario.lanes[job.lane].limits.delayMs) * tries * runs + throttles + crashes
        }
    }

    /// Runs to the end, to the first violation, or until ``settlingMs`` after the last fault.
    func run() {
        let deadline = scenario.faultsUntil + settlingMs
        while violation == nil, !isOver, let (time, item) = events.pop() {
            now = max(now, time)
            guard now <= deadline else { break }
            steps += 1
            process(item)
        }
        if violation == nil, !isOver { printUnfinished() }
    }

    func log(_ line: @autoclosure () -> String) {
        if trace != nil { trace?.append("\(now) ms  \(line())") }
    }

    func fail(_ invariant: Invariant, _ detail: @autoclosure () -> String) {
        guard violation == nil, !ignoring.contains(invariant) else { return }
        violation = Violation(invariant: invariant, detail: detail(), at: now)
        log("VIOLATION \(invariant.rawValue)")
    }

    func later(_ milliseconds: Milliseconds, _ item: SimulationEvent) { events.insert(item, at: now + milliseconds) }

    private func printUnfinished() {
        let open = zip(table.rows, plans).filter { $0.0.state == .ready }.map { "job \($0.0.job.id) (plan \($0.1))" }
        fail(
            .everythingEnds,
            "\(open.count) jobs have not ended \(now - min(now, scenario.faultsUntil)) ms after the last fault: "
                + open.prefix(5).joined(separator: ", ")
        )
    }

    func process(_ item: SimulationEvent) {
        if isPaused, freezeForCoordinator(item) { return }
        switch item {
        case .tick(let start):
            guard start == self.start, isUp else { return }
            later(250, item)
            feed(.tick)
        case .wake(let start):
            guard start == self.start, isUp else { return }
            wakeAt = 0
            feed(.tick)
        case .input(let start, let event):
            guard start == self.start, isUp else { return }
            feed(event)
        case .transacted(let start):
            guard start == self.start, isUp else { return }
            finishTransaction()
        case .read(let start, let queue, let after, let limit):
            guard start == self.start, isUp else { return }
            read(queue, after: after, limit: limit)
        case .lookUp(let start, let session, let jobs):
            guard start == self.start, isUp else { return }
            lookUp(session, jobs)
        case .startCoordinator: startCoordinator()
        case .stopNow(let start):
            guard start == self.start, isStoppingRun else { return }
            endCoordinator(losingUnsynced: false)
        case .toBroker(let connection, let frame): arriveAtBroker(connection, frame, isLate: false)
        case .lateToBroker(let connection, let frame): arriveAtBroker(connection, frame, isLate: true)
        case .toWorker(let connection, let frame): arriveAtWorker(connection, frame, isLate: false)
        case .lateToWorker(let connection, let frame): arriveAtWorker(connection, frame, isLate: true)
        case .fault(let index): begin(scenario.faults[index])
        case .resumeCoordinator: resumeCoordinator()
        case .heal(let place): heal(place)
        case .timeOut(let connection): timeOut(connection)
        case .startWorker(let place): startWorker(place)
        case .endWorker(let place, let process):
            guard workers[place].process == process else { return }
            endWithCoordinator(place)
        case .connect(let place, let process): connect(place, process)
        case .beat(let place, let process): beat(place, process)
        case .runEnded(let place, let process, let lease): endRun(place, process, lease)
        case .strayEnd(let place, let process, let lease): endStray(place, process, lease)
        case .resumeWorker(let place): resumeWorker(place)
        }
    }

    /// Keeps what a stopped coordinator cannot see until it goes on.
    private func freezeForCoordinator(_ item: SimulationEvent) -> Bool {
        switch item {
        case .tick, .wake, .input, .transacted, .read, .lookUp, .lateToBroker, .stopNow:
            frozen.append(item)
            return true
        case .toBroker(let connection, let frame):
            guard connections[connection].isOpen, !isBlockedToCoordinator(connections[connection].place) else {
                return false
            }
            frozen.append(.lateToBroker(connection: connection, frame))
            return true
        default:
            return false
        }
    }
}
