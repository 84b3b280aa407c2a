internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderSampleSite
internal import LarderSourceDefinitions
internal import LarderSourceReaders
public import LarderTransport
internal import Synchronization

/// One sync over some sources: everything between the command line and the summary.
public struct SyncRun: Sendable {
    /// What the user asked for.
    public struct Options: Sendable {
        /// Sources by name or path; empty: the built-in sample.
        public var sources: [String] = []
        /// The larder's folder.
        public var into = "./larder"
        /// Local worker processes; 0: only workers that join over ``listen``.
        public var workers = 8
        /// Render threads of each local worker.
        public var renderThreads = 1
        /// An endpoint for workers of other machines or containers.
        public var listen: String?
        /// The folder of keys; the larder's `keys` when nil.
        public var keys: String?
        /// Listen without keys on an address that is not loopback.
        public var insecure = false
        /// Items of each query at most.
        public var limit: Int?
        /// The last kind to run.
        public var only: String?
        /// Fetch and render everything again.
        public var refresh = false
        /// How progress is shown.
        public var progress = ProgressMode.auto
        /// Items of the built-in sample.
        public var sampleRecipes = 500
        /// Articles of the built-in sample.
        public var sampleArticles = 200
        /// When local workers take less work, are replaced, or give up a job.
        public var limits = WorkerLimits()
        /// How long a local worker may say nothing at all before it is killed.
        public var workerSilence: Duration = .seconds(60)
        /// The words of the command, to be typed again where work is left.
        public var typed = ["coordinator"]
        /// The environment, for API keys.
        public var environment: [String: String] = [:]

        /// The defaults of the command line.
        public init() {}
    }

    let options: Options

    /// Prepares a run.
    public init(_ options: Options) { self.options = options }

    /// Runs until everything is done, or a stop was asked for.
    ///
    /// - Parameter stopRequests: Each element is one request: the first drains, the second stops at once.
    /// - Returns: The process's exit code: 0 all done, 1 finished with dead jobs, 2 stopped with work left.
    /// - Throws: What kept the run from beginning or going on; nothing that was acknowledged is lost.
    public func run(stopRequests: AsyncStream<Void>) async throws -> Int32 {
        let began = ContinuousClock.now
        let definitions = try self.definitions()
        let keys = try definitions.map { try $0.apiKey(from: options.environment) }
        let kinds = try self.kinds()
        let keyFolder = try keysForListening()
        let workerProgram = options.workers > 0 ? try WorkerSupervisor.findProgram() : ""
        let larder = try LarderFolder(taking: options.into)
        _ = try? larder.cache.sweep(olderThan: .seconds(86_400))  // leftovers cost room, nothing else
        try DescriptorLimit.ensure()
        let database = try LarderStore.open(larder.catalogPath)
        let file = FileIdentity(of: larder.catalogPath)
        let builtIn = SourceRegistry.builtIn(options.sources)
        return try await withSample(builtIn) { connectTo in
            let plan = try await begin(definitions, kinds: kinds, in: database)
            let endpoint = try PrivateEndpoint(larder: larder.path)
            let broker = try await Broker.start(
                .init(
                    localEndpoints: [endpoint.endpoint],
                    remoteEndpoints: options.listen.map { [$0] } ?? [],
                    keys: keyFolder,
                    epoch: plan.epoch
                )
            )
            let reporter = ProgressReporter(
                mode: options.progress,
                sources: definitions.map(\.name),
                keysOption: TypedCommand.keys(options.keys, into: options.into)
            )
            let configs = zip(definitions, keys).map { definition, key in
                SourceConfig(
                    name: definition.name,
                    yaml: definition.yaml,
                    apiKey: key,
                    refresh: options.refresh,
                    connectTo: builtIn.contains(definition.name) ? connectTo : nil
                )
            }
            reporter.begin(
                plan,
                larder: larder.path,
                workers: options.workers,
                listen: options.listen.map { _ in broker.boundEndpoints.last ?? "" },
                wantsKeys: keyFolder != nil
            )
            let supervision = WorkerSupervisor.Configuration(
                program: workerProgram,
                count: options.workers,
                endpoint: endpoint.endpoint,
                cachePath: larder.cachePath,
                renderThreads: options.renderThreads,
                flightRecorders: endpoint.folder,
                limits: options.limits,
                maxSilence: options.workerSilence
            )
            let outcome: Outcome
            do {
                outcome = try await drive(
                    plan,
                    database: database,
                    larder: larder,
                    broker: broker,
                    configs: configs,
                    supervision: supervision,
                    reporter: reporter,
                    stopRequests: stopRequests
                )
            } catch {
                await broker.stop()
                throw explained(error, larder: larder)
            }
            await broker.stop()
            withExtendedLifetime(endpoint) {}
            guard FileIdentity(of: larder.catalogPath) == file else {
                throw CoordinatorError(
                    .larderNotWritable,
                    "\(larder.catalogPath) was removed or replaced while it was being filled: this run's work is lost. Type the same command again; what is cached is not fetched again."
                )
            }
            return try await conclude(
                outcome,
                plan,
                database: database,
                larder: larder,
                reporter: reporter,
                elapsed: ContinuousClock.now - began
            )
        }
    }

    struct Outcome: Sendable {
        var end: Dispatcher.End
        var tally: Tally
        var firstCommit: Duration?
        /// When the next job is due that waits for another try.
        var nextTry: Duration?
    }

    private func drive(
        _ plan: SyncPlan,
        database: CatalogDatabase,
        larder: LarderFolder,
        broker: Broker,
        configs: [SourceConfig],
        supervision: WorkerSupervisor.Configuration,
        reporter: ProgressReporter,
        stopRequests: AsyncStream<Void>
    ) async throws -> Outcome {
        var configuration = JobLedger.Configuration(epoch: plan.epoch, cacheID: larder.cache.id)
        for (id, entry) in plan.sources.entries { configuration.policies[id] = RetryPolicy(entry.definition.retry) }
        let core = JobLedger(configuration: configuration, seed: UInt64.random(in: 0...(.max)))
        let committer = Committer(
            database: database,
            cache: larder.cache,
            sources: plan.sources,
            jobs: plan.jobs
        )
        let quickDeaths = SharedCount()
        let liveness = WorkerLiveness()
        let isDraining = Flag()
        let dispatcher = Dispatcher(
            core: core,
            broker: broker,
            committer: committer,
            database: database,
            configs: configs,
            sources: Array(plan.sources.entries.keys),
            open: plan.open,
            liveness: liveness,
            onProgress: { quickDeaths.reset() },
            onEnd: { isDraining.set() }
        )
        let supervisor = WorkerSupervisor(
            configuration: supervision,
            isDraining: { isDraining.isSet },
            quickDeaths: quickDeaths,
            liveness: liveness
        ) { processID, end in
            dispatcher.post(.ledger(.processEnded(processID: processID, end)))
        }
        let supervising = Task {
            do { try await supervisor.run() } catch {
                if !Task.isCancelled { dispatcher.post(.failed(error)) }
            }
        }
        let showing = Task { await reporter.follow { await dispatcher.runStatus } }
        let warning = Task {
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                for refusal in await dispatcher.takeRefusals() { reporter.refused(refusal.address, key: refusal.key) }
                for (failure, count) in await dispatcher.takeFailedHandshakes() { reporter.turnedAway(failure, count) }
            }
        }
        defer { warning.cancel() }
        let stopping = Task {
            var requests = 0
            for await _ in stopRequests {
                requests += 1
                isDraining.set()
                reporter.stopRequested(again: requests > 1)
                dispatcher.post(requests == 1 ? .ledger(.drain) : .stopNow)
                guard requests == 1 else { return }
                // A worker that does not finish in time is not waited for: its jobs stay in the table.
                Task {
                    try? await Task.sleep(for: .seconds(22))  // leaves time to end within 25 s
                    dispatcher.post(.stopNow)
                }
            }
        }
        defer { stopping.cancel() }
        let result = await Task { try await dispatcher.run(work: plan.work) }.result
        isDraining.set()
        showing.cancel()
        supervising.cancel()
        await supervising.value
        await showing.value
        let end = try result.get()
        return Outcome(
            end: end,
            tally: await dispatcher.tally,
            firstCommit: await dispatcher.firstCommit,
            nextTry: await dispatcher.runStatus.nextTry
        )
    }
}

/// A flag that is set once, from anywhere.
final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}

extension RetryPolicy {
    init(_ retry: SourceDefinition.Retry) {
        self.init(
            attempts: UInt32(clamping: retry.attempts),
            baseMs: Milliseconds(max(0, retry.base / .milliseconds(1))),
            capMs: Milliseconds(max(0, retry.cap / .milliseconds(1)))
        )
    }
}
