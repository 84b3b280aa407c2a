internal import DequeModule
internal import LarderThreading

/// How much the broker has read that was not consumed.
///
/// Bounds what workers that do not keep to their credit can fill the memory with. Above the limit the sockets are not
/// read, until half was consumed.
final class EventBacklog: Sendable {
    private struct State {
        var batches = Deque<Int>()
        var bytes = 0
        var hasBackpressure = false
    }

    private let limit: Int
    private let state = Guarded(State())

    init(limit: Int) { self.limit = limit }

    var mayRead: Bool { state.withLock { !$0.hasBackpressure } }

    /// Adds a batch.
    func add(bytes: Int) {
        state.withLock { state in
            state.batches.append(bytes)
            state.bytes += bytes
            if state.bytes > limit { state.hasBackpressure = true }
        }
    }

    /// Removes the oldest batch.
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
