internal import LarderThreading

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock, Sendable {
    /// A moment, counted from the clock's start.
    package struct Instant: InstantProtocol {
        package var offset: Duration

        package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    private enum Sleeper: Sendable {
        case asleep(until: Instant, CheckedContinuation<Void, any Error>)
        /// Cancelled before it fell asleep.
        case cancelled
    }

    private struct State: Sendable {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var lastID = 0
        var watchers: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]

        var asleep: Int { sleepers.values.count { if case .asleep = $0 { true } else { false } } }

        mutating func ready() -> [CheckedContinuation<Void, Never>] {
            let count = asleep
            let ready = watchers.filter { $0.value.count <= count }
            for id in ready.keys { watchers[id] = nil }
            return ready.values.map(\.continuation)
        }
    }

    private let state = Guarded(State())

    /// Makes a clock.
    package init() {}

    package var now: Instant { state.withLock { $0.now } }
    package var minimumResolution: Duration { .nanoseconds(1) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                fallAsleep(id, until: deadline, continuation)
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func fallAsleep(_ id: Int, until deadline: Instant, _ continuation: CheckedContinuation<Void, any Error>) {
        let (result, ready) = state.withLock {
            state -> (Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
            if case .cancelled = state.sleepers[id] {
                state.sleepers[id] = nil
                return (.failure(CancellationError()), [])
            }
            guard deadline > state.now else { return (.success(()), []) }
            state.sleepers[id] = .asleep(until: deadline, continuation)
            return (nil, state.ready())
        }
        if let result { continuation.resume(with: result) }
        for watcher in ready { watcher.resume() }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let sleeper = state.sleepers.removeValue(forKey: id) else {
                state.sleepers[id] = .cancelled
                return nil
            }
            return sleeper
        }
        if case .asleep(_, let continuation) = sleeper { continuation.resume(throwing: CancellationError()) }
    }

    /// Moves the clock, which wakes the sleepers that are due, the earliest first.
    package func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.compactMap {
                id,
                sleeper -> (Int, Instant, CheckedContinuation<Void, any Error>)? in
                guard case .asleep(let deadline, let continuation) = sleeper, deadline <= state.now else { return nil }
                return (id, deadline, continuation)
            }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            for sleeper in due { state.sleepers[sleeper.0] = nil }
            return due.map(\.2)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Waits until so many tasks are asleep, or the calling task is cancelled.
    package func asleep(_ count: Int) async {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state in
                    state.watchers[id] = (count, continuation)
                    return Task.isCancelled
                        ? [state.watchers.removeValue(forKey: id)?.continuation].compactMap(\.self) : state.ready()
                }
                for watcher in ready { watcher.resume() }
            }
        } onCancel: {
            state.withLock { $0.watchers.removeValue(forKey: id)?.continuation }?.resume()
        }
    }
}
