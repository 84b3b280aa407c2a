internal import DequeModule
package import LarderModel
internal import LarderProtocol

/// Decides who does which job when: leases, credit, politeness, retries.
///
/// A value without clock, socket or lock, whose only randomness is a seeded generator: events go in with the time,
/// actions come out, and the owner carries them out in order.
///
/// The table on the disk is the queue; this holds a window onto it. Leases live only here: a coordinator that starts
/// again finds every unfinished job ready, or adopts it from a worker that still has it. A result counts when it names
/// the job's lease; its effect and the job's end are committed once, and the acknowledgement follows the commit.
package struct JobLedger: Sendable {
    package let configuration: Configuration

    var sessions: [SessionID: Session] = [:]
    /// Workers that wait for their welcome while the table is read for their jobs.
    var introductions: [SessionID: WorkerIntroduction] = [:]
    /// Jobs in quarantine: a worker died or was lost over each, so they are tried alone.
    var suspects = Deque<QueuedJob>()
    /// Jobs whose workers were lost, and whose end was not seen.
    var lost: [JobID: [Loss]] = [:] { didSet { mayWriteSuspicions = true } }
    var mayWriteSuspicions = false
    /// Jobs whose failure a second worker has to confirm, and that no worker holds.
    var awaitingConfirmation = Deque<QueuedJob>()
    /// Failures that await a second report, also of jobs that a second worker is trying.
    var unconfirmed: [JobID: UnconfirmedFailure] = [:]
    var writtenSuspicions: [JobID: [Suspicion]] = [:]
    var leases: [JobID: Lease] = [:]
    /// What went wrong with workers, by name.
    var records: [String: WorkerRecord] = [:]
    /// Leases whose failure is on the way to the disk.
    var failing: [JobID: Attempt] = [:]
    /// Jobs committed during reads of the table for ``introductions``: those reads are older.
    var committedMeanwhile: Set<JobID> = []
    /// Jobs taken over from an earlier start: reads of the table pass over them.
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
    /// The mean number of slots that have a job, and when it was last brought up to date.
    var busySlots = PerClass(0.0)
    var busySlotsAt: Milliseconds = 0
    var firstEventAt: Milliseconds?
    var actions: [LedgerAction] = []

    package init(configuration: Configuration, seed: UInt64) {
        self.configuration = configuration
        waiting = FairQueue(windowJobs: configuration.windowJobs)
        random = SeededGenerator(seed: seed)
        lastAttempt = Attempt(epoch: configuration.epoch)
    }

    /// Handles what happened, and returns what to do, in order.
    package mutating func handle(_ event: LedgerEvent, at now: Milliseconds) -> [LedgerAction] {
        handle(CollectionOfOne(event), at: now)
    }

    /// Handles several events at once: work is handed out once for all of them, in fewer messages.
    package mutating func handle(_ events: some Sequence<LedgerEvent>, at now: Milliseconds) -> [LedgerAction] {
        firstEventAt = firstEventAt ?? now
        for event in events { apply(event, at: now) }
        writeSuspicions()
        wakeDelayed(at: now)
        if !appliesBackpressure(), !isDraining { dispatch(at: now) }
        requestLoads()
        actions += waiting.popReservations().map(LedgerAction.reserve)
        announceEnd(at: now)
        defer { actions.removeAll(keepingCapacity: true) }
        return actions
    }

    /// Unfinished jobs in the table, leased ones included.
    package var unfinishedJobs: Int { openJobs }
    /// Jobs of the table that are in memory, leased ones included.
    package var jobsInMemory: Int { waiting.held + leases.count }
    package var leasedJobs: Int { leases.count }
    /// Jobs in quarantine, those included that are being tried alone.
    package var suspectedJobs: Int {
        suspects.count + sessions.values.count { $0.quarantine == .occupied }
    }
    /// Jobs whose failure a second worker has to confirm, and that no worker holds.
    package var jobsAwaitingConfirmation: Int { awaitingConfirmation.count }
    /// Jobs that a worker holds and has not done.
    package func undoneJobs(of session: SessionID) -> Int {
        sessions[session]?.leases.count { leases[$0]?.isCommitting == false } ?? 0
    }
    package var joinedWorkers: Int { sessions.count }
    package var dismissedSessions: [SessionID] { sessions.filter(\.value.isDismissed).keys.sorted() }
    package var waitingJobs: Int { delayed.count }
    /// When the next retry is due, on the owner's clock.
    package var nextRetry: Milliseconds? { delayed.soonest }
    package func pausedHosts(at now: Milliseconds) -> [PausedHost] { waiting.pausedHosts(at: now) }
    /// The budgets that are used up while jobs wait for them, and when each is filled again.
    package func usedUpBudgets(at now: Milliseconds) -> [(budget: BudgetID, until: Milliseconds)] {
        waiting.usedUpBudgets(at: now)
    }
    /// The hosts that have jobs or requests under way.
    package func hosts(at now: Milliseconds, limit: Int) -> [HostReport] { waiting.hostReports(at: now, limit: limit) }
    /// The joined workers, by name.
    package func workers(limit: Int) -> [SessionReport] {
        sessions.sorted { ($0.value.shownName, $0.key) < ($1.value.shownName, $1.key) }.prefix(limit).map {
            id,
            session in
            SessionReport(
                id: id,
                name: session.shownName,
                residentBytes: session.residentBytes,
                running: session.leases.reduce(into: [:]) { kinds, job in
                    if let lease = leases[job] { kinds[lease.job.kind, default: 0] += 1 }
                },
                isLocal: session.introduction.isLocal
            )
        }
    }
    /// When a job was handed out, on the owner's clock; nil: no worker holds it.
    package func assignedAt(_ lease: JobLease) -> Milliseconds? {
        leases[lease.job].flatMap { $0.attempt == lease.attempt ? $0.assignedAt : nil }
    }
    package var closedHosts: [String] { waiting.closedHosts }
    /// When the owner must send ``LedgerEvent/tick`` at the latest.
    package func nextWake(after now: Milliseconds) -> Milliseconds? {
        [delayed.soonest, waiting.nextPauseEnd].compactMap { $0 }.min()
    }

    private mutating func apply(_ event: LedgerEvent, at now: Milliseconds) {
        switch event {
        case .added(let added): add(added, at: now)
        case .loaded(let queue, let jobs, let end): load(queue, jobs, reachedEnd: end, at: now)
        case .hello(let session, let introduction): welcome(session, introduction, at: now)
        case .lookedUp(let session, let jobs): adopt(jobs, by: session, at: now)
        case .message(let session, let message): receive(message, from: session, at: now)
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
        case .committed(let entries, let added): finishCommit(entries, added, at: now)
        case .rules(let rules): for rule in rules { waiting.open(rule, at: now) }
        case .paused(let pauses):
            for (lane, pause) in pauses { waiting.change(lane) { $0.leaveAlone(until: now + pause) } }
        case .granted(let budget, let count, let until): waiting.grant(budget, count, until: until, at: now)
        case .tick:
            noteBusySlots(at: now)
            chargeRunning(at: now)
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

    private mutating func receive(_ message: Message, from session: SessionID, at now: Milliseconds) {
        switch message {
        case .credit, .started, .heartbeat, .result, .fail, .release, .drain, .fileRequest:
            markHeard(session, at: now)
        default: break
        }
        switch message {
        case .credit(let fetch, let render): grant(PerClass(fetch: fetch, render: render), by: session)
        case .started(let leases): markStarted(leases, by: session, at: now)
        case .heartbeat(let beat):
            renew(beat, of: session, at: now)
            updateTrouble(beat.trouble, of: session, at: now)
        case .result(let results): acceptResults(results, from: session, at: now)
        case .fail(let failures): acceptFailures(failures, from: session, at: now)
        case .release(let leases):
            for lease in leases where holds(session, lease) { requeue(lease.job, at: now) }
        case .drain: sessions[session]?.isDraining = true
        case .bye: end(session, .bye, at: now)
        case .hello, .who, .welcome, .reject, .assign, .heartbeatAck, .resultAck, .cancel, .recall, .suspend,
            .fileRequest, .fileAnswer:
            break
        }
    }

    private mutating func grant(_ credit: PerClass<UInt64>, by session: SessionID) {
        change(session) { known in
            known.granted = credit
            guard known.slots == nil else { return }
            known.slots = PerClass(
                fetch: Int(min(credit.fetch, 65_536)) + known.load.fetch,
                render: Int(min(credit.render, 65_536)) + known.load.render
            )
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
            actions.append(.send(id, .bye))
        }
        actions.append(announcement)
    }

    /// Drains a worker or, when it is remote and work is left, has it wait for the next coordinator.
    mutating func stopWork(of id: SessionID) {
        let ends = openJobs == 0 || sessions[id]?.introduction.isLocal == true
        actions.append(.send(id, ends ? .drain : .suspend))
    }

    /// Whether a session has a lease whose outcome is not known yet.
    package func holds(_ session: SessionID, _ lease: JobLease) -> Bool {
        guard let held = leases[lease.job] else { return false }
        return held.attempt == lease.attempt && held.session == session && !held.isCommitting
    }
}
