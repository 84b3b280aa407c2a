/// Reports to all waiting tasks that something has started, or why it did not.
package typealias StartSignal = OneShot<Void>

/// A result that all waiting tasks get.
///
/// The first `finish` decides; later ones change nothing, so that an error path may call ``finish(throwing:)`` without
/// asking whether there was one already.
package final class OneShot<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiters: [CheckedContinuation<Value, any Error>] = []
    }

    private let state = Guarded(State())

    package init() {}

    package func finish(_ value: Value) { finish(.success(value)) }

    package func finish(throwing error: any Error) { finish(.failure(error)) }

    /// Waits for the first `finish`, or returns at once when there was one.
    ///
    /// Goes on waiting when the calling task is cancelled: a caller that started something must know whether to end it.
    ///
    /// - Throws: The error given to ``finish(throwing:)``.
    package func wait() async throws -> Value {
        try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Value, any Error>) in
            let known = state.withLock { state in
                if state.result == nil { state.waiters.append(waiter) }
                return state.result
            }
            if let known { waiter.resume(with: known) }
        }
    }

    private func finish(_ result: Result<Value, any Error>) {
        let waiters = state.withLock { state in
            guard state.result == nil else { return [CheckedContinuation<Value, any Error>]() }
            state.result = result
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}

extension OneShot<Void> {
    package func finish() { finish(()) }
}
