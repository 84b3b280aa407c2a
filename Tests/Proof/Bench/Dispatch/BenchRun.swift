internal import Foundation
internal import LarderCache
internal import LarderCatalog
internal import LarderLedger
internal import LarderModel
internal import LarderSync
internal import LarderTransport
internal import Logging

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
    let logger: Logger
    let console: Console

    /// - Parameter jobsPerSecond: Offers the jobs at this rate and measures how soon they start; nil: all at once.
    func run(_ jobs: Int, over link: Link, jobsPerSecond: Double? = nil) async throws -> BenchDispatch.Part {
        let clock = ContinuousClock()
        let began = clock.now
        let (epoch, work) = try await enqueue(jobs, jobsPerSecond: jobsPerSecond)
        let enqueued = clock.now
        let endpoint = try PrivateEndpoint(larder: larder.path)
        defer { withExtendedLifetime(endpoint) {} }
        let program = try WorkerSupervisor.findProgram()
        return try await Broker.with(Self.configuration(link, endpoint: endpoint.endpoint, epoch: epoch)) { broker in
            var setup = Dispatcher.Setup(
                broker: broker,
                committer: Committer(database: database, cache: nil, sources: SyncedSources()),
                database: database,
                logger: logger
            )
            setup.measuresStarts = jobsPerSecond != nil
            let core = JobLedger(configuration: .init(epoch: epoch, cacheID: larder.cache.id), seed: epoch)
            let dispatcher = Dispatcher(core: core, setup)
            var configuration = WorkerSupervisor.Configuration(
                program: program,
                count: workers,
                endpoint: broker.boundEndpoints.last ?? endpoint.endpoint,
                cachePath: larder.cachePath
            )
            configuration.flightRecorders = endpoint.folder
            configuration.maxSilence = .seconds(86_400)
            configuration.further = Self.words(for: link)
            let supervisor = WorkerSupervisor(configuration, dispatcher, console: console)
            let dispatched = try await withThrowingTaskGroup(of: Duration?.self) { group in
                defer { group.cancelAll() }
                group.addTask {
                    _ = try await dispatcher.run(work: work)
                    return await dispatcher.sinceFirstAssign ?? .zero
                }
                group.addTask {
                    try await supervisor.run()
                    return nil
                }
                return try await group.first { $0 != nil } ?? nil
            }
            return BenchDispatch.Part(
                jobs: jobs,
                done: await dispatcher.tally.done,
                enqueue: enqueued - began,
                dispatch: dispatched ?? .zero,
                startsWithin: await dispatcher.starts?.quantiles([0.5, 0.99]) ?? []
            )
        }
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
            let ledger = LedgerStore(db)
            guard try ledger.holdsOnly(.noop) else {
                throw CoordinatorError(
                    .badSetting,
                    "This larder holds jobs of its own, which a bench would clear away. Give --into a new folder, or leave it out."
                )
            }
            try ledger.forgetAll()
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
        let due = UnixTime.nowMs + Self.headStart
        let work = try await database.write { db in
            let ledger = LedgerStore(db)
            if let jobsPerSecond { try ledger.spread(from: due, jobsPerSecond: jobsPerSecond) }
            return try ledger.openWork { _, id, name, jobClass in
                (LaneInfo(id: id, name: name, jobClass: jobClass, limits: .unlimited), nil)
            }
        }
        return (epoch, work)
    }
}
