internal import Foundation
internal import Glibc
internal import LarderCache
internal import LarderFetch
internal import LarderImaging
internal import LarderThreading
public import LarderTransport

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
        /// Told what a person should know while the worker runs, one sentence at a time.
        public var warn: @Sendable (String) -> Void = { _ in }
        /// Ends the process, or puts a fresh one in its place; called on any thread when ``WorkerService/run(stopRequests:)`` does not
        /// return in time.
        public var leave: @Sendable (End) -> Void = { _ in }
        /// End when standard input closes: the coordinator that started this worker has gone.
        public var endsWithInput = false
        /// When to take less work, to be replaced, or to give up a job; without a limit of memory it is
        /// ``defaultMemoryShare`` of what this process may have.
        public var limits = WorkerLimits()
        /// Where to note what each job does, for the coordinator that started this worker.
        public var flightRecorder: String?
        /// Jobs at which to misbehave.
        public var failpoints = Failpoints()

        /// Makes options with the defaults.
        public init(endpoint: String, cache: String, name: String) {
            self.endpoint = endpoint
            self.cache = cache
            self.name = name
        }
    }

    /// The share of the machine's or the container's memory that a worker on its own may take.
    public static let defaultMemoryShare = 0.8
    private static let lastResortAfterMicroseconds: UInt32 = 2_000_000

    let options: Options

    /// Prepares a worker.
    public init(_ options: Options) { self.options = options }

    /// Works until the coordinator has no more work, refuses this worker, or a stop is asked for.
    ///
    /// - Parameter stopRequests: The first drains, the second ends at once.
    /// - Returns: How it ended. Where that asks for a fresh process, jobs may still be running in this one.
    public func run(stopRequests: AsyncStream<Void>) async throws -> End {
        if options.endsWithInput { try Self.endWithInput() }
        let stop = StopHandling()
        let listening = Task { for await _ in stopRequests { stop.ask() } }
        defer {
            listening.cancel()
            stop.finish()
        }
        try ImageDecoder.start()
        let keys = try options.keyFile.map { try WorkerKeys(secretFile: $0, serverFile: options.serverKeyFile ?? "") }
        guard let cache = try await openCache(unless: stop) else { return End(code: 0) }
        let fetcher = try await Fetcher.start(
            configuration: FetcherConfiguration(
                userAgent: "Larder/1",
                maxConnectionsPerHost: max(1, options.fetchSlots),
                maxTransfers: max(256, options.fetchSlots)
            )
        )
        let executor = try StageExecutor(
            cache: cache,
            fetcher: fetcher,
            renderThreads: options.renderThreads,
            failpoints: options.failpoints,
            // Without one the worker works all the same; what it said last is then all that is known of its end.
            flightRecorder: options.flightRecorder.flatMap(FlightRecorder.init(path:))
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
        configuration.limits = options.limits.spread { Double.random(in: -1...1, using: &random) }
        if options.limits.memoryLimitBytes == nil {
            configuration.limits.memoryLimitBytes = max(
                WorkerLimits.minMemoryBytes,
                UInt64(Double(ProcessMemory.limitBytes()) * Self.defaultMemoryShare)
            )
        }
        configuration.limits.endsAboveLimit = !options.endsWithInput
        let link = try await WorkerLink.start(
            endpoint: options.endpoint,
            keys: keys,
            configuration: configuration,
            executor: executor,
            seed: random.next(),
            onTrouble: { [options] in
                if let advice = Self.advice($0, options, keys) { options.warn(advice) }
            },
            onExit: { [options] in Self.insist(on: Self.end($0, options), options.leave) }
        )
        stop.attach(link)
        let exit = try await link.ended()
        await fetcher.stop()
        await executor.stop()
        return Self.end(exit, options)
    }

    private static func end(_ exit: WorkerExit, _ options: Options) -> End {
        switch exit {
        case .finished: return End(code: exit.code)
        case .refused(let reason): return End(code: exit.code, message: "refused by the coordinator: \(reason)")
        case .recycled(let reason), .stalled(let reason):
            return End(code: exit.code, message: reason, wantsFresh: true)
        case .outOfMemory(let reason, let hasWorked):
            let message = hasWorked ? reason : "\(reason) before the first job; give it more with --memory."
            return End(code: exit.code, message: message, wantsFresh: hasWorked)
        case .orphaned:
            return End(code: exit.code, message: "no coordinator at \(options.endpoint) for 10 minutes; ending.")
        }
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

    /// What to tell people about trouble with the link, if anything.
    private static func advice(_ trouble: LinkTrouble, _ options: Options, _ keys: WorkerKeys?) -> String? {
        switch trouble {
        case .handshake(let failure): advice(failure, options, keys)
        // A worker that a coordinator started ends with it.
        case .silence where options.endsWithInput: nil
        case .silence:
            "No word from a coordinator at \(options.endpoint) for 10 s; trying on for 10 minutes. Is it running, with --listen?"
        }
    }

    private static func advice(_ failure: HandshakeFailure, _ options: Options, _ keys: WorkerKeys?) -> String {
        let place = "The coordinator at \(options.endpoint)"
        let make = "`coordinator keygen --worker NAME`"
        switch (failure, keys) {
        case (.keyRefused, let keys?):
            return
                "\(place) does not let this worker in: its key is not on the list. Type there: coordinator keygen --allow "
                + "'NAME=\(keys.publicText)'. This worker tries again every minute."
        case (.keysMissing, nil), (.keyRefused, nil):
            return
                "\(place) wants keys. \(make) makes them there; give this worker --key NAME.secret and --server-key server.public."
        case (.keysMissing, _?):
            return
                "\(place) uses no keys, and this worker does. Start it with its keys, or this worker without --key and --server-key."
        case (.notZeroMQ, _): return "What listens at \(options.endpoint) is no coordinator. Check --connect."
        case (.wrongServerKey, _), (.brokenOff, _):
            return keys == nil
                ? "\(place) broke off the handshake; trying again."
                : "\(place) broke off the handshake; trying again. Should this go on, \(options.serverKeyFile ?? "the server key") is "
                    + "another coordinator's: copy this one's server.public again."
        }
    }

    /// How a worker's work ended.
    public struct End: Sendable {
        /// The process's exit code.
        public var code: Int32
        /// What to tell people, if anything.
        public var message: String?
        /// Whether a fresh process is to go on.
        public var wantsFresh = false
    }

    /// Opens the coordinator's cache; waits for the coordinator to make it, as both may be started at once.
    ///
    /// A blob that a loss of power takes is missed by `verify` and by the next sync, which fetches it again; a killed process
    /// loses none.
    ///
    /// - Returns: Nil when a stop was asked for meanwhile.
    private func openCache(unless stop: StopHandling) async throws -> DiskCache? {
        var isTold = false
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            do throws(CacheError) {
                return try DiskCache(folder: options.cache, durability: .process, mayCreate: false)
            } catch {
                let isYetToCome =
                    (try? FileManager.default.contentsOfDirectory(atPath: options.cache))?.isEmpty
                    ?? !FileManager.default.fileExists(atPath: options.cache)
                guard error.code == .notACache, isYetToCome, ContinuousClock.now < deadline else { throw error }
                guard !stop.isAsked else { return nil }
                if !isTold {
                    isTold = true
                    options.warn(
                        "\(options.cache) is no larder's cache yet; waiting 30 s for its coordinator to make it."
                    )
                }
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
