internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderProtocol
internal import LarderTransport

/// Measures dispatch: N durable jobs that do nothing, through real workers, real sockets and the real database.
public struct BenchDispatch: Sendable {
    /// Local worker processes.
    public var workers: Int
    /// Jobs.
    public var jobs: Int
    /// Where the database goes; a temporary folder when nil.
    public var folder: String?

    /// Makes a measurement.
    public init(workers: Int, jobs: Int, folder: String?) {
        self.workers = workers
        self.jobs = jobs
        self.folder = folder
    }

    /// What was measured.
    public struct Figures: Sendable {
        /// Time to put the jobs into the table, durably.
        public var enqueue: Duration
        /// From the first assignment to the last commit.
        public var dispatch: Duration
        /// Jobs done and committed.
        public var done: Int
        /// For people and programs; the last line is the rate.
        public var text: String {
            """
            enqueued \(done.grouped) jobs in \(enqueue.spoken)
            dispatched and committed \(done.grouped) jobs in \(dispatch.spoken)
            \(Int(jobsPerSecond)) jobs/s
            """
        }
        /// Jobs a second from the first assignment to the last commit.
        public var jobsPerSecond: Double { Double(done) / max(1e-9, dispatch / .seconds(1)) }
    }

    /// Runs it.
    public func run() async throws -> Figures {
        let path = folder ?? FileManager.default.temporaryDirectory.path + "/larder-bench-\(UUID().uuidString)"
        defer {
            // A folder of our own making; leftovers do no harm.
            if folder == nil { try? FileManager.default.removeItem(atPath: path) }
        }
        let larder = try LarderFolder(taking: path)
        let database = try LarderStore.open(larder.catalogPath)
        let clock = ContinuousClock()
        let began = clock.now
        let (epoch, work) = try await enqueue(in: database)
        let enqueued = clock.now
        let endpoint = try PrivateEndpoint(larder: path)
        let broker = try await Broker.start(.init(localEndpoints: [endpoint.endpoint], epoch: epoch))
        let core = JobLedger(
            configuration: .init(epoch: epoch, cacheID: larder.cache.id),
            seed: epoch
        )
        let committer = Committer(database: database, cache: nil, sources: SyncedSources())
        let (hearing, isOver) = (WorkerHearing(), Flag())
        let dispatcher = Dispatcher(
            core: core,
            broker: broker,
            committer: committer,
            database: database,
            configs: [],
            sources: nil,
            hearing: hearing,
            onEnd: { isOver.set() }
        )
        let supervisor = WorkerSupervisor(
            configuration: .init(
                program: try WorkerSupervisor.findProgram(),
                count: workers,
                endpoint: endpoint.endpoint,
                cachePath: larder.cachePath,
                renderThreads: 1,
                blackBoxes: endpoint.folder
            ),
            isDraining: { isOver.isSet },
            quickDeaths: SharedCount(),
            hearing: hearing,
            report: { _, _ in }
        )
        let supervising = Task { try await supervisor.run() }
        let done: Int
        let dispatched: Duration
        do {
            _ = try await dispatcher.run(work: work)
            done = await dispatcher.tally.done
            dispatched = clock.now - (await dispatcher.firstAssign ?? enqueued)
        } catch {
            supervising.cancel()
            await broker.stop()
            throw error
        }
        await broker.stop()
        supervising.cancel()
        _ = await supervising.result
        try database.close()
        withExtendedLifetime((larder, endpoint)) {}
        return Figures(enqueue: enqueued - began, dispatch: dispatched, done: done)
    }

    private func enqueue(in database: CatalogDatabase) async throws -> (UInt64, [AddedJobs]) {
        let epoch = try await database.write { db in
            try db.execute(sql: "DELETE FROM job")
            return try LedgerStore(db).beginEpoch()
        }
        var next = 0
        while next < jobs {
            let range = next..<min(jobs, next + 50_000)
            try await database.write { db in
                let ledger = LedgerStore(db)
                let lane = try ledger.lane("noop", .fetch, concurrency: 1_000_000_000, delayMs: 0)
                for number in range {
                    _ = try ledger.add(kind: .noop, key: "bench:\(number)", source: 0, lane: lane.id, spec: [])
                }
            }
            next = range.upperBound
        }
        return (epoch, try await database.pool.read { try LedgerStore($0).openWork() })
    }
}
