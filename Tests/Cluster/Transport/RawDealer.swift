import LarderTransport
import ZeroMQ

/// A peer that says what it likes, over one connection that stays open as long as the peer does.
final class RawDealer {
    private let socket: Socket

    init(endpoint: String, keys: WorkerKeys? = nil) throws {
        socket = try Socket(.dealer, in: Context())
        if let keys { try socket.useCurve(keys.own, server: keys.server) }
        try socket.connect(to: endpoint)
    }

    func send(_ frames: [[UInt8]]) throws {
        guard try socket.send(frames) == .sent else { throw Refused() }
    }

    struct Refused: Error {}
}
