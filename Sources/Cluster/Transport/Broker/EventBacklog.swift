internal import DequeModule
internal import LarderThreading

/// How much the broker has read that nobody has taken yet.
///
/// Workers' credit bounds what workers that keep to the protocol send; this bounds what the others can make the coordinator keep. Above the limit
/// the sockets are left alone, so libzmq's queues and then the peers' own fill up, until half of it was taken.
final class EventBacklog: Sendable {
    private struct State {
        var batches = Deque<Int>()
        var bytes = 0
        var hasBackpressure = false
    }

    private let limit: Int
    private let state = Guarded(State())

    init(limit: Int) { self.limit = limit }

    /// Whether the broker may read on.
    var mayRead: Bool { state.withLock { !$0.hasBackpressure } }

    /// A batch of events goes out.
    func add(bytes: Int) {
        state.withLock { state in
            state.batches.append(bytes)
            state.bytes += bytes
            if state.bytes > limit { state.hasBackpressure = true }
        }
    }

    /// The oldest batch was taken.
    ///
    /// - Returns: Whether the broker, which had stopped, may read on.
    func take() -> Bool {
        state.withLock { state in
            guard let batch = state.batches.popFirst() else { return false }
            state.bytes -= batch
            guard state.hasBackpressure, state.bytes <= limit / 2 else { return false }
            state.hasBackpressure = false
            return true
        }
    }
}
