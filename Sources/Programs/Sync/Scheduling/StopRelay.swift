internal import Synchronization

/// Passes requests to stop on to one consumer after another; a stream ends with the consumer that reads it.
package final class StopRelay: Sendable {
    private struct State {
        var isAsked = false
        var sink: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())

    package init() {}

    var isAsked: Bool { state.withLock(\.isAsked) }

    package func relay(_ source: AsyncStream<Void>) async {
        for await _ in source {
            state.withLock { state in
                state.isAsked = true
                _ = state.sink?.yield()
            }
        }
    }

    /// The requests for the next consumer; an earlier request is repeated once.
    package func next() -> AsyncStream<Void> {
        let (requests, sink) = AsyncStream<Void>.makeStream()
        state.withLock { state in
            state.sink = sink
            if state.isAsked { sink.yield() }
        }
        return requests
    }

    func finish() { state.withLock { $0.sink?.finish() } }
}
