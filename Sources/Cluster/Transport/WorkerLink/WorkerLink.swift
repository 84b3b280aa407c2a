internal import LarderModel
internal import LarderThreading
package import LarderWorkerCore
internal import ZeroMQ

/// What keeps a worker from its coordinator.
package enum LinkProblem: Sendable, Hashable {
    /// No coordinator has answered since the worker began, most of a second ago.
    case waiting
    /// Nothing was heard for ``WorkerCore/Configuration/fenceAfterMs``.
    case silence
    /// The cache folder cannot be used, for this reason.
    case trouble(String)
    /// A handshake failed.
    case handshake(HandshakeFailure)
}

/// A worker's end of its connection to the coordinator: one DEALER socket on its own thread, which also sends the heartbeats.
package final class WorkerLink: Sendable {
    enum Command: Sendable {
        case ended([EndedJob])
        case probed(FailureReason?)
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
    ///   - onProblem: Told once that it waits for its first answer, once of each silence, and of handshakes that failed, each kind once until one of another kind; called on the
    ///     link's thread.
    ///   - onExit: Told how it ends, on the link's thread, before ``ended()`` returns it.
    /// - Throws: ``TransportError`` when the endpoint's form is wrong.
    package static func start(
        endpoint: String,
        keys: WorkerKeys? = nil,
        configuration: WorkerCore.Configuration,
        executor: any JobExecutor,
        seed: UInt64,
        onProblem: @escaping @Sendable (LinkProblem) -> Void = { _ in },
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
                    onProblem: onProblem
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
    package func drain() { mailbox.post(.drain) }

    /// Ends at once; what was not acknowledged is done again elsewhere.
    package func stop() { mailbox.post(.stop) }

    /// Waits for the end of the worker's part and closes everything.
    package func ended() async throws -> WorkerExit {
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
