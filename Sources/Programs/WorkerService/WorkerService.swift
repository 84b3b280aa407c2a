internal import Foundation
internal import Glibc
internal import LarderCache
internal import LarderFetch
internal import LarderImaging
internal import LarderProtocol
internal import LarderSourceDefinitions
internal import LarderThreading
internal import LarderTransport
internal import LarderWorkerCore
internal import Logging

/// A worker process's whole life: joins a coordinator, does jobs, ends in order.
package struct WorkerService: Sendable {
    private static let cacheLimit: Duration = .seconds(30)
    /// How often a wait looks for its end.
    private static let step: Duration = .milliseconds(200)
    /// The pauses before another try where a worker stays.
    private static let minPause: Duration = .seconds(1)
    private static let maxPause: Duration = .seconds(60)

    private let options: Options
    private let makeTransport: @Sendable (_ isNext: Bool) throws -> any WorkerTransport

    package init(_ options: Options) {
        self.options = options
        makeTransport = { try SocketTransport(options, isNext: $0) }
    }

    init(_ options: Options, transport: any WorkerTransport) {
        self.options = options
        makeTransport = { _ in transport }
    }

    /// Works until a stop is asked for, and where ``Options/stays`` is false at most until the coordinator has no more
    /// work or refuses this worker.
    ///
    /// - Parameter stopRequests: The first drains, the second ends at once.
    /// - Returns: How it ended. Where that asks for a fresh process, jobs may still be running in this one.
    /// - Throws: Where ``Options/stays`` is false: `KeyError` for keys, `CacheError` for a cache that cannot be used.
    package func run(stopRequests: AsyncStream<Void>) async throws -> End {
        if options.endsWithInput { try Self.endWithInput() }
        try ImageDecoder.start()
        let stop = StopHandling()
        return try await withThrowingTaskGroup(of: End?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                await StopSequence.run(stopRequests, limit: StopHandling.drainLimit, clock: options.clock) {
                    stop.ask($0)
                }
                return nil
            }
            group.addTask {
                if options.stays { return try await stay(stop) }
                return try await work(stop).map { Self.end($0, options) } ?? End(code: 0)
            }
            // The stop sequence ends with nil, the work with how it ended.
            return try await group.first { $0 != nil }.flatMap(\.self) ?? End(code: 0)
        }
    }

    /// Works for one coordinator after another, until a stop is asked for or another process has to go on.
    private func stay(_ stop: StopHandling) async throws -> End {
        var told: String?
        var isNext = false
        var pause = Self.minPause
        while true {
            let reason: String
            do {
                guard let exit = try await work(stop, isNext: isNext) else { return End(code: 0) }
                guard !stop.isAsked, let waits = Self.wait(after: exit, options) else { return Self.end(exit, options) }
                isNext = exit == .finished
                if isNext { (told, pause) = (nil, Self.minPause) }
                reason = waits
            } catch let error as KeyError {
                reason = "This worker cannot begin, and tries again until it can: \(error)"
            } catch let error as CacheError {
                reason = "This worker cannot begin, and tries again until it can: \(error)"
            }
            if told != reason { options.logger.notice("\(reason)") }
            told = reason
            let waited = Stopwatch(options.clock)
            while waited.elapsed < pause {
                guard !stop.isAsked else { return End(code: 0) }
                try await options.clock.sleep(for: Self.step)
            }
            pause = min(Self.maxPause, pause * 2)
        }
    }

    /// Works for one coordinator.
    ///
    /// - Returns: Nil when a stop was asked for before there was a cache.
    private func work(_ stop: StopHandling, isNext: Bool = false) async throws -> WorkerExit? {
        let transport = try makeTransport(isNext)
        let scratch = options.sharesCache ? nil : try ScratchFolder(in: options.scratch)
        defer { scratch?.remove() }
        let shared = scratch == nil ? try await openCache(unless: stop) : nil
        guard let cache = scratch?.cache ?? shared else { return nil }
        let fetcher = try await Fetcher.start(
            configuration: FetcherConfiguration(
                userAgent: SourceDefinition.CrawlIdentity.program,
                maxConnectionsPerHost: max(1, options.fetchSlots),
                maxTransfers: max(256, options.fetchSlots),
                proxies: options.proxies
            )
        )
        let executor = try StageExecutor(
            cache: cache,
            remote: scratch.map(RemoteCache.init),
            fetcher: fetcher,
            secrets: options.proxies.secrets,
            fetchSlots: options.fetchSlots,
            renderThreads: options.renderThreads,
            failpoints: options.failpoints,
            // Without one the worker works all the same; what it said last is then all that is known of its end.
            flightRecorder: options.flightRecorder.flatMap(FlightRecorder.init(path:))
        )
        let lastResort = LastResort(options)
        let exit: Result<WorkerExit, any Error>
        do {
            var configuration = configuration(cacheID: shared?.id ?? "")
            configuration.trouble = executor.trouble
            let link = try await transport.connect(configuration, executor: executor, onExit: lastResort.begin)
            stop.attach(link)
            exit = .success(try await link.ended())
        } catch {
            exit = .failure(error)
        }
        await fetcher.stop()
        await executor.stop()
        lastResort.cancel()
        return try exit.get()
    }

    private func configuration(cacheID: String) -> WorkerCore.Configuration {
        var random = SystemRandomNumberGenerator()
        var configuration = WorkerCore.Configuration(
            Hello(
                workerID: options.name,
                incarnation: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) },
                build: "larder/1",
                host: ProcessInfo.processInfo.hostName,
                processID: UInt32(getpid()),
                cacheID: cacheID
            ),
            fetchSlots: options.fetchSlots,
            renderSlots: options.renderThreads
        )
        if options.endsWithInput || options.stays { configuration.orphanExitMs = nil }
        configuration.limits = options.limits.spread { Double.random(in: -1...1, using: &random) }
        if options.limits.memoryLimitBytes == nil {
            let share = UInt64(Double(ProcessMemory.limitBytes()) * WorkerLimits.memoryShare)
            configuration.limits.memoryLimitBytes = max(WorkerLimits.minMemoryBytes, share)
        }
        configuration.limits.endsAboveLimit = !options.endsWithInput
        return configuration
    }

    /// Opens the coordinator's cache; waits until the coordinator has made it, as both may be started at once.
    ///
    /// A killed process loses no blob. The next sync fetches a blob that a loss of power took.
    ///
    /// - Returns: Nil when a stop was asked for.
    private func openCache(unless stop: StopHandling) async throws -> DiskCache? {
        var hasLogged = false
        let waited = Stopwatch(options.clock)
        while true {
            do throws(CacheError) {
                let folder = URL(fileURLWithPath: options.cache).resolvingSymlinksInPath().path
                return try DiskCache(folder: folder, durability: .process, mayCreate: false)
            } catch {
                let isYetToCome =
                    (try? FileManager.default.contentsOfDirectory(atPath: options.cache))?.isEmpty
                    ?? !FileManager.default.fileExists(atPath: options.cache)
                guard error.code == .notACache, isYetToCome, options.stays || waited.elapsed < Self.cacheLimit
                else { throw error }
                guard !stop.isAsked else { return nil }
                if !hasLogged {
                    let limit = options.stays ? "" : " 30 s"
                    options.logger.notice(
                        "\(options.cache) is no larder's cache yet; waiting\(limit) for its coordinator to make it."
                    )
                }
                hasLogged = true
            }
            try await options.clock.sleep(for: Self.step)
        }
    }

    /// A thread that ends the process when standard input closes; a job that runs is done again elsewhere.
    private static func endWithInput() throws {
        let thread = try OwnerThread(name: "parent-watch") {
            var byte: UInt8 = 0
            while true {
                let count = unsafe read(STDIN_FILENO, &byte, 1)
                if count == 0 || (count < 0 && errno != EINTR) { _exit(0) }
            }
        }
        // It lives as long as the process.
        _ = unsafe Unmanaged.passRetained(thread)
    }
}
