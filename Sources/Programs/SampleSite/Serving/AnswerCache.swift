import NIOCore
import Synchronization

/// Rendered answers by target, at most ``maxBytes`` of bodies; when there is no more room all are dropped.
final class AnswerCache: Sendable {
    private struct State {
        var answers: [String: Answer] = [:]
        var bytes = 0
    }

    private static let maxBytes = 48 << 20
    private let state = Mutex(State())

    subscript(key: String) -> Answer? {
        get { state.withLock { $0.answers[key] } }
        set {
            guard let newValue else { return }
            let cost = newValue.body.readableBytes + key.utf8.count + 200
            state.withLock { state in
                if state.bytes + cost > Self.maxBytes { state = State() }
                if state.answers.updateValue(newValue, forKey: key) == nil { state.bytes += cost }
            }
        }
    }
}
