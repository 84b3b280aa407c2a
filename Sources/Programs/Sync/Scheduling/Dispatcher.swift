internal import LarderCache
package import LarderCatalog
package import LarderLedger
package import LarderModel
internal import LarderProtocol
internal import LarderThreading
package import LarderTransport
package import Logging

/// Owns the ledger's core and executes its decisions: messages to workers, commits, reads of the table.
///
/// All inputs come through one stream, in order; the core never sees two events at once.
package actor Dispatcher {
    package struct Setup: Sendable {
        var broker: any BrokerLink
        var committer: Committer
        var database: CatalogDatabase
        /// The folder shared with local workers; nil: nothing is cached.
        var cache: DiskCache?
        var configs: [SourceConfig] = []
        var sources: [SourceID]?
        var quotas: [QuotaUse] = []
        /// Unfinished jobs at the start, by kind.
        var open: [JobKind: Int] = [:]
        package let liveness = WorkerLiveness()
        package var measuresStarts = false
        /// Logs the first retry at `notice`: without a progress bar the run would look idle for minutes.
        var logsFirstFailure = false
        /// How to start a worker; nil: local workers are started.
        var adviceWithoutWorkers: String?
        /// Bytes above which a local worker is replaced; nil: not known.
        var workerMemory: UInt64?
        /// The option with which `coordinator keygen` finds this run's keys.
        var keysOption = ""
        var logger: Logger
        var clock: any Clock<Duration> = ContinuousClock()

        package init(broker: any BrokerLink, committer: Committer, database: CatalogDatabase, logger: Logger) {
            (self.broker, self.committer, self.database, self.logger) = (broker, committer, database, logger)
        }
    }

    enum Input: Sendable {
        case ledger([LedgerEvent])
        case broker([BrokerEvent])
        case committed(CommitReport)
        case failed(any Error)
        case probed(CacheError?)
        /// Requests of a quota for a while; zero: the quota begins again after it.
        case granted(BudgetID, count: Int, for: Duration)
        case tick
        case wake(due: Milliseconds)
        case stopNow
    }

    package enum End: Sendable {
        case finished
        case drained
        case stopped
    }

    static let tickInterval: Duration = .milliseconds(250)
    /// How long workers are sent `bye` at most.
    private static let byeTimeoutMs: Milliseconds = 1000

    package nonisolated let setup: Setup
    var core: JobLedger
    private let inputs: AsyncStream<Input>
    let sink: AsyncStream<Input>.Continuation
    let backgroundWork: AsyncStream<BackgroundWork>
    let backgroundSink: AsyncStream<BackgroundWork>.Continuation
    private let stopwatch: Stopwatch
    package private(set) var tally = Tally()
    private(set) var counts = RunCounts()
    private var firstItem: Duration?
    var firstAssign: Duration?
    var firstFailure: String?
    package var starts: StartLatencies?
    var peers: TurnedAwayPeers
    var names: [SessionID: String] = [:]
    var hosts: [SessionID: String] = [:]
    /// Workers that cannot work now; ``troubles`` keeps all of the run, by name.
    var troubled: [SessionID: (reason: FailureReason, line: String)] = [:]
    var troubles: [String: String] = [:]
    var isProbing = false
    var probeDueAt: Milliseconds = 2000
    var probePauseMs = Dispatcher.firstProbePauseMs
    /// Jobs that got an answer of another form before.
    var otherForms: Set<JobID> = []
    /// Names of workers that cannot read a source's definition.
    var readersOfLess: Set<String> = []
    /// Since when no worker is joined; ``adviseAt``: when that was logged last.
    var aloneSince: Milliseconds?
    var adviseAt: Milliseconds = 0
    var wakeDue: Milliseconds?
    var end: End?
    private var byeDeadline: Milliseconds?

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

    nonisolated func post(_ input: Input) { sink.yield(input) }

    var runStatus: RunStatus {
        let counters = setup.broker.currentCounters
        // Read once: the clock goes on.
        let now = now
        return RunStatus(
            tally: tally,
            unfinished: core.unfinishedJobs,
            waiting: core.waitingJobs,
            nextTry: core.nextRetry.map { .milliseconds(Int64(clamping: $0 > now ? $0 - now : 0)) },
            pausedHosts: core.pausedHosts(at: now).map {
                ($0.name, .milliseconds(Int64(clamping: $0.until - now)), $0.reason, $0.hasAsked)
            },
            slowHosts: core.slowHosts(at: now),
            held: held(at: now),
            workers: core.joinedWorkers,
            troubled: troubled.values.map(\.line).sorted(),
            turnedAway: counters.refused + counters.failedHandshakes
        )
    }

    var outcome: SyncRun.Outcome {
        let status = runStatus
        return SyncRun.Outcome(
            tally: tally,
            firstItem: firstItem,
            nextTry: status.nextTry,
            held: status.held
                + status.pausedHosts.filter(\.hasAsked).map {
                    "\($0.name) asked for a pause and may be asked again in \($0.left.spoken): --wait waits for that"
                },
            troubled: troubles.values.sorted(),
            firstFailure: firstFailure
        )
    }

    /// Used-up quotas, and hosts whose robots.txt is awaited.
    private func held(at now: Milliseconds) -> [String] {
        let used = core.usedUpBudgets(at: now).map { budget, until in
            setup.quotas[budget].sentence(.milliseconds(Int64(clamping: until - now)), now: UnixTime.nowMs)
        }
        return used + core.closedHosts.map { "the robots.txt of \($0) is waited for" }
    }

    package var sinceFirstAssign: Duration? { firstAssign.map { elapsed - $0 } }

    var elapsed: Duration { stopwatch.elapsed }

    /// The core's time; zero means never.
    var now: Milliseconds { Milliseconds(elapsed / .milliseconds(1)) + 1 }

    /// Works until every job has ended or the run is stopped; its tasks have ended when it returns.
    ///
    /// - Parameter pauses: How long the first jobs of recently asked hosts wait.
    /// - Throws: The failure of the broker or the database; outcomes submitted before are committed,
    ///   unless the commit failed.
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
            try handle(input)
            if isOver(after: input) { break }
        }
        return end ?? .stopped
    }

    private func handle(_ input: Input) throws {
        switch input {
        case .ledger(let events): perform(core.handle(events, at: now))
        case .broker(let events):
            setup.broker.didConsume()
            perform(core.handle(events.compactMap(ledgerEvent), at: now))
        case .committed(let report): settle(report)
        case .probed(let trouble): try finishProbe(trouble)
        case .granted(let budget, let count, let wait):
            let until = now + Milliseconds(wait)
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

    /// Whether nothing is awaited; workers are sent `bye` again until they answer, for a second at most.
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
        counts.count(report, core, at: now)
        for entry in report.entries { logLostResult(entry) }
        if report.tally.done > 0 { setup.liveness.jobDone() }
        if firstItem == nil, report.tally.recipes + report.tally.articles > 0 { firstItem = elapsed }
        let committed = LedgerEvent.committed(report.entries, added: report.added)
        perform(core.handle(report.rules.isEmpty ? [committed] : [committed, .rules(report.rules)], at: now))
    }
}
