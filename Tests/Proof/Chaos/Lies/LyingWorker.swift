internal import LarderCache
internal import LarderModel
internal import LarderProtocol
internal import LarderTestSupport
internal import LarderThreading
internal import LarderTransport
internal import LarderWorkerCore

/// A worker with keys of its own that lies; its link runs on a thread of this process.
package final class LyingWorker: Sendable {
    private let link: WorkerLink
    private let executor: LyingExecutor

    /// Joins; the connection may come up later.
    ///
    /// - Parameter keys: The folder that `coordinator keygen` made, with keys for a worker of this name.
    /// - Throws: What the key files, the cache folder or the kernel refuse.
    package init(_ lie: Lie, name: String, port: Int, keys: String, cache: String, seed: UInt64) async throws {
        var numbers = SeededGenerator(seed: seed)
        let configuration = WorkerCore.Configuration(
            Hello(
                workerID: name,
                incarnation: (0..<16).map { _ in UInt8(truncatingIfNeeded: numbers.next()) },
                host: "liar",
                processID: 1,
                cacheID: try DiskCache(folder: cache, mayCreate: false).id
            ),
            // The jobs that it keeps are few beside what there is to do.
            fetchSlots: 4,
            renderSlots: 2
        )
        executor = LyingExecutor(lie, numbers)
        link = try await WorkerLink.start(
            endpoint: "tcp://127.0.0.1:\(port)",
            keys: WorkerKeys(secretFile: "\(keys)/\(name).secret", serverFile: "\(keys)/server.public"),
            configuration: configuration,
            executor: executor,
            seed: seed
        )
    }

    /// Ends it without a BYE.
    ///
    /// - Returns: How many jobs it was given, and what ended it before.
    package func stop() async -> String {
        link.stop()
        let end: String
        do { end = "\(try await link.ended())" } catch { end = "\(error)" }
        return "a lying worker was given \(executor.jobs) jobs, and ended: \(end)"
    }
}

/// Ends each job as its lie says, at once.
private final class LyingExecutor: JobExecutor {
    private let lie: Lie
    private let state: Guarded<(numbers: SeededGenerator, jobs: Int)>

    init(_ lie: Lie, _ numbers: SeededGenerator) {
        self.lie = lie
        state = Guarded((numbers, 0))
    }

    var jobs: Int { state.withLock { $0.jobs } }

    func configure(_ sources: [SourceConfig]) {}

    func run(_ jobs: [AssignedJob], reporter: JobReporter) {
        let ended = state.withLock { state in
            state.jobs += jobs.count
            return jobs.compactMap { job in
                lie.end(&state.numbers).map { EndedJob(lease: job.lease, outcome: $0, microseconds: 60_000) }
            }
        }
        if !ended.isEmpty { reporter.report(ended) }
    }

    func cancel(_ leases: [JobLease]) {}
}
