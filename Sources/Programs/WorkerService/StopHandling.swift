internal import LarderThreading
internal import LarderTransport
internal import Synchronization

/// Passes requests to stop on to the link; a request may come before there is a link.
final class StopHandling: Sendable {
    /// How long an orderly end may take; those who stop containers often kill after 30 s.
    static let drainLimit: Duration = .seconds(25)

    private struct State {
        var asked: StopSequence.Step?
        var link: (any CoordinatorLink)?
    }

    private let state = Mutex(State())

    var isAsked: Bool { state.withLock { $0.asked != nil } }

    /// The link finishes what runs, or ends at once.
    func ask(_ step: StopSequence.Step) {
        state.withLock { state in
            state.asked = step
            Self.act(state)
        }
    }

    func attach(_ link: any CoordinatorLink) {
        state.withLock { state in
            state.link = link
            Self.act(state)
        }
    }

    private static func act(_ state: State) {
        switch state.asked {
        case nil: break
        case .drain: state.link?.drain()
        case .stop, .giveUp: state.link?.stop()
        }
    }
}
