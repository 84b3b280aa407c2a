internal import LarderProtocol
internal import LarderThreading
internal import ZeroMQ

/// The broker's thread: one poll on the socket and the mailbox, no decision but who is on which connection.
struct BrokerLoop: ~Copyable {
    /// Messages read before the events go out and commands are looked at.
    private static let readsPerTurn = 256

    private let socket: Socket
    private let epoch: UInt64
    private let mailbox: Mailbox<Broker.Command>
    private let sink: AsyncThrowingStream<[BrokerEvent], any Error>.Continuation
    private let shared: SharedCounters
    private let endpoints: [String]
    private var counters = BrokerCounters()
    /// Sessions of connections. The routing identity is a connection's handle, never a worker's name.
    private var sessionOf: [[UInt8]: SessionID] = [:]
    private var routeOf: [SessionID: [UInt8]] = [:]
    private var nextSession: SessionID
    private var sequence: UInt64 = 0
    private var events: [BrokerEvent] = []

    init(
        _ configuration: Broker.Configuration, in context: Context, mailbox: Mailbox<Broker.Command>,
        sink: AsyncThrowingStream<[BrokerEvent], any Error>.Continuation, counters: SharedCounters
    ) throws {
        let socket = try Socket(.router, in: context)
        socket.set(.routerMandatory, 1)
        socket.set(.sendHighWaterMark, 1000)
        socket.set(.receiveHighWaterMark, 1000)
        socket.set(.backlog, 1024)
        socket.set(.handshakeInterval, 5000)
        socket.set(.heartbeatInterval, 2000)
        socket.set(.heartbeatTimeout, 6000)
        socket.set(.heartbeatTimeToLive, 6000)
        socket.setMaxFrameBytes(Int64(WireLimits.maxFrameBytes))
        var bound: [String] = []
        for endpoint in configuration.endpoints {
            do {
                try socket.bind(to: endpoint)
            } catch {
                throw TransportError(bind: endpoint, error)
            }
            bound.append(socket.lastEndpoint())
        }
        self.socket = socket
        epoch = configuration.epoch
        nextSession = configuration.epoch << 32
        self.mailbox = mailbox
        self.sink = sink
        shared = counters
        endpoints = bound
    }

    func boundEndpoints() -> [String] { endpoints }

    mutating func run() throws {
        while true {
            _ = try socket.waitReadable(or: mailbox.wakeDescriptor, milliseconds: 1000)
            var reads = 0
            while reads < Self.readsPerTurn, let frames = try socket.receive() {
                reads += 1
                take(frames)
            }
            for command in mailbox.drain() {
                switch command {
                case .send(let session, let message): try send(message, to: session)
                case .forget(let session): forget(session)
                case .stop:
                    socket.set(.linger, 300)  // for the last acknowledgements and BYEs
                    shared.set(counters)
                    return
                }
            }
            if !events.isEmpty {
                sink.yield(events)
                events.removeAll(keepingCapacity: true)
            }
            shared.set(counters)
        }
    }

    private mutating func take(_ frames: [[UInt8]]) {
        counters.received += 1
        guard let route = frames.first else { return }
        guard frames.count == 3 else {
            // An empty message is the probe of a new connection; anything else of this length is not ours.
            if frames.count != 2 || frames.last?.isEmpty == false { counters.malformed += 1 }
            challenge(route)
            return
        }
        do {
            let header = try MessageHeader(decoding: frames[1])
            guard let message = try Message(header: header, body: frames[2]) else { return }
            if case .hello = message {
                register(route, message)
            } else if let session = sessionOf[route], session == header.session {
                events.append(.message(session, message))
            } else {
                challenge(route)
            }
        } catch {
            counters.malformed += 1
            if let session = sessionOf[route] {
                forget(session)
                events.append(.lost(session, reason: "\(error)"))
            }
        }
    }

    private mutating func register(_ route: [UInt8], _ hello: Message) {
        if let old = sessionOf[route] {
            routeOf[old] = nil
            events.append(.lost(old, reason: "The worker introduced itself again"))
        }
        nextSession += 1
        sessionOf[route] = nextSession
        routeOf[nextSession] = route
        events.append(.message(nextSession, hello))
    }

    private mutating func challenge(_ route: [UInt8]) {
        counters.challenged += 1
        sequence += 1
        let header = MessageHeader(type: Message.who.type, epoch: epoch, session: 0, sequence: sequence)
        // A peer that cannot be challenged is gone; its next probe brings it back.
        _ = try? socket.send([route, header.encoded(), []])
    }

    private mutating func send(_ message: Message, to session: SessionID) throws {
        guard let route = routeOf[session] else { return }
        sequence += 1
        let header = MessageHeader(type: message.type, epoch: epoch, session: session, sequence: sequence)
        switch try socket.send([route, header.encoded(), message.encodedBody()]) {
        case .sent:
            counters.sent += 1
        case .unreachable:
            counters.unreachable += 1
            forget(session)
            events.append(.lost(session, reason: "The connection is gone"))
        case .wouldBlock:
            counters.stuck += 1
            forget(session)
            events.append(.lost(session, reason: "The worker does not read"))
        }
    }

    private mutating func forget(_ session: SessionID) {
        guard let route = routeOf.removeValue(forKey: session) else { return }
        sessionOf[route] = nil
    }
}
