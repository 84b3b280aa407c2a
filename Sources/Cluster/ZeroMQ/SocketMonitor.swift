internal import CZeroMQ

/// Reports handshakes that fail on a socket.
///
/// For counts and for people: libzmq names no peer here, so nothing may be decided by it.
package struct SocketMonitor: ~Copyable {
    /// Why a handshake failed.
    package enum Failure: Sendable, Hashable {
        /// The two sides do not use the same mechanism.
        case mechanismMismatch
        /// The other side's encryption cannot be read.
        case cryptographic
        /// The server's ZAP handler said no.
        case refused
        /// Not ZeroMQ's protocol.
        case malformed
        /// The connection went away, or the time was over.
        case brokenOff
    }

    package let socket: Socket

    /// Begins to listen to a socket of this thread.
    ///
    /// - Parameter name: Unique in the context while the monitor lives.
    package init(of watched: borrowing Socket, in context: Context, name: String) throws(ZeroMQError) {
        let endpoint = "inproc://monitor-\(name)"
        let kinds =
            ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH
        if unsafe zmq_socket_monitor(watched.raw, endpoint, kinds) != 0 {
            throw ZeroMQError(call: "zmq_socket_monitor", subject: endpoint)
        }
        let socket = try Socket(.pair, in: context)
        try socket.connect(to: endpoint)
        self.socket = socket
    }

    /// Ends the reports of a socket; needed before the monitor's own end goes, as libzmq would wait for it to read.
    package static func stop(on watched: borrowing Socket) {
        unsafe zmq_socket_monitor(watched.raw, nil, 0)
    }

    package borrowing func failures() throws(ZeroMQError) -> [Failure] {
        var failures: [Failure] = []
        while let frames = try socket.receive() {
            guard let frame = frames.first, frame.count == 6 else { continue }
            let event = Int32(frame[0]) | Int32(frame[1]) << 8
            let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(frame[2 + $1]) << (8 * UInt32($1)) }
            failures.append(Self.failure(event, value))
        }
        return failures
    }

    private static func failure(_ event: Int32, _ value: UInt32) -> Failure {
        switch (event, Int32(bitPattern: value)) {
        case (ZMQ_EVENT_HANDSHAKE_FAILED_AUTH, _): .refused
        case (ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL, _): .brokenOff
        case (_, ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH): .mechanismMismatch
        case (_, ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC): .cryptographic
        default: .malformed
        }
    }
}
