import Foundation
import GRDB
import LarderCache
import LarderCatalog
import LarderModel
import LarderProtocol
import LarderTestSupport
import LarderTransport
import LarderWorkerCore
import Logging

@testable import LarderLedger
@testable import LarderSync

/// A dispatcher over a real table, with workers in this process and a clock that stands still until it is moved.
struct DispatchFixture: Sendable {
    static let cacheID = "cache"

    let database: CatalogDatabase
    let cache: DiskCache?
    let committer: Committer
    let clock = ManualClock()
    let link: InProcessLink
    let dispatcher: Dispatcher
    let work: [AddedJobs]

    /// Runs `body` with a table of `jobs` jobs; the link is up meanwhile.
    static func with(
        jobs: Int,
        cachesInFolder: Bool = false,
        _ body: (DispatchFixture) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/larder-dispatch-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try LarderStore.open(folder + "/catalog.sqlite")
        let cache = cachesInFolder ? try DiskCache(folder: folder + "/cache") : nil
        let fixture = try await DispatchFixture(database, cache, jobs: jobs)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await fixture.link.run() }
            try await body(fixture)
        }
        try database.close()
    }

    private init(_ database: CatalogDatabase, _ cache: DiskCache?, jobs: Int) async throws {
        let (epoch, work) = try await database.write { db in
            let ledger = LedgerStore(db)
            let lane = try ledger.lane("a.test:80", .fetch)
            for number in 0..<jobs {
                _ = try ledger.add(kind: .detail, key: "t:\(number)", source: 1, lane: lane, spec: [])
            }
            return (
                try ledger.beginEpoch(),
                try ledger.openWork { _, id, name, jobClass in
                    (LaneInfo(id: id, name: name, jobClass: jobClass, limits: .unlimited), nil)
                }
            )
        }
        self.database = database
        self.cache = cache
        self.work = work
        committer = Committer(database: database, cache: nil, sources: SyncedSources())
        link = InProcessLink(epoch: epoch, clock: clock)
        var setup = Dispatcher.Setup(
            broker: link,
            committer: committer,
            database: database,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        (setup.cache, setup.clock) = (cache, clock)
        let core = JobLedger(configuration: .init(epoch: epoch, cacheID: Self.cacheID), seed: 1)
        dispatcher = Dispatcher(core: core, setup)
    }

    func run() async throws -> Dispatcher.End { try await dispatcher.run(work: work) }

    func join(
        _ name: String = "worker",
        cacheID: String = Self.cacheID,
        slots: Int = 4,
        doing executor: FakeExecutor = FakeExecutor()
    ) -> InProcessWorker {
        link.join(
            WorkerCore.Configuration(
                Hello(
                    workerID: name,
                    incarnation: Array(name.utf8),
                    host: "here",
                    processID: 1,
                    cacheID: cacheID
                ),
                fetchSlots: slots,
                renderSlots: 1
            ),
            executor: executor
        )
    }

    /// Jobs in the table by state.
    func jobs() async throws -> [JobState: Int] {
        try await database.pool.read { db in
            Dictionary(try LedgerStore(db).counts().map { ($0.state, $0.count) }, uniquingKeysWith: +)
        }
    }
}
