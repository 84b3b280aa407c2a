import Glibc
import Hummingbird
import LarderHTTPServing
import Logging
import NIOCore

extension SampleSite {
    /// Serves the site until the task is cancelled or its service group shuts down; then it returns without an error.
    ///
    /// Open connections are closed at the end. The same value can be served again: counts and faults start at 0.
    ///
    /// - Parameter onReady: Called once, with the bound port, when requests are answered. It may take its time and use
    ///   the site itself; the end of the site cancels it.
    /// - Throws: When the address cannot be bound.
    package func run(onReady: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) async throws {
        let (ports, opened) = AsyncStream.makeStream(of: Int.self)
        let application = application { opened.yield($0) }
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await port in ports.prefix(1) { await onReady(port) }
                }
                defer { group.cancelAll() }
                try await application.run()
            }
        } catch is CancellationError where Task.isCancelled {
            return
        }
    }

    /// Why the site could not be served, without the names of the system calls.
    package static func reason(of error: any Error) -> String {
        guard let error = error as? IOError, let text = unsafe strerror(error.errnoCode) else { return "\(error)" }
        return unsafe String(cString: text)
    }

    private func application(onOpen: @escaping @Sendable (_ port: Int) -> Void) -> Application<SiteResponder> {
        let responder = SiteResponder(site: self)
        var logger = Logger(label: "larder.sample-site")
        // The server reports its own cancellation as an error.
        logger.logLevel = .critical
        return Application(
            responder: responder,
            server: OrderlyHTTP1.builder(),
            configuration: .init(address: .hostname(configuration.host, port: configuration.port), backlog: 1_024),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? configuration.port
                responder.open(base: configuration.publicURL ?? Self.address(host: configuration.host, port: port))
                onOpen(port)
            },
            logger: logger
        )
    }

    /// The URL of the root without its final slash; a wildcard address becomes loopback.
    private static func address(host: String, port: Int) -> String {
        switch host {
        case "0.0.0.0": "http://127.0.0.1:\(port)"
        case "::": "http://[::1]:\(port)"
        default: host.contains(":") ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
        }
    }
}
