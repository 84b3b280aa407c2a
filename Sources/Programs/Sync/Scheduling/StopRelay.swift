internal import Synchronization

/// Passes on requests to stop, and remembers them for consumers that start later.
final class StopRelay: Sendable {
    let requests: AsyncStream<Void>
    private let sink: AsyncStream<Void>.Continuation
    private let wasAsked = Mutex(false)

    init() { (requests, sink) = AsyncStream<Void>.makeStream() }

    var isAsked: Bool { wasAsked.withLock { $0 } }

    func relay(_ source: AsyncStream<Void>) async {
        for await _ in source {
            wasAsked.withLock { $0 = true }
            sink.yield()
        }
    }

    func finish() { sink.finish() }
}
