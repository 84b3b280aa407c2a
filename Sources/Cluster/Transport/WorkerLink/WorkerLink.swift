internal import LarderModel
internal import LarderProtocol
internal import LarderThreading
package import LarderWorkerCore
internal import ZeroMQ

/// What keeps a worker from its coordinator.
package enum LinkProblem: Sendable, Hashable {
    /// No coordinator has answered since the worker began, 0.7 s ago.
    case waiting
    /// Nothing was heard for ``WorkerCore/Configuration/fenceAfterMs``.
    case silence
    /// The name in the endpoint has no address, for this reason.
    case unresolvable(host: String, String)
    case trouble(String)
    case handshake(HandshakeFailure)
}

/// A worker's end of its connection to the coordinator: one DEALER socket on its own thread, which also sends the
/// heartbeats.
package struct WorkerLink: Sendable {
    enum Command: Sendable {
        case ended([EndedJob])
        case probed(FailureReason?)
        case lookedUp(HostAddresses)
        case file(FileRequest)
        case drain
        case stop
    }

    private let mailbox: Mailbox<Command>
    private let thread: OwnerThread
    private let exit: OneShot<WorkerExit>

    /// Connects to a coordinator and begins to work; the connection may come up later.
    ///
    /// - Parameters:
    ///   - keys: For a coordinator that wants them.
    ///   - seed: Spreads reconnects of many workers.
    ///   - onProblem: Called on the link's thread once per problem; failed handshakes count when their kind changes.
    ///     The coordinator's silence is not reported after a problem that explains it.
    ///   - onExit: Called on the link's thread before ``ended()`` returns.
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
        let exit = OneShot<WorkerExit>()
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
                onExit(how)
                exit.finish(how)
            } catch {
                started.finish(throwing: error)
                exit.finish(throwing: error)
            }
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

    /// Takes no new work; what runs is finished and answered.
    package func drain() { mailbox.post(.drain) }

    /// Ends at once; what was not acknowledged is done again elsewhere.
    package func stop() { mailbox.post(.stop) }

    /// Waits for the end of the worker's part and closes everything.
    package func ended() async throws -> WorkerExit {
        await thread.joined()
        _ = mailbox.close()
        return try await exit.wait()
    }
}

/// A worker's end of its connection to the coordinator: a ``WorkerLink``, or a link within one process in tests.
package protocol CoordinatorLink: Sendable {
    func drain()
    func stop()
    func ended() async throws -> WorkerExit
}

extension WorkerLink: CoordinatorLink {}
