internal import Foundation
internal import Glibc
internal import LarderCache
internal import LarderFetch
internal import LarderImaging
internal import LarderThreading
internal import LarderTransport

/// A worker process's whole life: joins a coordinator, does jobs, ends in order.
public struct WorkerService: Sendable {
    /// What the command line says.
    public struct Options: Sendable {
        /// The coordinator's endpoint.
        public var endpoint: String
        /// The shared cache folder.
        public var cache: String
        /// For people.
        public var name: String
        /// Fetches under way at once.
        public var fetchSlots = 32
        /// The file of this worker's secret key; nil: the coordinator wants none.
        public var keyFile: String?
        /// The file of the coordinator's public key.
        public var serverKeyFile: String?
        /// Threads for render jobs.
        public var renderThreads = 1
        /// End when standard input closes: the coordinator that started this worker has gone.
        public var endsWithInput = false
        /// Jobs at which to misbehave.
        public var failpoints = Failpoints()

        /// Makes options with the defaults.
        public init(endpoint: String, cache: String, name: String) {
            self.endpoint = endpoint
            self.cache = cache
            self.name = name
        }
    }

    let options: Options

    /// Prepares a worker.
    public init(_ options: Options) { self.options = options }

    /// Works until the coordinator has no more work, refuses this worker, or a stop is asked for.
    ///
    /// - Parameter stopRequests: The first drains, the second ends at once.
    /// - Returns: The process's exit code, and what to tell people, if anything.
    public func run(stopRequests: AsyncStream<Void>) async throws -> (code: Int32, message: String?) {
        if options.endsWithInput { try Self.endWithInput() }
        try ImageDecoder.start()
        let cache = try await openCache()
        let fetcher = try await Fetcher.start(
            configuration: FetcherConfiguration(
                userAgent: "Larder/1",
                maxConnectionsPerHost: max(1, options.fetchSlots)
            )
        )
        let executor = try StageExecutor(
            cache: cache,
            fetcher: fetcher,
            renderThreads: options.renderThreads,
            failpoints: options.failpoints
        )
        var random = SystemRandomNumberGenerator()
        var configuration = WorkerCore.Configuration(
            name: options.name,
            incarnation: (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) },
            processID: UInt32(getpid()),
            host: ProcessInfo.processInfo.hostName,
            cacheID: cache.id,
            fetchSlots: options.fetchSlots,
            renderSlots: options.renderThreads
        )
        if options.endsWithInput { configuration.orphanExitMs = nil }
        let keys = try options.keyFile.map { try WorkerKeys(secretFile: $0, serverFile: options.serverKeyFile ?? "") }
        let link = try await WorkerLink.start(
            endpoint: options.endpoint,
            keys: keys,
            configuration: configuration,
            executor: executor,
            seed: random.next()
        )
        let stopping = Task {
            var requests = 0
            for await _ in stopRequests {
                requests += 1
                if requests == 1 { link.drain() } else { link.stop() }
            }
        }
        let exit = try await link.ended()
        stopping.cancel()
        await fetcher.stop()
        await executor.stop()
        switch exit {
        case .finished: return (exit.code, nil)
        case .refused(let reason): return (exit.code, "refused by the coordinator: \(reason)")
        case .orphaned: return (exit.code, "no coordinator at \(options.endpoint) for 10 minutes; ending.")
        }
    }

    /// Opens the coordinator's cache; waits for the coordinator to make it, as both may be started at once.
    ///
    /// A blob that a loss of power takes is missed by `verify` and by the next sync, which fetches it again; a killed process
    /// loses none.
    private func openCache() async throws -> DiskCache {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            do throws(CacheError) {
                return try DiskCache(folder: options.cache, durability: .process, mayCreate: false)
            } catch {
                let isYetToCome =
                    (try? FileManager.default.contentsOfDirectory(atPath: options.cache))?.isEmpty
                    ?? !FileManager.default.fileExists(atPath: options.cache)
                guard error.code == .notACache, isYetToCome, ContinuousClock.now < deadline else { throw error }
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    /// A thread that ends the process when standard input closes.
    ///
    /// A job that runs is done again elsewhere.
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
