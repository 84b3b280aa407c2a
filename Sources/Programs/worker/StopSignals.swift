import Dispatch
import Glibc
import LarderThreading
import Synchronization

/// SIGINT, SIGTERM, SIGHUP and SIGQUIT, received on a thread that jobs cannot block.
///
/// SIGQUIT asks twice: to stop at once. The other programs use `UnixSignalsSequence`, which a task reads; Design.md
/// says why a worker does not.
final class StopSignals: Sendable {
    let requests: AsyncStream<Void>
    private let wasAsked = Atomic<Bool>(false)

    init() async {
        let (requests, sink) = AsyncStream<Void>.makeStream()
        self.requests = requests
        // Tasks run at another quality of service, and so on other threads.
        let queue = DispatchQueue(label: "stop-signals", qos: .userInteractive)
        for number in [SIGINT, SIGTERM, SIGQUIT] + (ProcessSignals.ignoresHangup ? [] : [SIGHUP]) {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [self] in
                wasAsked.store(true, ordering: .releasing)
                for _ in 0..<(number == SIGQUIT ? 2 : 1) { sink.yield() }
            }
            // Registered on another thread; a signal that came before would be lost.
            await withCheckedContinuation { registered in
                source.setRegistrationHandler { registered.resume() }
                source.resume()
            }
            _ = unsafe Unmanaged.passRetained(source as AnyObject)
        }
    }

    var isAsked: Bool { wasAsked.load(ordering: .acquiring) }
}
