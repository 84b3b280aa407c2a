internal import Glibc
internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
internal import ZeroMQ

/// What keeps a worker from its coordinator.
public enum LinkTrouble: Sendable, Hashable {
    /// Nothing was heard for ``WorkerCore/Configuration/fenceAfterMs``.
    case silence
    /// A handshake failed.
    case handshake(HandshakeFailure)
}

/// A worker's end of its connection to the coordinator: one DEALER socket on a thread of its own, which also beats the heart.
public final class WorkerLink: Sendable {
    enum Command: Sendable {
        case ended([EndedJob])
        case drain
        case stop
    }

    private let mailbox: Mailbox<Command>
    private let thread: OwnerThread
    private let exit: Exit

    /// Connects to a coordinator and begins to work; the connection may come up later.
    ///
    /// - Parameters:
    ///   - endpoint: Such as `ipc:///path` or `tcp://host:5570`.
    ///   - keys: For a coordinator that wants them.
    ///   - configuration: Who the worker is.
    ///   - executor: Does the jobs.
    ///   - seed: Spreads reconnects of many workers.
    ///   - onTrouble: Told once of each silence, and of handshakes that failed, each kind once until one of another kind; called on the
    ///     link's thread.
    ///   - onExit: Told how it ends, on the link's thread, before ``ended()`` returns it.
    /// - Throws: ``TransportError`` when the endpoint's form is wrong.
    public static func start(
        endpoint: String,
        keys: WorkerKeys? = nil,
        configuration: WorkerCore.Configuration,
        executor: any JobExecutor,
        seed: UInt64,
        onTrouble: @escaping @Sendable (LinkTrouble) -> Void = { _ in },
        onExit: @escaping @Sendable (WorkerExit) -> Void = { _ in }
    ) async throws -> WorkerLink {
        let mailbox = try Mailbox<Command>()
        let started = StartSignal()
        let exit = Exit()
        let thread = try OwnerThread(name: "worker-link") {
            do {
                let context = try Context()
                let loop = WorkerLoop(
                    endpoint: endpoint,
                    keys: keys,
                    configuration: configuration,
                    executor: executor,
                    mailbox: mailbox,
                    seed: seed,
                    onTrouble: onTrouble
                )
                let how = try loop.run(in: context, started: started)
                exit.set(.success(how))
                onExit(how)
            } catch {
                started.finish(throwing: error)
                exit.set(.failure(error))
            }
            exit.signal.finish()
        }
        do {
            try await started.wait()
        } catch {
            await thread.joined()
            _ = mailbox.close()
            throw error
        }
        return WorkerLink(mailbox: mailbox, thread: thread, exit: exit)
    }

    private init(mailbox: Mailbox<Command>, thread: OwnerThread, exit: Exit) {
        self.mailbox = mailbox
        self.thread = thread
        self.exit = exit
    }

    /// Asks for an orderly end: no new work, what runs is finished and answered.
    public func drain() { mailbox.post(.drain) }

    /// Ends at once; what was not acknowledged is done again elsewhere.
    public func stop() { mailbox.post(.stop) }

    /// Waits for the end of the worker's part and closes everything.
    public func ended() async throws -> WorkerExit {
        try await exit.signal.wait()
        await thread.joined()
        _ = mailbox.close()
        return try exit.get()
    }

    /// How the thread ended.
    private final class Exit: Sendable {
        let signal = StartSignal()
        private let state = Guarded<Result<WorkerExit, any Error>>(.success(.finished))
        func set(_ value: Result<WorkerExit, any Error>) { state.withLock { $0 = value } }
        func get() throws -> WorkerExit { try state.withLock { $0 }.get() }
    }
}

/// The worker's thread: one poll on the socket and the mailbox; decisions are ``WorkerCore``'s.
struct WorkerLoop {
    let endpoint: String
    let keys: WorkerKeys?
    let configuration: WorkerCore.Configuration
    let executor: any JobExecutor
    let mailbox: Mailbox<WorkerLink.Command>
    let seed: UInt64
    let onTrouble: @Sendable (LinkTrouble) -> Void

    func run(in context: Context, started: StartSignal) throws -> WorkerExit {
        var core = WorkerCore(configuration: configuration, now: Self.now)
        let reporter = JobReporter { [mailbox] in mailbox.post(.ended($0)) }
        var sockets = 0
        while true {
            let socket = try connect(in: context)
            sockets += 1
            let monitor = try SocketMonitor(of: socket, in: context, name: "\(sockets)")
            started.finish()
            let exit = try serve(socket, monitor, &core, reporter)
            SocketMonitor.stop(on: socket)
            if let exit { return exit }
        }
    }

    private static var now: UInt64 { MonotonicClock.now / 1_000_000 }

    private func connect(in context: Context) throws -> Socket {
        let socket = try Socket(.dealer, in: context)
        socket.set(.immediate, 1)
        socket.set(.probeRouter, 1)
        socket.set(.sendHighWaterMark, 1000)
        socket.set(.reconnectInterval, Int32(50 + seed % 200))
        socket.set(.reconnectIntervalMax, 2000)
        socket.set(.connectTimeout, 3000)
        socket.set(.heartbeatInterval, 2000)
        socket.set(.heartbeatTimeout, 6000)
        socket.set(.heartbeatTimeToLive, 6000)
        socket.setMaxFrameBytes(Int64(ProtocolLimits.maxFrameBytes))
        do {
            if let keys { try socket.useCurve(keys.own, server: keys.server) }
            try socket.connect(to: endpoint)
        } catch {
            throw TransportError(bind: endpoint, error)
        }
        return socket
    }

    /// - Returns: The exit, or nil to connect anew.
    private func serve(
        _ socket: borrowing Socket,
        _ monitor: borrowing SocketMonitor,
        _ core: inout WorkerCore,
        _ reporter: JobReporter
    ) throws -> WorkerExit? {
        var outbox = Outbox()
        var pollSet = PollSet(descriptor: mailbox.wakeDescriptor)
        pollSet.add(socket)
        pollSet.add(monitor.socket)
        var toldFailure: HandshakeFailure?
        var isStopping: WorkerExit?
        var tickedAt: UInt64 = 0
        while true {
            try pollSet.wait(milliseconds: outbox.isEmpty ? 100 : 5)
            var actions: [WorkerCore.Action] = []
            while let frames = try socket.receive() {
                guard frames.count == 2, let header = try? MessageHeader(decoding: frames[0]),
                    let message = try? Message(header: header, body: frames[1])
                else { continue }
                actions += core.handle(.message(header, message), at: Self.now)
            }
            for failure in try monitor.failures().map(HandshakeFailure.init) where failure != toldFailure {
                toldFailure = failure
                onTrouble(.handshake(failure))
            }
            for command in mailbox.drain() {
                switch command {
                case .ended(let jobs): actions += core.handle(.ended(jobs), at: Self.now)
                case .drain: actions += core.handle(.drain, at: Self.now)
                case .stop: actions += core.handle(.stop, at: Self.now)
                }
            }
            let now = Self.now
            if now >= tickedAt + 100 {
                tickedAt = now
                let usage = ProcessUsage.current
                actions += core.handle(
                    .tick(residentBytes: usage.residentBytes, cpuMs: usage.cpuMs, progress: executor.progress()),
                    at: now
                )
            }
            var next = actions[...]
            while let action = next.popFirst() {
                switch action {
                case .send(let message, let session, let epoch):
                    outbox.add(message, session: session, epoch: epoch)
                case .configure(let sources):
                    executor.configure(sources)
                case .run(let jobs):
                    let (idle, real) = Self.partition(jobs)
                    if !real.isEmpty {
                        // A job that takes the process with it should not take the word with it that it had begun.
                        try outbox.flush(to: socket)
                        executor.run(real, reporter: reporter)
                    }
                    if !idle.isEmpty { next += core.handle(.ended(idle), at: now)[...] }
                case .cancel(let leases):
                    executor.cancel(leases)
                case .giveBackFreeMemory:
                    ProcessMemory.giveBackFree()
                case .tellSilence:
                    onTrouble(.silence)
                case .reconnect:
                    return nil
                case .exit(let exit):
                    isStopping = exit
                }
            }
            try outbox.flush(to: socket)
            if let isStopping {
                socket.set(.linger, 1000)
                return isStopping
            }
        }
    }

    /// No-op jobs end where they arrive: they measure the way, not the work.
    private static func partition(_ jobs: [AssignedJob]) -> (idle: [EndedJob], real: [AssignedJob]) {
        var idle: [EndedJob] = []
        var real: [AssignedJob] = []
        for job in jobs {
            if job.kind == .noop {
                idle.append(EndedJob(lease: job.lease, outcome: .done(effect: []), microseconds: 1))
            } else {
                real.append(job)
            }
        }
        return (idle, real)
    }
}

/// Messages that libzmq had no room for, in order; results are safe in the core besides.
private struct Outbox {
    private var waiting: [(session: UInt64, epoch: UInt64, message: Message)] = []
    private var sequence: UInt64 = 0

    var isEmpty: Bool { waiting.isEmpty }

    mutating func add(_ message: Message, session: UInt64, epoch: UInt64) {
        // A new introduction voids what was said in an older session; the core says it again once it is welcome.
        if case .hello = message { waiting.removeAll() }
        waiting.append((session, epoch, message))
    }

    mutating func flush(to socket: borrowing Socket) throws {
        var sent = 0
        for item in waiting {
            let header = MessageHeader(
                type: item.message.type,
                epoch: item.epoch,
                session: item.session,
                sequence: sequence + 1
            )
            guard try socket.send([header.encoded(), item.message.encodedBody()]) == .sent else { break }
            sequence += 1
            sent += 1
        }
        waiting.removeFirst(sent)
        // While the link is down libzmq takes nothing, and what is said in a new session replaces all of this.
        if waiting.count > 10_000 { waiting.removeFirst(waiting.count - 1000) }
    }
}

/// Memory and processor use of this process.
enum ProcessUsage {
    static var current: (residentBytes: UInt64, cpuMs: UInt64) {
        var usage = rusage()
        guard unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 else { return (0, 0) }
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return (ProcessMemory.residentBytes() ?? 0, UInt64(seconds * 1000 + microseconds / 1000))
    }
}
