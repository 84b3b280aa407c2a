/// Reports to all waiting tasks that something has started, or why it did not.
///
/// Fires once: the first `finish` decides; later ones change nothing, so that an error path may call
/// ``finish(throwing:)`` without asking whether the start had already been reported.
package final class StartSignal: Sendable {
    private enum State {
        /// Can become `done`.
        case pending(waiters: [CheckedContinuation<Void, any Error>])
        /// Stays as it is.
        case done(Result<Void, any Error>)
    }

    private let state = Guarded(State.pending(waiters: []))

    /// Makes a signal that has not fired.
    package init() {}

    /// Reports that it has started.
    package func finish() {
        finish(.success(()))
    }

    /// Reports that it will not start.
    package func finish(throwing error: any Error) {
        finish(.failure(error))
    }

    /// Waits for the first `finish`, or returns at once when there was one.
    ///
    /// Goes on waiting when the calling task is cancelled: a caller that started something must know whether to end it.
    ///
    /// - Throws: The error given to ``finish(throwing:)``.
    package func wait() async throws {
        try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Void, any Error>) in
            let known: Result<Void, any Error>? = state.withLock { state in
                switch state {
                case .pending(var waiters):
                    waiters.append(waiter)
                    state = .pending(waiters: waiters)
                    return nil
                case .done(let result):
                    return result
                }
            }
            if let known { waiter.resume(with: known) }
        }
    }

    private func finish(_ result: Result<Void, any Error>) {
        let waiters = state.withLock { state in
            guard case .pending(let waiters) = state else { return [CheckedContinuation<Void, any Error>]() }
            state = .done(result)
            return waiters
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    /// Waits for the first `finish`, whichever it is.
    func waitToEnd() async {
        // The end is what is waited for; an error is an end too.
        try? await wait()
    }
}
