internal import LarderModel
internal import LarderProtocol

/// Decides who does which job when: leases, credit, politeness, retries.
///
/// A value without clock, socket, lock or randomness: events go in with the time, actions come out, and the owner
/// carries them out in order.
///
/// The table on the disk is the queue; this holds a window onto it. Leases live only here: a coordinator that starts again
/// finds every unfinished job ready, or adopts it from a worker that still holds it. A result counts when it names the lease that
/// the job is under; its effect, and the job's end, are then committed once, and the worker is told after the commit.
public struct JobLedger: Sendable {
    /// The numbers the ledger works by.
    public struct Configuration: Sendable {
        /// The coordinator start this ledger serves; fences assignments.
        public var epoch: UInt64
        /// The UUID of the cache that workers must share.
        public var cacheID: String
        /// How long a lease lasts without a heartbeat that names it.
        public var leaseMs: Milliseconds = 15_000
        /// How often workers beat, up to ``manyWorkers`` of them; more beat more rarely.
        public var heartbeatMs: Milliseconds = 1000
        /// Workers above which each further one adds 5 ms between beats.
        public var manyWorkers = 100
        /// Workers that may wait at once to be looked up; the others are asked to come again.
        public var maxIntroductions = 200
        /// Missed beats before a worker gets no new work.
        public var suspectAfterMisses: UInt64 = 3
        /// Jobs in memory over all queues; each has its part of it.
        public var windowJobs = 32_768
        /// Outcomes on their way to the disk above which no work is handed out, until half of them are committed.
        public var maxCommits = 65_536
        /// Bytes of their effects above which no work is handed out, until half of them are committed.
        public var maxCommitBytes = 64 << 20
        /// Jobs in one ASSIGN at most.
        public var assignJobs = 512
        /// Workers that may die over a job before it is set aside.
        public var maxCrashes: UInt32 = 3
        /// How long a worker that nobody saw end must be gone before it counts as dead.
        public var absenceMs: Milliseconds = 60_000
        /// Retries by source; ``defaultPolicy`` where none is named.
        public var policies: [SourceID: RetryPolicy] = [:]
        /// Retries of sources without a policy of their own.
        public var defaultPolicy = RetryPolicy()
        /// Render jobs' retries: three tries, soon after each other.
        public var renderPolicy = RetryPolicy(attempts: 3, baseMs: 500, capMs: 5000)

        /// Starts from the protocol's defaults.
        public init(epoch: UInt64, cacheID: String) {
            self.epoch = epoch
            self.cacheID = cacheID
        }
    }

    struct Session: Sendable {
        var introduction: WorkerIntroduction
        var granted: [UInt64] = [0, 0]
        var assigned: [UInt64] = [0, 0]
        var leases: Set<JobID> = []
        var heardAt: Milliseconds
        var protocolVersion: UInt32
        var heartbeatMs: Milliseconds
        /// Counts the assignments.
        var assignments: UInt64 = 0
        var isDraining = false
        var isSuspect = false
        /// Another process has come in under its name.
        var isReplaced = false
        /// Takes no other work until a job that may be poison has been done here alone.
        var isReserved = false
        /// Such a job is under way here.
        var isAlone = false
        var takesWork: Bool { !isDraining && !isSuspect }

        func room(_ jobClass: JobClass) -> Int {
            let granted = granted[jobClass.rawValue]
            let assigned = assigned[jobClass.rawValue]
            return granted > assigned ? Int(min(granted - assigned, 65_536)) : 0
        }
    }

    struct Lease: Sendable {
        var attempt: Attempt
        var session: SessionID
        var job: QueuedJob
        var renewedAt: Milliseconds
        var assignedAt: Milliseconds
        /// The assignment that brought it; 0 when the worker named it itself.
        var assignment: UInt64
        var missedBeats: UInt8 = 0
        /// When the worker said that it had begun; nil: not yet.
        var startedAt: Milliseconds?
        /// Its worker was asked to give it back unless it has begun.
        var isRecalled = false
        /// Its result is on the way to the disk; nothing but the commit ends it.
        var isCommitting = false
        /// Bytes of its effect while that is on the way to the disk.
        var effectBytes = 0

        mutating func beginCommit(bytes: Int) {
            isCommitting = true
            effectBytes = bytes
        }
    }

    /// The numbers it works by.
    public let configuration: Configuration

    var sessions: [SessionID: Session] = [:]
    /// Workers that wait to be welcomed until the table was asked about what they hold.
    var introductions: [SessionID: WorkerIntroduction] = [:]
    /// Jobs over which a worker died: each is tried alone.
    var suspects = FIFO<QueuedJob>()
    /// Jobs whose workers are gone without anybody having seen them end.
    var lost: [JobID: [Loss]] = [:]
    var leases: [JobID: Lease] = [:]
    /// Jobs whose failure is on the way to the disk, under which lease.
    var failing: [JobID: Attempt] = [:]
    /// Jobs that were committed while reads of the table were under way for ``introductions``: those reads are older.
    var committedMeanwhile: Set<JobID> = []
    /// Jobs taken over from an earlier start: they are in memory, reads of the table pass over them.
    var adopted: Set<JobID> = []
    /// Jobs in memory that no worker holds, and lanes with their limits.
    var waiting: FairQueue
    var delayed = TimeHeap<QueuedJob>()
    var random: SeededGenerator
    var lastAttempt: Attempt
    var openJobs = 0
    var commitsUnderWay = 0
    var commitBytesUnderWay = 0
    var isHoldingBack = false
    var isDraining = false
    var saidFinished = false
    var tickedAt: Milliseconds?
    var actions: [LedgerAction] = []

    /// Makes a ledger without jobs.
    ///
    /// - Parameter seed: Of the jitter, the only randomness there is.
    public init(configuration: Configuration, seed: UInt64) {
        self.configuration = configuration
        waiting = FairQueue(windowJobs: configuration.windowJobs)
        random = SeededGenerator(seed: seed)
        lastAttempt = configuration.epoch << 40
    }

    /// Takes in what happened and says what to do, in order.
    public mutating func handle(_ event: LedgerEvent, at now: Milliseconds) -> [LedgerAction] {
        handle(CollectionOfOne(event), at: now)
    }

    /// Takes in what happened at once, in order, and then says what to do: work is handed out once for all of it, in fewer messages.
    public mutating func handle(_ events: some Sequence<LedgerEvent>, at now: Milliseconds) -> [LedgerAction] {
        for event in events { apply(event, at: now) }
        wakeDelayed(at: now)
        if !mustHoldBack(), !isDraining { dispatch(at: now) }
        requestLoads()
        announceEnd()
        defer { actions.removeAll(keepingCapacity: true) }
        return actions
    }

    /// Unfinished jobs in the table, leased ones included.
    public var unfinishedJobs: Int { openJobs }
    /// Jobs of the table that are in memory, leased ones included.
    public var jobsInMemory: Int { waiting.held + leases.count }
    /// Jobs under lease.
    public var leasedJobs: Int { leases.count }
    /// Jobs that are or will be tried alone, as workers died or were lost over them.
    public var suspectedJobs: Int {
        suspects.count + sessions.values.count(where: \.isAlone)
    }
    /// Workers that are joined.
    public var joinedWorkers: Int { sessions.count }
    /// Their connections.
    public var joinedSessions: [UInt64] { sessions.keys.sorted() }
    /// Jobs that wait for a retry.
    public var waitingJobs: Int { delayed.count }
    /// When the next job is due that waits for a retry.
    public var nextRetry: Milliseconds? { delayed.soonest }
    /// When the owner must send ``LedgerEvent/tick`` at the latest for waiting jobs and paused lanes to go on.
    public func nextWake(after now: Milliseconds) -> Milliseconds? {
        [delayed.soonest, waiting.nextPauseEnd].compactMap { $0 }.min()
    }

    private mutating func apply(_ event: LedgerEvent, at now: Milliseconds) {
        switch event {
        case .added(let added): add(added, at: now)
        case .loaded(let queue, let jobs, let end): load(queue, jobs, reachedEnd: end, at: now)
        case .hello(let session, let introduction): welcome(session, introduction, at: now)
        case .lookedUp(let session, let jobs): adopt(jobs, by: session, at: now)
        case .credit(let session, let fetch, let render):
            heard(session, at: now)
            sessions[session]?.granted = [fetch, render]
        case .started(let session, let leases): markStarted(leases, by: session, at: now)
        case .heartbeat(let session, let held, let assigned): renew(held, assigned: assigned, of: session, at: now)
        case .results(let session, let results): take(results, from: session, at: now)
        case .failures(let session, let failures): take(failures, from: session, at: now)
        case .released(let session, let leases):
            heard(session, at: now)
            for lease in leases where holds(session, lease) { requeue(lease.job, at: now) }
        case .draining(let session):
            heard(session, at: now)
            sessions[session]?.isDraining = true
        case .linkLost(let session):
            introductions[session] = nil
            if sessions[session]?.leases.isEmpty == true { end(session, .lost, at: now) }
            sessions[session]?.isSuspect = true
        case .sessionEnded(let session, let end): self.end(session, end, at: now)
        case .processEnded(let processID, let end):
            let ended = sessions.filter {
                $0.value.introduction.isLocal && $0.value.introduction.processID == processID
            }
            for id in ended.keys.sorted() { self.end(id, end, at: now) }
            confirmLost(processID: processID, end, at: now)
        case .committed(let entries, let added): settle(entries, added, at: now)
        case .tick:
            forgiveOwnPause(at: now)
            checkLiveness(at: now)
            settleLost(at: now)
            recallForIdleWorkers(at: now)
        case .drain:
            isDraining = true
            for session in sessions.keys.sorted() { actions.append(.drain(session)) }
        }
    }

    private mutating func announceEnd() {
        guard commitsUnderWay == 0 else { return }
        if isDraining, leases.isEmpty, !saidFinished {
            saidFinished = true
            for session in sessions.keys.sorted() { actions.append(.dismiss(session)) }
            actions.append(openJobs == 0 ? .finished : .drained)
        } else if !isDraining, openJobs == 0, leases.isEmpty {
            guard !saidFinished else { return }
            saidFinished = true
            for session in sessions.keys.sorted() { actions.append(.dismiss(session)) }
            actions.append(.finished)
        } else if openJobs > 0, !isDraining {
            saidFinished = false
        }
    }

    func holds(_ session: SessionID, _ lease: JobLease) -> Bool {
        guard let held = leases[lease.job] else { return false }
        return held.attempt == lease.attempt && held.session == session && !held.isCommitting
    }

    mutating func heard(_ session: SessionID, at now: Milliseconds) {
        sessions[session]?.heardAt = now
        sessions[session]?.isSuspect = false
        sessions[session]?.isReplaced = false  // two workers may bear one name
    }
}
