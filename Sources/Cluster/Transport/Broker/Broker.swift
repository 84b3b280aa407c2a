package import LarderModel
package import LarderProtocol
internal import LarderThreading
internal import ZeroMQ

/// The coordinator's end of all worker connections: its ROUTER sockets, on one thread of its own.
///
/// Commands go in through a mailbox, events come out as batches of a stream. Workers' credit bounds what they send;
/// beyond it the broker stops reading at ``Configuration/maxWaitingBytes``.
package struct Broker: Sendable {
    package struct Configuration: Sendable {
        /// Endpoints without keys that only this user reaches: `ipc:///path`, at most 107 bytes of path.
        package var localEndpoints: [String]
        /// Endpoints for everyone else, such as `tcp://0.0.0.0:5570`.
        package var remoteEndpoints: [String]
        /// Who may join over the remote endpoints; nil: any peer.
        package var keys: KeyFolder?
        /// The service that answers requests for files of the cache; nil: such requests are ignored.
        package var files: (any FileService)?
        /// The coordinator start that messages name.
        package var epoch: UInt64
        /// Bytes of messages without a ``Broker/didConsume()`` above which nothing more is read, until half of them are
        /// consumed.
        ///
        /// One turn reads about as many at most.
        package var maxWaitingBytes = 64 << 20

        package init(localEndpoints: [String], remoteEndpoints: [String] = [], keys: KeyFolder? = nil, epoch: UInt64) {
            self.localEndpoints = localEndpoints
            self.remoteEndpoints = remoteEndpoints
            self.keys = keys
            self.epoch = epoch
        }
    }

    enum Command: Sendable {
        case send(SessionID, Message)
        case forget(SessionID)
        /// Read again: enough was consumed.
        case resume
        case stop
    }

    /// Batches of events, in order; ends when the broker stops, throws when its socket breaks.
    package let events: AsyncThrowingStream<[BrokerEvent], any Error>
    package let boundEndpoints: [String]

    private let mailbox: Mailbox<Command>
    private let thread: OwnerThread
    private let counters: SharedCounters
    private let backlog: EventBacklog

    /// Binds every endpoint and begins to listen.
    ///
    /// - Throws: ``TransportError``; nothing is left open.
    package static func start(_ configuration: Configuration) async throws -> Broker {
        let mailbox = try Mailbox<Command>()
        let (events, sink) = AsyncThrowingStream<[BrokerEvent], any Error>.makeStream()
        let started = OneShot<[String]>()
        let counters = SharedCounters()
        let backlog = EventBacklog(limit: configuration.maxWaitingBytes)
        let thread = try OwnerThread(name: "broker") {
            do {
                let context = try Context()
                var loop = try BrokerLoop(
                    configuration,
                    in: context,
                    mailbox: mailbox,
                    sink: sink,
                    counters: counters,
                    backlog: backlog
                )
                started.finish(loop.boundEndpoints)
                try loop.run()
                sink.finish()
            } catch {
                started.finish(throwing: error)
                sink.finish(throwing: error)
            }
        }
        do {
            return Broker(
                events: events,
                boundEndpoints: try await started.wait(),
                mailbox: mailbox,
                thread: thread,
                counters: counters,
                backlog: backlog
            )
        } catch {
            await thread.joined()
            _ = mailbox.close()
            throw error
        }
    }

    /// Sends a message to a session; a session that is gone is reported as ``BrokerEvent/lost(_:reason:)``.
    package func send(_ message: Message, to session: SessionID) { mailbox.post(.send(session, message)) }

    /// Forgets a session: what its peer still sends is answered with WHO.
    package func forget(_ session: SessionID) { mailbox.post(.forget(session)) }

    /// Says that one more batch of ``events`` was dealt with, in order.
    package func didConsume() {
        if backlog.take() { mailbox.post(.resume) }
    }

    package var currentCounters: BrokerCounters { counters.get() }

    /// Sends what was posted before, closes the socket and ends the stream.
    package func stop() async {
        mailbox.post(.stop)
        await thread.joined()
        _ = mailbox.close()
    }
}

/// Counters written by the broker's thread, read by anyone.
final class SharedCounters: Sendable {
    private let state = Guarded(BrokerCounters())
    func set(_ value: BrokerCounters) { state.withLock { $0 = value } }
    func get() -> BrokerCounters { state.withLock { $0 } }
}

extension Broker {
    package static func with<Result: Sendable>(
        _ configuration: Configuration,
        _ body: (Broker) async throws -> Result
    ) async throws -> Result {
        let broker = try await start(configuration)
        do {
            let result = try await body(broker)
            await broker.stop()
            return result
        } catch {
            await broker.stop()
            throw error
        }
    }
}

/// The coordinator's end of its workers' connections: a ``Broker``, or a link within one process in tests.
package protocol BrokerLink: Sendable {
    var events: AsyncThrowingStream<[BrokerEvent], any Error> { get }
    var currentCounters: BrokerCounters { get }
    func send(_ message: Message, to session: SessionID)
    func forget(_ session: SessionID)
    func didConsume()
}

extension Broker: BrokerLink {}
