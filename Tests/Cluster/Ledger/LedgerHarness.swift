import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation

/// A ledger with a ``JobTable``: loads are answered and commits are made at once, or when the test asks for it.
struct LedgerHarness {
    var ledger: JobLedger
    var table = JobTable()
    var now: Milliseconds = 1
    var commitsAtOnce = true
    var looksUpAtOnce = true
    /// Why results cannot be used when they are committed; nil: they can.
    var spoils: FailureCode?
    /// Jobs made no request, by their effects.
    var madeNoRequest = false
    /// Jobs go on under another number, by their results.
    var isMoved = false
    var heldLookUps: [LedgerEvent] = []
    var heldCommits: [CommitEntry] = []
    /// Everything the ledger wanted, in order, except loads and commits.
    var actions: [LedgerAction] = []

    /// Makes a ledger that local workers 1, 2 … have joined, and puts jobs into its table.
    init(
        epoch: UInt64 = 1,
        seed: UInt64 = 1,
        workers: SessionID = 0,
        jobs: Int = 0,
        _ change: (inout JobLedger.Configuration) -> Void = { _ in }
    ) {
        var configuration = JobLedger.Configuration(epoch: epoch, cacheID: "cache")
        change(&configuration)
        ledger = JobLedger(configuration: configuration, seed: seed)
        for session in 0..<workers { join(session.advanced(by: 1)) }
        if jobs > 0 { enqueue(jobs) }
    }

    /// Adds jobs to the table and to the ledger.
    mutating func enqueue(
        _ count: Int,
        kind: JobKind = .detail,
        source: SourceID = 1,
        lane: LaneInfo = .test()
    ) {
        // A ledger without jobs has finished.
        actions.removeAll { if case .finished = $0 { true } else { false } }
        let ids = (0..<count).compactMap { _ in
            table.add(kind: kind, key: "\(table.rows.count)", source: source, lane: lane.id)
        }
        send(.added(table.added(ids) { _ in lane }))
    }

    mutating func join(
        _ session: SessionID,
        fetch: UInt64 = 100,
        render: UInt64 = 100,
        incarnation: UInt8? = nil,
        name: String? = nil,
        isLocal: Bool = true,
        kinds: Set<JobKind> = Set(JobKind.allCases),
        cacheID: String = "cache",
        held: [JobLease] = []
    ) {
        send(
            .hello(
                session,
                WorkerIntroduction(
                    Hello(
                        workerID: name ?? "w\(session)",
                        incarnation: [incarnation ?? UInt8(truncatingIfNeeded: session.rawValue)],
                        protocols: Hello.spokenProtocols,
                        kinds: kinds,
                        processID: UInt32(truncatingIfNeeded: session.rawValue),
                        cacheID: cacheID,
                        held: held
                    ),
                    isLocal: isLocal
                )
            )
        )
        send(.credit(session, fetch: fetch, render: render))
    }

    mutating func send(_ event: LedgerEvent) {
        var queue = ledger.handle(event, at: now)
        while !queue.isEmpty {
            let action = queue.removeFirst()
            switch action {
            case .load(let from, let after, let limit):
                let (jobs, end) = table.unfinished(from, after: after, limit: limit, now: Int64(now))
                queue += ledger.handle(.loaded(queue: from, jobs: jobs, reachedEnd: end), at: now)
            case .lookUp(let session, let jobs):
                let answer = LedgerEvent.lookedUp(session, table.unfinished(jobs, now: Int64(now)))
                if looksUpAtOnce { queue += ledger.handle(answer, at: now) } else { heldLookUps.append(answer) }
            case .suspect(let jobs): for (job, suspicions) in jobs { table.suspect(job, suspicions) }
            case .commit(let entries):
                if commitsAtOnce { queue += commit(entries) } else { heldCommits += entries }
            default:
                actions.append(action)
            }
        }
    }

    /// Makes the held commits, or the first ones of them.
    mutating func releaseCommits(_ count: Int = .max) {
        let entries = Array(heldCommits.prefix(count))
        heldCommits.removeFirst(entries.count)
        actions += commit(entries)
    }

    private mutating func commit(_ entries: [CommitEntry]) -> [LedgerAction] {
        let committed = entries.map { entry in
            guard let spoils, case .done = entry.outcome else {
                return entry.committed(
                    changed: table.apply(entry, at: Int64(now)),
                    madeNoRequest: madeNoRequest,
                    isMoved: isMoved
                )
            }
            let reason = FailureReason(.retryable, code: spoils, message: "It is gone.")
            var entry = entry
            entry.outcome = .retry(errors: 1, crashes: 0, waitMs: 0, reason)
            return entry.committed(changed: table.chargeUnusable(entry.lease))
        }
        return ledger.handle(.committed(committed, added: []), at: now)
    }

    /// The coordinator is killed, and the next one begins with the table.
    mutating func startAgain() {
        var configuration = ledger.configuration
        configuration.epoch += 1
        ledger = JobLedger(configuration: configuration, seed: 1)
        actions = []
        send(.added(table.openWork { .test($0) }))
    }

    mutating func advance(_ milliseconds: Milliseconds) {
        now += milliseconds
        send(.tick)
    }

    /// Lets time pass in ticks, as the coordinator does.
    mutating func wait(_ milliseconds: Milliseconds, _ meanwhile: (inout LedgerHarness) -> Void = { _ in }) {
        for _ in 0..<(milliseconds / 250) {
            meanwhile(&self)
            advance(250)
        }
    }

    /// The assignments since the last call, in order, with who got them.
    mutating func popAssignments() -> [(session: SessionID, job: AssignedJob)] {
        pop { if case .send(let session, .assign(let jobs, _)) = $0 { jobs.map { (session, $0) } } else { nil } }
    }

    mutating func popAcknowledgements() -> [(session: SessionID, lease: JobLease, status: AckStatus)] {
        pop {
            guard case .send(let session, .resultAck(let answers)) = $0 else { return nil }
            return answers.map { (session, $0.lease, $0.status) }
        }
    }

    /// What workers were asked to give back since the last call.
    mutating func popRecalls() -> [(session: SessionID, leases: [JobLease])] {
        pop { if case .send(let session, .recall(let leases)) = $0 { [(session, leases)] } else { nil } }
    }

    /// Removes the actions of which `parts` makes something, and returns what it makes.
    private mutating func pop<Part>(_ parts: (LedgerAction) -> [Part]?) -> [Part] {
        let popped = actions.compactMap(parts)
        actions.removeAll { parts($0) != nil }
        return popped.flatMap(\.self)
    }

    mutating func fail(_ job: AssignedJob, _ reason: FailureReason, at session: SessionID) {
        send(.failures(session, [ReportedFailure(lease: job.lease, reason: reason)]))
    }

    /// Leases that welcomes drop.
    var dropped: [JobLease] {
        actions.flatMap { if case .send(_, .welcome(let terms)) = $0 { terms.drop } else { [JobLease]() } }
    }

    /// The news of workers, in order.
    var news: [WorkerReport.News] {
        actions.compactMap { if case .report(_, let report) = $0 { report.news } else { nil } }
    }

    /// Codes of refusals, in order.
    var refusals: [String] {
        actions.compactMap { if case .send(_, .reject(let why)) = $0 { why.code } else { nil } }
    }

    var isFinished: Bool { actions.contains { if case .finished = $0 { true } else { false } } }
    var isDrained: Bool { actions.contains { if case .drained = $0 { true } else { false } } }
    func count(_ state: JobState) -> Int { table.rows.count { $0.state == state } }
}

extension LaneInfo {
    static func test(
        _ id: LaneID = 1,
        _ jobClass: JobClass = .fetch,
        concurrency: Int = 1000,
        delayMs: Milliseconds = 0
    ) -> LaneInfo {
        LaneInfo(id: id, name: "lane-\(id)", jobClass: jobClass, concurrency: concurrency, delayMs: delayMs)
    }
}

extension JobResult {
    init(_ job: AssignedJob) { self.init(lease: job.lease, effect: []) }
}
