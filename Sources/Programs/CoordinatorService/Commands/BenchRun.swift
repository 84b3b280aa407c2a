internal import Foundation
internal import GRDB
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderProtocol
internal import LarderTransport

/// One part of a measurement of dispatch: its jobs, its sockets and its workers.
struct BenchRun: Sendable {
    /// How workers are reached.
    enum Link: Sendable {
        case ipc
        case curve(KeyFolder)
    }

    static let keyName = "bench"
    /// Time for workers to join before the first job of an offer is due, in milliseconds.
    private static let headStart: Int64 = 1000

    let workers: Int
    let hosts: Int
    let larder: LarderFolder
    let database: CatalogDatabase

    /// - Parameter jobsPerSecond: Offers the jobs at this rate and measures how soon they start; nil: all at once.
    func run(_ jobs: Int, over link: Link, jobsPerSecond: Double? = nil) async throws -> BenchDispatch.Part {
        let clock = ContinuousClock()
        let began = clock.now
        let (epoch, work) = try await enqueue(jobs, jobsPerSecond: jobsPerSecond)
        let enqueued = clock.now
        let endpoint = try PrivateEndpoint(larder: larder.path)
        let broker = try await Broker.start(Self.configuration(link, endpoint: endpoint.endpoint, epoch: epoch))
        let (liveness, isOver) = (WorkerLiveness(), Flag())
        let dispatcher = Dispatcher(
            core: JobLedger(configuration: .init(epoch: epoch, cacheID: larder.cache.id), seed: epoch),
            broker: broker,
            committer: Committer(database: database, cache: nil, sources: SyncedSources()),
            database: database,
            configs: [],
            sources: nil,
            liveness: liveness,
            measuresStarts: jobsPerSecond != nil,
            onEnd: { isOver.set() }
        )
        let supervisor = WorkerSupervisor(
            configuration: .init(
                program: try WorkerSupervisor.findProgram(),
                count: workers,
                endpoint: broker.boundEndpoints.last ?? endpoint.endpoint,
                cachePath: larder.cachePath,
                renderThreads: 1,
                flightRecorders: endpoint.folder,
                maxSilence: .seconds(86_400),
                further: Self.words(for: link)
            ),
            isDraining: { isOver.isSet },
            quickDeaths: SharedCount(),
            liveness: liveness,
            report: { _, _ in }
        )
        let supervising = Task {
            do { try await supervisor.run() } catch {
                if !Task.isCancelled { dispatcher.post(.failed(error)) }
            }
        }
        do {
            _ = try await dispatcher.run(work: work)
        } catch {
            supervising.cancel()
            await broker.stop()
            throw error
        }
        let dispatched = clock.now - (await dispatcher.firstAssign ?? enqueued)
        await broker.stop()
        supervising.cancel()
        await supervising.value
        withExtendedLifetime(endpoint) {}
        return BenchDispatch.Part(
            jobs: jobs,
            done: await dispatcher.tally.done,
            enqueue: enqueued - began,
            dispatch: dispatched,
            startsWithin: await dispatcher.starts?.quantiles([0.5, 0.99]) ?? []
        )
    }

    private static func configuration(_ link: Link, endpoint: String, epoch: UInt64) -> Broker.Configuration {
        switch link {
        case .ipc: .init(localEndpoints: [endpoint], epoch: epoch)
        case .curve(let keys):
            .init(localEndpoints: [], remoteEndpoints: ["tcp://127.0.0.1:*"], keys: keys, epoch: epoch)
        }
    }

    private static func words(for link: Link) -> [String] {
        guard case .curve(let keys) = link else { return [] }
        return ["--key", keys.path + "/\(keyName).secret", "--server-key", keys.path + "/server.public"]
    }

    private func enqueue(_ jobs: Int, jobsPerSecond: Double?) async throws -> (UInt64, [AddedJobs]) {
        let hosts = hosts
        let (epoch, lanes) = try await database.write { db in
            let others = try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM job WHERE kind <> ?",
                arguments: [JobKind.noop.rawValue]
            )
            guard others == 0 else {
                throw CoordinatorError(
                    .badSetting,
                    "This larder holds jobs of its own, which a bench would clear away. Give --into a new folder, or leave it out."
                )
            }
            try db.execute(sql: "DELETE FROM job")
            let ledger = LedgerStore(db)
            let lanes = try (0..<hosts).map { try ledger.lane("noop-\($0)", .fetch) }
            return (try ledger.beginEpoch(), lanes)
        }
        var next = 0
        while next < jobs {
            let range = next..<min(jobs, next + 50_000)
            try await database.write { db in
                let ledger = LedgerStore(db)
                for number in range {
                    let lane = lanes[number % lanes.count]
                    _ = try ledger.add(kind: .noop, key: "bench:\(number)", source: 0, lane: lane, spec: [])
                }
            }
            next = range.upperBound
        }
        if let jobsPerSecond {
            let due = LarderStore.unixMilliseconds + Self.headStart
            try await database.write { db in
                try db.execute(
                    sql: "UPDATE job SET notBefore = ? + CAST((id - (SELECT min(id) FROM job)) * 1000 / ? AS INTEGER)",
                    arguments: [due, jobsPerSecond]
                )
            }
        }
        return (epoch, try await database.pool.read { try LedgerStore($0).openWork { _, _ in .unlimited } })
    }
}
