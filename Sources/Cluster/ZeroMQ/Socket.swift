internal import CZeroMQ

/// A libzmq socket.
///
/// Belongs to the thread that made it: it can be moved, never copied or shared.
@safe package struct Socket: ~Copyable {
    /// The two socket types of the protocol.
    package enum Kind: Sendable {
        /// The coordinator's end: one socket for every worker.
        case router
        /// A worker's end.
        case dealer
        /// The end that answers libzmq's questions about peers.
        case reply
        /// The end that hears of a socket's connections.
        case pair
    }

    /// What became of a send that may not wait.
    package enum SendOutcome: Sendable, Equatable {
        /// libzmq took the message; that says nothing about its arrival.
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
        let type =
            switch kind {
            case .router: ZMQ_ROUTER
            case .dealer: ZMQ_DEALER
            case .reply: ZMQ_REP
            case .pair: ZMQ_PAIR
            }
        guard let raw = unsafe zmq_socket(context.raw, type) else { throw ZeroMQError(call: "zmq_socket") }
        unsafe self.raw = raw
        self.context = context
        set(.linger, 0)
    }

    deinit { unsafe zmq_close(raw) }

    /// Binds to an endpoint such as `ipc:///run/larder/x.sock` or `tcp://127.0.0.1:5570`.
    package borrowing func bind(to endpoint: String) throws(ZeroMQError) {
        if unsafe zmq_bind(raw, endpoint) != 0 { throw ZeroMQError(call: "zmq_bind", subject: endpoint) }
    }

    /// Connects to an endpoint; returns at once, libzmq connects (and reconnects) in the background.
    package borrowing func connect(to endpoint: String) throws(ZeroMQError) {
        if unsafe zmq_connect(raw, endpoint) != 0 { throw ZeroMQError(call: "zmq_connect", subject: endpoint) }
    }

    /// The endpoint that ``bind(to:)`` got, with the port libzmq chose for `tcp://host:*`.
    package borrowing func lastEndpoint() -> String {
        var size = 256
        var bytes = [UInt8](repeating: 0, count: size)
        guard unsafe zmq_getsockopt(raw, ZMQ_LAST_ENDPOINT, &bytes, &size) == 0 else { return "" }
        return String(decoding: bytes.prefix(max(0, size - 1)), as: UTF8.self)
    }

    /// Sends all frames as one message, or nothing.
    ///
    /// Never waits. When the first frame is refused none of the others is sent; libzmq takes the rest of a message whose first frame
    /// it took.
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

    /// Takes the next whole message, or nil when none waits.
    package borrowing func receive() throws(ZeroMQError) -> [[UInt8]]? { try receiveFromUser()?.frames }

    /// Takes the next whole message and the public key of the authenticated peer that sent it, or nil when none waits.
    ///
    /// The key stands with the last frame: libzmq gives none with the identity frame after a poll.
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
    package enum Option: Sendable {
        /// Milliseconds that a closing socket keeps unsent messages.
        case linger
        /// Messages each peer's outgoing queue takes.
        case sendHighWaterMark
        /// Messages each peer's incoming queue takes.
        case receiveHighWaterMark
        /// ROUTER: 1 reports unknown identities instead of dropping.
        case routerMandatory
        /// DEALER: 1 queues only on finished connections.
        case immediate
        /// DEALER: 1 sends an empty message at each connect.
        case probeRouter
        /// Connections waiting to be accepted.
        case backlog
        /// Milliseconds for a handshake.
        case handshakeInterval
        /// Milliseconds between ZMTP pings.
        case heartbeatInterval
        /// Milliseconds without a ZMTP answer after which the link is dropped.
        case heartbeatTimeout
        /// Milliseconds the peer may keep the link without a ping; below 65,000.
        case heartbeatTimeToLive
        /// Milliseconds before the first reconnect.
        case reconnectInterval
        /// Milliseconds before a reconnect at most.
        case reconnectIntervalMax
        /// Milliseconds for a connect.
        case connectTimeout

        var number: Int32 {
            switch self {
            case .linger: ZMQ_LINGER
            case .sendHighWaterMark: ZMQ_SNDHWM
            case .receiveHighWaterMark: ZMQ_RCVHWM
            case .routerMandatory: ZMQ_ROUTER_MANDATORY
            case .immediate: ZMQ_IMMEDIATE
            case .probeRouter: ZMQ_PROBE_ROUTER
            case .backlog: ZMQ_BACKLOG
            case .handshakeInterval: ZMQ_HANDSHAKE_IVL
            case .heartbeatInterval: ZMQ_HEARTBEAT_IVL
            case .heartbeatTimeout: ZMQ_HEARTBEAT_TIMEOUT
            case .heartbeatTimeToLive: ZMQ_HEARTBEAT_TTL
            case .reconnectInterval: ZMQ_RECONNECT_IVL
            case .reconnectIntervalMax: ZMQ_RECONNECT_IVL_MAX
            case .connectTimeout: ZMQ_CONNECT_TIMEOUT
            }
        }
    }

    /// Sets an option; only a number out of libzmq's range fails, which is a mistake of the caller.
    package borrowing func set(_ option: Option, _ value: Int32) {
        var value = value
        let status = unsafe zmq_setsockopt(raw, option.number, &value, MemoryLayout<Int32>.size)
        precondition(status == 0, "libzmq refused \(option) = \(value)")
    }

    /// Sets the largest frame a peer may send; a larger one drops its connection.
    package borrowing func setMaxFrameBytes(_ bytes: Int64) {
        var bytes = bytes
        let status = unsafe zmq_setsockopt(raw, ZMQ_MAXMSGSIZE, &bytes, MemoryLayout<Int64>.size)
        precondition(status == 0, "libzmq refused a largest frame of \(bytes) bytes")
    }
}
