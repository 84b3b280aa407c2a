package import HummingbirdCore
package import Logging
package import NIOCore
internal import Synchronization

/// HTTP/1.1 for a server that may be stopped at any moment.
///
/// A server that stops drops the connections that it has just accepted, unserved. SwiftNIO ends the process when the
/// writer of such a connection was never finished; here it is finished and the connection closed.
package struct OrderlyHTTP1: ServerChildChannel {
    private let http: HTTP1Channel

    /// Builds it for an application.
    package static func builder(_ configuration: HTTP1Channel.Configuration = .init()) -> HTTPServerBuilder {
        HTTPServerBuilder { OrderlyHTTP1(http: HTTP1Channel(responder: $0, configuration: configuration)) }
    }

    /// A connection.
    package final class Value: ServerChildChannelValue {
        private let connection: HTTP1Channel.Value
        private let isServed = Atomic<Bool>(false)

        fileprivate init(_ connection: HTTP1Channel.Value) { self.connection = connection }

        deinit {
            guard !isServed.load(ordering: .acquiring) else { return }
            Task { [connection] in
                try? await connection.executeThenClose { _, _ in }  // it may be closed by now
            }
        }

        fileprivate func served() -> HTTP1Channel.Value {
            isServed.store(true, ordering: .releasing)
            return connection
        }

        package var channel: any Channel { connection.channel }
    }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        http.setup(channel: channel, logger: logger).map(Value.init)
    }

    package func handle(value: Value, logger: Logger) async { await http.handle(value: value.served(), logger: logger) }
}
