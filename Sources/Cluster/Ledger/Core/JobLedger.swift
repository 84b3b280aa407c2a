internal import DequeModule
package import LarderModel
internal import LarderProtocol

/// Decides who does which job when: leases, credit, politeness, retries.
///
/// A value without clock, socket or lock, whose only randomness is a seeded generator: events go in with the time, actions come
/// out, and the owner carries them out in order.
///
/// The table on the disk is the queue; this holds a window onto it. Leases live only here: a coordinator that starts again
/// finds every unfinished job ready, or adopts it from a worker that still holds it. A result counts when it names the lease that
/// the job is under; its effect, and the job's end, are then committed once, and the worker is told after the commit.
package struct JobLedger: Sendable {
    /// The ledger's settings.
    package struct Configuration: Sendable {
        /// The coordinator start this ledger serves; fences assignments.
        package var epoch: UInt64
        /// The UUID of the cache that workers must share.
        package var cacheID: String
        /// Milliseconds that a lease lasts without a heartbeat that names it.
        package var leaseMs: Milliseconds = 15_000
        /// Milliseconds between a worker's heartbeats, up to ``manyWorkers`` workers; of more, each beats more rarely.
        package var heartbeatMs: Milliseconds = 1000
        /// Workers above which each further one adds 5 ms between beats.
        package var manyWorkers = 100
        /// Workers whose held jobs may be looked up at once; the others are asked to come again.
        package var maxIntroductions = 200
        /// Missed heartbeats before a worker gets no new work.
        package var suspectAfterMisses: UInt64 = 3
        /// Milliseconds without progress after which a worker cancels a job, by class.
        package var stallMs = PerClass<Milliseconds>(fetch: 30_000, render: 60_000)
        /// The same for jobs of sources that take longer, if that is more.
        package var silenceMs: [SourceID: Milliseconds] = [:]
        /// Milliseconds that a worker then has to end it; after as long again it is taken from the worker.
        package var stallGraceMs: Milliseconds = 5000
        /// Jobs in memory over all queues; each has its part of it.
        package var windowJobs = 32_768
        /// Outcomes on their way to the disk above which no work is handed out, until half of them are committed.
        package var maxCommits = 65_536
        /// Bytes of outcomes' effects above which no work is handed out, until half of them are committed.
        package var maxCommitBytes = 64 << 20
        /// Jobs in one ASSIGN at most.
        package var assignJobs = 512
        /// Workers that may die over a job before it is set aside.
        package var maxCrashes: UInt32 = 3
        /// Milliseconds that a worker that nobody saw end must be gone before it counts as dead.
        package var absenceMs: Milliseconds = 60_000
        /// Whether the coordinator starts workers of its own.
        package var startsWorkers = false
        /// Milliseconds for which a second word on a job is waited for from a worker that cannot work just now, and from the
        /// workers that the coordinator starts.
        package var judgeWaitMs: Milliseconds = 30_000
        /// Retries by source; ``defaultPolicy`` where none is named.
        package var policies: [SourceID: RetryPolicy] = [:]
        /// Retries of sources without a policy of their own.
        package var defaultPolicy = RetryPolicy()
        /// Render jobs' retries: three tries, soon after each other.
        package var renderPolicy = RetryPolicy(attempts: 3, baseMs: 500, capMs: 5000)

        /// Retries of jobs that bring a host's rules: as long as they cannot be had, nothing is asked there.
        package var rulesPolicy = RetryPolicy(baseMs: 900_000, capMs: 900_000, pauseMs: 86_400_000)
        /// The longest that a run waits for a host's rules, or for a budget, with nothing else to do; nil: as long as it takes.
        package var longestWaitMs: Milliseconds?

        /// Starts from the protocol's defaults.
        package init(epoch: UInt64, cacheID: String) {
            self.epoch = epoch
            self.cacheID = cacheID
        }
    }

    /// The settings it was made with.
    package let configuration: Configuration

    var sessions: [SessionID: Session] = [:]
    /// Workers that wait for their welcome until the table was asked about the jobs they hold.
    var introductions: [SessionID: WorkerIntroduction] = [:]
    /// Jobs in quarantine, as a worker died or was lost over each: they are tried alone.
    var suspects = Deque<QueuedJob>()
    /// Jobs whose workers were lost, without anybody having seen them end.
    var lost: [JobID: [Loss]] = [:] { didSet { mayWriteSuspicions = true } }
    /// Whether ``lost`` may differ from what the table says.
    var mayWriteSuspicions = false
    /// Jobs that another worker is to try, as one that is not believed says that they failed.
    var doubted = Deque<QueuedJob>()
    /// What was said against jobs, those that are being tried again included.
    var doubts: [JobID: Doubt] = [:]
    /// What the table says of ``lost``.
    var writtenSuspicions: [JobID: [Suspicion]] = [:]
    var leases: [JobID: Lease] = [:]
    /// Workers that did not do what they held, by name.
    var distrust: [String: Distrust] = [:]
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
    var hasBackpressure = false
    var stage = Stage.working
    var tickedAt: Milliseconds?
    var firstEventAt: Milliseconds?
    var actions: [LedgerAction] = []

    /// Makes a ledger without jobs.
    ///
    /// - Parameter seed: Of the jitter, the only randomness there is.
    package init(configuration: Configuration, seed: UInt64) {
        self.configuration = configuration
        waiting = FairQueue(windowJobs: configuration.windowJobs)
        random = SeededGenerator(seed: seed)
        lastAttempt = Attempt(epoch: configuration.epoch)
    }

    /// Takes in what happened and says what to do, in order.
    package mutating func handle(_ event: LedgerEvent, at now: Milliseconds) -> [LedgerAction] {
        handle(CollectionOfOne(event), at: now)
    }

    /// Takes in what happened at once, in order, and then says what to do: work is handed out once for all of it, in fewer messages.
    package mutating func handle(_ events: some Sequence<LedgerEvent>, at now: Milliseconds) -> [LedgerAction] {
        firstEventAt = firstEventAt ?? now
        for event in events { apply(event, at: now) }
        writeSuspicions()
        wakeDelayed(at: now)
        if !appliesBackpressure(), !isDraining { dispatch(at: now) }
        requestLoads()
        actions += waiting.takeReservations().map(LedgerAction.reserve)
        announceEnd(at: now)
        defer { actions.removeAll(keepingCapacity: true) }
        return actions
    }

    /// Unfinished jobs in the table, leased ones included.
    package var unfinishedJobs: Int { openJobs }
    /// Jobs of the table that are in memory, leased ones included.
    package var jobsInMemory: Int { waiting.held + leases.count }
    /// Jobs under lease.
    package var leasedJobs: Int { leases.count }
    /// Jobs in quarantine, those that are being tried alone included: workers died or were lost over them.
    package var suspectedJobs: Int {
        suspects.count + sessions.values.count { $0.quarantine == .occupied }
    }
    /// Jobs that wait for a second worker's word.
    package var doubtedJobs: Int { doubted.count }
    /// Jobs that a worker holds and has not done.
    package func undoneJobs(of session: SessionID) -> Int {
        sessions[session]?.leases.count { leases[$0]?.isCommitting == false } ?? 0
    }
    /// Workers that are joined.
    package var joinedWorkers: Int { sessions.count }
    /// Connections of workers that were told to end and have not said that they do.
    package var dismissedSessions: [SessionID] { sessions.filter(\.value.isDismissed).keys.sorted() }
    /// Jobs that wait for a retry.
    package var waitingJobs: Int { delayed.count }
    /// When the next job is due that waits for a retry, on the owner's clock; nil: none waits.
    package var nextRetry: Milliseconds? { delayed.soonest }
    /// The hosts for whose jobs a pause is not over, the longest first.
    package func pausedHosts(at now: Milliseconds) -> [PausedHost] { waiting.pausedHosts(at: now) }
    /// The budgets that are used up while jobs wait for them, and when each is filled again.
    package func usedUpBudgets(at now: Milliseconds) -> [(budget: BudgetID, until: Milliseconds)] {
        waiting.usedUpBudgets(at: now)
    }
    /// The hosts whose jobs wait for their rules.
    package var closedHosts: [String] { waiting.closedHosts }
    /// When the owner must send ``LedgerEvent/tick`` at the latest for waiting jobs and paused lanes to go on.
    package func nextWake(after now: Milliseconds) -> Milliseconds? {
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
            sessions[session]?.granted = PerClass(fetch: fetch, render: render)
        case .started(let session, let leases): markStarted(leases, by: session, at: now)
        case .heartbeat(let session, let held, let assigned, let progress, let trouble):
            renew(held, progress, assigned: assigned, of: session, at: now)
            hear(trouble: trouble, of: session, at: now)
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
            sessions[session]?.fallSilent()
        case .sessionEnded(let session, let end): self.end(session, end, at: now)
        case .processEnded(let processID, let end):
            let ended = sessions.filter {
                $0.value.introduction.isLocal && $0.value.introduction.hello.processID == processID
            }
            for id in ended.keys.sorted() { self.end(id, end, at: now) }
            confirmLost(processID: processID, end, at: now)
        case .committed(let entries, let added): settle(entries, added, at: now)
        case .rules(let rules): for rule in rules { waiting.open(rule, at: now) }
        case .paused(let pauses): for pause in pauses { waiting.pause(pause, at: now) }
        case .granted(let budget, let count, let until): waiting.grant(budget, count, until: until, at: now)
        case .tick:
            forgiveOwnPause(at: now)
            checkLiveness(at: now)
            checkStalls(at: now)
            settleLost(at: now)
            recallForIdleWorkers(at: now)
        case .drain:
            if stage == .working { stage = .draining }
            if stage == .finished { stage = .drained }
            for session in sessions.keys.sorted() { stopWork(of: session) }
        }
    }

    private mutating func announceEnd(at now: Milliseconds) {
        guard commitsUnderWay == 0 else { return }
        switch stage {
        case .draining where leases.isEmpty: dismissAll(.drained, openJobs == 0 ? .finished : .drained)
        case .working where leases.isEmpty && openJobs == 0: dismissAll(.finished, .finished)
        case .working where isParked(at: now):
            for session in sessions.keys.sorted() { stopWork(of: session) }
            dismissAll(.drained, .drained)
        case .finished where openJobs > 0: stage = .working
        default: break
        }
    }

    private mutating func dismissAll(_ end: Stage, _ announcement: LedgerAction) {
        stage = end
        for (id, session) in sessions.sorted(by: { $0.key < $1.key })
        where openJobs == 0 || session.introduction.isLocal {
            sessions[id]?.isDismissed = true
            actions.append(.dismiss(id))
        }
        actions.append(announcement)
    }

    /// Tells a worker that nothing more is handed out.
    ///
    /// Local ones end; others wait for the next coordinator while work is left.
    mutating func stopWork(of id: SessionID) {
        let ends = openJobs == 0 || sessions[id]?.introduction.isLocal == true
        actions.append(ends ? .drain(id) : .suspend(id))
    }

    /// Whether a session has a lease whose outcome is not known yet.
    package func holds(_ session: SessionID, _ lease: JobLease) -> Bool {
        guard let held = leases[lease.job] else { return false }
        return held.attempt == lease.attempt && held.session == session && !held.isCommitting
    }
}
