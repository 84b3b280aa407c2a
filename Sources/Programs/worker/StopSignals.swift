import Dispatch
import Glibc
import LarderThreading
import Synchronization

/// SIGINT, SIGTERM and SIGHUP, received on a thread that jobs cannot block.
///
/// The other programs use `UnixSignalsSequence`, which a task reads; Design.md says why a worker does not.
final class StopSignals: Sendable {
    let requests: AsyncStream<Void>
    private let state: State

    private final class State: Sendable {
        private let count = Atomic<Int>(0)
        var isAsked: Bool { count.load(ordering: .acquiring) > 0 }
        func ask() { count.add(1, ordering: .releasing) }
    }

    init() async {
        let state = State()
        let (requests, sink) = AsyncStream<Void>.makeStream()
        // Tasks run at another quality of service, and so on other threads.
        let queue = DispatchQueue(label: "stop-signals", qos: .userInteractive)
        for number in [SIGINT, SIGTERM] + (ProcessSignals.ignoresHangup ? [] : [SIGHUP]) {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                state.ask()
                sink.yield()
            }
            // Registered on another thread; a signal that came before would be lost.
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.resume()
            }
            _ = unsafe Unmanaged.passRetained(source as AnyObject)
        }
        self.state = state
        self.requests = requests
    }

    /// Whether one came.
    var isAsked: Bool { state.isAsked }
}
