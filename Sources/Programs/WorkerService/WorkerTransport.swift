internal import LarderTransport
internal import LarderWorkerCore
internal import Logging

/// How a worker reaches its coordinator: over sockets, or within one process in tests.
protocol WorkerTransport: Sendable {
    /// Begins to work; the connection may come up later.
    ///
    /// - Parameter onExit: Called before ``CoordinatorLink/ended()`` returns, on a thread that no job can block.
    func connect(
        _ configuration: WorkerCore.Configuration,
        executor: any JobExecutor,
        onExit: @escaping @Sendable (WorkerExit) -> Void
    ) async throws -> any CoordinatorLink
}

/// Over a socket, with keys where the coordinator wants them.
struct SocketTransport: WorkerTransport {
    private let options: WorkerService.Options
    private let isNext: Bool
    private let keys: WorkerKeys?

    /// - Parameter isNext: Whether this worker had a coordinator before, and has said that it waits for the next one.
    init(_ options: WorkerService.Options, isNext: Bool) throws(KeyError) {
        (self.options, self.isNext) = (options, isNext)
        guard let keyFile = options.keyFile else {
            keys = nil
            return
        }
        keys = try WorkerKeys(secretFile: keyFile, serverFile: options.serverKeyFile ?? "")
    }

    func connect(
        _ configuration: WorkerCore.Configuration,
        executor: any JobExecutor,
        onExit: @escaping @Sendable (WorkerExit) -> Void
    ) async throws -> any CoordinatorLink {
        try await WorkerLink.start(
            endpoint: options.endpoint,
            keys: keys,
            configuration: configuration,
            executor: executor,
            seed: UInt64.random(in: 0...(.max)),
            onProblem: { [options, keys, isNext] problem in
                guard !isNext || problem != .waiting,
                    let advice = WorkerService.advice(problem, options, publicKey: keys?.publicText)
                else { return }
                options.logger.notice("\(advice)")
            },
            onExit: onExit
        )
    }
}
