import LarderModel
import LarderProtocol
import LarderWorkerCore
import Testing

@Suite("Worker limits") struct WorkerLimitsTests {
    // MARK: Memory

    @Test(arguments: [(69, 8), (70, 4), (79, 4), (80, 4)] as [(UInt64, UInt64)])
    func `from 70 % of its memory on a worker grants nothing new`(percent: UInt64, granted: UInt64) {
        var worker = WorkerLimitsHarness { $0.memoryLimitBytes = 100 << 20 }
        worker.join()
        worker.assign([1, 2, 3, 4])
        worker.tick(percent: percent)
        worker.end([1, 2, 3, 4])
        #expect((worker.lastCredit?.fetch ?? 0) == granted)
    }

    @Test func `at 80 % it begins nothing and gives back what waits; below it goes on`() {
        var worker = WorkerLimitsHarness { $0.memoryLimitBytes = 100 << 20 }
        worker.join()
        worker.assign([1, 2, 3, 4, 5, 6])
        #expect(worker.begun == [1, 2, 3, 4])
        worker.tick(percent: 80)
        #expect(worker.released == [5, 6])
        worker.acknowledge([1, 2, 3, 4], ending: true)
        worker.assign([7])
        #expect(worker.begun == [1, 2, 3, 4] && worker.released == [5, 6, 7])
        #expect(worker.exit == nil)
        worker.tick(percent: 60)
        worker.assign([8])
        #expect(worker.begun == [1, 2, 3, 4, 8])
    }

    @Test func `at 90 % it finishes what runs, waits for the answers and ends to be replaced`() {
        var worker = WorkerLimitsHarness { $0.memoryLimitBytes = 100 << 20 }
        worker.join()
        worker.assign([1, 2])
        worker.tick(percent: 90)
        #expect(worker.saidDrain && worker.exit == nil && worker.cancelled.isEmpty)
        worker.end([1, 2])
        #expect(worker.exit == nil)
        worker.acknowledge([1, 2])
        #expect(worker.exit == .recycled("memory: 90 MB of 100 MB"))
        #expect(worker.exit?.code == 0)
    }

    @Test func `a worker with nothing to do whose memory does not fall is replaced`() {
        var worker = WorkerLimitsHarness { $0.memoryLimitBytes = 100 << 20 }
        worker.join()
        worker.assign([1])
        worker.acknowledge([1], ending: true)
        for _ in 0..<21 { worker.tick(percent: 75) }
        #expect(worker.exit?.code == 0)
        #expect(worker.trims >= 2)
    }

    @Test func `a worker that has done nothing yet is not replaced for its size`() {
        var worker = WorkerLimitsHarness { $0.memoryLimitBytes = 100 << 20 }
        worker.join()
        for _ in 0..<100 { worker.tick(percent: 99) }
        worker.assign([1])
        #expect(worker.exit == nil && worker.begun == [1])
    }

    @Test func `above its limit a worker on its own names what ran and goes at once`() {
        var worker = WorkerLimitsHarness {
            $0.memoryLimitBytes = 100 << 20
            $0.endsAboveLimit = true
        }
        worker.join()
        worker.assign([1, 2, 3, 4, 5])
        worker.tick(percent: 101)
        #expect(worker.failures.map(\.lease.job) == [1, 2, 3, 4])
        #expect(worker.failures.allSatisfy { $0.reason.failureClass == .outOfMemory })
        #expect(worker.failures.first?.reason.message == "memory: 101 MB of 100 MB")
        #expect(worker.released == [5])
        #expect(worker.saidBye && worker.exit?.code == 71)
    }

    @Test func `above its limit a worker that is watched leaves that to who watches`() {
        var worker = WorkerLimitsHarness { $0.memoryLimitBytes = 100 << 20 }
        worker.join()
        worker.assign([1])
        worker.tick(percent: 150)
        #expect(worker.exit == nil && worker.failures.isEmpty)
    }

    // MARK: Recycling

    @Test func `after its count of jobs a worker ends with nothing in flight`() {
        var worker = WorkerLimitsHarness { $0.recycleAfterJobs = 3 }
        worker.join()
        worker.assign([1, 2])
        worker.acknowledge([1, 2], ending: true)
        worker.tick()
        #expect(!worker.saidDrain)
        worker.assign([3, 4])
        worker.tick()
        #expect(worker.saidDrain && worker.exit == nil)
        worker.assign([5])
        #expect(worker.released == [5] && worker.begun == [1, 2, 3, 4])
        worker.acknowledge([3, 4], ending: true)
        #expect(worker.exit == .recycled("after 4 jobs"))
        #expect(worker.saidBye)
    }

    @Test func `no-op jobs do not wear a worker out`() {
        var worker = WorkerLimitsHarness { $0.recycleAfterJobs = 3 }
        worker.join()
        worker.assign(Array(1...100), kind: .noop)
        worker.acknowledge(Array(1...100), ending: true)
        worker.tick()
        #expect(!worker.saidDrain && worker.exit == nil)
    }

    @Test func `after its time a worker ends, also while its coordinator is away`() {
        var worker = WorkerLimitsHarness { $0.recycleAfterMs = 5000 }
        for _ in 0..<49 { worker.tick() }
        #expect(worker.exit == nil)
        worker.tick()
        #expect(worker.exit == .recycled("after 5 s"))
    }

    @Test func `workers of one age go one by one`() {
        var limits = WorkerLimits()
        limits.recycleAfterJobs = 5000
        limits.recycleAfterMs = 3_600_000
        #expect(limits.spread { -1 }.recycleAfterJobs == 4500)
        #expect(limits.spread { 1 }.recycleAfterJobs == 5500)
        #expect(limits.spread { 0.5 }.recycleAfterMs == 3_780_000)
    }

    // MARK: Stalls

    @Test func `a job that moves lives for hours`() {
        var worker = WorkerLimitsHarness { _ in }
        worker.join()
        worker.assign([1])
        for step in 0..<36_000 { worker.tick(progress: [1: UInt64(step / 299)]) }
        #expect(worker.cancelled.isEmpty && worker.exit == nil)
    }

    @Test(arguments: [(JobKind.detail, 30_000), (.text, 60_000)] as [(JobKind, UInt64)])
    func `a job without progress is cancelled after its class's time, and what it ends with is a stall`(
        kind: JobKind,
        limit: UInt64
    ) {
        var worker = WorkerLimitsHarness { _ in }
        worker.join()
        worker.assign([1], kind: kind)
        for _ in 0...(limit / 100) { worker.tick(progress: [1: 7], kind: kind) }
        #expect(worker.cancelled.isEmpty)
        worker.tick(progress: [1: 7], kind: kind)
        #expect(worker.cancelled == [1])
        worker.end([1], outcome: .failed(FailureReason(.retryable, code: "cancelled", message: "")))
        #expect(worker.failures.map(\.reason.code) == ["stalled"])
        #expect(worker.failures.first?.reason.failureClass == .timeout)
        #expect(worker.failures.first?.reason.message.contains("last phase: decode") == true)
        #expect(worker.exit == nil)
    }

    @Test func `a result that comes in spite of the cancelling counts`() {
        var worker = WorkerLimitsHarness { $0.stallAfterMs = PerClass(1000) }
        worker.join()
        worker.assign([1])
        for _ in 0..<13 { worker.tick(progress: [1: 7]) }
        #expect(worker.cancelled == [1])
        worker.end([1])
        #expect(worker.results == [1] && worker.failures.isEmpty)
    }

    @Test func `a job that no cancelling stops is failed, and the process ends without charging the others`() {
        var worker = WorkerLimitsHarness { $0.stallAfterMs = PerClass(1000) }
        worker.join()
        worker.assign([1, 2])
        for step in 0..<61 { worker.tick(progress: [1: 7, 2: UInt64(step)]) }
        #expect(worker.cancelled == [1] && worker.exit == nil)
        for step in 61..<65 { worker.tick(progress: [1: 7, 2: UInt64(step)]) }
        // Said again after 5 s, as nobody has acknowledged it.
        #expect(Set(worker.failures.map(\.lease.job)) == [1] && worker.failures.first?.reason.code == "stalled")
        #expect(worker.released == [2])
        #expect(worker.exit == nil, "its failure is not yet on the disk")
        worker.acknowledge([1])
        #expect(worker.exit?.code == 70)
    }

    @Test func `a job that hangs though nobody wants it any more takes its process away, and nobody is charged`() {
        var worker = WorkerLimitsHarness { $0.stallAfterMs = PerClass(1000) }
        worker.join()
        worker.assign([1])
        worker.receive(.cancel([JobLease(job: 1, attempt: 101)]))
        for _ in 0..<70 { worker.tick(progress: [1: 7]) }
        #expect(worker.failures.isEmpty && worker.exit?.code == 70)
    }

    @Test func `a stopped process is no stalled job`() {
        var worker = WorkerLimitsHarness { _ in }
        worker.join()
        worker.assign([1])
        worker.tick(progress: [1: 7])
        worker.now += 50_000
        worker.tick(progress: [1: 7])
        #expect(worker.cancelled.isEmpty && worker.exit == nil)
    }

    @Test func `a job may be silent as long as its source`() {
        var worker = WorkerLimitsHarness { _ in }
        worker.join()
        worker.assign([1])
        for _ in 0..<1200 { worker.tick(progress: [1: 7], allowedSilence: 120_000) }
        #expect(worker.cancelled.isEmpty)
        for _ in 0..<3 { worker.tick(progress: [1: 7], allowedSilence: 120_000) }
        #expect(worker.cancelled == [1])
    }

    @Test func `heartbeats tell how far jobs have come`() {
        var worker = WorkerLimitsHarness { _ in }
        worker.join()
        worker.assign([1])
        for _ in 0..<11 { worker.tick(progress: [1: 42]) }
        #expect(worker.beats.last?.jobs.map(\.progress) == [42])
    }
}
