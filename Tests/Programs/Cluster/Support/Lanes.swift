import Foundation
import LarderChaos
import Testing

/// Runs so many tests at a time, each with a port of its own for the sample site.
///
/// Tests start many processes and wait for most of their time; the digests of two larders are equal only when their
/// sites had one port.
struct LaneTrait: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let taken = await Lanes.shared.take(test.tags.contains(.alone) ? Lanes.count : 1)
        let result: Result<Void, any Error>
        do {
            result = .success(try await SampleServer.$lane.withValue(taken[0]) { try await function() })
        } catch {
            result = .failure(error)
        }
        await Lanes.shared.giveBack(taken)
        try result.get()
    }
}

extension Trait where Self == LaneTrait {
    static var inLanes: Self { Self() }
}

extension Tag {
    /// No other test of the cluster runs beside it: it expects something within a few seconds.
    @Tag static var alone: Self
}

/// The lanes that are free, and who waits for some, first come, first served.
private actor Lanes {
    static let shared = Lanes()
    /// More than twice the processors, as most of them wait at any time.
    static let count = min(SampleServer.lanes, ProcessInfo.processInfo.activeProcessorCount * 2 + 1)

    private var free = Array(0..<count)
    private var waiting: [(count: Int, waiter: CheckedContinuation<[Int], Never>)] = []

    func take(_ count: Int) async -> [Int] {
        await withCheckedContinuation { waiter in
            waiting.append((count, waiter))
            serve()
        }
    }

    func giveBack(_ lanes: [Int]) {
        free += lanes
        serve()
    }

    private func serve() {
        while let next = waiting.first, next.count <= free.count {
            waiting.removeFirst()
            next.waiter.resume(returning: Array(free.prefix(next.count)))
            free.removeFirst(next.count)
        }
    }
}
