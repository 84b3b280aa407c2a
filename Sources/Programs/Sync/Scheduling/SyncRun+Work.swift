internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
internal import LarderThreading
internal import LarderTransport
internal import LarderWorkerCore
internal import Logging

extension SyncRun {
    /// Runs `body` while workers can join.
    ///
    /// No sync begins before that: the endpoint may be taken.
    func listening<Result: Sendable>(
        _ base: Base,
        _ body: (Broker, PrivateEndpoint, _ epoch: UInt64) async throws -> Result
    ) async throws -> Result {
        let endpoint = try PrivateEndpoint(larder: base.larder.path)
        defer { withExtendedLifetime(endpoint) {} }
        let epoch = try await base.database.write { try LedgerStore($0).beginEpoch() }
        let files = try CacheService(base.larder.cache)
        var configuration = Broker.Configuration(
            localEndpoints: [endpoint.endpoint],
            remoteEndpoints: options.listen.map { [$0] } ?? [],
            keys: base.keys,
            epoch: epoch
        )
        configuration.files = files
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await Broker.with(configuration) { try await body($0, endpoint, epoch) })
        } catch {
            result = .failure(error)
        }
        await files.stop()
        return try result.get()
    }

    func work(
        _ plan: SyncPlan,
        _ base: Base,
        _ place: (broker: Broker, endpoint: PrivateEndpoint),
        connectTo: String?,
        _ reporters: (ProgressReporter, RunReporter),
        _ stopRequests: AsyncStream<Void>
    ) async throws -> Outcome {
        let (broker, endpoint) = place
        reporters.0.begin(plan, base, options, listen: options.listen.map { _ in broker.boundEndpoints.last ?? "" })
        var setup = setup(plan, base, broker)
        setup.configs = configs(base, connectTo: connectTo)
        let dispatcher = Dispatcher(core: ledger(plan, base), setup)
        try await drive(dispatcher, base, plan, supervisor(base, endpoint, dispatcher), reporters, stopRequests)
        await reporters.1.take { await dispatcher.runReport($0) }
        return await dispatcher.outcome
    }

    private func setup(_ plan: SyncPlan, _ base: Base, _ broker: Broker) -> Dispatcher.Setup {
        let committer = Committer(
            database: base.database,
            cache: base.larder.cache,
            sources: plan.sources,
            jobs: plan.jobs,
            crawl: CrawlWatch(earlier: plan.endedPatterns),
            redactor: Redactor(secrets: base.secrets)
        )
        var setup = Dispatcher.Setup(
            broker: broker,
            committer: committer,
            database: base.database,
            logger: options.logger
        )
        setup.cache = base.larder.cache
        setup.sources = Array(plan.sources.entries.keys)
        setup.quotas = plan.sources.quotas
        setup.open = plan.open
        setup.logsFirstFailure = options.scope != nil || options.progress != .none
        setup.workerMemory = WorkerSupervisor.memoryOfWorker(options.limits, count: options.workers)
        setup.keysOption = TypedCommand.keys(options.keys, into: options.into)
        if options.workers == 0 {
            setup.adviceWithoutWorkers = ProgressReporter.joining(broker.boundEndpoints.last ?? "", base)
        }
        return setup
    }

    /// Runs all tasks of a sync until the dispatcher ends; none is left afterwards.
    private func drive(
        _ dispatcher: Dispatcher,
        _ base: Base,
        _ plan: SyncPlan,
        _ supervisor: WorkerSupervisor,
        _ reporters: (ProgressReporter, RunReporter),
        _ stopRequests: AsyncStream<Void>
    ) async throws {
        let (reporter, runReporter) = reporters
        try await withThrowingTaskGroup(of: Bool.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                _ = try await dispatcher.run(work: plan.work, pauses: plan.pauses)
                return true
            }
            group.addTask {
                try await supervisor.run()
                return false
            }
            group.addTask {
                await reporter.follow { await dispatcher.runStatus }
                return false
            }
            group.addTask {
                await runReporter.follow { await dispatcher.runReport($0) }
                return false
            }
            group.addTask {
                await StopSequence.run(stopRequests, limit: Self.drainLimit, clock: ContinuousClock()) { step in
                    stop(dispatcher, step)
                }
                return false
            }
            group.addTask {
                var lostJobs = LostJobs()
                while true {
                    try await Task.sleep(for: Self.placeCheckInterval)
                    try base.checkCatalogIsInPlace()
                    try await lostJobs.check(dispatcher, base.database)
                }
            }
            while try await group.next() == false {}
            // Workers that leave now were dismissed.
            supervisor.liveness.end()
        }
    }

    private func stop(_ dispatcher: Dispatcher, _ step: StopSequence.Step) {
        dispatcher.setup.liveness.end()
        switch step {
        case .drain:
            options.logger.notice("Stopping: running jobs are finished first, at most 25 s. Once more stops at once.")
            dispatcher.post(.ledger([.drain]))
        case .stop:
            options.logger.notice("Stopping at once. What is committed stays; type the same command to go on.")
            dispatcher.post(.stopNow)
        // A worker that does not finish in time is abandoned: its jobs stay in the table.
        case .giveUp: dispatcher.post(.stopNow)
        }
    }

    private func ledger(_ plan: SyncPlan, _ base: Base) -> JobLedger {
        var configuration = JobLedger.Configuration(epoch: plan.epoch, cacheID: base.larder.cache.id)
        for (id, entry) in plan.sources.entries {
            configuration.policies[id] = RetryPolicy(entry.definition.retry)
            // The fetcher's timeout, and the worker's allowance.
            configuration.silenceMs[id] = Milliseconds(entry.definition.timeout) + 5000
        }
        configuration.longestWaitMs = options.waits ? nil : 60_000
        configuration.startsWorkers = options.workers > 0
        configuration.stallMs = options.limits.stallAfterMs
        configuration.stallGraceMs = options.limits.stallGraceMs
        return JobLedger(configuration: configuration, seed: UInt64.random(in: 0...(.max)))
    }

    private func configs(_ base: Base, connectTo: String?) -> [SourceConfig] {
        zip(base.sentDefinitions, base.apiKeys).map { definition, key in
            SourceConfig(
                name: definition.name,
                yaml: definition.yaml,
                apiKey: key,
                refresh: options.refresh,
                connectTo: SourceRegistry.isSample(definition) ? connectTo : nil
            )
        }
    }

    private func supervisor(_ base: Base, _ endpoint: PrivateEndpoint, _ dispatcher: Dispatcher) -> WorkerSupervisor {
        var configuration = WorkerSupervisor.Configuration(
            program: base.workerProgram,
            count: options.workers,
            endpoint: endpoint.endpoint,
            cachePath: base.larder.cachePath
        )
        if options.givesWay { configuration.larderPath = base.larder.path }
        configuration.renderThreads = options.renderThreads
        configuration.flightRecorders = endpoint.folder
        configuration.maxSilence = options.workerSilence
        configuration.further = options.workerLogging
        configuration.limits = options.limits
        configuration.hiddenVariables = Set(
            base.definitions.flatMap { [$0.key?.environment] + $0.identity.headers.map(\.environment) }
                .compactMap(\.self)
        )
        return WorkerSupervisor(configuration, dispatcher, console: options.console)
    }
}

extension RetryPolicy {
    init(_ retry: SourceDefinition.Retry) {
        self.init(
            attempts: UInt32(clamping: retry.attempts),
            baseMs: Milliseconds(retry.base),
            capMs: Milliseconds(retry.cap),
            pauseMs: Milliseconds(retry.pause)
        )
    }
}

extension Milliseconds {
    /// Zero for a negative duration.
    init(_ duration: Duration) { self.init(Swift.max(0, duration / .milliseconds(1))) }
}
