package import LarderModel
package import LarderProtocol
internal import LarderThreading
internal import ZeroMQ

/// The coordinator's end of all worker connections: one ROUTER socket on a thread of its own.
///
/// Commands go in through a mailbox, events come out as batches of a stream. The credit that workers grant bounds what they can have to
/// say; should they say more, the broker stops reading at ``Configuration/maxWaitingBytes``.
package final class Broker: Sendable {
    /// Where to listen, and for which coordinator start.
    package struct Configuration: Sendable {
        /// Endpoints without keys that only this user reaches: `ipc:///path`, at most 107 bytes of path.
        package var localEndpoints: [String]
        /// Endpoints for everyone else, such as `tcp://0.0.0.0:5570`.
        package var remoteEndpoints: [String]
        /// Who may come in over the remote endpoints; nil: whoever reaches them.
        package var keys: KeyFolder?
        /// The coordinator start that messages name.
        package var epoch: UInt64
        /// Bytes of messages that were read and not taken (see ``Broker/didConsume()``) above which nothing more is read, until half of them
        /// are taken; one turn of reading takes as many at most.
        package var maxWaitingBytes = 64 << 20

        /// Makes a configuration.
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
        /// Read again: enough of the events were taken.
        case resume
        case stop
    }

    /// Batches of what workers say, in order.
    ///
    /// Ends when the broker stops; throws when its socket breaks.
    package let events: AsyncThrowingStream<[BrokerEvent], any Error>
    /// The endpoints that were bound, with the ports libzmq chose.
    package let boundEndpoints: [String]

    private let mailbox: Mailbox<Command>
    private let thread: OwnerThread
    private let counters: SharedCounters
    private let backlog: EventBacklog

    private init(
        events: AsyncThrowingStream<[BrokerEvent], any Error>,
        boundEndpoints: [String],
        mailbox: Mailbox<Command>,
        thread: OwnerThread,
        counters: SharedCounters,
        backlog: EventBacklog
    ) {
        self.events = events
        self.boundEndpoints = boundEndpoints
        self.mailbox = mailbox
        self.thread = thread
        self.counters = counters
        self.backlog = backlog
    }

    /// Binds every endpoint and begins to listen.
    ///
    /// - Throws: ``TransportError`` with code `endpointInUse`, `endpointUnusable` or `socketFailed`; nothing is left open.
    package static func start(_ configuration: Configuration) async throws -> Broker {
        let mailbox = try Mailbox<Command>()
        let (events, sink) = AsyncThrowingStream<[BrokerEvent], any Error>.makeStream()
        let started = StartSignal()
        let bound = SharedEndpoints()
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
                bound.set(loop.boundEndpoints)
                started.finish()
                try loop.run()
                sink.finish()
            } catch {
                started.finish(throwing: error)
                sink.finish(throwing: error)
            }
        }
        do {
            try await started.wait()
        } catch {
            await thread.joined()
            _ = mailbox.close()
            throw error
        }
        return Broker(
            events: events,
            boundEndpoints: bound.get(),
            mailbox: mailbox,
            thread: thread,
            counters: counters,
            backlog: backlog
        )
    }

    /// Sends a message to a session; a session that is gone is reported as ``BrokerEvent/lost(_:reason:)``.
    package func send(_ message: Message, to session: SessionID) {
        mailbox.post(.send(session, message))
    }

    /// Forgets a session: what its peer still sends is answered with WHO.
    package func forget(_ session: SessionID) {
        mailbox.post(.forget(session))
    }

    /// Says that one more batch of ``events`` was dealt with, in order.
    package func didConsume() {
        if backlog.take() { mailbox.post(.resume) }
    }

    /// What was counted so far.
    package var currentCounters: BrokerCounters { counters.get() }

    /// Sends what was posted before, closes the socket and ends the stream.
    package func stop() async {
        mailbox.post(.stop)
        await thread.joined()
        _ = mailbox.close()
    }
}

/// The endpoints, handed from the broker's thread to its caller.
final class SharedEndpoints: Sendable {
    private let state = Guarded<[String]>([])
    func set(_ value: [String]) { state.withLock { $0 = value } }
    func get() -> [String] { state.withLock { $0 } }
}

/// Counters written by the broker's thread, read by anyone.
final class SharedCounters: Sendable {
    private let state = Guarded(BrokerCounters())
    func set(_ value: BrokerCounters) { state.withLock { $0 = value } }
    func get() -> BrokerCounters { state.withLock { $0 } }
}
