internal import Foundation
internal import GRDB
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderTransport

/// Owns the ledger's core and carries out what it decides: messages to workers, commits, reads of the table.
///
/// Everything that happens comes through one stream, in order; the core never sees two events at once.
actor Dispatcher {
    /// What reaches the dispatcher.
    enum Input: Sendable {
        case ledger(LedgerEvent)
        case loaded([LedgerEvent])
        case broker([BrokerEvent])
        case committed(CommitReport)
        case failed(any Error)
        case tick
        case stopNow
    }

    /// How a run ended.
    enum End: Sendable {
        /// Every job has ended.
        case finished
        /// Stopped on request, with work left.
        case drained
        /// Stopped at once on request.
        case stopped
    }

    private var core: JobLedger
    private let broker: Broker
    private let committer: Committer
    private let database: CatalogDatabase
    private let configs: [SourceConfig]
    /// The sources of this run; others' jobs stay where they are.
    ///
    /// Nil: all.
    private let sources: [SourceID]?
    private let onProgress: @Sendable () -> Void
    /// Called when the end is decided, before workers leave.
    private let onEnd: @Sendable () -> Void
    private let liveness: WorkerLiveness
    private let inputs: AsyncStream<Input>
    private let sink: AsyncStream<Input>.Continuation
    private let started = ContinuousClock.now
    private(set) var tally = Tally()
    /// Peers that were turned away and have not been told of.
    private var refusals: [(address: String, key: String)] = []
    /// Handshakes that failed and have not been told of, by reason.
    private var failedHandshakes: [HandshakeFailure: Int] = [:]
    private(set) var firstCommit: Duration?
    private(set) var firstAssign: ContinuousClock.Instant?
    /// Latencies, where somebody asked for them.
    private(set) var starts: StartLatencies?
    private var wakeTask: Task<Void, Never>?
    private var wakeDue: Milliseconds?
    private var end: End?
    private var farewellDeadline: Milliseconds?

    init(
        core: JobLedger,
        broker: Broker,
        committer: Committer,
        database: CatalogDatabase,
        configs: [SourceConfig],
        sources: [SourceID]?,
        open: [JobKind: Int] = [:],
        liveness: WorkerLiveness = WorkerLiveness(),
        measuresStarts: Bool = false,
        onProgress: @escaping @Sendable () -> Void = {},
        onEnd: @escaping @Sendable () -> Void = {}
    ) {
        self.core = core
        self.broker = broker
        self.committer = committer
        self.database = database
        self.configs = configs
        self.sources = sources
        self.onProgress = onProgress
        self.onEnd = onEnd
        self.liveness = liveness
        starts = measuresStarts ? StartLatencies() : nil
        tally.found(open)
        (inputs, sink) = AsyncStream<Input>.makeStream()
    }

    /// Tells the dispatcher something, from anywhere.
    nonisolated func post(_ input: Input) { sink.yield(input) }

    /// How the run stands.
    var runStatus: RunStatus {
        RunStatus(
            tally: tally,
            unfinished: core.unfinishedJobs,
            waiting: core.waitingJobs,
            nextTry: core.nextRetry.map { .milliseconds(Int64(clamping: $0 > now ? $0 - now : 0)) },
            workers: core.joinedWorkers,
            turnedAway: broker.currentCounters.refused + broker.currentCounters.failedHandshakes
        )
    }

    /// The peers turned away since the last call.
    func takeRefusals() -> [(address: String, key: String)] {
        defer { refusals = [] }
        return refusals
    }

    /// The handshakes that failed since the last call.
    func takeFailedHandshakes() -> [HandshakeFailure: Int] {
        defer { failedHandshakes = [:] }
        return failedHandshakes
    }

    /// Works until every job has ended or the run is stopped.
    ///
    /// - Throws: What broke the broker or the database.
    func run(work: [AddedJobs]) async throws -> End {
        let ticker = Task { [sink] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(250))  // ends early only when cancelled
                sink.yield(.tick)
            }
        }
        let committing = Task { [committer, sink] in
            do {
                try await committer.run { sink.yield(.committed($0)) }
            } catch {
                sink.yield(.failed(error))
            }
        }
        let listening = Task { [broker, sink] in
            do {
                for try await events in broker.events { sink.yield(.broker(events)) }
            } catch {
                sink.yield(.failed(error))
            }
        }
        defer {
            ticker.cancel()
            listening.cancel()
            wakeTask?.cancel()
        }
        perform(core.handle(.added(work), at: now))
        for await input in inputs {
            switch input {
            case .ledger(let event): perform(core.handle(event, at: now))
            case .loaded(let events): perform(core.handle(events, at: now))
            case .broker(let events):
                broker.didConsume()
                perform(core.handle(events.compactMap(ledgerEvent), at: now))
            case .committed(let report): settle(report)
            case .tick:
                wakeDue = nil
                perform(core.handle(.tick, at: now))
            case .stopNow: end = .stopped
            case .failed(let error):
                committer.finish()
                throw error
            }
            if isOver(after: input) { break }
        }
        committer.finish()
        await committing.value
        return end ?? .stopped
    }

    /// Whether nothing is left to wait for: workers are told of the end again until they answer, for a second at most.
    private func isOver(after input: Input) -> Bool {
        guard let end else { return false }
        if case .stopped = end { return true }
        let deadline = farewellDeadline ?? now + 1000
        farewellDeadline = deadline
        if case .tick = input {
            for session in core.joinedSessions { broker.send(.bye, to: session) }
        }
        return core.joinedWorkers == 0 || now >= deadline
    }

    private var now: Milliseconds { Milliseconds((ContinuousClock.now - started) / .milliseconds(1)) + 1 }

    private func settle(_ report: CommitReport) {
        tally.add(report.tally)
        if report.tally.done > 0 { onProgress() }
        if firstCommit == nil, report.tally.recipes + report.tally.articles > 0 {
            firstCommit = ContinuousClock.now - started
        }
        perform(core.handle(.committed(report.entries, added: report.added), at: now))
    }

    /// What the broker's event means to the ledger; nil: nothing.
    private func ledgerEvent(_ event: BrokerEvent) -> LedgerEvent? {
        switch event {
        case .hello(let session, let hello, let isLocal):
            if isLocal { liveness.joined(session, processID: hello.processID) }
            return .hello(session, WorkerIntroduction(hello, isLocal: isLocal))
        case .lost(let session, _):
            liveness.lost(session)
            return .linkLost(session)
        case .refused(let address, let key):
            refusals.append((address, key))
            return nil
        case .turnedAway(let failure, let count):
            failedHandshakes[failure, default: 0] += count
            return nil
        case .message(let session, let message):
            liveness.heard(session)
            guard let event = LedgerEvent(session, message) else { return nil }
            if case .started(_, let leases) = event { starts?.start(leases) }
            if let trouble = Self.cacheTrouble(event) { sink.yield(.failed(trouble)) }
            return event
        }
    }

    /// A worker that cannot write the cache: the larder's trouble, which ends the run instead of its jobs.
    static func cacheTrouble(_ event: LedgerEvent) -> CoordinatorError? {
        guard case .failures(_, let failures) = event else { return nil }
        let codes = ["cache-full": CoordinatorError.Code.diskFull, "cache-not-writable": .larderNotWritable]
        for failure in failures {
            if let code = codes[failure.reason.code] {
                return CoordinatorError(code, "A worker cannot write the cache: \(failure.reason.message)")
            }
        }
        return nil
    }

    private func perform(_ actions: [LedgerAction]) {
        var loads: [(queue: JobQueueID, after: JobID, limit: Int)] = []
        for action in actions {
            if let (session, messages) = action.messages(sources: configs) {
                for message in messages { broker.send(message, to: session) }
            }
            switch action {
            case .assign(_, let jobs, _):
                if firstAssign == nil { firstAssign = ContinuousClock.now }
                starts?.assign(jobs)
            case .forget(let session):
                broker.forget(session)
            case .commit(let entries):
                committer.submit(entries)
            case .load(let queue, let after, let limit):
                loads.append((queue, after, limit))
            case .lookUp(let session, let jobs):
                lookUp(jobs, heldBy: session)
            case .finished:
                end = .finished
                onEnd()
            case .drained:
                end = .drained
                onEnd()
            case .welcome, .reject, .acknowledge, .acknowledgeHeartbeat, .cancel, .recall, .drain, .dismiss:
                break
            }
        }
        if !loads.isEmpty { load(loads) }
        scheduleWake()
    }

    /// Reads jobs of several queues in one look at the table.
    private func load(_ loads: [(queue: JobQueueID, after: JobID, limit: Int)]) {
        Task { [database, sink] in
            do {
                let now = Int64(Date().timeIntervalSince1970 * 1000)
                let answers = try await database.pool.read { db in
                    let store = LedgerStore(db)
                    return try loads.map { load -> LedgerEvent in
                        let (jobs, end) = try store.unfinished(
                            load.queue,
                            after: load.after,
                            limit: load.limit,
                            now: now
                        )
                        return .loaded(queue: load.queue, jobs: jobs, reachedEnd: end)
                    }
                }
                sink.yield(.loaded(answers))
            } catch {
                sink.yield(.failed(error))
            }
        }
    }

    private func lookUp(_ jobs: [JobID], heldBy session: SessionID) {
        Task { [database, sink, sources] in
            do {
                let unfinished = try await database.pool.read { try LedgerStore($0).unfinished(jobs, sources: sources) }
                sink.yield(.ledger(.lookedUp(session, unfinished)))
            } catch {
                sink.yield(.failed(error))
            }
        }
    }

    /// A retry or a resting lane may be due before the next tick.
    private func scheduleWake() {
        let now = now
        guard let due = core.nextWake(after: now), due < now + 250, wakeDue.map({ due < $0 }) != false else { return }
        wakeTask?.cancel()
        wakeDue = due
        let wait = due > now ? due - now : 1
        wakeTask = Task { [sink] in
            guard (try? await Task.sleep(for: .milliseconds(Int64(wait)))) != nil else { return }
            sink.yield(.tick)
        }
    }
}
