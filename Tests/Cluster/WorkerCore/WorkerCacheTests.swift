import LarderModel
import LarderProtocol
import LarderWorkerCore
import Testing

@Suite("A worker that cannot go on") struct WorkerCacheTests {
    private static let gone = FailureReason(.drain, code: "cache-not-a-cache", message: "The folder is gone.")

    @Test func `a worker whose cache cannot be used gives back what waits, begins nothing and looks again`() {
        var worker = WorkerLimitsHarness { _ in }
        worker.join()
        worker.tick()
        worker.assign([1, 2, 3, 4, 5, 6])
        #expect(worker.begun == [1, 2, 3, 4])
        worker.end([1], outcome: .failed(Self.gone))
        #expect(worker.failures.map(\.reason) == [Self.gone])
        #expect(Set(worker.released) == [5, 6])
        worker.tick()
        #expect(worker.beats.last?.trouble == Self.gone)

        let credit = worker.lastCredit?.fetch
        for _ in 0..<12 { worker.tick() }
        #expect(worker.probes == 1, "a second later")
        worker.handle(.probed(Self.gone))
        for _ in 0..<12 { worker.tick() }
        #expect(worker.probes == 1, "the next pause is longer")
        for _ in 0..<10 { worker.tick() }
        #expect(worker.probes == 2)
        worker.acknowledge([1])
        worker.acknowledge([2, 3, 4], ending: true)
        #expect(worker.lastCredit?.fetch == credit)

        worker.handle(.probed(nil))
        worker.tick()
        #expect(worker.beats.last?.trouble == nil)
        #expect(worker.lastCredit?.fetch ?? 0 > credit ?? 0)
    }

    @Test func `what is wrong with one blob does not keep a worker from its work`() {
        var worker = WorkerLimitsHarness { _ in }
        worker.join()
        worker.tick()
        worker.assign([1, 2, 3, 4, 5])
        for code in ["cache-missing", "cache-corrupt", "blob-unreadable"] {
            worker.end(
                [1],
                outcome: .failed(FailureReason(.retryable, code: FailureCode(rawValue: code), message: "It is gone."))
            )
        }
        worker.acknowledge([1])
        #expect(worker.begun == [1, 2, 3, 4, 5])
        for _ in 0..<20 { worker.tick() }
        #expect(worker.probes == 0)
    }

    @Test func `a worker whose coordinator stops with work left finishes what runs and works for the next one`() {
        var worker = WorkerLimitsHarness { _ in }
        worker.join()
        worker.tick()
        worker.assign([1, 2, 3, 4, 5])
        worker.receive(.suspend)
        #expect(worker.released == [5])
        worker.acknowledge([1, 2, 3, 4], ending: true)
        for _ in 0..<20 { worker.tick() }
        #expect(worker.exit == nil)
        #expect(!worker.saidDrain && !worker.saidBye)

        worker.join()
        worker.tick()
        worker.assign([6])
        #expect(worker.begun.last == 6)
        worker.receive(.bye)
        #expect(worker.exit == .finished)
    }
}
