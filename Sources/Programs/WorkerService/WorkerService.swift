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
    private static let lastResortAfterMicroseconds: UInt32 = 2_000_000
    private static let cacheLimit: Duration = .seconds(30)

    private let options: Options
    private let transport: any WorkerTransport

    /// - Throws: `KeyError` for keys that cannot be read.
    package init(_ options: Options) throws { self.init(options, transport: try SocketTransport(options)) }

    init(_ options: Options, transport: any WorkerTransport) {
        self.options = options
        self.transport = transport
    }

    /// Works until the coordinator has no more work, refuses this worker, or a stop is asked for.
    ///
    /// - Parameter stopRequests: The first drains, the second ends at once.
    /// - Returns: How it ended. Where that asks for a fresh process, jobs may still be running in this one.
    package func run(stopRequests: AsyncStream<Void>) async throws -> End {
        if options.endsWithInput { try Self.endWithInput() }
        let stop = StopHandling()
        return try await withThrowingTaskGroup(of: End?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                await StopSequence.run(stopRequests, limit: StopHandling.drainLimit, clock: options.clock) {
                    stop.ask($0)
                }
                return nil
            }
            group.addTask { try await work(stop) }
            // The stop sequence ends with nil, the work with how it ended.
            return try await group.first { $0 != nil }.flatMap(\.self) ?? End(code: 0)
        }
    }

    private func work(_ stop: StopHandling) async throws -> End {
        try ImageDecoder.start()
        guard let cache = try await openCache(unless: stop) else { return End(code: 0) }
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
            fetcher: fetcher,
            secrets: options.proxies.secrets,
            fetchSlots: options.fetchSlots,
            renderThreads: options.renderThreads,
            failpoints: options.failpoints,
            // Without one the worker works all the same; what it said last is then all that is known of its end.
            flightRecorder: options.flightRecorder.flatMap(FlightRecorder.init(path:))
        )
        let end: Result<End, any Error>
        do {
            let link = try await transport.connect(configuration(cacheID: cache.id), executor: executor) { [options] in
                Self.insist(on: Self.end($0, options), options.leave)
            }
            stop.attach(link)
            end = .success(Self.end(try await link.ended(), options))
        } catch {
            end = .failure(error)
        }
        await fetcher.stop()
        await executor.stop()
        return try end.get()
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
        if options.endsWithInput { configuration.orphanExitMs = nil }
        configuration.limits = options.limits.spread { Double.random(in: -1...1, using: &random) }
        if options.limits.memoryLimitBytes == nil {
            let share = UInt64(Double(ProcessMemory.limitBytes()) * WorkerLimits.memoryShare)
            configuration.limits.memoryLimitBytes = max(WorkerLimits.minMemoryBytes, share)
        }
        configuration.limits.endsAboveLimit = !options.endsWithInput
        return configuration
    }

    /// Ends the process though what hangs may hold every thread that ``run(stopRequests:)`` needs to return.
    private static func insist(on end: End, _ leave: @escaping @Sendable (End) -> Void) {
        let thread = try? OwnerThread(name: "last-resort") {
            usleep(lastResortAfterMicroseconds)
            leave(end)
        }
        // It lives as long as the process.
        if let thread { _ = unsafe Unmanaged.passRetained(thread) }
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
                guard error.code == .notACache, isYetToCome, waited.elapsed < Self.cacheLimit else { throw error }
                guard !stop.isAsked else { return nil }
                if !hasLogged {
                    let message = "is no larder's cache yet; waiting 30 s for its coordinator to make it."
                    options.logger.notice("\(options.cache) \(message)")
                }
                hasLogged = true
            }
            try await options.clock.sleep(for: .milliseconds(200))
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
