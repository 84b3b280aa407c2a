internal import CZeroMQ

/// A libzmq socket.
///
/// Belongs to the thread that made it: it can be moved, never copied or shared.
@safe package struct Socket: ~Copyable {
    package struct Kind: Sendable {
        fileprivate let number: Int32

        /// The coordinator's end: one socket for every worker.
        package static let router = Kind(number: ZMQ_ROUTER)
        /// A worker's end.
        package static let dealer = Kind(number: ZMQ_DEALER)
        /// The end that answers libzmq's questions about peers.
        package static let reply = Kind(number: ZMQ_REP)
        /// The end that gets events of a socket's connections.
        package static let pair = Kind(number: ZMQ_PAIR)
    }

    /// What became of a send that may not wait.
    package enum SendOutcome: Sendable, Equatable {
        /// libzmq accepted the message, which may still not arrive.
        case sent
        /// The peer's queue is full, or there is no connection yet.
        case wouldBlock
        /// ROUTER only: no connection has this identity any more.
        case unreachable
    }

    let raw: UnsafeMutableRawPointer
    private let context: Context  // zmq_ctx_term must not run before zmq_close

    /// Opens a socket that closes without lingering.
    ///
    /// - Throws: ``ZeroMQError`` when the context has no socket left.
    package init(_ kind: Kind, in context: Context) throws(ZeroMQError) {
        guard let raw = unsafe zmq_socket(context.raw, kind.number) else { throw ZeroMQError(call: "zmq_socket") }
        unsafe self.raw = raw
        self.context = context
        set(.linger, 0)
    }

    deinit { unsafe zmq_close(raw) }

    /// Binds to an endpoint such as `ipc:///run/larder/x.sock` or `tcp://127.0.0.1:5570`.
    package borrowing func bind(to endpoint: String) throws(ZeroMQError) {
        if unsafe zmq_bind(raw, endpoint) != 0 { throw ZeroMQError(call: "zmq_bind", subject: endpoint) }
    }

    /// Connects in the background, and again when the connection breaks.
    package borrowing func connect(to endpoint: String) throws(ZeroMQError) {
        if unsafe zmq_connect(raw, endpoint) != 0 { throw ZeroMQError(call: "zmq_connect", subject: endpoint) }
    }

    /// The bound endpoint, with the port libzmq chose for `tcp://host:*`.
    package borrowing func lastEndpoint() -> String {
        var size = 256
        var bytes = [UInt8](repeating: 0, count: size)
        guard unsafe zmq_getsockopt(raw, ZMQ_LAST_ENDPOINT, &bytes, &size) == 0 else { return "" }
        return String(decoding: bytes.prefix(max(0, size - 1)), as: UTF8.self)
    }

    /// Sends all frames as one message, or nothing, without waiting.
    ///
    /// libzmq accepts the rest of a message whose first frame it accepted.
    package borrowing func send(_ frames: [[UInt8]]) throws(ZeroMQError) -> SendOutcome {
        for (index, frame) in frames.enumerated() {
            let more = index + 1 < frames.count ? ZMQ_SNDMORE : 0
            while unsafe zmq_send(raw, frame, frame.count, ZMQ_DONTWAIT | more) < 0 {
                switch larder_zmq_errno() {
                case EINTR: continue
                case EAGAIN: return .wouldBlock
                case EHOSTUNREACH: return .unreachable
                default: throw ZeroMQError(call: "zmq_send")
                }
            }
        }
        return .sent
    }

    /// The next whole message, or nil when none waits.
    package borrowing func receive() throws(ZeroMQError) -> [[UInt8]]? { try receiveFromUser()?.frames }

    /// The next whole message and the public key of the authenticated peer, or nil when none waits.
    ///
    /// The key comes with the last frame: libzmq gives none with the identity frame after a poll.
    package borrowing func receiveFromUser() throws(ZeroMQError) -> (frames: [[UInt8]], user: CurveKey?)? {
        var frames: [[UInt8]] = []
        while true {
            var message = zmq_msg_t()
            unsafe zmq_msg_init(&message)
            let count = unsafe zmq_msg_recv(&message, raw, ZMQ_DONTWAIT)
            if count < 0 {
                let number = larder_zmq_errno()
                unsafe zmq_msg_close(&message)
                if number == EINTR { continue }
                if number == EAGAIN { return nil }
                throw ZeroMQError(call: "zmq_msg_recv")
            }
            let bytes = unsafe UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))
            unsafe frames.append([UInt8](bytes))
            let more = unsafe zmq_msg_more(&message)
            var user: CurveKey?
            if more == 0, let text = unsafe zmq_msg_gets(&message, "User-Id") {
                user = unsafe CurveKey(String(cString: text))
            }
            unsafe zmq_msg_close(&message)
            if more == 0 { return (frames, user) }
        }
    }
}

extension Socket {
    /// A socket option that takes an `int`, with its unit.
    package struct Option: Sendable {
        fileprivate let number: Int32

        /// Milliseconds that a closing socket keeps unsent messages.
        package static let linger = Option(number: ZMQ_LINGER)
        /// Messages each peer's outgoing queue takes.
        package static let sendHighWaterMark = Option(number: ZMQ_SNDHWM)
        /// Messages each peer's incoming queue takes.
        package static let receiveHighWaterMark = Option(number: ZMQ_RCVHWM)
        /// ROUTER: 1 reports unknown identities instead of dropping.
        package static let routerMandatory = Option(number: ZMQ_ROUTER_MANDATORY)
        /// DEALER: 1 queues only on finished connections.
        package static let immediate = Option(number: ZMQ_IMMEDIATE)
        /// DEALER: 1 sends an empty message at each connect.
        package static let probeRouter = Option(number: ZMQ_PROBE_ROUTER)
        /// Connections waiting to be accepted.
        package static let backlog = Option(number: ZMQ_BACKLOG)
        /// Milliseconds for a handshake.
        package static let handshakeInterval = Option(number: ZMQ_HANDSHAKE_IVL)
        /// 1 sends TCP keep-alive probes on an idle connection.
        package static let keepAlive = Option(number: ZMQ_TCP_KEEPALIVE)
        /// Seconds that a connection is idle before the first probe.
        package static let keepAliveIdle = Option(number: ZMQ_TCP_KEEPALIVE_IDLE)
        /// Seconds between two probes.
        package static let keepAliveInterval = Option(number: ZMQ_TCP_KEEPALIVE_INTVL)
        /// Probes without an answer after which the connection ends.
        package static let keepAliveCount = Option(number: ZMQ_TCP_KEEPALIVE_CNT)
        /// Milliseconds that sent bytes may stay unacknowledged before the connection ends.
        package static let maxRetransmissionTime = Option(number: ZMQ_TCP_MAXRT)
        /// Milliseconds before the first reconnect.
        package static let reconnectInterval = Option(number: ZMQ_RECONNECT_IVL)
        /// Milliseconds before a reconnect at most.
        package static let reconnectIntervalMax = Option(number: ZMQ_RECONNECT_IVL_MAX)
        /// Milliseconds for a connect.
        package static let connectTimeout = Option(number: ZMQ_CONNECT_TIMEOUT)
    }

    /// Sets an option; only a number out of libzmq's range fails.
    package borrowing func set(_ option: Option, _ value: Int32) {
        var value = value
        let status = unsafe zmq_setsockopt(raw, option.number, &value, MemoryLayout<Int32>.size)
        precondition(status == 0, "libzmq refused \(option) = \(value)")
    }

    /// The connection of a peer that sends a larger frame is dropped.
    package borrowing func setMaxFrameBytes(_ bytes: Int64) {
        var bytes = bytes
        let status = unsafe zmq_setsockopt(raw, ZMQ_MAXMSGSIZE, &bytes, MemoryLayout<Int64>.size)
        precondition(status == 0, "libzmq refused a largest frame of \(bytes) bytes")
    }
}
