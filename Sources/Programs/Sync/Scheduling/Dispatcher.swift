package import LarderCache
package import LarderCatalog
package import LarderLedger
package import LarderModel
internal import LarderProtocol
internal import LarderThreading
package import LarderTransport
package import Logging

/// Owns the ledger's core and carries out what it decides: messages to workers, commits, reads of the table.
///
/// Everything that happens comes through one stream, in order; the core never sees two events at once.
package actor Dispatcher {
    /// What a dispatcher works with.
    package struct Setup: Sendable {
        var broker: any BrokerLink
        var committer: Committer
        var database: CatalogDatabase
        /// The folder that local workers use too; nil: nothing is cached.
        var cache: DiskCache?
        /// The definitions that workers are given.
        var configs: [SourceConfig] = []
        /// The sources of this run; others' jobs stay where they are.
        ///
        /// Nil: all.
        var sources: [SourceID]?
        /// What requests are counted against, by number.
        var quotas: [QuotaUse] = []
        /// Unfinished jobs at the start, by kind.
        var open: [JobKind: Int] = [:]
        /// Which local workers send messages.
        package let liveness = WorkerLiveness()
        let measuresStarts: Bool
        /// Logs the first retry at `notice`: without a progress bar the run would look idle for minutes.
        var tellsFirstFailure = false
        /// How a worker is had; nil: local ones are started.
        var adviceWithoutWorkers: String?
        /// What `coordinator keygen` needs to work on this run's keys.
        var keysOption = ""
        var logger: Logger
        var clock: any Clock<Duration>

        /// A dispatcher's surroundings; the other properties have defaults.
        package init(
            broker: any BrokerLink,
            committer: Committer,
            database: CatalogDatabase,
            cache: DiskCache? = nil,
            measuresStarts: Bool = false,
            logger: Logger,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.broker = broker
            self.committer = committer
            self.database = database
            self.cache = cache
            self.measuresStarts = measuresStarts
            self.logger = logger
            self.clock = clock
        }
    }

    /// What reaches the dispatcher.
    enum Input: Sendable {
        case ledger(LedgerEvent)
        case loaded([LedgerEvent])
        case broker([BrokerEvent])
        case committed(CommitReport)
        case failed(any Error)
        /// What a look at the cache folder found; nil: it can be used.
        case probed(CacheError?)
        /// So much of a quota may be used for a while; of none, it begins anew after that.
        case granted(BudgetID, count: Int, for: Duration)
        case tick
        /// A time came that was waited for.
        case wake(due: Milliseconds)
        case stopNow
    }

    /// How a run ended.
    package enum End: Sendable {
        /// Every job has ended.
        case finished
        /// Stopped on request, with work left.
        case drained
        /// Stopped at once on request.
        case stopped
    }

    static let tickInterval: Duration = .milliseconds(250)
    /// How long workers are sent `bye` before the run ends without their answer.
    private static let byeTimeoutMs: Milliseconds = 1000

    /// What this dispatcher works with.
    package nonisolated let setup: Setup
    var core: JobLedger
    private let inputs: AsyncStream<Input>
    let sink: AsyncStream<Input>.Continuation
    let backgroundWork: AsyncStream<BackgroundWork>
    let backgroundSink: AsyncStream<BackgroundWork>.Continuation
    private let stopwatch: Stopwatch
    /// Counts of what the run did.
    package private(set) var tally = Tally()
    private(set) var firstCommit: Duration?
    var firstAssign: Duration?
    /// What the first job that failed says of it.
    var firstFailure: String?
    /// Latencies, where somebody asked for them.
    package var starts: StartLatencies?
    var peers: TurnedAwayPeers
    /// The names of workers that are joined, for people.
    var names: [SessionID: String] = [:]
    var hosts: [SessionID: String] = [:]
    /// Workers that cannot work now, and all that could not at some time, by name.
    var troubled: [SessionID: TroubledWorker] = [:]
    var troubles: [String: TroubledWorker] = [:]
    var cacheWatch = CacheWatch()
    /// Jobs whose answer was something else than was asked for, once or more.
    var otherForms: Set<JobID> = []
    /// Workers, by name, that cannot read the definition of a source.
    var readersOfLess: Set<String> = []
    /// Since when no worker is joined, and when that was told last.
    var aloneSince: Milliseconds?
    var adviseAt: Milliseconds = 0
    var wakeDue: Milliseconds?
    var end: End?
    private var byeDeadline: Milliseconds?

    /// Makes a dispatcher of a ledger that has no jobs yet.
    package init(core: JobLedger, _ setup: Setup) {
        self.core = core
        self.setup = setup
        starts = setup.measuresStarts ? StartLatencies() : nil
        peers = TurnedAwayPeers(logger: setup.logger, keysOption: setup.keysOption)
        tally.found(setup.open)
        (inputs, sink) = AsyncStream<Input>.makeStream()
        (backgroundWork, backgroundSink) = AsyncStream<BackgroundWork>.makeStream()
        stopwatch = Stopwatch(setup.clock)
    }

    /// Tells the dispatcher something, from anywhere.
    nonisolated func post(_ input: Input) { sink.yield(input) }

    /// How the run stands.
    var runStatus: RunStatus {
        let counters = setup.broker.currentCounters
        // Once, as the clock goes on meanwhile.
        let now = now
        return RunStatus(
            tally: tally,
            unfinished: core.unfinishedJobs,
            waiting: core.waitingJobs,
            nextTry: core.nextRetry.map { .milliseconds(Int64(clamping: $0 > now ? $0 - now : 0)) },
            pausedHosts: core.pausedHosts(at: now).map {
                ($0.name, .milliseconds(Int64(clamping: $0.until - now)), $0.reason, $0.hasAsked)
            },
            held: held(at: now),
            workers: core.joinedWorkers,
            troubled: troubled.values.map(\.line).sorted(),
            turnedAway: counters.refused + counters.failedHandshakes
        )
    }

    /// Why jobs wait though no host asked for a pause: quotas that are used, hosts whose robots.txt cannot be had.
    private func held(at now: Milliseconds) -> [String] {
        let used = core.usedUpBudgets(at: now).map { budget, until in
            setup.quotas[budget].sentence(.milliseconds(Int64(clamping: until - now)), now: UnixTime.nowMs)
        }
        return used + core.closedHosts.map { "the robots.txt of \($0) is waited for" }
    }

    /// Time since the first assignment; nil before it.
    package var sinceFirstAssign: Duration? { firstAssign.map { elapsed - $0 } }

    var elapsed: Duration { stopwatch.elapsed }

    /// Time for the core, which takes 0 for never.
    var now: Milliseconds { Milliseconds(elapsed / .milliseconds(1)) + 1 }

    /// Works until every job has ended or the run is stopped; everything that it began has ended when it returns.
    ///
    /// - Parameters:
    ///   - work: The open jobs.
    ///   - pauses: How long the first jobs of recently asked hosts wait.
    /// - Throws: What broke the broker or the database. Outcomes submitted before are committed, except by a failed
    ///   commit.
    package func run(work: [AddedJobs], pauses: [LaneID: Milliseconds] = [:]) async throws -> End {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await self.beat() }
            group.addTask { await self.listen() }
            group.addTask { await self.runBackgroundWork() }
            async let committing: Void = commit()
            let result: Result<End, any Error>
            do { result = .success(try await decide(work, pauses)) } catch { result = .failure(error) }
            setup.committer.finish()
            try await committing
            return try result.get()
        }
    }

    private nonisolated func beat() async {
        while (try? await setup.clock.sleep(for: Self.tickInterval)) != nil { sink.yield(.tick) }
    }

    private nonisolated func listen() async {
        do {
            for try await events in setup.broker.events { sink.yield(.broker(events)) }
        } catch {
            sink.yield(.failed(error))
        }
    }

    private nonisolated func commit() async throws {
        do {
            try await setup.committer.run { sink.yield(.committed($0)) }
        } catch {
            sink.yield(.failed(error))
            throw error
        }
    }

    private func decide(_ work: [AddedJobs], _ pauses: [LaneID: Milliseconds]) async throws -> End {
        perform(core.handle([.added(work), .paused(pauses)], at: now))
        for await input in inputs {
            try take(input)
            if isOver(after: input) { break }
        }
        return end ?? .stopped
    }

    private func take(_ input: Input) throws {
        switch input {
        case .ledger(let event): perform(core.handle(event, at: now))
        case .loaded(let events): perform(core.handle(events, at: now))
        case .broker(let events):
            setup.broker.didConsume()
            perform(core.handle(events.compactMap(ledgerEvent), at: now))
        case .committed(let report): settle(report)
        case .probed(let trouble): try take(probe: trouble)
        case .granted(let budget, let count, let wait):
            let until = now + Milliseconds(max(0, wait / .milliseconds(1)))
            perform(core.handle(.granted(budget, count: count, until: until), at: now))
        case .tick:
            perform(core.handle(.tick, at: now))
            watchCache()
            adviseWithoutWorkers()
        case .wake(let due):
            if wakeDue == due { wakeDue = nil }
            perform(core.handle(.tick, at: now))
        case .stopNow: end = .stopped
        case .failed(let error): throw error
        }
    }

    /// Whether nothing is left to wait for: workers are told of the end again until they answer, for a second at most.
    private func isOver(after input: Input) -> Bool {
        guard let end else { return false }
        if case .stopped = end { return true }
        let deadline = byeDeadline ?? now + Self.byeTimeoutMs
        byeDeadline = deadline
        if case .tick = input {
            for session in core.dismissedSessions { setup.broker.send(.bye, to: session) }
        }
        return core.dismissedSessions.isEmpty || now >= deadline
    }

    private func settle(_ report: CommitReport) {
        tally.add(report.tally)
        for entry in report.entries { tellOfLostResult(entry) }
        if report.tally.done > 0 { setup.liveness.jobDone() }
        if firstCommit == nil, report.tally.recipes + report.tally.articles > 0 { firstCommit = elapsed }
        let committed = LedgerEvent.committed(report.entries, added: report.added)
        perform(core.handle(report.rules.isEmpty ? [committed] : [committed, .rules(report.rules)], at: now))
    }
}
