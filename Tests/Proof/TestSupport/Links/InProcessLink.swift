package import LarderModel
package import LarderProtocol
internal import LarderThreading
package import LarderTransport
package import LarderWorkerCore

/// A coordinator's connections to workers of the same process: no sockets, no threads, and the time of a clock that a
/// test moves.
///
/// Workers are ``WorkerCore``s. Messages are handed over in order by the one task that is in ``run()``.
package final class InProcessLink: BrokerLink {
    enum Command: Sendable {
        case join(Int, WorkerCore.Configuration, any JobExecutor, InProcessWorker.Exit)
        case message(Message, SessionID)
        case forget(SessionID)
        case worker(Int, WorkerCore.Event)
        case disconnect(Int)
        case tick(StartSignal)
    }

    package let events: AsyncThrowingStream<[BrokerEvent], any Error>
    private let sink: AsyncThrowingStream<[BrokerEvent], any Error>.Continuation
    private let commands: AsyncStream<Command>
    private let commandSink: AsyncStream<Command>.Continuation
    private let clock: any Clock<Duration>
    private let epoch: UInt64
    private let workers = Guarded(0)

    /// Makes a link for one coordinator start.
    package init(epoch: UInt64, clock: any Clock<Duration>) {
        (events, sink) = AsyncThrowingStream.makeStream()
        (commands, commandSink) = AsyncStream.makeStream()
        self.clock = clock
        self.epoch = epoch
    }

    package var currentCounters: BrokerCounters { BrokerCounters() }
    package func send(_ message: Message, to session: SessionID) { commandSink.yield(.message(message, session)) }
    package func forget(_ session: SessionID) { commandSink.yield(.forget(session)) }
    package func didConsume() {}

    /// Breaks the coordinator's end, as a socket's failure would.
    package func fail(_ error: any Error) { sink.finish(throwing: error) }

    /// Connects a worker of this machine.
    package func join(_ configuration: WorkerCore.Configuration, executor: any JobExecutor) -> InProcessWorker {
        let number = workers.withLock { count in
            count += 1
            return count
        }
        let exit = InProcessWorker.Exit()
        commandSink.yield(.join(number, configuration, executor, exit))
        return InProcessWorker(number: number, sink: commandSink, exit: exit)
    }

    /// Hands messages over until cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [clock, commandSink] in
                while (try? await clock.sleep(for: .milliseconds(100))) != nil {
                    // A test moves its clock when this task sleeps again: time does not run ahead of messages.
                    let isTaken = StartSignal()
                    commandSink.yield(.tick(isTaken))
                    try? await withTaskCancellationHandler {
                        try await isTaken.wait()
                    } onCancel: {
                        isTaken.finish()
                    }
                }
            }
            var exchange = InProcessExchange(epoch: epoch, sink: commandSink, clock: clock)
            for await command in commands {
                exchange.handle(command)
                let events = exchange.takeEvents()
                if !events.isEmpty { sink.yield(events) }
            }
            group.cancelAll()
        }
    }
}

/// A worker's end of an ``InProcessLink``.
package final class InProcessWorker: CoordinatorLink {
    /// How it ended.
    final class Exit: Sendable {
        private let signal = StartSignal()
        private let state = Guarded<WorkerExit?>(nil)

        func set(_ exit: WorkerExit) {
            state.withLock { $0 = $0 ?? exit }
            signal.finish()
        }

        func get() async throws -> WorkerExit {
            try await signal.wait()
            return state.withLock { $0 } ?? .finished
        }
    }

    private let number: Int
    private let sink: AsyncStream<InProcessLink.Command>.Continuation
    private let exit: Exit

    init(number: Int, sink: AsyncStream<InProcessLink.Command>.Continuation, exit: Exit) {
        self.number = number
        self.sink = sink
        self.exit = exit
    }

    package func drain() { sink.yield(.worker(number, .drain)) }
    package func stop() { sink.yield(.worker(number, .stop)) }
    /// How it ended; orphaned for a task that is cancelled, as a test at its time limit is.
    package func ended() async throws -> WorkerExit {
        try await withTaskCancellationHandler {
            try await exit.get()
        } onCancel: {
            exit.set(.orphaned)
        }
    }

    /// Takes the worker away without a BYE, as a kill would.
    package func disconnect() { sink.yield(.disconnect(number)) }
}

/// The connections and messages: the state of an ``InProcessLink``'s one task.
private struct InProcessExchange {
    private struct Member {
        var core: WorkerCore
        let executor: any JobExecutor
        let exit: InProcessWorker.Exit
    }

    private let epoch: UInt64
    private let sink: AsyncStream<InProcessLink.Command>.Continuation
    private let stopwatch: Stopwatch
    private var directory: SessionDirectory<Int>
    private var members: [Int: Member] = [:]
    private var events: [BrokerEvent] = []
    private var sequence: UInt64 = 0

    init(epoch: UInt64, sink: AsyncStream<InProcessLink.Command>.Continuation, clock: any Clock<Duration>) {
        self.epoch = epoch
        self.sink = sink
        stopwatch = Stopwatch(clock)
        directory = SessionDirectory(epoch: epoch)
    }

    /// The core takes 0 for never.
    private var now: UInt64 { UInt64(stopwatch.elapsed / .milliseconds(1)) + 1 }

    mutating func takeEvents() -> [BrokerEvent] {
        defer { events = [] }
        return events
    }

    mutating func handle(_ command: InProcessLink.Command) {
        switch command {
        case .join(let number, let configuration, let executor, let exit):
            members[number] = Member(
                core: WorkerCore(configuration: configuration, now: now),
                executor: executor,
                exit: exit
            )
            challenge(number)
        case .message(let message, let session):
            guard let number = directory.route(of: session) else { return }
            deliver(message, to: number, session: session)
        case .forget(let session): directory.forget(session)
        case .worker(let number, let event): tell(number, event)
        case .disconnect(let number): remove(number)
        case .tick(let isTaken):
            for number in members.keys.sorted() {
                tell(number, .tick(residentBytes: 0, cpuMs: 0, progress: members[number]?.executor.progress() ?? []))
            }
            isTaken.finish()
        }
    }

    private mutating func deliver(_ message: Message, to number: Int, session: SessionID) {
        sequence += 1
        let header = MessageHeader(type: message.type, epoch: epoch, session: session, sequence: sequence)
        tell(number, .message(header, message))
    }

    private mutating func challenge(_ number: Int) {
        directory.probe(from: number)
        deliver(.who, to: number, session: 0)
    }

    private mutating func tell(_ number: Int, _ event: WorkerCore.Event) {
        let now = now
        guard let actions = members[number]?.core.handle(event, at: now) else { return }
        let reporter = JobReporter { [sink] in sink.yield(.worker(number, .ended($0))) }
        for action in actions {
            switch action {
            case .send(let message, let session, _): take(message, from: number, session: session)
            case .configure(let sources): members[number]?.executor.configure(sources)
            case .run(let jobs): members[number]?.executor.run(jobs, reporter: reporter)
            case .cancel(let leases): members[number]?.executor.cancel(leases)
            case .probe: members[number]?.executor.probe { [sink] in sink.yield(.worker(number, .probed($0))) }
            case .giveBackFreeMemory, .tellSilence, .tellTrouble: break
            case .reconnect: challenge(number)
            case .exit(let exit):
                members[number]?.exit.set(exit)
                remove(number)
            }
        }
    }

    private mutating func take(_ message: Message, from number: Int, session: SessionID) {
        if case .hello(let hello) = message {
            let (session, replaced) = directory.hello(from: number)
            if let replaced { events.append(.lost(replaced, reason: "The worker introduced itself again")) }
            events.append(.hello(session, WorkerIntroduction(hello, isLocal: true)))
            return
        }
        switch directory.message(naming: session, from: number) {
        case .session(let session): events.append(.message(session, message))
        case .challenge: deliver(.who, to: number, session: 0)
        case .ignore: break
        }
    }

    private mutating func remove(_ number: Int) {
        members[number] = nil
        guard let session = directory.session(on: number) else { return }
        directory.forget(session)
        events.append(.lost(session, reason: "The connection is gone"))
    }
}
