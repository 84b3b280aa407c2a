internal import Synchronization

/// A search box: takes what a person types, and gives the answers to what was typed last.
///
/// Waits until nothing was typed for a moment, and drops answers to what was typed before. Any thread may call it.
public final class SearchSession: Sendable {
    /// What was found for a text.
    public struct Answer: Sendable {
        /// What was typed.
        public let text: String
        /// The items that were found, the best first; none for an empty text, or where the search failed.
        public let hits: [SearchHit]
        /// Why the search failed; the next text is searched as usual.
        public let failure: (any Error)?
    }

    private struct State {
        var running: Task<Void, Never>?
        var continuation: AsyncStream<Answer>.Continuation?
    }

    private let find: @Sendable (String) async throws -> [SearchHit]
    private let pause: Duration
    private let state = Mutex(State())

    /// - Parameters:
    ///   - pause: How long nothing must be typed before the search begins.
    ///   - search: Finds the items for a text.
    public init(
        pause: Duration = .milliseconds(150),
        search: @escaping @Sendable (String) async throws -> [SearchHit]
    ) {
        self.pause = pause
        find = search
    }

    deinit { finish() }

    /// The answers to what is typed from now on, until ``finish()``; ends the answers that were asked for before.
    public var answers: AsyncStream<Answer> {
        let (stream, continuation) = AsyncStream<Answer>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let earlier = state.withLock { state in
            defer { state.continuation = continuation }
            return state.continuation
        }
        earlier?.finish()
        return stream
    }

    /// Searches for a text, and for no earlier one any more.
    public func search(_ text: String) {
        let task = Task { [find, pause, weak self] in
            var (hits, failure): ([SearchHit], (any Error)?) = ([], nil)
            do {
                if !text.isEmpty {
                    try await Task.sleep(for: pause)
                    hits = try await find(text)
                }
            } catch {
                failure = error
            }
            self?.give(Answer(text: text, hits: hits, failure: failure))
        }
        let earlier = state.withLock { state in
            defer { state.running = task }
            return state.running
        }
        earlier?.cancel()
    }

    /// Gives an answer, unless its task was cancelled by the next text.
    private func give(_ answer: Answer) {
        _ = state.withLock { state in Task.isCancelled ? nil : state.continuation?.yield(answer) }
    }

    /// Ends ``answers``.
    public func finish() {
        let state = state.withLock { $0 }
        state.running?.cancel()
        state.continuation?.finish()
    }
}

extension Larder {
    /// A search box over the titles; see ``LarderReader/titles(matching:filter:limit:pixelWidth:)``.
    public func titleSearch(
        filter: SearchFilter = SearchFilter(),
        limit: Int = 20,
        pixelWidth: Int = 320,
        pause: Duration = .milliseconds(150)
    ) -> SearchSession {
        SearchSession(pause: pause) { [self] text in
            try await read { try $0.titles(matching: text, filter: filter, limit: limit, pixelWidth: pixelWidth) }
        }
    }
}
