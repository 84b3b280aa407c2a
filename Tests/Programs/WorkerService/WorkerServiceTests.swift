import Foundation
import LarderCache
import LarderModel
import LarderProtocol
import LarderTestSupport
import LarderTransport
import LarderWorkerCore
import Logging
import Testing

@testable import LarderWorker

/// A worker's life without a socket, on a clock that the test moves.
@Suite("Worker service", .timeLimit(.minutes(10))) struct WorkerServiceTests {
    /// A link that notes what it is asked for, and ends when the test says so.
    private final class FakeLink: CoordinatorLink, WorkerTransport {
        let asked = AsyncStream<String>.makeStream()
        let exit = AsyncStream<WorkerExit>.makeStream()

        func connect(
            _ configuration: WorkerCore.Configuration,
            executor: any JobExecutor,
            onExit: @escaping @Sendable (WorkerExit) -> Void
        ) async throws -> any CoordinatorLink {
            asked.continuation.yield("connect")
            return self
        }

        func drain() { asked.continuation.yield("drain") }
        func stop() { asked.continuation.yield("stop") }
        func ended() async throws -> WorkerExit { await exit.stream.next() ?? .finished }
    }

    private let clock = ManualClock()
    private let requests = AsyncStream<Void>.makeStream()
    private let folder = FileManager.default.temporaryDirectory.path + "/larder-worker-\(UUID().uuidString)"

    private func options(stays: Bool = false) -> WorkerService.Options {
        var options = WorkerService.Options(
            endpoint: "ipc:///nowhere",
            cache: folder,
            name: "worker",
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        options.clock = clock
        options.stays = stays
        return options
    }

    /// Runs a worker over a link beside `body`.
    private func run(
        hasCache: Bool = true,
        stays: Bool = false,
        _ body: (FakeLink) async -> Void
    ) async throws -> WorkerService.End {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        if hasCache { _ = try DiskCache(folder: folder) }
        let link = FakeLink()
        async let end = WorkerService(options(stays: stays), transport: link).run(stopRequests: requests.stream)
        await body(link)
        return try await end
    }

    @Test(
        arguments: [
            (WorkerExit.finished, Int32(0), false, "no more work"),
            (.refused("Another cache."), 78, false, "Another cache."),
            (.recycled("5000 jobs"), 0, true, "5000 jobs"), (.stalled("A job hangs"), 70, true, "A job hangs"),
            (.outOfMemory("900 MB", hasWorked: true), 71, true, "900 MB"),
            (.outOfMemory("900 MB", hasWorked: false), 71, false, "--memory"), (.orphaned, 75, false, "10 minutes"),
        ] as [(WorkerExit, Int32, Bool, String?)]
    )
    func `how the link ended decides the exit code, and whether a fresh process goes on`(
        exit: WorkerExit,
        code: Int32,
        wantsFresh: Bool,
        word: String?
    ) async throws {
        let end = try await run { link in
            #expect(await link.asked.stream.next() == "connect")
            link.exit.continuation.yield(exit)
        }
        #expect(end.code == code && end.wantsFresh == wantsFresh)
        #expect(word.map { end.message?.contains($0) == true } ?? (end.message == nil), "\(end)")
    }

    @Test func `a worker that stays joins again after a second, and after each refusal twice as late`() async throws {
        let end = try await run(stays: true) { link in
            for (exit, pause) in [(WorkerExit.finished, 1), (.refused("No."), 2), (.refused("No."), 4), (.finished, 1)]
            {
                #expect(await link.asked.stream.next() == "connect")
                link.exit.continuation.yield(exit)
                for _ in 0..<pause * 5 {
                    await clock.asleep(1)
                    clock.advance(by: .milliseconds(200))
                }
            }
            #expect(await link.asked.stream.next() == "connect")
            link.exit.continuation.yield(.recycled("5000 jobs"))
        }
        #expect(end.wantsFresh)
    }

    @Test func `the first request drains, the second stops`() async throws {
        _ = try await run { link in
            #expect(await link.asked.stream.next() == "connect")
            requests.continuation.yield()
            #expect(await link.asked.stream.next() == "drain")
            requests.continuation.yield()
            #expect(await link.asked.stream.next() == "stop")
            link.exit.continuation.yield(.finished)
        }
    }

    @Test func `a drain that takes 25 seconds is stopped`() async throws {
        _ = try await run { link in
            #expect(await link.asked.stream.next() == "connect")
            requests.continuation.yield()
            #expect(await link.asked.stream.next() == "drain")
            await clock.asleep(1)
            clock.advance(by: .seconds(25))
            #expect(await link.asked.stream.next() == "stop")
            link.exit.continuation.yield(.finished)
        }
    }

    @Test func `a stop that is asked for before there is a cache ends the worker without a link`() async throws {
        let end = try await run(hasCache: false) { _ in
            await clock.asleep(1)
            requests.continuation.yield()
            await clock.asleep(2)
            clock.advance(by: .milliseconds(200))
        }
        #expect(end.code == 0 && end.message == nil)
    }

    @Test func `a cache that does not come within 30 seconds is an error that names its folder`() async throws {
        let error = await #expect(throws: CacheError.self) {
            _ = try await run(hasCache: false) { _ in
                await clock.asleep(1)
                clock.advance(by: .seconds(30))
            }
        }
        #expect(error?.message.contains(folder) == true)
    }

    /// The real protocol from the worker's first word on, over a link within this process.
    @Test func `a worker introduces itself with its cache, its slots and every kind of job, and leaves when told`()
        async throws
    {
        struct Link: WorkerTransport {
            let link: InProcessLink

            func connect(
                _ configuration: WorkerCore.Configuration,
                executor: any JobExecutor,
                onExit: @escaping @Sendable (WorkerExit) -> Void
            ) async throws -> any CoordinatorLink { link.join(configuration, executor: executor) }
        }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cache = try DiskCache(folder: folder)
        let link = InProcessLink(epoch: 1, clock: clock)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask { await link.run() }
            async let end = WorkerService(options(), transport: Link(link: link)).run(stopRequests: requests.stream)
            guard case .hello(_, let worker) = try await link.events.first(where: { _ in true })?.first
            else {
                Issue.record("no introduction")
                return
            }
            #expect(worker.isLocal)
            #expect(worker.hello.workerID == "worker" && worker.hello.cacheID == cache.id)
            #expect(worker.hello.kinds == Set(JobKind.allCases))
            requests.continuation.yield()
            requests.continuation.yield()
            #expect(try await end.code == 0)
        }
    }
}
