internal import LarderCache
internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
internal import LarderTransport
internal import LarderWorkerCore
internal import ZeroMQ

/// A liar's thread: an honest worker's decisions, and what is made of them before they are sent.
struct LyingLoop: Sendable {
    let lie: Lie
    let endpoint: String
    let keys: WorkerKeys
    let mailbox: Mailbox<Void>
    /// Jobs that were given to it.
    private(set) var jobs = 0
    private let cache: DiskCache
    private let seed: UInt64
    private var core: WorkerCore
    private var numbers: SeededGenerator
    private var sequence: UInt64 = 0
    private var mine: [JobLease] = []
    private var toldAt: UInt64 = 0
    /// The session and epoch that were said last.
    private var place = (session: SessionID(0), epoch: UInt64(0))

    init(
        lie: Lie,
        name: String,
        endpoint: String,
        keys: WorkerKeys,
        cache: String,
        seed: UInt64,
        mailbox: Mailbox<Void>
    ) throws {
        self.lie = lie
        self.endpoint = endpoint
        self.keys = keys
        self.mailbox = mailbox
        self.seed = seed
        self.cache = try DiskCache(folder: cache, mayCreate: false)
        numbers = SeededGenerator(seed: seed)
        var generator = numbers
        core = WorkerCore(
            configuration: WorkerCore.Configuration(
                name: name,
                incarnation: (0..<16).map { _ in UInt8(truncatingIfNeeded: generator.next()) },
                processID: 1,
                host: "liar",
                cacheID: self.cache.id,
                // What it keeps for ever is little beside what there is to do.
                fetchSlots: 4,
                renderSlots: 2
            ),
            now: Self.now
        )
    }

    private static var now: UInt64 { MonotonicClock.now / 1_000_000 }

    /// Runs until the mailbox holds something, or the coordinator sends it away.
    mutating func run() throws {
        let context = try Context()
        let socket = try Socket(.dealer, in: context)
        socket.set(.immediate, 1)
        socket.set(.probeRouter, 1)
        socket.set(.linger, 200)
        socket.setMaxFrameBytes(Int64(ProtocolLimits.maxFrameBytes))
        try socket.useCurve(keys.own, server: keys.server)
        try socket.connect(to: endpoint)
        var pollSet = PollSet(descriptor: mailbox.wakeDescriptor)
        pollSet.add(socket)
        var tickedAt: UInt64 = 0
        while mailbox.drain().isEmpty {
            try pollSet.wait(milliseconds: 50)
            var actions: [WorkerCore.Action] = []
            while let frames = try socket.receive() {
                guard frames.count == 2, let header = try? MessageHeader(decoding: frames[0]),
                    let message = try? Message(header: header, body: frames[1])
                else { continue }
                actions += core.handle(.message(header, message), at: Self.now)
            }
            let now = Self.now
            if now >= tickedAt + 100 {
                tickedAt = now
                actions += core.handle(.tick(residentBytes: 1 << 24, cpuMs: now), at: now)
                if now >= toldAt + 1000 { try tellOfStrangers(on: socket, at: now) }
            }
            guard try perform(actions, on: socket) else { return }
        }
        if lie == .late { try tellLate(on: socket) }
        if seed % 2 == 0 { _ = try perform(core.handle(.stop, at: Self.now), on: socket) }
    }

    /// - Returns: Whether it goes on.
    private mutating func perform(_ actions: [WorkerCore.Action], on socket: borrowing Socket) throws -> Bool {
        var next = actions[...]
        while let action = next.popFirst() {
            switch action {
            case .send(let message, let session, let epoch):
                place = (session, epoch)
                try say(message, on: socket)
            case .run(let begun):
                jobs += begun.count
                mine += begun.map(\.lease)
                let ended = begun.compactMap { job in
                    lie.end(of: job, &numbers).map { end in
                        EndedJob(lease: job.lease, outcome: stored(end), microseconds: 60_000)
                    }
                }
                if !ended.isEmpty { next += core.handle(.ended(ended), at: Self.now)[...] }
            case .reconnect, .exit: return false
            case .configure, .cancel, .giveBackFreeMemory, .tellSilence, .probe, .tellTrouble: break
            }
        }
        return true
    }

    /// What is too long for a message goes through the cache, as an honest worker's would.
    private func stored(_ end: EndedJob.Outcome) -> EndedJob.Outcome {
        guard case .done(let effect) = end, effect.count > ProtocolLimits.maxInlineEffectBytes,
            let digest = try? cache.store(effect: effect)
        else { return end }
        return .done(effect: PackedEffect.spilled(digest, bytes: effect.count).serializedBytes())
    }

    // MARK: What is said

    private mutating func say(_ message: Message, on socket: borrowing Socket) throws {
        let isAnswer =
            switch message {
            case .result, .fail: true
            default: false
            }
        // From its first job on it says nothing more.
        if lie == .mute || lie == .late, !mine.isEmpty { return }
        if lie == .stale, isAnswer {
            try send(message, place.session, place.epoch &+ 1, on: socket)
            try send(message, place.session, place.epoch &- 1, on: socket)
            try send(message, place.session.advanced(by: 1), place.epoch, on: socket)
            try send(
                .fail(made(up: mine.map { JobLease(job: $0.job, attempt: $0.attempt.advanced(by: 1)) })),
                on: socket
            )
        }
        for _ in 0..<(lie == .again && isAnswer ? 3 : 1) { try send(message, on: socket) }
    }

    /// The numbers of jobs and attempts are small and easily guessed.
    private mutating func tellOfStrangers(on socket: borrowing Socket, at now: UInt64) throws {
        guard lie == .strangers, place.session != 0 else { return }
        toldAt = now
        let own = Set(mine)
        let others = (1...300 as ClosedRange<JobID>)
            .flatMap { job in (1...3 as ClosedRange<Attempt>).map { JobLease(job: job, attempt: $0) } }
            .filter { !own.contains($0) }
        for part in stride(from: 0, to: others.count, by: 100) {
            let leases = Array(others[part..<min(others.count, part + 100)])
            try send(.fail(made(up: leases)), on: socket)
            try send(.result(leases.map { JobResult(lease: $0, effect: Lie.junk(&numbers)) }), on: socket)
            try send(.started(leases), on: socket)
            try send(.release(leases), on: socket)
        }
    }

    private mutating func tellLate(on socket: borrowing Socket) throws {
        try send(.fail(made(up: mine)), on: socket)
        try send(.result(mine.map { JobResult(lease: $0, effect: Lie.junk(&numbers)) }), on: socket)
    }

    /// Failures of every class, `cache-full` among them.
    private func made(up leases: [JobLease]) -> [ReportedFailure] {
        leases.enumerated().map { index, lease in
            let kind = FailureReason.Class.allCases[index % FailureReason.Class.allCases.count]
            let code = kind == .drain ? "cache-full" : "made-up"
            return ReportedFailure(
                lease: lease,
                reason: FailureReason(kind, code: FailureCode(rawValue: code), message: "A liar says so.")
            )
        }
    }

    private mutating func send(_ message: Message, on socket: borrowing Socket) throws {
        try send(message, place.session, place.epoch, on: socket)
    }

    private mutating func send(
        _ message: Message,
        _ session: SessionID,
        _ epoch: UInt64,
        on socket: borrowing Socket
    ) throws {
        sequence += 1
        let header = MessageHeader(type: message.type, epoch: epoch, session: session, sequence: sequence)
        // What libzmq has no room for is not said: nobody relies on a liar.
        _ = try socket.send([header.encoded(), message.encodedBody()])
    }
}
