internal import Glibc
internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
internal import LarderWorkerCore
internal import ZeroMQ

/// The worker's thread: one poll on the socket and the mailbox; decisions are ``WorkerCore``'s.
struct WorkerLoop {
    let endpoint: String
    let keys: WorkerKeys?
    let configuration: WorkerCore.Configuration
    let executor: any JobExecutor
    let mailbox: Mailbox<WorkerLink.Command>
    let seed: UInt64
    let onProblem: @Sendable (LinkProblem) -> Void

    func run(in context: Context, started: StartSignal) throws -> WorkerExit {
        var core = WorkerCore(configuration: configuration, now: Self.now)
        let reporter = JobReporter { [mailbox] in mailbox.post(.ended($0)) }
        executor.reach { [mailbox] in mailbox.post(.file($0)) }
        var reach = Reach(dialing: Dialing(endpoint), waitsSince: Self.now)
        var sockets = 0
        while true {
            let socket = try makeSocket(in: context)
            sockets += 1
            let monitor = try SocketMonitor(of: socket, in: context, name: "\(sockets)")
            let exit = try serve(socket, monitor, &core, &reach, reporter, started)
            SocketMonitor.stop(on: socket)
            if let exit { return exit }
        }
    }

    /// How the coordinator is reached, over all sockets, and which problems of that have been reported.
    private struct Reach {
        var dialing: Dialing
        /// Nil once the wait for a first welcome is over or was reported.
        var waitsSince: UInt64?
        var toldFailure: HandshakeFailure?
        /// Whether a name without an address was reported, or the wait for a coordinator.
        var hasToldAbsence = false
        /// When an orderly end was asked for; nil: it was not.
        var drainsSince: UInt64?

        /// Whether a problem that explains the coordinator's silence was reported.
        var isExplained: Bool { toldFailure != nil || hasToldAbsence }
    }

    /// Milliseconds without a first welcome after which the wait is reported.
    private static let toldWaitMs: UInt64 = 700
    /// Milliseconds of silence after which the coordinator's name is looked up again.
    private static let awayAfterMs: UInt64 = 2500
    /// Milliseconds of silence after which the worker opens another connection.
    ///
    /// After a cut of the network, TCP's own retries may be many seconds apart.
    private static let renewAfterMs: UInt64 = 6000
    /// Milliseconds of silence after which an orderly end does not wait for the coordinator or for jobs that run.
    private static let drainSilenceMs: UInt64 = 5000

    private static var now: UInt64 { MonotonicClock.now / 1_000_000 }

    private func makeSocket(in context: Context) throws -> Socket {
        let socket = try Socket(.dealer, in: context)
        socket.setLinkOptions()
        socket.set(.immediate, 1)
        socket.set(.probeRouter, 1)
        socket.set(.reconnectInterval, Int32(50 + seed % 200))
        socket.set(.reconnectIntervalMax, 2000)
        socket.set(.connectTimeout, 3000)
        do {
            if let keys { try socket.useCurve(keys.own, server: keys.server) }
        } catch {
            throw TransportError(bind: endpoint, error)
        }
        return socket
    }

    private func connectIfDue(
        _ socket: borrowing Socket,
        _ dialing: inout Dialing,
        _ isConnected: inout Bool
    ) throws {
        guard !isConnected, let address = dialing.address, Self.now >= dialing.connectAt else { return }
        do {
            try socket.connect(to: address)
        } catch {
            throw TransportError(bind: address, error)
        }
        dialing.connected(at: Self.now)
        isConnected = true
    }

    /// - Returns: The exit, or nil to connect anew.
    private func serve(
        _ socket: borrowing Socket,
        _ monitor: borrowing SocketMonitor,
        _ core: inout WorkerCore,
        _ reach: inout Reach,
        _ reporter: JobReporter,
        _ started: StartSignal
    ) throws -> WorkerExit? {
        var outbox = Outbox()
        var isConnected = false
        var pollSet = PollSet(descriptor: mailbox.wakeDescriptor)
        pollSet.add(socket)
        var tickedAt: UInt64 = 0
        var pacing = TurnPacing(microseconds: 1000)
        try connectIfDue(socket, &reach.dialing, &isConnected)
        started.finish()
        while true {
            try pollSet.wait(milliseconds: outbox.isEmpty ? 100 : 5)
            pacing.beginTurn()
            var actions = try receive(from: socket, &core)
            var hasMoved = false
            actions += handleCommands(&core, &reach, &outbox, &hasMoved)
            if hasMoved { actions.append(.reconnect) }
            let now = Self.now
            var isOver = false
            if now >= tickedAt + 100 {
                tickedAt = now
                isOver = try !watch(monitor, core, &reach, at: now)
                if !isOver { try connectIfDue(socket, &reach.dialing, &isConnected) }
                if let since = reach.drainsSince, min(core.silenceMs(at: now), now - since) > Self.drainSilenceMs {
                    actions += core.handle(.stop, at: now)
                }
                let usage = ProcessUsage.current
                actions += core.handle(
                    .tick(residentBytes: usage.residentBytes, cpuMs: usage.cpuMs, progress: executor.progress()),
                    at: now
                )
            }
            let end = try perform(actions, on: socket, &core, &outbox, reach, reporter)
            if case .reconnect = end { return nil }
            try outbox.flush(to: socket)
            if case .exit(let exit) = end {
                socket.set(.linger, 1000)
                return exit
            }
            // Not before the actions of this turn are done: an end may be among them.
            if isOver { return nil }
        }
    }

    /// Reports what keeps the coordinator from being reached, and looks up its name.
    ///
    /// - Returns: Whether the socket stays in use.
    private func watch(
        _ monitor: borrowing SocketMonitor,
        _ core: WorkerCore,
        _ reach: inout Reach,
        at now: UInt64
    ) throws -> Bool {
        let failures = try monitor.failures().map(HandshakeFailure.init)
        for failure in failures where failure != reach.toldFailure {
            reach.toldFailure = failure
            onProblem(.handshake(failure))
        }
        if core.isWelcome, core.silenceMs(at: now) < Self.awayAfterMs {
            (reach.waitsSince, reach.toldFailure, reach.hasToldAbsence) = (nil, nil, false)
            reach.dialing.welcomed()
            return true
        }
        reach.dialing.lookUp(at: now, in: mailbox)
        if let since = reach.waitsSince, now >= since + Self.toldWaitMs {
            reach.waitsSince = nil
            if !reach.isExplained { onProblem(.waiting) }
            reach.hasToldAbsence = true
        }
        if core.isWelcome, min(core.silenceMs(at: now), now - min(now, reach.dialing.connectAt)) > Self.renewAfterMs {
            reach.dialing.connected(at: now)
            return false
        }
        guard !failures.isEmpty, !core.isWelcome else { return true }
        reach.dialing.pause(now)
        return false
    }

    private func receive(from socket: borrowing Socket, _ core: inout WorkerCore) throws -> [WorkerCore.Action] {
        var actions: [WorkerCore.Action] = []
        while let frames = try socket.receive() {
            guard frames.count == 2, let header = try? MessageHeader(decoding: frames[0]),
                let message = try? Message(header: header, body: frames[1])
            else { continue }
            if case .fileAnswer(let answer) = message { executor.take(answer) }
            actions += core.handle(.message(header, message), at: Self.now)
        }
        return actions
    }

    /// Handles commands; jobs that ended in a row are reported together.
    private func handleCommands(
        _ core: inout WorkerCore,
        _ reach: inout Reach,
        _ outbox: inout Outbox,
        _ hasMoved: inout Bool
    ) -> [WorkerCore.Action] {
        var events: [WorkerCore.Event] = []
        var ended: [EndedJob] = []
        func tell(_ event: WorkerCore.Event) {
            if !ended.isEmpty { events.append(.ended(ended)) }
            ended = []
            events.append(event)
        }
        for command in mailbox.drain() {
            switch command {
            case .ended(let jobs): ended += jobs
            case .probed(let trouble): tell(.probed(trouble))
            // Without a session it goes nowhere; with the next one the executor repeats it.
            case .file(let request):
                if core.isWelcome { outbox.add(.fileRequest(request), session: core.session, epoch: core.epoch) }
            case .lookedUp(let answer):
                if let host = reach.dialing.host, let fault = answer.fault, !reach.isExplained {
                    reach.hasToldAbsence = true
                    onProblem(.unresolvable(host: host, fault))
                }
                let isOther = reach.dialing.take(answer, isWelcome: core.isWelcome, at: Self.now)
                hasMoved = hasMoved || isOther
            case .drain:
                reach.drainsSince = reach.drainsSince ?? Self.now
                tell(.drain)
            case .stop: tell(.stop)
            }
        }
        if !ended.isEmpty { events.append(.ended(ended)) }
        return events.flatMap { core.handle($0, at: Self.now) }
    }

    private enum End {
        case reconnect
        case exit(WorkerExit)
    }

    /// - Returns: Nil as long as the socket stays in use.
    private func perform(
        _ actions: [WorkerCore.Action],
        on socket: borrowing Socket,
        _ core: inout WorkerCore,
        _ outbox: inout Outbox,
        _ reach: Reach,
        _ reporter: JobReporter
    ) throws -> End? {
        var end: End?
        var next = actions[...]
        while let action = next.popFirst() {
            switch action {
            case .send(let message, let session, let epoch): outbox.add(message, session: session, epoch: epoch)
            case .configure(let sources): executor.configure(sources)
            case .run(let jobs):
                // No-op jobs end where they arrive.
                let real = jobs.filter { $0.kind != .noop }
                let idle = jobs.filter { $0.kind == .noop }.map {
                    EndedJob(lease: $0.lease, outcome: .done(effect: []), microseconds: 1)
                }
                if !real.isEmpty {
                    // A job may crash the process: what was sent before, such as that it starts, goes out first.
                    try outbox.flush(to: socket)
                    executor.run(real, reporter: reporter)
                }
                if !idle.isEmpty { next += core.handle(.ended(idle), at: Self.now)[...] }
            case .cancel(let leases): executor.cancel(leases)
            case .giveBackFreeMemory: ProcessMemory.giveBackFree()
            case .probe: executor.probe { [mailbox] in mailbox.post(.probed($0)) }
            case .tellTrouble(let reason): onProblem(.trouble(reason.message))
            case .tellSilence: if !reach.isExplained { onProblem(.silence) }
            // What follows is done all the same; it may be the end.
            case .reconnect: if end == nil { end = .reconnect }
            case .exit(let exit): end = .exit(exit)
            }
        }
        return end
    }
}
