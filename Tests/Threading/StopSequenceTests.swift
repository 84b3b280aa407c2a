import LarderTestSupport
import LarderThreading
import Testing

@Suite("Stop sequence", .timeLimit(.minutes(10))) struct StopSequenceTests {
    private let clock = ManualClock()
    private let requests = AsyncStream<Void>.makeStream()
    private let steps = AsyncStream<StopSequence.Step>.makeStream()

    /// Runs a sequence with a limit of ten seconds beside `body`.
    private func run(_ body: () async -> Void) async {
        await withTaskGroup { group in
            group.addTask {
                await StopSequence.run(requests.stream, limit: .seconds(10), clock: clock) {
                    steps.continuation.yield($0)
                }
                steps.continuation.finish()
            }
            await body()
            group.cancelAll()
        }
    }

    @Test func `a second request stops at once, and the limit is not waited for`() async {
        await run {
            requests.continuation.yield()
            #expect(await steps.stream.next() == .drain)
            requests.continuation.yield()
            #expect(await steps.stream.next() == .stop)
            #expect(await steps.stream.next() == nil)
        }
    }

    @Test(arguments: [false, true])
    func `an orderly end that takes too long is given up, also when no request can come any more`(ends: Bool) async {
        await run {
            requests.continuation.yield()
            #expect(await steps.stream.next() == .drain)
            if ends { requests.continuation.finish() }
            await clock.asleep(1)
            clock.advance(by: .milliseconds(9999))
            clock.advance(by: .milliseconds(1))
            #expect(await steps.stream.next() == .giveUp)
            #expect(await steps.stream.next() == nil)
        }
    }

    @Test func `without a request nothing is asked for`() async {
        await run {
            requests.continuation.finish()
            #expect(await steps.stream.next() == nil)
        }
    }
}
