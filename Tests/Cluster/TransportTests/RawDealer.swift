import LarderTransport
import ZeroMQ

/// A peer that says what it likes.
final class RawDealer {
    private let context: Context
    private let endpoint: String
    private let keys: WorkerKeys?

    init(endpoint: String, keys: WorkerKeys? = nil) throws {
        context = try Context()
        self.endpoint = endpoint
        self.keys = keys
    }

    /// Sends one message over a connection of its own.
    func send(_ frames: [[UInt8]]) throws {
        let socket = try Socket(.dealer, in: context)
        socket.set(.linger, 300)
        if let keys { try socket.useCurve(keys.own, server: keys.server) }
        try socket.connect(to: endpoint)
        guard try socket.send(frames) == .sent else { throw Refused() }
    }

    struct Refused: Error {}
}
