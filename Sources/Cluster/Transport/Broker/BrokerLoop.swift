internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
internal import ZeroMQ

/// The broker's thread: one poll on its sockets and the mailbox.
///
/// Local workers use ipc without keys. All others use a second socket, as libzmq applies CURVE keys to a whole socket.
struct BrokerLoop: ~Copyable {
    /// Messages read from a socket before the events go out and commands are looked at.
    private static let readsPerTurn = 256
    /// Memory that each job of a message takes besides its bytes on the wire.
    private static let bytesPerJob = 128
    /// How often revocations are looked for and failed handshakes reported.
    ///
    /// Failed handshakes are counted ten times as often.
    private static let revocationCheckNs: UInt64 = 1_000_000_000

    /// A connection's handle: never a worker's name, never an authority.
    private struct Route: Hashable {
        var isRemote: Bool
        var identity: [UInt8]
    }

    private let local: Socket
    private let remote: Socket
    private let handler: ZAPHandler
    private let monitor: SocketMonitor
    private let keys: KeyFolder?
    private let epoch: UInt64
    private let mailbox: Mailbox<Broker.Command>
    private let sink: AsyncThrowingStream<[BrokerEvent], any Error>.Continuation
    private let shared: SharedCounters
    private let backlog: EventBacklog
    private let files: (any FileService)?
    private let maxTurnBytes: Int
    let boundEndpoints: [String]
    private var counters = BrokerCounters()
    private var directory: SessionDirectory<Route>
    private var keyOf: [SessionID: CurveKey] = [:]
    private var toldRefusals: Set<CurveKey> = []
    private var failures: [HandshakeFailure: Int] = [:]
    private var (countedFailuresAt, toldFailuresAt): (UInt64, UInt64) = (0, 0)
    private var checkedAt: UInt64 = 0
    private var sequence: UInt64 = 0
    private var events: [BrokerEvent] = []
    private var eventBytes = 0

    init(
        _ configuration: Broker.Configuration,
        in context: Context,
        mailbox: Mailbox<Broker.Command>,
        sink: AsyncThrowingStream<[BrokerEvent], any Error>.Continuation,
        counters: SharedCounters,
        backlog: EventBacklog
    ) throws {
        let handler = try ZAPHandler(in: context)
        let local = try Socket.ofBroker(in: context)
        let remote = try Socket.ofBroker(in: context)
        if let keys = configuration.keys { try remote.serveCurve(try keys.serverKeys()) }
        let monitor = try SocketMonitor(of: remote, in: context, name: "remote")
        var bound: [String] = []
        for endpoint in configuration.localEndpoints { bound.append(try local.bound(to: endpoint)) }
        for endpoint in configuration.remoteEndpoints { bound.append(try remote.bound(to: endpoint)) }
        self.handler = handler
        self.monitor = monitor
        self.local = local
        self.remote = remote
        keys = configuration.keys
        epoch = configuration.epoch
        directory = SessionDirectory(epoch: configuration.epoch)
        self.mailbox = mailbox
        self.sink = sink
        shared = counters
        self.backlog = backlog
        files = configuration.files
        maxTurnBytes = configuration.maxWaitingBytes
        boundEndpoints = bound
    }

    mutating func run() throws {
        var pollSet = PollSet(descriptor: mailbox.wakeDescriptor)
        pollSet.add(local)
        pollSet.add(remote)
        pollSet.add(handler.socket)
        var commandsOnly = PollSet(descriptor: mailbox.wakeDescriptor)
        var pacing = TurnPacing(microseconds: 1000)
        while true {
            let mayRead = backlog.mayRead
            if mayRead { try pollSet.wait(milliseconds: 1000) } else { try commandsOnly.wait(milliseconds: 1000) }
            pacing.beginTurn()
            if mayRead {
                try admit()
                try receive(isRemote: false)
                try receive(isRemote: true)
            }
            for command in mailbox.drain() {
                switch command {
                case .send(let session, let message): try send(message, to: session)
                case .forget(let session): forget(session)
                case .resume: break
                case .stop:
                    linger()
                    shared.set(counters)
                    return
                }
            }
            revoke()
            try countFailures()
            shared.set(counters)  // first, so that whoever hears of an event finds it counted
            defer { eventBytes = 0 }
            if !events.isEmpty {
                backlog.add(bytes: eventBytes + events.count * MemoryLayout<BrokerEvent>.size)
                sink.yield(events)
                events.removeAll(keepingCapacity: true)
            }
        }
    }

    /// Leaves a moment for the last messages.
    private borrowing func linger() {
        local.set(.linger, 300)
        remote.set(.linger, 300)
    }

    // MARK: Keys

    private mutating func admit() throws {
        guard let keys else { return }
        var questions: [(address: String, key: CurveKey, isAllowed: Bool)] = []
        var allowed: [CurveKey: String]?
        try handler.answer { question in
            let list = allowed ?? keys.allowedWorkers()
            allowed = list
            questions.append((question.address, question.key, list[question.key] != nil))
            return list[question.key] != nil
        }
        for question in questions where !question.isAllowed {
            counters.refused += 1
            if toldRefusals.count < 1000, toldRefusals.insert(question.key).inserted {
                events.append(.refused(address: question.address, key: question.key.text))
            }
        }
    }

    /// Ends the sessions of workers whose key was taken off the list: libzmq asks at the handshake only.
    private mutating func revoke() {
        guard let keys, !keyOf.isEmpty, MonotonicClock.now >= checkedAt + Self.revocationCheckNs else { return }
        checkedAt = MonotonicClock.now
        let allowed = keys.allowedWorkers()
        for (session, key) in keyOf where allowed[key] == nil {
            counters.refused += 1
            forget(session)
            events.append(.lost(session, reason: "The worker's key was taken off the list"))
        }
    }

    /// Counts failed handshakes, and reports them once a second at most.
    private mutating func countFailures() throws {
        let now = MonotonicClock.now
        if now < countedFailuresAt + Self.revocationCheckNs / 10 { return }
        countedFailuresAt = now
        // The ZAP handler counts and reports keys that are not on the list.
        for failure in try monitor.failures().map(HandshakeFailure.init) where failure != .keyRefused {
            counters.failedHandshakes += 1
            failures[failure, default: 0] += 1
        }
        guard !failures.isEmpty, now >= toldFailuresAt + Self.revocationCheckNs else { return }
        toldFailuresAt = now
        for failure in HandshakeFailure.allCases {
            if let count = failures[failure] { events.append(.turnedAway(failure, count: count)) }
        }
        failures.removeAll()
    }

    // MARK: Messages

    private mutating func receive(isRemote: Bool) throws {
        for _ in 0..<Self.readsPerTurn where eventBytes < maxTurnBytes {
            let message = isRemote ? try remote.receiveFromUser() : try local.receiveFromUser()
            guard let message, let identity = message.frames.first else { return }
            take(message.frames.dropFirst(), from: Route(isRemote: isRemote, identity: identity), key: message.user)
        }
    }

    private mutating func take(_ frames: ArraySlice<[UInt8]>, from route: Route, key: CurveKey?) {
        counters.received += 1
        guard frames.count == 2, let first = frames.first, let body = frames.last else {
            // An empty message is the probe of a new connection.
            if frames.count == 1, frames.first?.isEmpty == true {
                directory.probe(from: route)
                challenge(route)
            } else {
                drop(route, "A message of \(frames.count) frames")
            }
            return
        }
        do {
            let header = try MessageHeader(decoding: first)
            guard let message = try Message(header: header, body: body) else { return }
            eventBytes += body.count + message.jobCount * Self.bytesPerJob
            if case .hello(let hello) = message {
                register(route, hello, key)
                return
            }
            switch directory.message(naming: header.session, from: route) {
            case .session(let session):
                guard case .fileRequest(let request) = message else {
                    events.append(.message(session, message))
                    break
                }
                let answer = { @Sendable [mailbox] (answer: FileAnswer) in
                    _ = mailbox.post(.send(session, .fileAnswer(answer)))
                }
                if files?.take(request, of: session, answer: answer) == false {
                    drop(route, "Too many file requests without an answer")
                } else {
                    // A sign of life; its bytes go elsewhere.
                    events.append(.message(session, .fileRequest(request.withoutBytes)))
                }
            case .challenge: challenge(route)
            case .ignore: break
            }
        } catch {
            drop(route, "\(error)")
        }
    }

    /// Ends the session of a peer that broke the protocol; nobody else's.
    private mutating func drop(_ route: Route, _ reason: String) {
        counters.malformed += 1
        guard let session = directory.session(on: route) else { return }
        forget(session)
        events.append(.lost(session, reason: reason))
    }

    private mutating func register(_ route: Route, _ hello: Hello, _ key: CurveKey?) {
        var worker = WorkerIntroduction(hello, isLocal: !route.isRemote)
        // libzmq asks at the handshake only, and the key may have been taken off the list since.
        if route.isRemote, let keys {
            guard let key, let name = keys.allowedWorkers()[key] else {
                counters.refused += 1
                return
            }
            // The connection proves the key; the name only distinguishes workers that share one.
            worker.keyName = name
            if hello.workerID != name {
                worker.hello.workerID = PlainText.line("\(name) (\(hello.workerID))", maxBytes: 64)
            }
        }
        let (session, replaced) = directory.hello(from: route)
        if let replaced {
            keyOf[replaced] = nil
            files?.forget(replaced)
            events.append(.lost(replaced, reason: "The worker introduced itself again"))
        }
        keyOf[session] = key
        events.append(.hello(session, worker))
    }

    private mutating func challenge(_ route: Route) {
        sequence += 1
        let header = MessageHeader(type: Message.who.type, epoch: epoch, session: 0, sequence: sequence)
        if (try? transmit([header.encoded(), []], to: route)) != .sent { directory.challengeFailed(on: route) }
    }

    private mutating func send(_ message: Message, to session: SessionID) throws {
        guard let route = directory.route(of: session) else { return }
        sequence += 1
        let header = MessageHeader(type: message.type, epoch: epoch, session: session, sequence: sequence)
        switch try transmit([header.encoded(), message.encodedBody()], to: route) {
        case .sent:
            counters.sent += 1
        case .unreachable:
            counters.unreachable += 1
            forget(session)
            events.append(.lost(session, reason: "The connection is gone"))
        case .wouldBlock:
            forget(session)
            events.append(.lost(session, reason: "The worker does not read"))
        }
    }

    private borrowing func transmit(_ frames: [[UInt8]], to route: Route) throws -> Socket.SendOutcome {
        let message = [route.identity] + frames
        return route.isRemote ? try remote.send(message) : try local.send(message)
    }

    private mutating func forget(_ session: SessionID) {
        keyOf[session] = nil
        directory.forget(session)
        files?.forget(session)
    }
}
