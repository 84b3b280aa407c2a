internal import Foundation
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSampleSite
internal import LarderSourceAdapters
internal import LarderSourceDefinitions
internal import LarderThreading
internal import LarderTransport

/// One sync of some sources, from the options to the summary.
package struct SyncRun: Sendable {
    /// How long an orderly stop may take; the process ends within 25 s.
    static let drainLimit: Duration = .seconds(22)

    /// How often a run checks that its larder is in place.
    static let placeCheckInterval: Duration = .seconds(2)

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
        /// The catalog as it was opened.
        var file: FileIdentity

        /// Must not be stored or shown.
        var secrets: [String] { apiKeys.compactMap(\.self) + sentDefinitions.flatMap(\.secretHeaderValues) }

        /// Throws if the cache is unusable or was replaced: files may be missing then.
        func checkCacheIsInPlace() throws(CoordinatorError) {
            if let trouble = larder.cache.trouble(writing: 0) { throw CoordinatorError(cache: trouble) }
        }

        /// Throws if the catalog's path names no file or another one.
        func checkCatalogIsInPlace() throws(CoordinatorError) {
            let path = larder.catalogPath
            guard FileIdentity(of: path) != file else { return }
            throw CoordinatorError(
                .larderNotWritable,
                "\(path) was moved, removed or replaced while it was being filled. Put it back, or go on without it, "
                    + "and type the same command again: what is cached is only asked for changes."
            )
        }
    }

    package struct Outcome: Sendable {
        package var tally: Tally
        var firstCommit: Duration?
        /// When the next waiting job is due.
        var nextTry: Duration?
        /// Why work is left if the user stopped nothing.
        package var held: [String] = []
        var troubled: [String] = []
        /// The first failure's message, even if the job succeeded later.
        package var firstFailure: String?
        package var isStopAsked = false
    }

    /// Runs until everything is done or the user stops it.
    ///
    /// - Parameter stopRequests: The first request drains, the second stops at once.
    /// - Returns: The exit code: 0 all done, 1 finished with dead jobs, 2 stopped with work left.
    /// - Throws: Why the run could not begin or continue; nothing acknowledged is lost.
    package func run(stopRequests: AsyncStream<Void>) async throws -> Int32 {
        try await result(stopRequests: stopRequests).code
    }

    package func result(stopRequests: AsyncStream<Void>) async throws -> (code: Int32, outcome: Outcome) {
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
        async let _: Void = stops.relay(stopRequests)
        defer { stops.finish() }
        let lost = try await sweep(base) { stops.isAsked }
        return try await withSample(builtIn) { connectTo in
            let plan = try await begin(base, lost: lost)
            let reporter = ProgressReporter(mode: options.progress, console: options.console)
            var outcome = try await work(plan, base, connectTo: connectTo, reporter, stops.requests)
            outcome.isStopAsked = stops.isAsked
            try base.checkCatalogIsInPlace()
            if !outcome.held.isEmpty { outcome.held += try await reasonsOfWaits(plan, base) }
            let code = try await conclude(outcome, plan, base, reporter, elapsed: ContinuousClock.now - began)
            return (code, outcome)
        }
    }

    private func prepare() throws -> Base {
        if let fault = AddressSpaceLimit.fault { throw CoordinatorError(.badSetting, fault) }
        ProcessSignals.reportFileSizeLimit()
        let definitions = try self.definitions()
        let apiKeys = try definitions.map { try $0.apiKey(from: options.environment) }
        let sentDefinitions = try definitions.map { try $0.withHeaders(from: options.environment) }
        options.console.hide(apiKeys.compactMap(\.self) + sentDefinitions.flatMap(\.secretHeaderValues))
        let keys = try keysForListening()
        let workerProgram = options.workers > 0 ? try WorkerSupervisor.findProgram() : ""
        let larder = try LarderFolder(taking: options.into)
        _ = try? larder.cache.sweep(olderThan: .seconds(86_400))  // leftovers cost room, nothing else
        try? larder.cache.sweepEffects(olderThan: .seconds(86_400))
        try DescriptorLimit.ensure()
        return Base(
            definitions: definitions,
            apiKeys: apiKeys,
            sentDefinitions: sentDefinitions,
            kinds: options.only.map(SyncedSources.kinds(leadingTo:)),
            keys: keys,
            workerProgram: workerProgram,
            larder: larder,
            database: try LarderStore.open(larder.catalogPath),
            file: FileIdentity(of: larder.catalogPath)
        )
    }
}
