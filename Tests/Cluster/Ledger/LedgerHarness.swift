import LarderLedger
import LarderModel
import LarderProtocol
import LarderSimulation

/// A ledger with a ``JobTable``: loads are answered and commits are made at once, or when the test says so.
struct LedgerHarness {
    var ledger: JobLedger
    var table = JobTable()
    var now: Milliseconds = 1
    var commitsAtOnce = true
    var looksUpAtOnce = true
    /// Results cannot be read back when they are committed.
    var spoils = false
    /// Effects say that their jobs asked nothing.
    var madeNoRequest = false
    /// Results say that their jobs go on under another number.
    var isMoved = false
    var heldLookUps: [LedgerEvent] = []
    var heldCommits: [CommitEntry] = []
    /// Everything the ledger wanted, in order, except loads and commits.
    var said: [LedgerAction] = []

    init(epoch: UInt64 = 1, seed: UInt64 = 1, _ change: (inout JobLedger.Configuration) -> Void = { _ in }) {
        var configuration = JobLedger.Configuration(epoch: epoch, cacheID: "cache")
        change(&configuration)
        ledger = JobLedger(configuration: configuration, seed: seed)
    }

    /// Puts jobs into the table and tells the ledger.
    mutating func enqueue(
        _ count: Int,
        kind: JobKind = .detail,
        source: SourceID = 1,
        lane: LaneInfo = .test()
    ) {
        // A ledger without jobs says that it has finished.
        said.removeAll { if case .finished = $0 { true } else { false } }
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
        version: UInt32 = 2,
        held: [JobLease] = []
    ) {
        send(
            .hello(
                session,
                WorkerIntroduction(
                    Hello(
                        workerID: name ?? "w\(session)",
                        incarnation: [incarnation ?? UInt8(truncatingIfNeeded: session.rawValue)],
                        protocols: 1...version,
                        kinds: Set(JobKind.allCases),
                        processID: UInt32(session.rawValue),
                        cacheID: "cache",
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
                said.append(action)
            }
        }
    }

    /// Makes the held commits, or the first ones of them.
    mutating func releaseCommits(_ count: Int = .max) {
        let entries = Array(heldCommits.prefix(count))
        heldCommits.removeFirst(entries.count)
        said += commit(entries)
    }

    private mutating func commit(_ entries: [CommitEntry]) -> [LedgerAction] {
        let committed = entries.map { entry in
            guard spoils, case .done = entry.outcome else {
                return CommittedEntry(
                    entry: entry,
                    changed: table.apply(entry, at: Int64(now)),
                    madeNoRequest: madeNoRequest,
                    isMoved: isMoved
                )
            }
            let reason = FailureReason(.retryable, code: "lost-result", message: "It is gone.")
            var entry = entry
            entry.outcome = .retry(errors: 1, crashes: 0, waitMs: 0, reason)
            return CommittedEntry(entry: entry, changed: table.chargeUnusable(entry.lease))
        }
        return ledger.handle(.committed(committed, added: []), at: now)
    }

    /// The coordinator ends without a word, and the next one begins with what the table says.
    mutating func startAgain() {
        var configuration = ledger.configuration
        configuration.epoch += 1
        ledger = JobLedger(configuration: configuration, seed: 1)
        said = []
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
    mutating func takeAssignments() -> [(session: SessionID, job: AssignedJob)] {
        let taken = said.flatMap { action -> [(session: SessionID, job: AssignedJob)] in
            if case .assign(let session, let jobs, _) = action { jobs.map { (session, $0) } } else { [] }
        }
        said.removeAll { if case .assign = $0 { true } else { false } }
        return taken
    }

    mutating func takeAcknowledgements() -> [(session: SessionID, lease: JobLease, status: AckStatus)] {
        let taken = said.flatMap { action -> [(session: SessionID, lease: JobLease, status: AckStatus)] in
            if case .acknowledge(let session, let answers) = action {
                answers.map { (session, $0.lease, $0.status) }
            } else {
                []
            }
        }
        said.removeAll { if case .acknowledge = $0 { true } else { false } }
        return taken
    }

    /// What workers were asked to give back since the last call.
    mutating func takeRecalls() -> [(session: SessionID, leases: [JobLease])] {
        let taken = said.compactMap { if case .recall(let session, let leases) = $0 { (session, leases) } else { nil } }
        said.removeAll { if case .recall = $0 { true } else { false } }
        return taken
    }

    /// Codes of refusals, in order.
    var refusals: [String] {
        said.compactMap { if case .reject(_, let code, _, _) = $0 { code } else { nil } }
    }

    var saidFinished: Bool { said.contains { if case .finished = $0 { true } else { false } } }
    var saidDrained: Bool { said.contains { if case .drained = $0 { true } else { false } } }
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
