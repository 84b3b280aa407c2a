import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation

/// One worker of many places with a ``JobTable`` and a clock of its own: jobs take as long as the test says.
struct FairCluster {
    /// The kind and length of the jobs of one queue.
    struct Load {
        var lane: LaneInfo
        var source: SourceID = 1
        var kind = JobKind.detail
        /// How long a run takes, in milliseconds.
        var duration: Milliseconds
        /// What each run fails with; nil: it works.
        var failure: FailureReason?
    }

    struct Start {
        var at: Milliseconds
        var job: JobID
        var load: Int
    }

    private(set) var ledger: JobLedger
    private(set) var now: Milliseconds = 1
    private(set) var starts: [Start] = []
    /// Milliseconds of workers' time by source, for jobs that have ended.
    private(set) var served: [SourceID: Milliseconds] = [:]
    private(set) var mostInMemory = 0
    private(set) var done = 0
    private var loads: [Load] = []
    private var table = JobTable()
    private var loadOf: [JobID: Int] = [:]
    private var ends: [(at: Milliseconds, lease: JobLease)] = []
    private var granted: UInt64

    init(places: UInt64, seed: UInt64 = 1, _ change: (inout JobLedger.Configuration) -> Void = { _ in }) {
        var configuration = JobLedger.Configuration(epoch: 1, cacheID: "cache")
        // There are no heartbeats here.
        configuration.leaseMs = .max / 4
        configuration.heartbeatMs = .max / 64
        change(&configuration)
        ledger = JobLedger(configuration: configuration, seed: seed)
        granted = places
        send(
            .hello(
                1,
                WorkerIntroduction(
                    Hello(
                        workerID: "w",
                        incarnation: [1],
                        protocols: Hello.spokenProtocols,
                        kinds: Set(JobKind.allCases),
                        processID: 1,
                        cacheID: "cache"
                    ),
                    isLocal: true
                )
            )
        )
        send(.credit(1, fetch: granted, render: granted))
    }

    /// Puts jobs into the table.
    mutating func add(_ count: Int, _ load: Load) {
        loads.append(load)
        let ids = (0..<count).compactMap { _ in
            table.add(kind: load.kind, key: "\(table.rows.count)", source: load.source, lane: load.lane.id)
        }
        for id in ids { loadOf[id] = loads.count - 1 }
        send(.added(table.added(ids) { _ in load.lane }))
    }

    /// Lets time pass.
    mutating func run(for milliseconds: Milliseconds) {
        let until = now + milliseconds
        while true {
            let next = min(ends.first?.at ?? .max, ledger.nextWake(after: now) ?? .max)
            guard next <= until else { break }
            now = max(now, next)
            var over: [JobLease] = []
            while let first = ends.first, first.at <= now {
                over.append(first.lease)
                ends.removeFirst()
            }
            if over.isEmpty { send(.tick) } else { finish(over) }
        }
        now = until
        send(.tick)
    }

    private mutating func finish(_ leases: [JobLease]) {
        for lease in leases {
            guard let load = loadOf[lease.job].map({ loads[$0] }) else { continue }
            served[load.source, default: 0] += load.duration
            granted += 1
            if let failure = load.failure {
                send(.failures(1, [ReportedFailure(lease: lease, reason: failure)]))
            } else {
                done += 1
                send(.results(1, [JobResult(lease: lease, effect: [])]))
            }
        }
        send(.credit(1, fetch: granted, render: granted))
    }

    private mutating func send(_ event: LedgerEvent) {
        var queue = ledger.handle(event, at: now)
        while !queue.isEmpty {
            let actions = queue
            queue = []
            for action in actions { queue += perform(action) }
        }
        mostInMemory = max(mostInMemory, ledger.jobsInMemory)
    }

    private mutating func perform(_ action: LedgerAction) -> [LedgerAction] {
        switch action {
        case .load(let queue, let after, let limit):
            let (jobs, end) = table.unfinished(queue, after: after, limit: limit, now: Int64(now))
            return ledger.handle(.loaded(queue: queue, jobs: jobs, reachedEnd: end), at: now)
        case .send(let session, .assign(let jobs, _)):
            for job in jobs { begin(job.lease) }
            return ledger.handle(.started(session, jobs.map(\.lease)), at: now)
        case .commit(let entries):
            let committed = entries.map { $0.committed(changed: table.apply($0, at: Int64(now))) }
            return ledger.handle(.committed(committed, added: []), at: now)
        default: return []
        }
    }

    private mutating func begin(_ lease: JobLease) {
        guard let load = loadOf[lease.job] else { return }
        starts.append(Start(at: now, job: lease.job, load: load))
        let at = now + loads[load].duration
        let place = ends.lastIndex { $0.at <= at }.map { $0 + 1 } ?? 0
        ends.insert((at, lease), at: place)
    }
}

/// How even shares are: 1 when all are equal, 1/n when one has everything (Jain, Chiu and Hawe, 1984).
func jainIndex(_ shares: [Double]) -> Double {
    let sum = shares.reduce(0, +)
    let squares = shares.reduce(0) { $0 + $1 * $1 }
    return squares > 0 ? sum * sum / (Double(shares.count) * squares) : 1
}
