internal import LarderTransport
internal import Synchronization

/// What requests to stop lead to, from the first moment of the process on.
///
/// The first lets the link finish what runs, the second ends it at once.
final class StopHandling: Sendable {
    /// How long an orderly end may take; those who stop containers often kill after 30 s.
    private static let drainLimit: Duration = .seconds(25)

    private struct State {
        var requests = 0
        var link: WorkerLink?
        var limit: Task<Void, Never>?
    }

    private let state = Mutex(State())

    /// Whether a stop was asked for.
    var isAsked: Bool { state.withLock { $0.requests > 0 } }

    /// A stop is asked for.
    func ask() {
        state.withLock { state in
            state.requests += 1
            Self.act(&state)
        }
    }

    /// The link is up, and may have been asked to stop already.
    func attach(_ link: WorkerLink) {
        state.withLock { state in
            state.link = link
            if state.requests > 0 { Self.act(&state) }
        }
    }

    /// The link has ended.
    func finish() {
        state.withLock { state in
            state.limit?.cancel()
            state.link = nil
        }
    }

    private static func act(_ state: inout State) {
        guard let link = state.link else { return }
        guard state.requests == 1 else {
            link.stop()
            return
        }
        link.drain()
        // Without a coordinator nobody takes the results that are held: they are done again elsewhere.
        state.limit = Task {
            guard (try? await Task.sleep(for: drainLimit)) != nil else { return }
            link.stop()
        }
    }
}
