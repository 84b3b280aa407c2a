import Foundation
import GRDB
import LarderCache
import LarderCatalog
import LarderModel
import LarderProtocol
import LarderTestSupport
import LarderTransport
import LarderWorkerCore
import Synchronization
import Testing

@testable import LarderLedger
@testable import LarderSync

/// The dispatcher with the real ledger, table and committer; workers are in this process, and time stands still but
/// where it is moved.
@Suite("Dispatcher", .timeLimit(.minutes(10))) struct DispatcherTests {
    @Test func `a sync goes from the first job to the last, and every worker leaves in order`() async throws {
        try await DispatchFixture.with(jobs: 300) { fixture in
            async let end = fixture.run()
            let workers = [fixture.join("one"), fixture.join("two")]
            let how = try await end
            #expect(how == .finished)
            for worker in workers { #expect(try await worker.ended() == .finished) }
            #expect(try await fixture.jobs() == [.done: 300])
            #expect(await fixture.dispatcher.tally.done == 300)
            #expect(await fixture.dispatcher.runStatus.unfinished == 0)
        }
    }

    @Test func `a stop drains: what runs is finished, the rest stays in the table`() async throws {
        try await DispatchFixture.with(jobs: 20) { fixture in
            async let end = fixture.run()
            let (begun, sink) = AsyncStream<(AssignedJob, JobReporter)>.makeStream()
            let worker = fixture.join(
                slots: 2,
                doing: FakeExecutor { job, reporter in
                    sink.yield((job, reporter))
                    return nil
                }
            )
            var running: [(AssignedJob, JobReporter)] = []
            for await job in begun {
                running.append(job)
                if running.count == 2 { break }
            }
            fixture.dispatcher.post(.ledger([.drain]))
            for (job, reporter) in running {
                reporter.report([EndedJob(lease: job.lease, outcome: .done(effect: []), microseconds: 1)])
            }
            let how = try await end
            #expect(how == .drained)
            #expect(try await worker.ended() == .finished)
            #expect(try await fixture.jobs() == [.done: 2, .ready: 18])
        }
    }

    @Test func `a stop at once waits for nobody, and what was said to be committed is`() async throws {
        try await DispatchFixture.with(jobs: 20) { fixture in
            async let end = fixture.run()
            let (begun, sink) = AsyncStream<Void>.makeStream()
            let worker = fixture.join(
                doing: FakeExecutor { _, _ in
                    sink.yield()
                    return nil
                }
            )
            _ = await begun.next()
            fixture.dispatcher.post(.stopNow)
            let how = try await end
            #expect(how == .stopped)
            #expect(try await fixture.jobs() == [.ready: 20])
            worker.stop()
        }
    }

    @Test func `a worker with another cache is refused, and the others do its work`() async throws {
        try await DispatchFixture.with(jobs: 10) { fixture in
            async let end = fixture.run()
            let stranger = fixture.join("stranger", cacheID: "another")
            guard case .refused(let why) = try await stranger.ended() else {
                Issue.record("it was let in")
                return
            }
            #expect(why.contains("cache"))
            let worker = fixture.join("worker")
            let how = try await end
            #expect(how == .finished)
            #expect(try await worker.ended() == .finished)
        }
    }

    @Test func `jobs of a worker that is gone are done by another`() async throws {
        try await DispatchFixture.with(jobs: 10) { fixture in
            async let end = fixture.runAsTimePasses()
            let (begun, sink) = AsyncStream<Void>.makeStream()
            let gone = fixture.join(
                "gone",
                doing: FakeExecutor { _, _ in
                    sink.yield()
                    return nil
                }
            )
            _ = await begun.next()
            gone.disconnect()
            let worker = fixture.join("worker")
            let how = try await end
            #expect(how == .finished)
            #expect(try await worker.ended() == .finished)
            #expect(try await fixture.jobs() == [.done: 10])
        }
    }

    /// The first try of each job fails; the second is due by the clock.
    @Test func `a job that failed is tried again when its time has come`() async throws {
        try await DispatchFixture.with(jobs: 3) { fixture in
            let tried = TriedJobs()
            let worker = fixture.join(
                doing: FakeExecutor { job, _ in
                    tried.isFirst(job.lease.job)
                        ? .failed(FailureReason(.retryable, code: "no-answer", message: "Nobody answered"))
                        : .done(effect: [])
                }
            )
            let how = try await fixture.runAsTimePasses()
            #expect(how == .finished)
            #expect(try await worker.ended() == .finished)
            #expect(try await fixture.jobs() == [.done: 3])
            #expect(await fixture.dispatcher.tally.retries == 3)
            #expect(await fixture.dispatcher.firstFailure == "Nobody answered")
        }
    }

    @Test func `an answer that is something else than was asked for is asked for once more and no more`() async throws {
        try await DispatchFixture.with(jobs: 2) { fixture in
            let failure = FailureReason(.retryable, code: "other-form", message: "The answer is HTML.")
            let worker = fixture.join(doing: FakeExecutor { _, _ in .failed(failure) })
            let how = try await fixture.runAsTimePasses()
            #expect(how == .finished)
            #expect(try await worker.ended() == .finished)
            #expect(try await fixture.jobs() == [.dead: 2])
            #expect(await fixture.dispatcher.tally.retries == 2)
        }
    }

    @Test func `a worker that cannot read a definition is named, and another one does the jobs`() async throws {
        try await DispatchFixture.with(jobs: 20) { fixture in
            async let end = fixture.runAsTimePasses()
            let failure = FailureReason(.retryable, code: .unknownSource, message: "Unknown.")
            let older = fixture.join("older", doing: FakeExecutor { _, _ in .failed(failure) })
            while await fixture.dispatcher.readersOfLess.isEmpty, !Task.isCancelled { await Task.yield() }
            #expect(await fixture.dispatcher.readersOfLess == ["older"])
            let worker = fixture.join("worker")
            let how = try await end
            #expect(how == .finished)
            #expect(try await worker.ended() == .finished)
            #expect(try await older.ended() == .finished)
            #expect(try await fixture.jobs() == [.done: 20])
        }
    }

    @Test func `a commit that fails ends the run with its reason`() async throws {
        try await DispatchFixture.with(jobs: 5) { fixture in
            try await fixture.database.write { db in
                try db.execute(
                    sql: "CREATE TRIGGER refuse BEFORE UPDATE ON job BEGIN SELECT RAISE(ABORT, 'no more'); END"
                )
            }
            async let end = fixture.run()
            let worker = fixture.join()
            var failure: (any Error)?
            do { _ = try await end } catch { failure = error }
            #expect(failure.map { "\($0)" }?.contains("\"refuse\"") == true, "\(String(describing: failure))")
            #expect(try await fixture.jobs() == [.ready: 5])
            worker.stop()
        }
    }

    /// What it says of every job is what a forged failure would say, too.
    @Test(arguments: ["cache-full", "cache-not-writable", "cache-io", "cache-not-a-cache"])
    func `a worker's word that its cache cannot be used does not end the run`(code: String) async throws {
        try await DispatchFixture.with(jobs: 20, cachesInFolder: true) { fixture in
            async let end = fixture.runAsTimePasses()
            let failure = FailureReason(.drain, code: FailureCode(rawValue: code), message: "No room.")
            let liar = fixture.join("liar", doing: FakeExecutor { _, _ in .failed(failure) })
            let worker = fixture.join("worker")
            let how = try await end
            #expect(how == .finished)
            #expect(try await worker.ended() == .finished)
            #expect(try await liar.ended() == .finished)
            #expect(try await fixture.jobs() == [.done: 20])
            #expect(await fixture.dispatcher.tally.retries == 0)
            let named = await Array(fixture.dispatcher.troubles.values)
            #expect(named == ["liar on here: No room."])
        }
    }

    @Test func `a cache folder that the coordinator cannot use either ends the run, and no job is charged`()
        async throws
    {
        try await DispatchFixture.with(jobs: 20, cachesInFolder: true) { fixture in
            let folder = try #require(fixture.cache?.folder)
            try FileManager.default.moveItem(atPath: folder, toPath: folder + "-moved")
            async let end = fixture.runAsTimePasses()
            let failure = FailureReason(.drain, code: "cache-not-a-cache", message: "It is gone.")
            let worker = fixture.join("worker", doing: FakeExecutor { _, _ in .failed(failure) })
            var trouble: (any Error)?
            do { _ = try await end } catch { trouble = error }
            #expect((trouble as? CoordinatorError)?.code == .cacheUnusable)
            #expect("\(String(describing: trouble))".contains("Nothing that was committed is lost"))
            #expect(try await fixture.jobs() == [.ready: 20])
            worker.stop()
        }
    }

    @Test func `a link that breaks ends the run, and outcomes that came before are on the disk by then`() async throws {
        struct Broken: Error {}
        try await DispatchFixture.with(jobs: 1) { fixture in
            let (begun, sink) = AsyncStream<(AssignedJob, JobReporter)>.makeStream()
            async let end = fixture.run()
            let worker = fixture.join(
                doing: FakeExecutor { job, reporter in
                    sink.yield((job, reporter))
                    return nil
                }
            )
            let first = try #require(await begun.next())
            // It has begun, so its session stands; nothing has been said of its end.
            fixture.committer.submit([
                CommitEntry(
                    lease: first.0.lease,
                    session: nil,
                    kind: .detail,
                    source: 1,
                    outcome: .done(effect: [])
                )
            ])
            fixture.link.fail(Broken())
            var failure: (any Error)?
            do { _ = try await end } catch { failure = error }
            #expect(failure is Broken)
            #expect(try await fixture.jobs() == [.done: 1])
            worker.stop()
        }
    }

    @Test func `a run that is cancelled ends, and leaves the table as it was`() async throws {
        try await DispatchFixture.with(jobs: 5) { fixture in
            await withTaskGroup(of: Void.self) { group in
                let (begun, sink) = AsyncStream<Void>.makeStream()
                group.addTask { _ = try? await fixture.run() }
                let worker = fixture.join(
                    doing: FakeExecutor { _, _ in
                        sink.yield()
                        return nil
                    }
                )
                _ = await begun.next()
                group.cancelAll()
                await group.waitForAll()
                worker.stop()
            }
            let jobs = try await fixture.jobs()
            #expect(jobs == [.ready: 5])
        }
    }
}

/// Jobs that were tried.
private final class TriedJobs: Sendable {
    private let jobs = Mutex<Set<JobID>>([])

    func isFirst(_ job: JobID) -> Bool { jobs.withLock { $0.insert(job).inserted } }
}

extension DispatchFixture {
    /// Runs while the clock moves by the dispatcher's ticks: its ticker and the workers' sleep at each step.
    func runAsTimePasses() async throws -> Dispatcher.End {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                while !Task.isCancelled {
                    await clock.asleep(2)
                    // It answers when it has taken in what was there before.
                    _ = await dispatcher.elapsed
                    clock.advance(by: Dispatcher.tickInterval)
                }
            }
            return try await run()
        }
    }
}
