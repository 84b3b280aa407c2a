internal import Foundation
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
package import LarderModel
internal import LarderSampleSite
internal import LarderSourceAdapters
package import LarderSourceDefinitions
internal import LarderThreading
internal import LarderTransport
package import LarderWorkerCore
package import Logging

/// One sync of some sources, from the options to the summary.
package struct SyncRun: Sendable {
    /// How long an orderly stop may take; the process ends within 25 s.
    static let drainLimit: Duration = .seconds(22)

    /// How often a run checks that its larder is in place.
    static let placeCheckInterval: Duration = .seconds(2)

    /// The most threads that this process and each of its workers have at once, by a rough count.
    private static let ownThreads = 12
    private static let threadsOfWorker = 6

    let options: Options

    package init(_ options: Options) { self.options = options }

    /// What a run works with, checked before anything is started.
    struct Base: Sendable {
        var definitions: [SourceDefinition]
        var apiKeys: [String?]
        /// The definitions with the values of header fields, for workers.
        var sentDefinitions: [SourceDefinition]
        var kinds: Set<JobKind>?
        var keys: KeyFolder?
        var workerProgram: String
        var larder: LarderFolder
        var database: CatalogDatabase
        var file: FileIdentity

        var secrets: [String] { apiKeys.compactMap(\.self) + sentDefinitions.flatMap(\.secretHeaderValues) }

        /// Throws if the cache is unusable or was replaced: files may be missing then.
        func checkCacheIsInPlace() throws(CoordinatorError) {
            if let trouble = larder.cache.trouble(writing: 0) { throw CoordinatorError(cache: trouble) }
        }

        /// Throws if the catalog's path names no file or another one.
        func checkCatalogIsInPlace() throws(CoordinatorError) {
            let path = larder.catalogPath
            guard FileIdentity(of: path) != file else { return }
            let again = "type the same command again: what is cached is only asked for changes."
            guard FileManager.default.fileExists(atPath: path) else {
                throw CoordinatorError(
                    .larderNotWritable,
                    "\(path) was moved or removed while it was being filled. Put it back, or go on without it, and "
                        + again
                )
            }
            throw CoordinatorError(
                .larderNotWritable,
                "\(path) was replaced by another file while it was being filled. The files beside it belong to the "
                    + "earlier one, and would damage the new one: type rm -f \((path + "-wal").shellWord) "
                    + "\((path + "-shm").shellWord), then \(again)"
            )
        }
    }

    package struct Outcome: Sendable {
        package var tally = Tally()
        var firstItem: Duration?
        var nextTry: Duration?
        /// Why work is left if the user stopped nothing.
        package var held: [String] = []
        /// Workers that could not work at some time, with hosts and reasons.
        var troubled: [String] = []
        /// The first failure's message, even if the job succeeded later.
        package var firstFailure: String?
        package var isStopAsked = false
    }

    /// Runs until everything is done or the user stops it.
    ///
    /// - Parameter stopRequests: The first request drains, the second stops at once.
    /// - Returns: The exit code (0 all done, 1 finished with dead jobs or broken lists, 2 stopped with work left or no
    ///   summary written, 3 finished with less than expected) and what was done.
    /// - Throws: Why the run could not begin or continue; nothing acknowledged is lost.
    package func run(stopRequests: AsyncStream<Void>) async throws -> (code: Int32, outcome: Outcome) {
        do {
            return try await perform(stopRequests)
        } catch {
            throw explained(error, larder: LarderFolder.absolute(options.into))
        }
    }

    private func perform(_ stopRequests: AsyncStream<Void>) async throws -> (code: Int32, outcome: Outcome) {
        let began = ContinuousClock.now
        let base = try prepare()
        let stops = StopRelay()
        let requests = stops.next()
        async let _: Void = stops.relay(stopRequests)
        defer { stops.finish() }
        let lost = try await sweep(base) { stops.isAsked }
        try await indexItems(in: base.database)
        let runReporter = RunReporter(larder: base.larder.path, sources: base.definitions.map(\.name))
        var exitCode: Int32 = 2
        defer { runReporter.end(exitCode) }
        let ended = try await withSample(base.definitions.contains(where: SourceRegistry.isSample)) { connectTo in
            let reporter = ProgressReporter(mode: options.progress, console: options.console)
            var (plan, outcome) = try await listening(base) { broker, endpoint, epoch in
                let plan = try await begin(base, lost: lost, epoch: epoch)
                return (
                    plan,
                    try await work(
                        plan,
                        base,
                        (broker, endpoint),
                        connectTo: connectTo,
                        (reporter, runReporter),
                        requests
                    )
                )
            }
            outcome.isStopAsked = stops.isAsked
            try base.checkCatalogIsInPlace()
            if !outcome.held.isEmpty, !stops.isAsked, try await giveUpPictures(plan, in: base.database) {
                outcome.held = []
            }
            if !outcome.held.isEmpty { outcome.held += try await reasonsOfWaits(plan, base) }
            return (try await conclude(outcome, plan, base, reporter, began: began), outcome)
        }
        exitCode = ended.0
        return ended
    }

    private func prepare() throws -> Base {
        if let fault = AddressSpaceLimit.fault { throw CoordinatorError(.badSetting, fault) }
        let threads = Self.ownThreads + options.workers * Self.threadsOfWorker
        if let fault = ThreadLimit.fault(needing: threads, ", or take fewer workers with --workers") {
            throw CoordinatorError(.badSetting, fault)
        }
        guard UnixTime.nowMs > 0 else {
            throw CoordinatorError(
                .badSetting,
                "This machine's clock says that it is before 1970, and times in a larder begin there. Set the clock, "
                    + "as with `date -s`, or start its time service."
            )
        }
        try ProcessLimits.raiseOpenFiles()
        ProcessSignals.reportFileSizeLimit()
        ProcessSignals.reportClosedPipes()
        let definitions = try self.definitions()
        if options.workers > 0, definitions.contains(where: { $0.identity.proxy == nil }),
            let fault = ProxyEnvironment(options.environment).fault
        {
            throw CoordinatorError(.badSetting, fault)
        }
        let apiKeys = try definitions.map { try $0.apiKey(from: options.environment) }
        let sentDefinitions = try definitions.map { try $0.withHeaders(from: options.environment) }
        options.console.hide(apiKeys.compactMap(\.self) + sentDefinitions.flatMap(\.secretHeaderValues))
        let keys = try keysForListening()
        let workerProgram = options.workers > 0 ? try WorkerSupervisor.findProgram() : ""
        let larder = try LarderFolder(taking: options.into)
        // Whoever can write into the folders of keys can let in workers, which are given the sources' API keys.
        for folder in [larder.path] + (keys.map { [$0.path, $0.path + "/workers"] } ?? []) {
            guard let others = LarderFolder.otherWriters(into: folder) else { continue }
            let way = "chmod \(others.letter)-w \(folder.shellWord)"
            options.logger.warning("\(others.name) may write into \(folder). Unless that is meant, type: \(way)")
        }
        _ = try? larder.cache.sweep(olderThan: .seconds(86_400))  // leftovers cost room, nothing else
        try? larder.cache.sweepEffects(olderThan: .seconds(86_400))
        let wait = CatalogDatabase.LockWait(seconds: options.waitLock) { [options] in
            options.logger.warning("\(LarderStore.waitingText(options.waitLock)) (--wait-lock).")
        }
        return Base(
            definitions: definitions,
            apiKeys: apiKeys,
            sentDefinitions: sentDefinitions,
            kinds: options.only.map(SyncedSources.kinds(leadingTo:)),
            keys: keys,
            workerProgram: workerProgram,
            larder: larder,
            database: try LarderStore.open(larder.catalogPath, wait: wait),
            file: FileIdentity(of: larder.catalogPath)
        )
    }

    /// Runs `body`, beside the built-in sample site if that is wanted.
    func withSample<Result: Sendable>(
        _ isWanted: Bool,
        _ body: @escaping @Sendable (_ connectTo: String?) async throws -> Result
    ) async throws -> Result {
        guard isWanted else { return try await body(nil) }
        var configuration = SampleSite.Configuration.standard
        configuration.recipes = options.sampleRecipes
        configuration.articles = options.sampleArticles
        configuration.publicURL = SourceRegistry.sampleBase
        let site = SampleSite(configuration: configuration)
        let (ports, announce) = AsyncStream<Int>.makeStream()
        return try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask {
                try await site.run { announce.yield($0) }
                announce.finish()
                return nil
            }
            group.addTask {
                guard let port = await ports.first(where: { _ in true }) else {
                    throw CoordinatorError(.internal, "The built-in sample site ended before it began to listen")
                }
                return try await body("127.0.0.1:\(port)")
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CoordinatorError(.internal, "The built-in sample site ended early")
        }
    }

    package struct Options: Sendable {
        /// Sources by name or path; empty: the built-in sample.
        package var sources: [String] = []
        /// The source of a single page, in place of ``sources``.
        package var page: SourceDefinition?
        package var into = "./larder"
        /// Local worker processes; 0: only remote workers.
        package var workers = defaultWorkers
        package var renderThreads = defaultRenderThreads

        /// The kinds of jobs that a sync may end after, in the order of their turns.
        package static let kinds: [JobKind] = [.discover, .search, .detail, .text, .imageDownload, .imageDecode]

        /// Local workers share this machine; a worker started by hand uses a thread per core.
        package static let defaultRenderThreads = 1

        package static let defaultWorkers = 8
        package static let defaultSampleRecipes = SampleSite.Configuration.standard.recipes
        package static let defaultSampleArticles = SampleSite.Configuration.standard.articles

        package var listen: String?
        /// The folder of keys; nil: `keys` in the larder.
        package var keys: String?
        package var insecure = false
        /// Another name for the only source.
        package var rename: String?
        /// Command names for "did you mean".
        package var commands: [String] = []
        /// Items of each query; of a website in all.
        package var limit: Int?
        package var only: JobKind?
        /// Takes only a part of the sources, without a summary.
        package var scope: SyncScope?
        /// The larder whose `sources` folder is searched; nil: ``into``.
        package var sourcesOf: String?
        package var refresh = false
        /// Items go and texts change however many do so at once.
        package var acceptsChanges = false
        /// A source that brings nothing is no reason for an exit code of its own.
        package var allowsEmpty = false
        package var quickCheck = false
        /// A large larder is checked as a whole too.
        package var checksAll = false
        /// Takes a lower priority once another process serves the larder's pages.
        package var givesWay = true
        /// Waits for quotas and robots.txt instead of ending with work left.
        package var waits = false
        /// Seconds for which a lock of another program on the catalog is waited for.
        package var waitLock = 60
        package var progress = ProgressMode.auto
        package var sampleRecipes = defaultSampleRecipes
        package var sampleArticles = defaultSampleArticles
        package var limits = WorkerLimits()
        /// How long a local worker may be silent before it is killed.
        package var workerSilence: Duration = .seconds(60)
        /// The command line, repeated where work is left.
        package var typed = ["coordinator"]
        package var environment: [String: String] = [:]
        package var logger: Logger
        package var workerLogging: [String] = []
        /// Shows progress; ``logger`` must write to it too.
        package var console: Console

        package init(logger: Logger, console: Console) {
            self.logger = logger
            self.console = console
        }
    }
}
