import LarderTestSupport
import LarderThreading
import Testing

@Suite("Start signal", .timeLimit(.minutes(10))) struct StartSignalTests {
    private struct Refused: Error, Equatable { let reason: String }

    @Test func `waiting after the finish returns at once`() async throws {
        let signal = StartSignal()
        signal.finish()
        await #expect(throws: Never.self) { try await signal.wait() }
    }

    @Test func `every waiter learns the error`() async throws {
        let signal = StartSignal()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    await #expect(throws: Refused(reason: "no port")) { try await signal.wait() }
                }
            }
            signal.finish(throwing: Refused(reason: "no port"))
        }
    }

    @Test func `the first finish decides`() async throws {
        let started = StartSignal()
        started.finish()
        started.finish(throwing: Refused(reason: "later"))
        await #expect(throws: Never.self) { try await started.wait() }

        let failed = StartSignal()
        failed.finish(throwing: Refused(reason: "first"))
        failed.finish()
        await #expect(throws: Refused(reason: "first")) { try await failed.wait() }
    }

    @Test func `a cancelled waiter still learns how the start went`() async throws {
        let signal = StartSignal()
        let waiter = Task { try await signal.wait() }
        waiter.cancel()
        signal.finish(throwing: Refused(reason: "no port"))
        await #expect(throws: Refused(reason: "no port")) { try await waiter.value }
    }

    @Test func `time never goes back`() {
        var last = MonotonicClock.now
        for _ in 0..<10_000 {
            let now = MonotonicClock.now
            #expect(now >= last)
            last = now
        }
        #expect(MonotonicClock.elapsed(since: last + 1_000_000_000_000) == .zero)
        let elapsed = MonotonicClock.elapsed(since: last)
        #expect(elapsed <= .nanoseconds(MonotonicClock.now - last))
    }
}
