import ZeroMQ

/// A peer that says what it likes.
final class RawDealer {
    private let context: Context
    private let endpoint: String

    init(endpoint: String) throws {
        context = try Context()
        self.endpoint = endpoint
    }

    /// Sends one message over a connection of its own.
    func send(_ frames: [[UInt8]]) throws {
        let socket = try Socket(.dealer, in: context)
        socket.set(.linger, 1000)
        try socket.connect(to: endpoint)
        guard try socket.send(frames) == .sent else { throw Refused() }
    }

    struct Refused: Error {}
}
