internal import DequeModule
internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
internal import LarderTransport

/// A worker's request for a file that has not been answered.
struct WaitingRequest: Sendable {
    let request: FileRequest
    let session: SessionID
    let answer: @Sendable (FileAnswer) -> Void
}

/// How much may wait, counted from any thread.
final class WaitingBounds: Sendable {
    /// Requests of a session; a worker sends 32.
    static let maxOpen = 64

    private struct State {
        var open: [SessionID: Int] = [:]
        var bytes = 0
    }

    private let maxBytes: Int
    private let state = Guarded(State())

    init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// Counts a request.
    ///
    /// - Returns: Whether there is room for its bytes; nil, and it is not counted, where its session has too many.
    func take(_ request: FileRequest, of session: SessionID) -> Bool? {
        state.withLock { state in
            guard state.open[session, default: 0] < Self.maxOpen else { return nil }
            state.open[session, default: 0] += 1
            guard state.bytes + request.byteCount <= maxBytes else { return false }
            state.bytes += request.byteCount
            return true
        }
    }

    func answered(_ waiting: WaitingRequest) {
        state.withLock { state in
            let open = state.open[waiting.session, default: 1] - 1
            state.open[waiting.session] = open > 0 ? open : nil
            state.bytes -= waiting.request.byteCount
        }
    }
}

/// Requests in the order in which they are answered: of one session after the other, so that none waits for all of
/// another's.
struct RequestQueue {
    private var requests: [SessionID: Deque<WaitingRequest>] = [:]
    private var turns = Deque<SessionID>()

    var isEmpty: Bool { turns.isEmpty }

    mutating func add(_ request: WaitingRequest) {
        if requests[request.session] == nil { turns.append(request.session) }
        requests[request.session, default: []].append(request)
    }

    mutating func next() -> WaitingRequest? {
        guard let session = turns.popFirst(), let request = requests[session]?.popFirst() else { return nil }
        if requests[session]?.isEmpty == true { requests[session] = nil } else { turns.append(session) }
        return request
    }

    /// Removes and returns what a session asked for.
    mutating func forget(_ session: SessionID) -> [WaitingRequest] {
        turns.removeAll { $0 == session }
        return Array(requests.removeValue(forKey: session) ?? [])
    }
}
