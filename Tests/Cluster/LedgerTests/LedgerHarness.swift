import LarderModel
import LarderLedger
import LarderProtocol

/// A ledger with a table in memory: loads are answered and commits are made at once, or when the test says so.
struct LedgerHarness {
    struct Row {
        var job: QueuedJob
        var state = JobState.ready
        var notBefore: Milliseconds = 0
        var charged: Attempt = 0
        var doneCount = 0
    }

    var ledger: JobLedger
    var rows: [JobID: Row] = [:]
    var now: Milliseconds = 1
    var commitsAtOnce = true
    var looksUpAtOnce = true
    /// Results cannot be read back when they are committed.
    var spoils = false
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
        let first = (rows.keys.max() ?? 0) + 1
        for id in first..<(first + JobID(count)) {
            rows[id] = Row(job: QueuedJob(id: id, kind: kind, source: source, lane: lane.id))
        }
        let last = first + JobID(count) - 1
        send(.added([AddedJobs(lane: lane, source: source, kind: kind, count: count, maxID: last)]))
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
                    name: name ?? "w\(session)",
                    incarnation: [incarnation ?? UInt8(truncatingIfNeeded: session)],
                    processID: UInt32(session),
                    isLocal: isLocal,
                    kinds: Set(JobKind.allCases),
                    cacheID: "cache",
                    protocols: 1...version,
                    held: held
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
                let jobs = rows.values
                    .filter { JobQueueID($0.job) == from && $0.state == .ready && $0.job.id > after }
                    .sorted { $0.job.id < $1.job.id }.prefix(limit)
                let loaded = jobs.map { LoadedJob(job: $0.job, waitMs: $0.notBefore > now ? $0.notBefore - now : 0) }
                let end = loaded.count < limit ? rows.keys.max() ?? 0 : nil
                queue += ledger.handle(.loaded(queue: from, jobs: loaded, reachedEnd: end), at: now)
            case .lookUp(let session, let jobs):
                let unfinished = jobs.compactMap { rows[$0] }.filter { $0.state == .ready }
                    .map { HeldJob(job: $0.job, charged: $0.charged) }
                let answer = LedgerEvent.lookedUp(session, unfinished)
                if looksUpAtOnce { queue += ledger.handle(answer, at: now) } else { heldLookUps.append(answer) }
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
            var entry = entry
            if spoils, case .done = entry.outcome {
                let reason = FailureReason(.retryable, code: "lost-result", message: "It is gone.")
                entry.outcome = .retry(errors: 1, crashes: 0, waitMs: 0, reason)
            }
            var changed = false
            if rows[entry.lease.job]?.state == .ready {
                changed = true
                switch entry.outcome {
                case .done:
                    rows[entry.lease.job]?.state = .done
                    rows[entry.lease.job]?.doneCount += 1
                case .dead: rows[entry.lease.job]?.state = .dead
                case .retry(_, _, let wait, _):
                    rows[entry.lease.job]?.notBefore = now + wait
                    rows[entry.lease.job]?.charged = entry.lease.attempt
                }
            }
            return CommittedEntry(entry: entry, changed: changed)
        }
        return ledger.handle(.committed(committed, added: []), at: now)
    }

    mutating func advance(_ milliseconds: Milliseconds) {
        now += milliseconds
        send(.tick)
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
    func count(_ state: JobState) -> Int { rows.values.count { $0.state == state } }
}

extension JobQueueID {
    init(_ job: QueuedJob) { self.init(lane: job.lane, source: job.source, kind: job.kind) }
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
