internal import Synchronization

/// Requests to stop, known from the first on, also before anybody takes them.
final class StopRelay: Sendable {
    /// Each element is one request.
    let requests: AsyncStream<Void>
    private let sink: AsyncStream<Void>.Continuation
    private let wasAsked = Mutex(false)

    init() { (requests, sink) = AsyncStream<Void>.makeStream() }

    /// Whether there was a request.
    var isAsked: Bool { wasAsked.withLock { $0 } }

    /// Passes requests on until the task is cancelled.
    func relay(_ source: AsyncStream<Void>) async {
        for await _ in source {
            wasAsked.withLock { $0 = true }
            sink.yield()
        }
    }

    /// Ends ``requests``.
    func finish() { sink.finish() }
}
