import NIOCore
import Synchronization

/// A rendered answer with its validators.
struct RenderedAnswer: Sendable {
    let status: Int
    let contentType: String
    let body: ByteBuffer
    /// A strong entity tag with its quotes, nil for answers that are not kept.
    let entityTag: String?
    /// An HTTP date.
    let lastModified: String?
    let modified: Int?
    let headers: [(name: String, value: String)]
    var isGzip = false
}

/// Rendered answers by target, at most ``maxBytes`` of bodies; when there is no more room all are dropped.
final class ResponseCache: Sendable {
    private struct State {
        var answers: [String: RenderedAnswer] = [:]
        var bytes = 0
    }

    static let maxBytes = 48 << 20
    private let state = Mutex(State())

    func answer(for key: String) -> RenderedAnswer? {
        state.withLock { $0.answers[key] }
    }

    func keep(_ answer: RenderedAnswer, for key: String) {
        let cost = answer.body.readableBytes + key.utf8.count + 200
        state.withLock { state in
            if state.bytes + cost > Self.maxBytes {
                state.answers.removeAll()
                state.bytes = 0
            }
            if state.answers.updateValue(answer, forKey: key) == nil {
                state.bytes += cost
            }
        }
    }
}
