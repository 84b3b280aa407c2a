internal import Synchronization

/// Hands requests to stop to one run after another.
///
/// A stream of requests ends with the run that listens to it.
final class StopSplitter: Sendable {
    private struct State {
        var isAsked = false
        var sink: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())

    /// Passes requests on until the task is cancelled.
    func relay(_ source: AsyncStream<Void>) async {
        for await _ in source {
            state.withLock { state in
                state.isAsked = true
                state.sink?.yield()
            }
        }
    }

    /// The requests for the next run; after a request, one is there already.
    func next() -> AsyncStream<Void> {
        let (requests, sink) = AsyncStream<Void>.makeStream()
        state.withLock { state in
            state.sink = sink
            if state.isAsked { sink.yield() }
        }
        return requests
    }
}
