import LarderModel
import LarderProtocol
import LarderTestSupport
import LarderTransport
import Testing
import ZeroMQ

/// What a worker that says more than its credit can make the coordinator keep.
@Suite("Broker's bound") struct BrokerBoundTests {
    static let messageBytes = 20_000
    static let maxWaitingBytes = 1 << 20
    /// More than the bound and one turn of reading hold, and fewer than libzmq queues at the broker: behind a full
    /// queue the answer to a ping would not be read, and a test that is slow to take would lose the connection.
    static let count = 900

    @Test(.timeLimit(.minutes(10)))
    func `a worker that floods is read no further than the bound until events are taken`() async throws {
        // libzmq gives up a connection when one end is held up for seconds, and what was on its way is lost.
        for _ in 0..<5 { if try await isTakenWhole() { return } }
        Issue.record("The connection was lost in every try.")
    }

    /// - Returns: Whether everything came; false: the connection was lost.
    private func isTakenWhole() async throws -> Bool {
        var configuration = Broker.Configuration(
            localEndpoints: [],
            remoteEndpoints: ["tcp://127.0.0.1:*"],
            epoch: 1
        )
        configuration.maxWaitingBytes = Self.maxWaitingBytes
        var taken = 0
        try await withBroker(configuration) { broker in
            let flood = try Flood(endpoint: try #require(broker.boundEndpoints.last))
            defer { withExtendedLifetime(flood) {} }
            try flood.introduce()
            var events = broker.events.makeAsyncIterator()
            guard case .hello(let session, _)? = try await events.next()?.first else {
                Issue.record("no session began")
                return
            }
            broker.didConsume()
            // The broker tells of a lost connection when it has something to send.
            let asking = repeating(every: .seconds(1)) { broker.send(.heartbeatAck(assigned: 0), to: session) }
            defer { asking.cancel() }
            try flood.send(Self.count, bytes: Self.messageBytes, session: session)
            while taken < Self.count {
                let batch = try #require(try await events.next())
                if batch.contains(where: { if case .lost = $0 { true } else { false } }) { return }
                // Whatever was read is in this batch, in those that wait, or in the turn that filled the bound.
                let waiting = Int(broker.currentCounters.received) - 1 - taken
                #expect(waiting * Self.messageBytes < 3 * Self.maxWaitingBytes)
                taken += batch.count
                broker.didConsume()
            }
        }
        return taken == Self.count
    }
}

/// One connection that says a great deal.
private final class Flood {
    private let context: Context
    private let socket: Socket

    init(endpoint: String) throws {
        context = try Context()
        socket = try Socket(.dealer, in: context)
        socket.set(.sendHighWaterMark, 100_000)
        socket.set(.linger, 0)
        try socket.connect(to: endpoint)
    }

    func introduce() throws {
        try send(
            .hello(Hello(workerID: "flood", incarnation: [], protocols: Hello.spokenProtocols, kinds: [])),
            session: 0
        )
    }

    func send(_ count: Int, bytes: Int, session: SessionID) throws {
        let reason = FailureReason(.retryable, code: "flood", message: String(repeating: "x", count: 1000))
        let failures = (0..<(bytes / 1000)).map {
            ReportedFailure(lease: JobLease(job: JobID($0), attempt: 1), reason: reason)
        }
        try send(.fail(failures), session: session, times: count)
    }

    private func send(_ message: Message, session: SessionID, times: Int = 1) throws {
        let header = MessageHeader(type: message.type, epoch: 1, session: session, sequence: 1)
        let frames = [header.encoded(), message.encodedBody()]
        for _ in 0..<times { try #require(try socket.send(frames) == .sent) }
    }
}
