internal import Glibc
internal import Hummingbird
internal import HummingbirdCore
internal import Larder
internal import LarderHTTPServing
internal import LarderViewer
internal import Logging
internal import NIOCore
internal import ServiceLifecycle

/// Serves a larder over HTTP: pages for people, an API for programs, feeds for readers.
///
/// It reads the larder's files alone, so that it may run beside a sync, in its process or in another one.
package struct LarderServer: Sendable {
    package struct Options: Sendable {
        /// The larder's folder.
        package var folder: String
        package var address: ListenAddress
        /// What clients must show; nil: everyone who reaches the address may read.
        package var token: AccessToken?
        /// Names that may stand in the header `Host`, besides addresses and names of this machine.
        package var hostNames: [String] = []
        /// Whether its page has buttons that stop and start syncs.
        package var allowsControl = false
        package var timeouts = ClientTimeouts()
        /// Which syncs it starts; nil: none.
        package var schedule: SyncSchedule?

        package init(folder: String, address: ListenAddress) { (self.folder, self.address) = (folder, address) }
    }

    /// Connections that are open at once; further ones wait.
    static let mostConnections = 512

    private let options: Options
    private let library: ServedLarder
    private let watcher: RunWatcher
    private let control: SyncControl

    package init(_ options: Options) {
        self.options = options
        library = ServedLarder(folder: options.folder)
        watcher = RunWatcher(folder: options.folder)
        control = SyncControl(allowsControl: options.allowsControl)
    }

    /// Serves, and syncs by its schedule, until the task is cancelled.
    ///
    /// - Parameter onReady: Called once, with the bound port, when requests are answered.
    /// - Throws: ``ServerError`` where the address cannot be bound.
    package func run(onReady: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) async throws {
        var logger = Logger(label: "larder.server")
        // The server reports connections that a client broke off as errors.
        logger.logLevel = .critical
        let application = Application(
            router: router(),
            server: OrderlyHTTP1.builder(
                .init(
                    additionalChannelHandlers: [RequestHeadDeadline(options.timeouts)],
                    idleTimeout: TimeAmount(options.timeouts.idle),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10,
                        maxHeaderListSize: 32 << 10,
                        maxHeaderFieldCount: 100
                    )
                )
            ),
            configuration: .init(
                address: .hostname(options.address.host, port: options.address.port),
                availableConnectionsDelegate: MaximumAvailableConnections(Self.mostConnections)
            ),
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                defer { group.cancelAll() }
                watcher.look()
                group.addTask { await watcher.run() }
                if let schedule = options.schedule {
                    group.addTask { await schedule.run(control, after: watcher.current.latest) }
                }
                try await application.run()
            }
        } catch is CancellationError where Task.isCancelled {
            return
        } catch let error as IOError {
            throw ServerError(binding: options.address, error)
        }
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router(options: [.autoGenerateHeadEndpoints])
        router.add(middleware: SecurityHeaders())
        router.add(middleware: PlainErrors())
        router.add(middleware: APIProblems())
        router.add(middleware: RequestLimits())
        router.add(middleware: HostCheck(options.address, names: options.hostNames))
        if let token = options.token { router.add(middleware: TokenCheck(token)) }
        let answers = CatalogAnswers(library)
        AssetRoutes().add(to: router)
        OfflineRoutes(answers: answers).add(to: router)
        PictureRoutes(library).add(to: router)
        PageRoutes(library: library, answers: answers).add(to: router)
        StatusRoutes(library: library, watcher: watcher, control: control).add(to: router)
        HealthRoutes(library: library, watcher: watcher, control: control, hasSchedule: options.schedule != nil)
            .add(to: router)
        FeedRoutes(answers: answers).add(to: router)
        OPDSRoutes(answers: answers).add(to: router)
        ReaderRoutes(library, token: options.token).add(to: router)
        APIRoutes(library: library, answers: answers).add(to: router)
        return router
    }
}

/// Why a server cannot start, with the way out.
package struct ServerError: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    init(binding address: ListenAddress, _ error: IOError) {
        let reason =
            switch error.errnoCode {
            case EADDRINUSE:
                "another program listens there. Name another port: `--http \(address.host):\(address.port + 1)`."
            case EACCES: "ports below 1024 need more rights. Name a higher one: `--http \(address.host):8080`."
            case EADDRNOTAVAIL: "this machine does not have that address."
            default: "\(error)."
            }
        description = "The address \(address) cannot be used: \(reason)"
    }
}
